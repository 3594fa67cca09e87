"""The page for Prometheus. It is no part of the API, and of its document."""

import hmac
import importlib.metadata

from flask import Blueprint, Response

from service.api import requests
from service.api.answers import PRIVATE
from service.api.context import context
from service.metrics.page import CONTENT_TYPE, WholeService, page
from service.refusals import Code, Refused

blueprint = Blueprint("metrics", __name__)


@blueprint.get("/metrics")
def get_metrics() -> Response:
    """With a token, if the operator has set one."""
    at = context()
    _require(at.settings.metrics_token)
    service = WholeService(at.ports, at.queue, importlib.metadata.version("spades-service"))
    return Response(page(at.instruments, service), headers=PRIVATE, content_type=CONTENT_TYPE)


def _require(token: str) -> None:
    if token and not hmac.compare_digest((requests.bearer() or "").encode(), token.encode()):
        raise Refused(Code.UNAUTHENTICATED)

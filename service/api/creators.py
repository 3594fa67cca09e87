"""Who makes something: anybody where that is allowed, or the owner of a secret key."""

from service.api import requests
from service.api.context import context
from service.ports import Ports
from service.refusals import Code, Refused


def creator() -> str | None:
    """The secret key that makes it; None: anybody. Refuses whoever may not."""
    owner = requests.owner()
    if owner is None and context().settings.create_needs_key:
        raise Refused(Code.UNAUTHENTICATED)
    return owner


def check_creator(_ports: Ports, _token: str | None) -> None:
    creator()

"""What the doors reach through the application that serves them."""

from dataclasses import dataclass
from typing import Final, cast

from flask import Flask, current_app, request

from service.api.edge import REQUEST_ID
from service.api.permits import Permits, Shares
from service.api.quotas import Quotas
from service.lab.ports import Lab
from service.metrics.instruments import Instruments
from service.ports import JobQueue, Ports
from service.settings import Settings
from service.tables.watching import Watching

_NAME: Final = "spades"


@dataclass(frozen=True, slots=True)
class Context:
    """`waiting`, `streams`: one permit for each long-poll and each stream that may be there at a time;
    `of_token`, `of_address`: how many of both one may have.
    """

    settings: Settings
    ports: Ports
    queue: JobQueue
    waiting: Permits
    streams: Permits
    watching: Watching
    lab: Lab
    quotas: Quotas
    of_token: Shares
    of_address: Shares
    instruments: Instruments


def install(app: Flask, context: Context) -> None:
    app.extensions[_NAME] = context


def context() -> Context:
    return context_of(current_app)


def context_of(app: Flask) -> Context:
    return cast(Context, app.extensions[_NAME])


def ports() -> Ports:
    return context().ports


def lab() -> Lab:
    return context().lab


def request_id() -> str:
    """The id of this request, which its answer and the logs name."""
    return str(request.environ[REQUEST_ID])

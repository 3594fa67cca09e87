"""What the doors reach through the application that serves them."""

from dataclasses import dataclass
from threading import BoundedSemaphore
from typing import Final, cast

from flask import Flask, current_app, request

from service.lab.ports import Lab
from service.ports import JobQueue, Ports
from service.settings import Settings

_NAME: Final = "spades"
_REQUEST_ID: Final = "spades.request_id"


@dataclass(frozen=True, slots=True)
class Context:
    """`waiting`: one permit for each request that may wait at a time."""

    settings: Settings
    ports: Ports
    queue: JobQueue
    waiting: BoundedSemaphore
    lab: Lab


def install(app: Flask, context: Context) -> None:
    app.extensions[_NAME] = context


def context() -> Context:
    return cast(Context, current_app.extensions[_NAME])


def ports() -> Ports:
    return context().ports


def lab() -> Lab:
    return context().lab


def request_id() -> str:
    """The id of this request, which its answer and the logs name."""
    environ = request.environ
    found = environ.get(_REQUEST_ID)
    if found is None:
        found = environ[_REQUEST_ID] = "req_" + ports().entropy.token_bytes(10).hex()
    return str(found)

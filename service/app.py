"""`create_app`: the web application, from its settings and its ports."""

from threading import BoundedSemaphore

from flask import Flask

from service.api import health as health_doors
from service.api.context import Context, install
from service.api.errors import register_errors
from service.api.openapi import build_api
from service.api.v1 import ALL_DOORS
from service.lab.ports import Lab
from service.ports import JobQueue, Ports
from service.settings import Settings
from service.wiring import build_lab, build_ports, build_queue


def create_app(
    settings: Settings,
    ports: Ports | None = None,
    queue: JobQueue | None = None,
    lab: Lab | None = None,
) -> Flask:
    """The application. Without `ports`, `queue` and `lab` it works on the Redis that the settings name."""
    app = Flask("service", static_folder=None)
    # One more than is taken: of a body without a length werkzeug reads this much, however long it is.
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes + 1
    app.url_map.merge_slashes = False  # a redirect would lose the body
    ports = ports or build_ports(settings)
    context = Context(
        settings,
        ports,
        queue or build_queue(settings),
        BoundedSemaphore(settings.max_waiting_requests),
        lab or build_lab(settings, ports),
    )
    install(app, context)
    api = build_api(app)
    register_errors(app)
    for doors in (*ALL_DOORS, health_doors.doors):
        api.register_blueprint(doors)
    return app

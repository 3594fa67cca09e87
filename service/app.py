"""`create_app`: the web application, from its settings and its ports."""

from flask import Flask, Response, request

from service.api import docs
from service.api import health as health_doors
from service.api.context import Context, install
from service.api.edge import Edge
from service.api.errors import register_errors
from service.api.openapi import build_api
from service.api.permits import Permits
from service.api.v1 import ALL_DOORS
from service.lab.ports import Lab
from service.ports import JobQueue, Ports
from service.settings import Settings, parse_origins
from service.tables.attendance import Attendance
from service.tables.watching import Watching
from service.wiring import build_lab, build_ports, build_queue


class Application(Flask):
    """Flask, whose answer to OPTIONS has no body."""

    def make_default_options_response(self) -> Response:
        response = Response(status=204)
        del response.headers["Content-Type"]
        response.allow.update(sorted(self.allowed_methods(request.path)))
        return response

    def allowed_methods(self, path: str) -> set[str]:
        """What may be asked for at a path; empty: there is nothing."""
        return set(self.url_map.bind("").allowed_methods(path))


def create_app(
    settings: Settings,
    ports: Ports | None = None,
    queue: JobQueue | None = None,
    lab: Lab | None = None,
) -> Flask:
    """The application. Without `ports`, `queue` and `lab` it works on the Redis that the settings name."""
    app = Application("service", static_folder=None)
    # One more than is taken: of a body without a length werkzeug reads this much, however long it is.
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes + 1
    app.url_map.merge_slashes = False  # a redirect would lose the body
    ports = ports or build_ports(settings)
    context = Context(
        settings,
        ports,
        queue or build_queue(settings),
        waiting=Permits(settings.max_waiting_requests),
        streams=Permits(settings.max_streams),
        watching=Watching(ports, Attendance(ports.presence, ports.clock)),
        lab=lab or build_lab(settings, ports),
    )
    install(app, context)
    api = build_api(app)
    register_errors(app)
    edge = Edge(
        app.wsgi_app, context.ports.entropy, parse_origins(settings.cors_origins), app.allowed_methods
    )
    app.wsgi_app = edge  # type: ignore[method-assign]  # Flask's own way to put a layer around it
    for doors in (*ALL_DOORS, health_doors.doors):
        api.register_blueprint(doors)
    app.register_blueprint(docs.blueprint)
    return app

"""`create_app`: the web application, from its settings and its ports."""

from collections.abc import Callable
from typing import Any

from flask import Flask, Request, Response, request
from flask.sessions import NullSession, SessionInterface
from flask.typing import ResponseReturnValue
from werkzeug.routing import MapAdapter

from service.api import docs, metrics
from service.api import health as health_doors
from service.api.context import Context, install
from service.api.edge import OPERATION, Edge, behind_proxies
from service.api.errors import register_errors
from service.api.observed import Observed
from service.api.openapi import build_api
from service.api.permits import Permits, Shares
from service.api.quotas import Quotas
from service.api.v1 import ALL_DOORS
from service.lab.ports import Lab
from service.metrics.instruments import Instruments, instruments
from service.ports import JobQueue, Ports
from service.settings import Settings, parse_origins
from service.store.counters import MemoryCounters
from service.tables.attendance import Attendance
from service.tables.watching import Watching
from service.web import pages
from service.wiring import build_lab, build_ports, build_queue


class _NoSessions(SessionInterface):
    """We have no cookies."""

    _none = NullSession()

    def open_session(self, _app: Flask, _request: Request) -> NullSession:
        return self._none


class Application(Flask):
    """Flask, without what we have none of: sessions, hosts, coroutines. With each request it looks for them
    longer than for the door. An answer to OPTIONS has no body, and a note is left of who answers."""

    session_interface = _NoSessions()

    def create_url_adapter(self, request: Request | None) -> MapAdapter | None:
        """What answers doesn't depend on the host."""
        if request is None:
            return None
        return self.url_map.bind("", path_info=request.path, default_method=request.method)

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        return func

    def dispatch_request(self) -> ResponseReturnValue:
        rule = request.url_rule
        if rule is not None:
            request.environ[OPERATION] = rule.endpoint.rpartition(".")[2]
        return super().dispatch_request()

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
    tools: Instruments | None = None,
    lab: Lab | None = None,
) -> Flask:
    """The application. Without `ports`, `queue` and `lab` it works on the Redis that the settings name."""
    tools = tools or instruments()
    app = Application("service", static_folder=None)
    # One more than is taken: of a body without a length werkzeug reads this much, however long it is.
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body_bytes + 1
    app.url_map.merge_slashes = False  # a redirect would lose the body
    ports = ports or build_ports(settings, tools)
    context = Context(
        settings,
        ports,
        queue or build_queue(settings),
        waiting=Permits(settings.max_waiting_requests, tools.figures.waiting),
        streams=Permits(settings.max_streams, tools.figures.streams),
        watching=Watching(ports, Attendance(ports.presence, ports.clock)),
        lab=lab or build_lab(settings, ports),
        quotas=Quotas(settings, ports.counters, MemoryCounters(ports.clock), ports.clock),
        of_token=Shares(settings.streams_of_token),
        of_address=Shares(settings.streams_of_address),
        instruments=tools,
    )
    install(app, context)
    api = build_api(app)
    register_errors(app)
    pages.install(app, settings)
    edge = Edge(
        app.wsgi_app, context.ports.entropy, parse_origins(settings.cors_origins), app.allowed_methods
    )
    observed = Observed(edge, tools.figures)
    app.wsgi_app = behind_proxies(observed, settings.trusted_proxies)  # type: ignore[method-assign]  # Flask's own way to put a layer around it
    for doors in (*ALL_DOORS, health_doors.doors):
        api.register_blueprint(doors)
    app.register_blueprint(docs.blueprint)
    app.register_blueprint(metrics.blueprint)
    return app

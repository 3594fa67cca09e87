"""The edge of HTTP: what every answer has, whatever gave it. A WSGI layer around the application.

Request ids, security headers, CORS by allow-list; `Vary` and `Content-Language` by what was read; and a slash
at the end of an address, which changes nothing and redirects nowhere.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, Final

from werkzeug.middleware.proxy_fix import ProxyFix

from service.ports import Entropy

Headers = list[tuple[str, str]]
Environ = dict[str, Any]
StartResponse = Callable[..., Any]
App = Callable[[Environ, StartResponse], Iterable[bytes]]
AllowedMethods = Callable[[str], Iterable[str]]
"""From a path: the methods that it takes."""

REQUEST_ID: Final = "spades.request_id"
LANGUAGE: Final = "spades.language"
"""The language of the texts, where the answer has any."""
BEARER: Final = "spades.bearer"
FORM: Final = "spades.form"
"""There once the credential was read; once the form was chosen by `Accept`."""
OPERATION: Final = "spades.operation"
"""The id of the operation that answers, once it is found."""
CODE: Final = "spades.code"
"""The code of a refusal."""
ANSWER: Final = "spades.answer"
"""Status line and headers of the answer."""
ANY_ORIGIN: Final = "*"
PREFLIGHT_SECONDS: Final = 7200
"""How long a browser may keep a preflight: the longest that all of them grant."""

_METHODS: Final = "GET, HEAD, POST, PUT, PATCH, DELETE"
"""CORS lets any of them through, so that a browser's program can read a 405 and its `Allow`."""
_REQUEST_HEADERS: Final = (
    "Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Last-Event-ID, Prefer, "
    "Accept-Language"
)
_EXPOSED: Final = (
    "ETag, Location, Retry-After, RateLimit, RateLimit-Policy, Idempotency-Replayed, Preference-Applied, "
    "Content-Language, Allow, WWW-Authenticate, X-Request-Id"
)
_DEPENDS_ON: Final = ("Accept", "Accept-Language", "Authorization", "Origin")
_SECURITY: Final = (("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"))
_POLICY: Final = ("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
"""For what is no page: pages bring their own."""


def behind_proxies(app: Any, number: int) -> Any:
    """The client's address is what the outermost of our proxies says; 0: that of who connects."""
    if number == 0:
        return app
    return ProxyFix(app, x_for=number, x_proto=0, x_host=0)


class Edge:
    """`origins`: those whose pages may call from a browser; `ANY_ORIGIN` among them: all."""

    def __init__(
        self, app: App, entropy: Entropy, origins: frozenset[str], allowed_methods: AllowedMethods
    ) -> None:
        self._app = app
        self._entropy = entropy
        self._allowed_methods = allowed_methods
        self._origins = {origin: grant(origin) for origin in origins}
        self._others: Headers = self._origins.get(ANY_ORIGIN, [])
        self._depends_on_origin = bool(origins) and ANY_ORIGIN not in origins

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        path: str = environ["PATH_INFO"]
        if len(path) > 1 and path[-1] == "/":
            environ["PATH_INFO"] = path[:-1]
        environ[REQUEST_ID] = "req_" + self._entropy.token_bytes(10).hex()
        granted = self._origins.get(environ.get("HTTP_ORIGIN", ""), self._others)
        if granted and _is_preflight(environ):
            start_response("204 No Content", self._preflight(environ, granted))
            return ()

        def start(status: str, headers: Headers, exc_info: Any = None) -> Any:
            finished = self._finished(environ, headers, granted)
            environ[ANSWER] = status, finished
            return start_response(status, finished, exc_info)

        return self._app(environ, start)

    def _finished(self, environ: Environ, headers: Headers, granted: Headers) -> Headers:
        given = dict(headers)
        language = environ.get(LANGUAGE)
        read = (FORM in environ, language is not None, BEARER in environ, self._depends_on_origin)
        vary = _vary(given.get("Vary"), read)
        finished = [each for each in headers if each[0] != "Vary"]
        finished.extend(_SECURITY)
        finished.extend(granted)
        finished.append(("X-Request-Id", environ[REQUEST_ID]))
        if vary:
            finished.append(("Vary", vary))
        if language is not None and "Content-Language" not in given:
            finished.append(("Content-Language", language))
        if _POLICY[0] not in given:
            finished.append(_POLICY)
        return finished

    def _preflight(self, environ: Environ, granted: Headers) -> Headers:
        """Whatever is at the address: else a browser would hide a 404 from the program that asked."""
        allowed = sorted(self._allowed_methods(environ["PATH_INFO"]))
        return [
            *granted,
            ("Access-Control-Allow-Methods", _METHODS),
            ("Access-Control-Allow-Headers", _REQUEST_HEADERS),
            ("Access-Control-Max-Age", str(PREFLIGHT_SECONDS)),
            ("Vary", "Origin, Access-Control-Request-Method, Access-Control-Request-Headers"),
            ("X-Request-Id", environ[REQUEST_ID]),
            *([("Allow", ", ".join(allowed))] if allowed else []),
        ]


def grant(origin: str) -> Headers:
    """Credentials are never granted: a token is sent by the program, never by the browser of itself."""
    return [("Access-Control-Allow-Origin", origin), ("Access-Control-Expose-Headers", _EXPOSED)]


def _is_preflight(environ: Environ) -> bool:
    return environ["REQUEST_METHOD"] == "OPTIONS" and "HTTP_ACCESS_CONTROL_REQUEST_METHOD" in environ


@lru_cache(maxsize=64)
def _vary(given: str | None, read: tuple[bool, ...]) -> str:
    """The headers on which the answer depends: those that were read of the request."""
    names = (name for name, was_read in zip(_DEPENDS_ON, read, strict=True) if was_read)
    return ", ".join(dict.fromkeys([*(given.split(", ") if given else []), *names]))

"""`Client`: the calls of one player. Each is repeated until it is answered, and under its key counts once."""

import time
import uuid
from collections.abc import Callable, Mapping
from typing import Any, Final

import httpx

from service.terminal.words import Words

Body = dict[str, Any]

LONGEST_WAIT_SECONDS: Final = 25
_ANSWER_SECONDS: Final = LONGEST_WAIT_SECONDS + 15.0
_BUSY: Final = (429, 502, 503, 504)
_PATIENCE: Final = 60.0
"""How many seconds a service may be away before we give up."""
_TOLD_AFTER: Final = 2.0
"""How many seconds of waiting pass without a word."""


class ServiceAway(Exception):
    """The service can't be reached, or is not this service; the text is one line for people."""


class Refused(Exception):
    """The service said no; nothing was changed. `code` is for programs, the text for people, by lines."""

    def __init__(self, problem: Mapping[str, Any]) -> None:
        said = "\n".join(_faults(problem)) or problem.get("detail") or problem.get("title")
        super().__init__(said or "refused")
        self.code = problem.get("code", "")


def _faults(problem: Mapping[str, Any]) -> list[str]:
    """What is said of single places of the body, where that is more than what is said of the whole."""
    told = [(each.get("pointer"), each.get("detail")) for each in problem.get("errors", ())]
    if all(detail == problem.get("detail") for _, detail in told):
        return []
    return [f"{pointer}: {detail}" for pointer, detail in told]


def _silent(_line: str) -> None:
    """Nobody listens."""


class Client:
    """`tell` hears it once for each call when the service does not answer for a while."""

    def __init__(
        self,
        url: str,
        language: str,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
        tell: Callable[[str], None] = _silent,
    ) -> None:
        self._url = url.rstrip("/")
        self._http = httpx.Client(
            base_url=f"{self._url}/v1",
            transport=transport,
            timeout=httpx.Timeout(_ANSWER_SECONDS, connect=3.0),
            headers={"Accept-Language": language, "User-Agent": "spades-play"},
        )
        self._sleep = sleep
        self._tell = tell
        self._words = Words(language)

    def authorize(self, token: str) -> None:
        """From here on every call is made by this seat."""
        self._http.headers["Authorization"] = f"Bearer {token}"

    def get(self, path: str, **query: int) -> Body:
        return self._call("GET", path, None, query)

    def post(self, path: str, body: Body) -> Body:
        return self._call("POST", path, body, {})

    def _call(self, method: str, path: str, body: Body | None, query: Mapping[str, int]) -> Body:
        """Raises Refused and ServiceAway."""
        headers = {"Idempotency-Key": str(uuid.uuid4())} if method == "POST" else {}
        waited = 0.0
        while True:
            answer, problem = self._try(method, path, body, query, headers)
            if answer is not None:
                return self._body_of(answer)
            pause = min(5.0, 0.25 + waited)
            if waited <= _TOLD_AFTER < waited + pause:
                self._tell(self._words.say("trying", url=self._url))
            waited += pause
            if waited > _PATIENCE:
                raise self._away("no_answer", problem=problem)
            self._sleep(pause)

    def _try(
        self, method: str, path: str, body: Body | None, query: Mapping[str, int], headers: Mapping[str, str]
    ) -> tuple[httpx.Response | None, str]:
        """The answer, or what stood in its way for now."""
        try:
            answer = self._http.request(method, path, json=body, params=query, headers=headers)
        except (httpx.UnsupportedProtocol, httpx.InvalidURL) as error:
            raise self._away("no_address", problem=error) from error
        except httpx.TransportError as error:
            return None, str(error) or type(error).__name__
        if answer.status_code in _BUSY:
            return None, f"status {answer.status_code}"
        return answer, ""

    def _body_of(self, answer: httpx.Response) -> Body:
        try:
            body = answer.json()
        except ValueError as error:
            raise self._away("no_service") from error
        if not isinstance(body, dict) or (answer.is_error and "code" not in body):
            raise self._away("no_service")
        if answer.is_error:
            raise Refused(body)
        return body

    def _away(self, key: str, **params: object) -> ServiceAway:
        return ServiceAway(self._words.say(key, url=self._url, **params))

"""A network that loses requests and answers and cuts streams, and a client that plays whole matches on it."""

import json
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import httpx

from api_world import legal_action

Body = dict[str, Any]
TRIES = 200


@dataclass
class BadNetwork(httpx.BaseTransport):
    """Of all requests `lost` never arrive, of the answers as many never come back; streams end anywhere."""

    rng: Random
    lost: float = 0.2
    longest_stream: int = 4_000
    lost_requests: int = 0
    lost_answers: int = 0
    cut_streams: int = 0
    inner: httpx.HTTPTransport = field(default_factory=httpx.HTTPTransport)

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        if self.rng.random() < self.lost:
            self.lost_requests += 1
            raise httpx.ConnectError("lost on its way")
        answer = self.inner.handle_request(request)
        if answer.headers["content-type"].startswith("text/event-stream"):
            return httpx.Response(
                answer.status_code, headers=answer.headers, stream=_Cut(self, answer.stream)
            )
        if self.rng.random() < self.lost:
            self.lost_answers += 1
            answer.read()
            answer.close()
            raise httpx.ReadError("lost on its way back")
        return answer

    def close(self) -> None:
        self.inner.close()


@dataclass
class _Cut(httpx.SyncByteStream):
    network: BadNetwork
    whole: Any

    def __iter__(self) -> Iterator[bytes]:
        left = self.network.rng.randrange(self.network.longest_stream)
        for part in self.whole:
            yield part[:left]
            left -= len(part)
            if left <= 0:
                self.network.cut_streams += 1
                raise httpx.ReadError("cut")

    def close(self) -> None:
        self.whole.close()


@dataclass
class StubbornClient:
    """One player; knows no rule. `decided`: what was acknowledged, in order; `seen`: every event's number."""

    url: str
    network: BadNetwork
    token: str = ""
    path: str = ""
    decided: list[tuple[str, Body]] = field(default_factory=list)
    seen: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.http = httpx.Client(base_url=self.url, transport=self.network, timeout=30)

    def call(self, method: str, path: str, body: object = None) -> Body:
        """Repeated under one key until it is answered, and then it must have been accepted."""
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        if method == "POST":
            headers["Idempotency-Key"] = str(uuid.UUID(int=self.network.rng.getrandbits(128)))
        for _ in range(TRIES):
            try:
                answer = self.http.request(method, path, json=body, headers=headers)
            except httpx.TransportError:
                continue
            assert answer.is_success, answer.text
            found: Body = answer.json()
            return found
        raise AssertionError(f"{method} {path} was not answered in {TRIES} tries")

    def close(self) -> None:
        self.http.close()

    def sit_at(self, table_id: str, token: str) -> "StubbornClient":
        self.path, self.token = f"/v1/tables/{table_id}", token
        return self

    def play(self) -> None:
        """The whole match, and every event of it."""
        while True:
            view = self.call("GET", f"{self.path}/view")
            if view["status"] == "over":
                break
            if view["turn"] is None:
                self._follow(view["you"]["seat"])
                continue
            call, body = legal_action(view, self.network.rng.randrange(4))
            self.call("POST", f"{self.path}/{call}", body)
            self.decided.append((call, body))
        while self._follow(""):
            pass

    def _follow(self, seat: str) -> bool:
        """Streams on from the last event until `seat` is to act; False: there is nothing more to come."""
        last = self.seen[-1] if self.seen else 0
        headers = {
            "Authorization": f"Bearer {self.token}",
            "Accept": "text/event-stream",
            "Last-Event-ID": str(last),
        }
        try:
            with self.http.stream("GET", f"{self.path}/events", headers=headers) as answer:
                if answer.status_code == 204:
                    return False
                assert answer.status_code == 200
                for name, number, data in frames(answer.iter_lines()):
                    if number:
                        self.seen.append(number)
                    if name == "end":
                        return False
                    if seat and seat in data.get("to_act", ()):
                        return True
        except httpx.TransportError:
            pass
        return True


def frames(lines: Iterator[str]) -> Iterator[tuple[str, int | None, Body]]:
    """Name, id and data of each whole frame; what is cut off before its blank line is no frame."""
    fields: dict[str, str] = {}
    for line in lines:
        if line:
            name, _, value = line.partition(":")
            fields[name] = value.removeprefix(" ")
        elif "data" in fields:
            number = int(fields["id"]) if fields.get("id") else None
            yield fields.get("event", "message"), number, json.loads(fields["data"])
            fields = {}

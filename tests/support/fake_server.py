"""Serves fake tables, one after the other, at one address: there the browser has the client's files already.

The pages come from the real application, what is under `/v1` and no part of the table too.
"""

import json
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from api_world import World
from fake_table import TABLE_ID, Asked, FakeTable

TABLE_PATH = f"/v1/tables/{TABLE_ID}"
MINUTE_MS = 60_000
NOT_KEPT = {"Cache-Control": "no-store"}
"""The next table is another, though its address is the same."""


class FakeServer(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Door)
        self.world = World()
        self.table: FakeTable | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    @contextmanager
    def telling(self, table: FakeTable) -> Iterator[str]:
        """Of this table; gives the address."""
        assert self.table is None, "one at a time"
        self.world.clock.go_on(MINUTE_MS)  # a visitor finds no quota used up by the one before
        self.table = table
        try:
            yield self.url
        finally:
            self.table = None
            table.close()

    @contextmanager
    def open(self) -> Iterator["FakeServer"]:
        with self:
            thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05})
            thread.start()
            try:
                yield self
            finally:
                self.shutdown()
                thread.join()

    def handle_error(self, *_: object) -> None:
        """A browser that goes away is none."""


class _Door(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: FakeServer

    def do_GET(self) -> None:
        table = self._table()
        if table is None:
            self._pass_on("GET")
        elif self._path() == f"{TABLE_PATH}/events" and self._wants_stream():
            self._stream(table)
        else:
            self._answer(table, None)

    def do_POST(self) -> None:
        data = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        table = self._table()
        if table is None:
            self._pass_on("POST", data)
        else:
            self._answer(table, json.loads(data or b"{}"))

    def _table(self) -> FakeTable | None:
        """The one that is asked about."""
        return self.server.table if self._path().startswith(TABLE_PATH) else None

    def _path(self) -> str:
        return urlsplit(self.path).path

    def _wants_stream(self) -> bool:
        return self.headers.get("Accept", "").startswith("text/event-stream")

    def _answer(self, table: FakeTable, body: Any) -> None:
        query = parse_qs(urlsplit(self.path).query)
        asked = Asked(self.command, self._path(), self._named_headers(), body, query)
        answer = table.answer_to(asked)
        if answer.held is not None:
            answer.held.wait(30)
        kind = "application/problem+json" if answer.status >= 400 else "application/json"
        data = b"" if answer.body is None else json.dumps(answer.body, ensure_ascii=False).encode()
        with suppress(OSError):  # who asked has left
            self._send(answer.status, {"Content-Type": kind, **NOT_KEPT, **answer.headers}, data)

    def _named_headers(self) -> dict[str, str]:
        return {name.title(): value for name, value in self.headers.items()}

    def _pass_on(self, method: str, data: bytes = b"") -> None:
        headers = {name: value for name, value in self.headers.items() if name != "Host"}
        with self.server.world.app.test_client() as client:
            answer = client.open(self.path, method=method, headers=headers, data=data)
            named = {name: value for name, value in answer.headers if name not in ("Content-Length", "Date")}
            body = answer.data
            answer.close()
        with suppress(OSError):
            self._send(answer.status_code, named, body)

    def _send(self, status: int, headers: Mapping[str, str], data: bytes) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def _stream(self, table: FakeTable) -> None:
        table.asked.append(Asked("GET", self.path, self._named_headers(), None))
        language = "ja" if self.headers.get("Accept-Language", "").startswith("ja") else "en"
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        with suppress(OSError):
            for each in table.frames(self.headers.get("Last-Event-ID", ""), language):
                self.wfile.write(each)

    def log_message(self, *_: object) -> None:
        """Nothing."""

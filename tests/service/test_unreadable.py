"""What gunicorn itself can't read is a problem, too."""

import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import standin_app
from service.listening import gunicorn_argv, listen
from service.problems import CONTENT_TYPE

SUPPORT = Path(standin_app.__file__).parent
Address = tuple[str, int]

REQUESTS = [
    pytest.param(b"nonsense\r\n\r\n", 400, "bad_request", id="no request line"),
    pytest.param(b"GET / HTTP/9.9\r\n\r\n", 400, "bad_request", id="no version of HTTP"),
    pytest.param(b"GET / HTTP/1.1\r\nno header\r\n\r\n", 400, "bad_request", id="no header"),
    pytest.param(b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", 414, "uri_too_long", id="a long address"),
    pytest.param(
        b"GET / HTTP/1.1\r\nX: " + b"a" * 20_000 + b"\r\n\r\n", 431, "headers_too_large", id="a long header"
    ),
    pytest.param(
        b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 200 + b"\r\n", 431, "headers_too_large", id="many headers"
    ),
]


@pytest.fixture(scope="module")
def address() -> Iterator[Address]:
    with serving("") as address:
        yield address


@contextmanager
def serving(origins: str) -> Iterator[Address]:
    with listen("127.0.0.1", 0) as listener:
        argv = gunicorn_argv(listener, 1, "standin_app:app")
        env = {**os.environ, "PYTHONPATH": str(SUPPORT), "SPADES_CORS_ORIGINS": origins}
        with subprocess.Popen(
            argv, env=env, pass_fds=(listener.fileno(),), stderr=subprocess.DEVNULL
        ) as process:
            try:
                yield listener.getsockname()[:2]
            finally:
                process.terminate()


def answer_to(address: Address, request: bytes) -> tuple[bytes, bytes]:
    """Head and body; the line is closed behind them."""
    with socket.create_connection(address, timeout=20) as line:
        line.sendall(request)
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    return head, body


def read_head(head: bytes) -> tuple[str, dict[str, str]]:
    """The status line and the headers."""
    status_line, *lines = head.decode("ascii").split("\r\n")
    return status_line, dict(line.split(": ", 1) for line in lines)


@pytest.mark.parametrize(("request_bytes", "status", "code"), REQUESTS)
def test_a_request_that_can_not_be_read_is_a_problem(
    address: Address, request_bytes: bytes, status: int, code: str
) -> None:
    head, body = answer_to(address, request_bytes)
    status_line, headers = read_head(head)
    problem = json.loads(body)
    assert status_line.split()[:2] == ["HTTP/1.1", str(status)]
    assert (problem["code"], problem["status"], problem["type"]) == (code, status, f"/problems/{code}")
    assert headers["Content-Type"] == CONTENT_TYPE
    assert headers["Content-Length"] == str(len(body))
    assert headers["X-Request-Id"] == problem["instance"]
    assert "Access-Control-Allow-Origin" not in headers


def test_a_browser_of_an_allowed_origin_can_read_it_too() -> None:
    with serving("https://app.example") as address:
        for request, status in (
            (b"nonsense\r\n\r\n", "400"),
            (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\n\r\n", "414"),
            (b"GET / HTTP/1.1\r\n" + b"X: a\r\n" * 200 + b"\r\n", "431"),
        ):
            status_line, headers = read_head(answer_to(address, request)[0])
            assert status_line.split()[1] == status
            assert headers["Access-Control-Allow-Origin"] == "*"
            assert "X-Request-Id" in headers["Access-Control-Expose-Headers"].split(", ")

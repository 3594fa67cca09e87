"""A server may die anywhere in an answer: the client asks again."""

import socket
from collections.abc import Iterator
from contextlib import closing, contextmanager
from threading import Thread

import pytest

from caller import Caller

WHOLE = b"HTTP/1.1 200 OK\r\nContent-Length: 14\r\n\r\n" + b'{"status":"a"}'


@contextmanager
def giving(*answers: bytes) -> Iterator[str]:
    """The address of a server that gives these, one a connection, and closes it each time."""

    def serve() -> None:
        for answer in answers:
            line, _ = server.accept()
            with line:
                line.recv(65_536)
                line.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(10)
        thread = Thread(target=serve)
        thread.start()
        yield f"http://127.0.0.1:{server.getsockname()[1]}"
        thread.join(10)


@pytest.mark.parametrize("bytes_of_it", [0, 5, 45, len(WHOLE) - 1])
def test_an_answer_that_breaks_off_is_asked_for_again(bytes_of_it: int) -> None:
    with giving(WHOLE[:bytes_of_it], WHOLE) as url, closing(Caller(url)) as caller:
        answer = caller.get("/v1")
    assert (answer.body, answer.tries) == ({"status": "a"}, 2)

"""A bad network between a browser and a service: cut streams, swallowed answers, a lost service."""

import re
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_CLOSE = re.compile(rb"\r\nconnection: *[^\r]*", re.IGNORECASE)
_STREAM = re.compile(rb"^GET \S*/events\S* .*\r\naccept: text/event-stream", re.IGNORECASE | re.DOTALL)
PIECE = 65_536


@dataclass
class CuttingProxy:
    """One connection a request. `cuts`: after so many bytes of the body the next streams break, one each.

    `swallow`: the next requests to paths that end so reach the service, and their answers nobody.
    `hold`: the same, but the answers come when `let_go` is called, if anybody is there to take them.
    """

    service: str
    cuts: list[int] = field(default_factory=list)
    swallow: list[str] = field(default_factory=list)
    hold: list[str] = field(default_factory=list)
    swallowed: threading.Event = field(default_factory=threading.Event)
    cut: threading.Event = field(default_factory=threading.Event)
    is_down: bool = False
    posts: list[bytes] = field(default_factory=list)
    _released: threading.Event = field(default_factory=threading.Event)
    _open: set[socket.socket] = field(default_factory=set)

    def let_go(self) -> None:
        self._released.set()

    def go_down(self) -> None:
        """From now on nobody answers; what was open breaks."""
        self.is_down = True
        for each in list(self._open):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def come_back(self, service: str) -> None:
        self.service, self.is_down = service, False

    def serve(self, client: socket.socket) -> None:
        with closing(client), suppress(OSError):
            request = _request_of(client)
            if not request or self.is_down:
                return
            if request.startswith(b"POST"):
                self.posts.append(request)
            place = urlsplit(self.service)
            with socket.create_connection((str(place.hostname), int(place.port or 80)), 10) as server:
                server.settimeout(60)
                self._open |= {client, server}
                try:
                    server.sendall(request)
                    self._answer(request, client, server)
                finally:
                    self._open -= {client, server}

    def _answer(self, request: bytes, client: socket.socket, server: socket.socket) -> None:
        path = request.split(b" ", 2)[1].decode()
        if _STREAM.match(request):
            self._pour(client, server, self.cuts.pop(0) if self.cuts else None)
        elif _taken(self.swallow, path):
            _drain(server)
            self.swallowed.set()
        elif _taken(self.hold, path):
            answer = _drain(server)
            self.swallowed.set()
            self._released.wait(30)
            client.sendall(answer)
        else:
            self._pour(client, server, None)

    def _pour(self, client: socket.socket, server: socket.socket, left: int | None) -> None:
        """`left`: so many bytes of the body, then it breaks off."""
        head = b""
        while b"\r\n\r\n" not in head:
            piece = server.recv(PIECE)
            if not piece:
                return
            head += piece
        top, _, body = head.partition(b"\r\n\r\n")
        client.sendall(top + b"\r\n\r\n")
        while True:
            if left is not None and len(body) >= left:
                client.sendall(body[:left])
                self.cut.set()
                return
            client.sendall(body)
            left = None if left is None else left - len(body)
            if not (body := server.recv(PIECE)):
                return


def _taken(names: list[str], path: str) -> bool:
    """Whether the path ends with the next name, which is then used up."""
    if names and path.endswith(names[0]):
        names.pop(0)
        return True
    return False


def _request_of(client: socket.socket) -> bytes:
    """The whole request, and the wish that the connection be closed after the answer."""
    data = b""
    while b"\r\n\r\n" not in data:
        piece = client.recv(PIECE)
        if not piece:
            return b""
        data += piece
    head, _, body = data.partition(b"\r\n\r\n")
    length = _LENGTH.search(head)
    while length and len(body) < int(length[1]):
        body += client.recv(PIECE)
    return _CLOSE.sub(b"", head) + b"\r\nConnection: close\r\n\r\n" + body


def _drain(server: socket.socket) -> bytes:
    found = b""
    while piece := server.recv(PIECE):
        found += piece
    return found


@contextmanager
def between(service: str) -> Iterator[tuple[CuttingProxy, str]]:
    """The proxy before a service, and its address."""
    proxy, stopping = CuttingProxy(service), threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.settimeout(0.1)

        def accept() -> None:
            while not stopping.is_set():
                with suppress(TimeoutError):
                    client = listener.accept()[0]
                    threading.Thread(target=proxy.serve, args=(client,), daemon=True).start()

        thread = threading.Thread(target=accept)
        thread.start()
        try:
            yield proxy, f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            stopping.set()
            proxy.let_go()
            proxy.go_down()
            thread.join()

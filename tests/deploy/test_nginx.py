"""deploy/nginx/spades.conf, in a real nginx: streams, ETags, and what nginx itself says."""

import gzip
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from email.message import Message
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from nginx_proxy import ORIGIN, Proxy, check, needs_nginx, needs_openssl, running_proxy, written
from polling import eventually
from process_ports import free_ports
from sse import SseParser
from whole_service import Player, Service, sit_down

pytestmark = [needs_nginx, needs_openssl]


@pytest.fixture
def lonely(tmp_path: Path) -> Proxy:
    """In front of nothing."""
    return written(tmp_path, free_ports(1)[0])


def call(proxy: Proxy, path: str, body: bytes | None = None, **headers: str) -> tuple[int, Message, bytes]:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    request = urllib.request.Request(proxy.url + path, body, sent)
    try:
        with urllib.request.urlopen(request, timeout=20, context=proxy.tls()) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


def test_nginx_can_read_it(lonely: Proxy) -> None:
    done = check(lonely)
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
def test_what_nginx_says_itself_is_a_problem_that_a_browsers_program_may_read(lonely: Proxy) -> None:
    with running_proxy(lonely):
        unavailable = call(lonely, "/v1", Origin=ORIGIN)
        too_large = call(lonely, "/v1/tables", b" " * 1_100_000, Origin=ORIGIN)
        stranger = call(lonely, "/v1", Origin="https://other.example")
    for (status, headers, body), expected in ((unavailable, 503), (too_large, 413)):
        assert (status, json.loads(body)["status"]) == (expected, expected)
        assert headers["Content-Type"] == "application/problem+json"
        assert headers["Access-Control-Allow-Origin"] == ORIGIN
    assert unavailable[1]["Retry-After"] == "2"
    assert stranger[1]["Access-Control-Allow-Origin"] is None


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    service = Service(tmp_path / "data")
    yield service
    service.stop()


@pytest.mark.slow
def test_in_front_of_the_service(tmp_path: Path, service: Service) -> None:
    """One start of the service for all of it."""
    folder = tmp_path / "nginx"
    folder.mkdir()
    proxy = written(folder, urlsplit(service.url).port or 0)
    player = sit_down(service)
    player.wait_for_turn()
    with running_proxy(proxy):
        known_views_are_not_sent_again(proxy, player)
        events_come_at_once(proxy, player)
        no_ticket_is_logged(proxy, player)
        assert call(proxy, "/readyz")[0] == 404
        assert call(proxy, "/healthz")[0] == 200


def known_views_are_not_sent_again(proxy: Proxy, player: Player) -> None:
    path, token = f"{player.path}/view", f"Bearer {player.token}"
    status, headers, body = call(proxy, path, Authorization=token, Accept_Encoding="gzip")
    etag = headers["ETag"]
    assert (status, headers["Content-Encoding"]) == (200, "gzip")
    assert json.loads(gzip.decompress(body))["status"] == "playing"
    assert etag.startswith('W/"')
    for form in (etag, etag.removeprefix("W/")):
        assert call(proxy, path, Authorization=token, If_None_Match=form)[0] == 304


def events_come_at_once(proxy: Proxy, player: Player) -> None:
    """An event is read from the open stream: a buffer would hold it back until the stream ends."""
    headers = {"Authorization": f"Bearer {player.token}", "Accept": "text/event-stream"}
    request = urllib.request.Request(f"{proxy.url}{player.path}/events?after=0", headers=headers)
    parser = SseParser()
    with urllib.request.urlopen(request, timeout=10, context=proxy.tls()) as stream:
        assert stream.headers["Content-Encoding"] is None
        while not parser.feed(stream.readline()):
            pass


def no_ticket_is_logged(proxy: Proxy, player: Player) -> None:
    path = f"{player.path}/events?ticket=a-secret"
    assert call(proxy, path, Accept="text/event-stream")[0] == 401
    eventually(lambda: f'"GET {player.path}/events" 401' in proxy.log)
    assert "a-secret" not in proxy.log

"""`spades serve` as one process tree: the real store and gunicorn, stand-ins for what they run."""

import os
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import redis

from polling import eventually
from process_tree import alive, descendants
from service.cli import main
from service.commands.serve import is_ready, worker_lanes

SUPPORT = Path(__file__).parents[1] / "support"
SCRIPT = SUPPORT / "standin_serve.py"
linux_only = pytest.mark.skipif(sys.platform != "linux", reason="/proc and the death signal are Linux's")


class Serving:
    """A `spades serve` on a data directory of its own and a free port."""

    def __init__(self, data: Path, *options: str) -> None:
        self.data = data
        argv = (sys.executable, SCRIPT, "serve", "--data", data, "--port", "0", *options)
        env = {**os.environ, "PYTHONPATH": str(SUPPORT)}
        self.process = subprocess.Popen(
            argv, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self.process.stdout
        self.greeting = "".join(self.process.stdout.readline() for _ in range(5))

    @property
    def url(self) -> str:
        return re.findall(r"http://\S+", self.greeting)[0]

    def get(self, path: str) -> str:
        with urllib.request.urlopen(self.url + path, timeout=20) as answer:
            return answer.read().decode()

    def end(self) -> tuple[int, str]:
        """Exit status and what it said on standard error."""
        _, said = self.process.communicate(timeout=20)
        return self.process.returncode, said


@pytest.fixture(scope="module")
def lasting(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    """One for all tests that leave it running."""
    yield from served(tmp_path_factory.mktemp("serve"))


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    """One that the test may end."""
    yield from served(tmp_path)


def served(folder: Path) -> Iterator[Serving]:
    serving = Serving(folder / "data")
    yield serving
    serving.process.terminate()
    serving.end()


def test_it_says_where_it_is_and_where_the_data_are(lasting: Serving) -> None:
    assert lasting.greeting.startswith(f"Spades is ready on {lasting.url} (data in {lasting.data})")


def test_it_says_where_to_play(lasting: Serving) -> None:
    assert f"{lasting.url}/play" in lasting.greeting.split()


def test_the_children_are_told_where_the_store_is(lasting: Serving) -> None:
    _, state, jobs = lasting.get("/").split()
    assert state == f"unix://{lasting.data}/valkey.sock?db=0"
    assert jobs == f"unix://{lasting.data}/jobs.sock?db=0"
    with closing(redis.Redis.from_url(state)) as client:
        assert client.ping()


@pytest.mark.parametrize(
    ("options", "jobs"),
    [
        pytest.param((), "redis://:secret@127.0.0.1:1/3", id="the queue is in the same Redis"),
        pytest.param(("--rq-redis-url", "redis://h/4"), "redis://h/4", id="or where the option says"),
    ],
)
def test_a_redis_of_ones_own(tmp_path: Path, options: tuple[str, ...], jobs: str) -> None:
    url = "redis://:secret@127.0.0.1:1/3"
    serving = Serving(tmp_path, "--redis-url", url, *options)
    assert "secret" not in serving.greeting
    assert serving.get("/").split()[1:] == [url, jobs]
    serving.process.terminate()
    serving.end()
    assert not list(tmp_path.iterdir())


@linux_only
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_one_signal_ends_all_quietly(serving: Serving, number: signal.Signals) -> None:
    pids = descendants(serving.process.pid)
    assert len(pids) == 8  # two stores, two workers, ticker, gunicorn and its two
    serving.process.send_signal(number)
    assert serving.end() == (0, "")
    assert not alive(pids)


@linux_only
def test_nobody_survives_a_killed_supervisor(serving: Serving) -> None:
    with urllib.request.urlopen(serving.url + "/stream", timeout=20) as stream:
        stream.readline()
        pids = descendants(serving.process.pid)
        serving.process.kill()
        eventually(lambda: not alive(pids))


def test_an_open_stream_does_not_hold_up_the_stop(serving: Serving) -> None:
    with urllib.request.urlopen(serving.url + "/stream", timeout=20) as stream:
        stream.readline()
        serving.process.terminate()
        assert serving.end()[0] == 0


@linux_only
def test_calls_wait_while_the_web_is_restarted(lasting: Serving) -> None:
    killed = int(lasting.get("/").split()[0])
    web = {killed, *descendants(killed)}
    os.kill(killed, signal.SIGKILL)
    eventually(lambda: not alive(web))
    assert int(lasting.get("/").split()[0]) not in web


def test_the_data_are_there_again_after_a_kill_and_a_new_start(tmp_path: Path) -> None:
    for expected, number in ((None, signal.SIGKILL), (b"kept", signal.SIGINT)):
        serving = Serving(tmp_path)
        with closing(redis.Redis.from_url(f"unix://{tmp_path}/valkey.sock?db=0")) as client:
            assert client.get("table") == expected
            client.set("table", "kept")
        serving.process.send_signal(number)
        serving.end()


def test_a_directory_in_use_is_one_line_and_status_1(lasting: Serving) -> None:
    said = f"spades serve: data directory {lasting.data} is in use by another `spades serve`\n"
    assert Serving(lasting.data).end() == (1, said)


def test_a_port_in_use_is_one_line_and_status_1(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        said = f"spades serve: 127.0.0.1:{port} is already in use; choose another --port\n"
        assert Serving(tmp_path, "--port", str(port)).end() == (1, said)
    assert not list(tmp_path.iterdir())


def test_the_web_alone_refuses_a_port_in_use(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["web", "--port", str(port)]) == 1
    said = f"spades web: 127.0.0.1:{port} is already in use; choose another --port\n"
    assert capsys.readouterr() == ("", said)


def test_the_web_alone_becomes_gunicorn() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    code = (
        f"import service.commands.web as web; web.become_gunicorn('127.0.0.1', {port}, 1, 'standin_app:app')"
    )
    env = {**os.environ, "PYTHONPATH": str(SUPPORT)}
    with subprocess.Popen([sys.executable, "-c", code], env=env) as process:
        eventually(lambda: is_ready(f"http://127.0.0.1:{port}"))
        process.terminate()
    assert process.returncode == 0


def test_a_store_that_can_not_start_is_one_line_and_status_1(tmp_path: Path) -> None:
    assert Serving(tmp_path, "--valkey-server", "/bin/false").end() == (
        1,
        f"spades serve: store ended with status 1 while starting; see {tmp_path}/valkey.log\n",
    )


@pytest.mark.parametrize(
    ("workers", "lanes"),
    [
        pytest.param(1, ("live,bulk",), id="a single worker does everything"),
        pytest.param(3, ("live", "live,bulk", "live,bulk"), id="of several, one is for players alone"),
    ],
)
def test_worker_lanes(workers: int, lanes: tuple[str, ...]) -> None:
    assert worker_lanes(workers) == lanes

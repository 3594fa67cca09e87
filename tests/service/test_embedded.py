"""The embedded store over the real server: what is written stays, one user a directory, awkward paths."""

import os
import signal
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
import redis

from polling import eventually
from service.embedded import (
    LONGEST_SOCKET_PATH,
    SOCKET_NAME,
    EmbeddedStore,
    StoreUnavailable,
    find_server,
    open_store,
)
from store_process import running


@contextmanager
def client_of(store: EmbeddedStore, database: int = 0) -> Iterator[redis.Redis]:
    with closing(redis.Redis.from_url(store.url(database), decode_responses=True)) as client:
        yield client


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_an_acknowledged_write_outlives_the_server(tmp_path: Path, number: signal.Signals) -> None:
    with open_store(tmp_path) as store:
        with running(store) as process, client_of(store) as client:
            client.set("table", "kept")
            process.send_signal(number)
            process.wait(20)
        with running(store), client_of(store) as client:
            assert client.get("table") == "kept"


def test_the_server_is_set_up_to_lose_nothing(tmp_path: Path) -> None:
    wanted = {"appendonly": "yes", "appendfsync": "always", "save": "", "port": "0", "databases": "2"}
    with open_store(tmp_path) as store, running(store), client_of(store) as client:
        assert client.config_get(*wanted) == wanted
        assert client.config_get("maxmemory-policy", "dir") == {
            "maxmemory-policy": "noeviction",
            "dir": str(tmp_path),
        }


def test_state_and_jobs_have_their_own_databases(tmp_path: Path) -> None:
    with open_store(tmp_path) as store, running(store):
        with client_of(store, 0) as state, client_of(store, 1) as jobs:
            state.set("key", "state")
            assert jobs.get("key") is None
        with client_of(store, 2) as third, pytest.raises(redis.ResponseError):
            third.ping()


def test_a_directory_in_use_is_refused(tmp_path: Path) -> None:
    with open_store(tmp_path), pytest.raises(StoreUnavailable, match="in use by another"):
        open_again(tmp_path)
    open_again(tmp_path)


def open_again(data: Path) -> None:
    with open_store(data, lock_seconds=0):
        pass


def test_the_lock_lasts_as_long_as_the_server(tmp_path: Path) -> None:
    """A supervisor that was killed leaves a server that is still busy with the directory."""
    with open_store(tmp_path) as store, running(store) as process:
        os.close(store.lock)
        with pytest.raises(StoreUnavailable, match="in use by another"):
            open_again(tmp_path)
        process.terminate()
        process.wait(20)
        os.dup2(os.open(tmp_path, os.O_RDONLY), store.lock)  # for open_store, which closes it
        open_again(tmp_path)


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("my data 50%?db=1#x", id="signs that mean something in a URL"),
        pytest.param("トランプ", id="not ASCII"),
        pytest.param("--save", id="looks like an option"),
        pytest.param("x" * 200, id="too long for a socket"),
    ],
)
def test_any_directory_will_do(tmp_path: Path, name: str) -> None:
    data = tmp_path / name
    with open_store(data) as store, running(store), client_of(store) as client:
        client.set("table", "kept")
        assert (data / "appendonlydir").is_dir()


def test_a_socket_elsewhere_is_private_linked_and_removed(tmp_path: Path) -> None:
    data = tmp_path / ("x" * LONGEST_SOCKET_PATH)
    with open_store(data) as store:
        folder = store.socket_path.parent
        assert (data / SOCKET_NAME).readlink() == store.socket_path
        assert folder.stat().st_mode & 0o777 == 0o700
    assert not folder.exists()
    assert not (data / SOCKET_NAME).is_symlink()


def test_a_failed_start_leaves_no_socket_elsewhere(tmp_path: Path) -> None:
    data = tmp_path / ("x" * LONGEST_SOCKET_PATH)
    with pytest.raises(RuntimeError), open_store(data):
        raise RuntimeError("the start failed")
    assert not (data / SOCKET_NAME).is_symlink()


def test_a_socket_elsewhere_is_removed_by_the_next_run_after_a_killed_one(tmp_path: Path) -> None:
    data = tmp_path / ("x" * LONGEST_SOCKET_PATH)
    with open_store(data) as store:
        left = tmp_path / "left"
        left.mkdir()
        (left / SOCKET_NAME).touch()
        (data / SOCKET_NAME).unlink()
        (data / SOCKET_NAME).symlink_to(left / SOCKET_NAME)
        store.socket_path.parent.rmdir()
    open_again(data)
    assert not left.exists()


def test_data_and_socket_are_for_their_owner_alone(tmp_path: Path) -> None:
    with open_store(tmp_path / "new") as store, running(store):
        assert store.data.stat().st_mode & 0o777 == 0o700
        assert store.socket_path.stat().st_mode & 0o777 == 0o700


def test_a_file_is_no_data_directory(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StoreUnavailable, match="File exists"):
        open_again(tmp_path / "file")


def test_an_unknown_locale_stops_nothing(tmp_path: Path) -> None:
    with open_store(tmp_path) as store:
        program = store.program({**os.environ, "LC_ALL": "xx_XX.UTF-8"})
        with subprocess.Popen(program.argv, env=program.env, pass_fds=program.pass_fds) as process:
            eventually(store.answers)
            process.terminate()


def test_the_server_comes_from_the_wheel() -> None:
    assert os.access(find_server(), os.X_OK)


def test_another_server_may_be_named(tmp_path: Path) -> None:
    with open_store(tmp_path, server=Path("/opt/valkey-server")) as store:
        assert store.program({}).argv[0] == "/opt/valkey-server"


def test_the_server_for_jobs_keeps_nothing_and_lies_beside(tmp_path: Path) -> None:
    with open_store(tmp_path / "data") as store:
        jobs = store.for_jobs()
        with running(jobs), client_of(jobs) as client:
            assert client.config_get("appendonly") == {"appendonly": "no"}
        assert jobs.socket_path.parent == store.socket_path.parent
    assert not (tmp_path / "data" / "appendonlydir").exists()

"""`spades keys` on a real store: made, listed, revoked, and told once."""

import sys
from pathlib import Path

import pytest
import redis

from service.cli import main
from service.ports import Ports
from service.refusals import Refused
from service.settings import Settings
from service.tables.secret_keys import require_key


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    status = main(["keys", *words])
    out, err = capsys.readouterr()
    return status, out, err


def test_a_key_from_its_making_to_its_end(
    capsys: pytest.CaptureFixture[str], settings: Settings, redis_ports: Ports, client: redis.Redis
) -> None:
    store = ("--redis-url", settings.redis_url)
    status, key, err = run(capsys, "create", "my portal", *store)
    key = key.strip()
    key_id = err.split()[0]
    assert (status, key[:3], key_id[:4]) == (0, "sk_", "key_")
    assert require_key(redis_ports, key) == key_id

    status, out, _ = run(capsys, "list", *store)
    assert status == 0
    assert out.split()[0] == key_id
    assert out.rstrip().endswith("my portal")
    assert key not in out
    assert key.encode() not in b"".join(client.hgetall("keys")) + b"".join(client.hgetall("keys").values())

    assert run(capsys, "revoke", key_id, *store) == (0, f"{key_id} is revoked\n", "")
    with pytest.raises(Refused):
        require_key(redis_ports, key)
    status, _, err = run(capsys, "revoke", key_id, *store)
    assert (status, err) == (1, f"spades keys: there is no key {key_id}; spades keys list names them\n")
    assert client.hgetall("keys") == {}


def test_of_a_running_serve_by_its_data_directory(
    capsys: pytest.CaptureFixture[str], settings: Settings
) -> None:
    from urllib.parse import unquote, urlsplit

    data = Path(unquote(urlsplit(settings.redis_url).path)).parent
    assert run(capsys, "create", "here", "--data", str(data))[0] == 0
    assert run(capsys, "list", "--redis-url", settings.redis_url)[1].rstrip().endswith("here")


@pytest.mark.parametrize(
    ("words", "status"),
    [
        pytest.param(("create",), 2, id="no label"),
        pytest.param(("create", ""), 2, id="an empty label"),
        pytest.param(("create", "a\nb"), 2, id="a label of two lines"),
        pytest.param(("list", "--data", ".", "--redis-url", "redis://x"), 2, id="two stores"),
        pytest.param(("list", "--redis-url", "redis://:secret@127.0.0.1:1/0"), 1, id="a store that is away"),
        pytest.param(("list", "--redis-url", "nonsense://secret"), 1, id="no address of a store"),
    ],
)
def test_a_failure_is_one_line(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], status: int
) -> None:
    found, out, err = run(capsys, *words)
    assert (found, out, err.count("\n")) == (status, "", 1)
    assert "secret" not in err


def test_its_help_imports_no_redis() -> None:
    import subprocess

    code = (
        "import sys; from service.cli import main; main(['keys', 'create', '--help']);"
        "sys.exit(any(name.split('.')[0] in ('redis', 'flask') for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False)
    assert done.returncode == 0

"""The command line's frame: what is imported when, and one line and an exit status for each way to fail."""

import subprocess
import sys
from collections.abc import Callable

import click
import pytest

from service.cli import COMMANDS, LazyGroup, cli, main
from service.commands._errors import CommandFailed


def group_of(verify: Callable[[], int]) -> click.Group:
    """`spades` with one command, which does this."""
    command = click.Command("verify", callback=verify)
    return click.Group("spades", [command], params=cli.params, callback=cli.callback)


def failing(error: BaseException) -> click.Group:
    def fail() -> int:
        raise error

    return group_of(fail)


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        pytest.param(["nope"], "spades: No such command 'nope'.", id="an unknown command"),
        pytest.param(["serve", "--nope"], "spades serve: No such option '--nope'.", id="an unknown option"),
        pytest.param(["web", "x"], "spades web: Got unexpected extra argument (x)", id="an extra argument"),
        pytest.param(
            ["serve", "--workers", "0"],
            "spades serve: Invalid value for '--workers': 0 is not in the range x>=1.",
            id="a value out of range",
        ),
    ],
)
def test_wrong_usage_is_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], argv: list[str], said: str
) -> None:
    assert main(argv) == 2
    assert capsys.readouterr() == ("", said + "\n")


@pytest.mark.parametrize(
    ("error", "status", "said"),
    [
        pytest.param(CommandFailed("no such\nrecord"), 1, "spades verify: no such record\n", id="a failure"),
        pytest.param(
            ZeroDivisionError("a\nb"),
            1,
            "spades verify: unexpected ZeroDivisionError: a b (spades --debug shows where)\n",
            id="a bug",
        ),
        pytest.param(KeyboardInterrupt(), 130, "\n", id="an interrupt, which ends the line of the ^C"),
    ],
)
def test_a_failing_command(
    capsys: pytest.CaptureFixture[str], error: BaseException, status: int, said: str
) -> None:
    assert main(["verify"], failing(error)) == status
    assert capsys.readouterr() == ("", said)


def test_a_command_may_return_its_status() -> None:
    assert main(["verify"], group_of(lambda: 1)) == 1


def test_no_command_shows_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    assert "Commands:" in capsys.readouterr().err


def test_debug_lets_a_bug_through() -> None:
    with pytest.raises(ZeroDivisionError):
        main(["--debug", "verify"], failing(ZeroDivisionError()))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there(name: str) -> None:
    command = LazyGroup().get_command(click.Context(LazyGroup()), name)
    assert command is not None
    assert command.help


def test_the_help_imports_no_command() -> None:
    code = "import sys; from service.cli import main; main(['--help']); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert not loaded & {"flask", "gevent", "redis", "rq", "engine", "http.client"}
    assert not {name for name in loaded if name.startswith("service.commands.")}


@pytest.mark.parametrize(
    "addresses",
    [
        pytest.param(["--redis-url", "redis+cluster://a:secret@h"], id="where the tables are"),
        pytest.param(
            ["--redis-url", "redis://h", "--rq-redis-url", "redis+cluster://a:secret@h"], id="by itself"
        ),
    ],
)
def test_a_job_queue_on_a_cluster_is_refused(
    addresses: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["serve", *addresses]) == 1
    said = capsys.readouterr().err
    assert "the job queue can't be on a Redis Cluster" in said
    assert "secret" not in said

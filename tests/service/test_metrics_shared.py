"""Figures of several processes on one page."""

import subprocess
import sys
from pathlib import Path

import pytest

from metrics_page import value
from service.figures_directory import figures_directory
from service.metrics.instruments import instruments
from service.metrics.server import serve_metrics
from service.settings import BadSetting

PROCESS = """
import sys
from prometheus_client import generate_latest
from service.metrics.instruments import instruments

tools = instruments(sys.argv[1])
for line in sys.stdin:
    match line.strip():
        case "commit":
            tools.figures.commits.inc()
        case "answer":
            tools.figures.answered("get_view", "200 OK", 0.003)
        case "settle":
            tools.figures.settle()
        case "open":
            tools.figures.streams.inc()
        case "page":
            sys.stdout.write(generate_latest(tools.registry()).decode() + "# END\\n")
    sys.stdout.write("ok\\n")
    sys.stdout.flush()
"""


class Process:
    """One that counts what it is told to."""

    def __init__(self, directory: Path) -> None:
        argv = (sys.executable, "-c", PROCESS, str(directory))
        self.process = subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def does(self, *what: str) -> str:
        said = ""
        for each in what:
            assert self.process.stdin
            assert self.process.stdout
            self.process.stdin.write(f"{each}\n")
            self.process.stdin.flush()
            while (line := self.process.stdout.readline()) != "ok\n":
                assert line, "it has ended"
                said += line
        return said

    def page(self) -> str:
        return self.does("page").removesuffix("# END\n")

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


def test_one_page_shows_all_and_what_the_dead_have_counted(tmp_path: Path) -> None:
    first, second = Process(tmp_path), Process(tmp_path)
    try:
        first.does("commit", "open", "answer")
        second.does("commit", "commit", "open", "open")
        page = first.page()
        assert value(page, "spades_commits_total") == 3
        assert value(page, "spades_streams") == 3
        assert value(page, "spades_request_seconds_count", operation="get_view", status="200") == 1

        files = sorted(path.name for path in tmp_path.iterdir())
        second.kill()
        third = Process(tmp_path)
        third.does("commit", "open")
        page = first.page()
        assert value(page, "spades_commits_total") == 4, "it goes on where the dead one stopped"
        assert value(page, "spades_streams") == 2, "its streams are its own"
        assert sorted(path.name for path in tmp_path.iterdir()) == files, "restarts leave nothing behind"

        third.kill()
        page = first.page()
        assert value(page, "spades_commits_total") == 4, "a counter never goes back"
        assert value(page, "spades_streams") == 1, "the streams of the dead are gone"
    finally:
        first.kill()


def test_what_one_process_has_answered_is_seen_by_another_once_it_is_settled(tmp_path: Path) -> None:
    first, second = Process(tmp_path), Process(tmp_path)
    try:
        first.does(*["answer"] * 3, "settle")
        assert value(second.page(), "spades_request_seconds_count", operation="get_view", status="200") == 3
    finally:
        first.kill()
        second.kill()


def test_a_directory_that_cannot_be_used_is_told_and_does_no_harm(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    tools = instruments(str(tmp_path / "file" / "in it"))
    assert tools.shared is None
    assert [record.getMessage() for record in caplog.records] == ["metrics_not_shared"]


def test_who_starts_removes_what_a_killed_starter_has_left() -> None:
    argv = (sys.executable, "-c", "from service.figures_directory import make_directory as m; print(m())")
    left = Path(subprocess.run(argv, capture_output=True, text=True, check=True).stdout.strip())
    assert left.is_dir()
    with figures_directory() as directory:
        assert not left.exists()
        with figures_directory() as another:
            assert Path(directory).is_dir(), "that of one who lives stays"
            assert another != directory
    assert not Path(directory).exists()


@pytest.mark.parametrize("listen", ["9100", "localhost", "localhost:port", "127.0.0.1:99999"])
def test_an_address_that_is_none_is_refused(listen: str) -> None:
    with pytest.raises(BadSetting, match="SPADES_METRICS_LISTEN"):
        serve_metrics(listen, instruments())

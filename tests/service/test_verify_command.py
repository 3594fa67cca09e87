"""`spades verify`: what it says of files, one line for each thing that is wrong."""

import io
import json
import sys
from pathlib import Path

import orjson
import pytest

from record_samples import Edit, add, edited, plain_sample, put
from service.cli import main

Capture = pytest.CaptureFixture[str]
GOOD = orjson.dumps(plain_sample())


def bad(edit: Edit) -> bytes:
    return orjson.dumps(edited(edit))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "records"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(GOOD, "1 record ok", id="one record"),
        pytest.param(GOOD + b"\n" + GOOD + b"\n", "2 records ok", id="one a line"),
        pytest.param(b"\n" + GOOD + b"\n\n" + GOOD, "2 records ok", id="empty lines between"),
        pytest.param(
            json.dumps(plain_sample(), indent=2).encode(), "1 record ok", id="one over several lines"
        ),
    ],
)
def test_true_records(path: Path, content: bytes, said: str, capsys: Capture) -> None:
    path.write_bytes(content)
    assert main(["verify", str(path)]) == 0
    assert capsys.readouterr() == (f"{path}: {said}\n", "")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"", "there is no record in it", id="an empty file"),
        pytest.param(b"\n \n", "there is no record in it", id="nothing but empty lines"),
        pytest.param(b"nonsense", "line 1: not JSON", id="no JSON"),
        pytest.param(b"\x00\xff\n\x01\n" * 100, "from line 1 on: not JSON", id="no text"),
        pytest.param(GOOD[:-100], "line 1: not JSON", id="a record that was cut off"),
        pytest.param(GOOD + b"\n" + GOOD[:500], "line 2: not JSON", id="a last line that was cut off"),
        pytest.param(b"[" * 5000, "line 1: not JSON", id="deep nesting"),
    ],
)
def test_what_cannot_be_read_is_one_line(path: Path, content: bytes, said: str, capsys: Capture) -> None:
    path.write_bytes(content)
    assert main(["verify", str(path)]) == 1
    told, line = capsys.readouterr()
    assert told == ""
    assert line.startswith(f"{path}: {said}")
    assert line.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "said"),
    [
        pytest.param(b"[]", "1: [] is no object", id="no record"),
        pytest.param(b'{"format": "x"}', "1: format: 'x' is not 'spades-record/1'", id="another format"),
        pytest.param(
            bad(put("deals[3].tricks[2].cards[1]", "ZZ")),
            "1: deals[3].tricks[2].cards[1]: 'ZZ' is no card",
            id="ZZ",
        ),
        pytest.param(bad(put("rules.jokers", "2")), "1: rules.jokers: '2' is not allowed", id="an option"),
        pytest.param(
            GOOD + b"\n" + bad(add("deals[1].score.NS.bags", 1)),
            "2: deal 2, score of NS: bags is",
            id="tampered",
        ),
    ],
)
def test_a_fault_is_named_with_its_line(path: Path, content: bytes, said: str, capsys: Capture) -> None:
    path.write_bytes(content)
    assert main(["verify", str(path)]) == 1
    told, line = capsys.readouterr()
    assert told == ""
    assert line.startswith(f"{path}:{said}")
    assert line.count("\n") == 1


def test_every_fault_has_its_line(path: Path, capsys: Capture) -> None:
    path.write_bytes(b"\n".join([bad(put("rules_hash", "0" * 64)), GOOD, bad(put("commitment", "0" * 64))]))
    assert main(["verify", str(path)]) == 1
    assert [line.split(":")[1] for line in capsys.readouterr().err.splitlines()] == ["1", "3"]


def test_every_file_is_checked_also_after_a_bad_one(path: Path, capsys: Capture) -> None:
    path.write_bytes(GOOD)
    assert main(["verify", "nowhere", str(path.parent), str(path)]) == 1
    told, said = capsys.readouterr()
    assert told == f"{path}: 1 record ok\n"
    assert said == f"nowhere: No such file or directory\n{path.parent}: Is a directory\n"


def test_a_minus_is_the_standard_input(path: Path, capsys: Capture) -> None:
    """Tried with a file in place of the terminal's input."""
    standard = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(GOOD))
    try:
        assert main(["verify", "-"]) == 0
    finally:
        sys.stdin = standard
    assert capsys.readouterr() == ("-: 1 record ok\n", "")


def test_no_file_is_a_wrong_call(capsys: Capture) -> None:
    assert main(["verify"]) == 2
    assert capsys.readouterr() == ("", "spades verify: Missing argument 'FILE…'.\n")


def test_a_line_that_is_too_long_is_not_read_to_its_end(path: Path, capsys: Capture) -> None:
    path.write_bytes(b'"' + b"x" * (17 * 1024 * 1024))
    assert main(["verify", str(path)]) == 1
    assert capsys.readouterr().err == f"{path}: line 1: too long for a record\n"

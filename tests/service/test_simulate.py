"""`spades simulate`: the same seed gives the same records; every wrong call gets one line."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import orjson
import pytest

from engine.deal import cut_for_seats, match_seed, parse_seed
from engine.record_reading import parse_record
from engine.rules import PRESETS
from engine.seats import Seat
from engine.verify import verify
from polling import eventually
from record_auditor import audit
from record_samples import at
from service.cli import main

ROOT = Path(__file__).parents[2]
SHORT = '{"preset": "short", "max_deals": 2}'
Capture = pytest.CaptureFixture[str]


def simulate(*words: str) -> int:
    """In this process, unless `words` say something else: another one takes its time to start."""
    return main(["simulate", "--rules", SHORT, "--jobs", "1", *words])


def started(*words: str, **streams: int) -> "subprocess.Popen[bytes]":
    argv = [sys.executable, "-m", "service.cli", "simulate", *words]
    return subprocess.Popen(argv, stderr=subprocess.PIPE, start_new_session=True, **streams)


def records_in(path: Path) -> list[object]:
    return [orjson.loads(line) for line in path.read_bytes().splitlines()]


def test_the_records_are_true_and_of_the_documented_seeds(tmp_path: Path) -> None:
    path = tmp_path / "records.ndjson"
    assert simulate("--matches", "3", "--seed", "game 1", "--records", str(path)) == 0
    records = list(map(parse_record, records_in(path)))
    assert [verify(record) for record in records] == [()] * 3
    assert [record.seed for record in records] == [match_seed(parse_seed("game 1"), n) for n in (1, 2, 3)]
    assert [record.header.table_id for record in records] == [None] * 3


def test_the_records_are_the_same_whatever_the_number_of_processes(tmp_path: Path) -> None:
    paths = [tmp_path / f"{jobs}.ndjson" for jobs in (1, 3)]
    for jobs, path in zip(("1", "3"), paths, strict=True):
        assert simulate("--matches", "20", "--seed", "7", "--jobs", jobs, "--records", str(path)) == 0
    assert paths[0].read_bytes() == paths[1].read_bytes()
    assert len(records_in(paths[0])) == 20


def test_the_table_tells_what_was_played_and_how_to_play_it_again(capsys: Capture) -> None:
    assert simulate("--matches", "2", "--seed", "AB" * 32, "--levels", "N=easy,W=easy") == 0
    told, said = capsys.readouterr()
    assert told.splitlines()[:2] == [f"seed {'ab' * 32}", "levels N easy, E normal, S normal, W easy"]
    rows = ("matches won", "points a deal", "contracts made", "nils bid", "nils made", "bags a deal", "draws")
    for line in (*rows, "NS − EW, points a deal"):
        assert f"\n{line} " in told
    assert said.startswith("matches a second ")
    assert said.count("\n") == 1


def test_the_same_seed_gives_the_same_table_how_fast_it_ever_was(capsys: Capture) -> None:
    told = []
    for jobs in ("1", "2"):
        assert simulate("--deals", "4", "--seed", "7", "--jobs", jobs) == 0
        told.append(capsys.readouterr().out)
    assert told[0] == told[1]


def test_of_one_deal_the_means_stand_there_without_an_interval(capsys: Capture) -> None:
    assert simulate("--deals", "1", "--seed", "7") == 0
    (line,) = (line for line in capsys.readouterr().out.splitlines() if line.startswith("points a deal"))
    first, second = line.removeprefix("points a deal").split()
    assert float(first) == int(float(first))
    assert float(second) == int(float(second))


def test_single_deals_are_those_that_matches_begin_with(tmp_path: Path, capsys: Capture) -> None:
    """Not the only deal of a match, in which a CPU bids for its end, but the first one; then it is closed."""
    deals, matches = tmp_path / "deals", tmp_path / "matches"
    assert simulate("--deals", "3", "--seed", "7", "--records", str(deals)) == 0
    assert "\ndeals won " in capsys.readouterr().out
    assert simulate("--matches", "3", "--seed", "7", "--records", str(matches)) == 0
    firsts = [at(plain, "deals")[:1] for plain in records_in(matches)]
    assert [at(plain, "deals") for plain in records_in(deals)] == firsts
    assert [at(plain, "result.end_reason") for plain in records_in(deals)] == ["abandoned"] * 3
    assert [verify(parse_record(plain)) for plain in records_in(deals)] == [()] * 3
    assert [audit(plain) for plain in records_in(deals)] == [[]] * 3


def test_a_duplicate_is_the_same_cards_with_the_sides_swapped(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "records"
    words = ("--deals", "2", "--duplicate", "--seed", "7", "--levels", "N=easy", "--records", str(path))
    assert simulate(*words) == 0
    told = capsys.readouterr().out
    assert "\npairs of deals, sides swapped  2\n" in told
    assert "NS (easy + normal)" in told
    records = records_in(path)
    assert [at(plain, "seed") for plain in records] == [
        match_seed(parse_seed("7"), pair).hex() for pair in (1, 1, 2, 2)
    ]
    for first, second in (records[:2], records[2:]):
        assert at(first, "deals[0].hands") == at(second, "deals[0].hands")
        assert [at(first, f"seats.{seat}.name") for seat in "NESW"] == ["CPU N", "CPU E", "CPU S", "CPU W"]
        assert [at(second, f"seats.{seat}.name") for seat in "NESW"] == ["CPU W", "CPU N", "CPU E", "CPU S"]
        assert [at(second, f"seats.{seat}.level") for seat in "NESW"].index("easy") == Seat.E
    assert [verify(parse_record(plain)) for plain in records] == [()] * 4


def test_the_points_of_a_pair_go_to_the_players_not_to_the_seats(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "records"
    assert simulate("--deals", "1", "--duplicate", "--seed", "7", "--records", str(path)) == 0
    first, second = (at(plain, "result.scores") for plain in records_in(path))
    # Four players of one level play the same cards in the same way: each side has what both sides had.
    assert first == second
    assert "deals won       1 = 50.0 %" in capsys.readouterr().out


def test_the_picture_is_an_svg_of_the_totals(tmp_path: Path) -> None:
    path = tmp_path / "picture.svg"
    assert simulate("--deals", "30", "--seed", "7", "--levels", "E=easy,W=easy", "--plot", str(path)) == 0
    root = ElementTree.fromstring(path.read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"NS (normal) against EW (easy)", "NS − EW, points a deal", "tricks", "nil"} <= set(texts)


def test_the_same_seed_gives_the_same_picture(tmp_path: Path) -> None:
    paths = [tmp_path / f"{name}.svg" for name in ("one", "another")]
    for path in paths:
        assert simulate("--deals", "30", "--seed", "7", "--plot", str(path)) == 0
    assert paths[0].read_bytes() == paths[1].read_bytes()


def test_the_picture_on_the_standard_output_leaves_the_table_to_the_standard_error(capsys: Capture) -> None:
    assert simulate("--deals", "2", "--plot", "-") == 0
    told, said = capsys.readouterr()
    assert told.startswith("<svg ")
    assert said.startswith("seed ")


def test_the_rules_may_stand_in_a_file(tmp_path: Path) -> None:
    rules, path = tmp_path / "rules.json", tmp_path / "records"
    rules.write_text('{"preset": "duel", "max_deals": 1}', encoding="utf-8")
    assert simulate("--matches", "1", "--rules", f"@{rules}", "--records", str(path)) == 0
    assert at(records_in(path)[0], "rules.players") == 2


def test_a_run_without_a_seed_is_a_new_one_that_can_be_repeated(tmp_path: Path, capsys: Capture) -> None:
    first, again = tmp_path / "first", tmp_path / "again"
    assert simulate("--matches", "1", "--records", str(first)) == 0
    seed = capsys.readouterr().out.split()[1]
    assert simulate("--matches", "1", "--seed", seed, "--records", str(again)) == 0
    assert first.read_bytes() == again.read_bytes()
    assert simulate("--matches", "1", "--records", str(again)) == 0
    assert first.read_bytes() != again.read_bytes()


def test_levels_stand_in_the_record(tmp_path: Path) -> None:
    path = tmp_path / "records"
    assert simulate("--matches", "1", "--levels", "S=easy", "--records", str(path)) == 0
    seats = parse_record(records_in(path)[0]).header.seats
    assert [seat and seat.level for seat in seats] == ["normal", "normal", "easy", "normal"]


@pytest.mark.slow
def test_the_example_of_the_readme_shows_all_that_is_printed_and_drawn(
    tmp_path: Path, capsys: Capture
) -> None:
    """2,000 deals."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    (command,) = re.findall(r"^\.venv/bin/spades (simulate .*) --plot picture\.svg$", readme, re.MULTILINE)
    picture = tmp_path / "picture.svg"
    assert main([*command.split(), "--plot", str(picture)]) == 0
    assert f"```\n{capsys.readouterr().out}```\n" in readme
    assert picture.read_bytes() == (ROOT / "service/lab/example.svg").read_bytes()


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset(preset: str, tmp_path: Path, capsys: Capture) -> None:
    path, rules = tmp_path / "records", f'{{"preset": "{preset}", "max_deals": 2}}'
    words = ["--matches", "2", "--seed", "7", "--rules", rules, "--levels", "S=easy", "--records", str(path)]
    assert main(["simulate", *words]) == 0
    records = list(map(parse_record, records_in(path)))
    assert [verify(record) for record in records] == [()] * 2
    assert [audit(plain) for plain in records_in(path)] == [[]] * 2
    assert capsys.readouterr().err.count("\n") == 1


def test_a_duel_has_two_seats_and_two_sides(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "records"
    words = ["--matches", "1", "--seed", "AB" * 32, "--levels", "N=easy", "--records", str(path)]
    assert main(["simulate", *words, "--rules", '{"preset": "duel", "max_deals": 1}']) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "levels N easy, S normal"
    assert lines[3].split() == ["N", "(easy)", "S", "(normal)"]
    assert "actions a match       54" in lines
    (plain,) = records_in(path)
    assert at(plain, "seats") == {
        "N": {"kind": "cpu", "level": "easy", "name": "CPU N"},
        "S": {"kind": "cpu", "level": "normal", "name": "CPU S"},
    }


def test_names_and_levels_move_along_with_the_cut(tmp_path: Path) -> None:
    path = tmp_path / "records"
    words = ["--matches", "4", "--seed", "7", "--levels", "E=easy", "--records", str(path)]
    assert main(["simulate", *words, "--rules", '{"seating": "cut", "max_deals": 1}']) == 0
    places = set()
    for plain in records_in(path):
        seats = at(plain, "seats")
        (place,) = (name for name, seat in seats.items() if seat["level"] == "easy")
        assert seats[place]["name"] == "CPU E"
        origins = cut_for_seats(bytes.fromhex(at(plain, "seed"))).origins
        assert origins[Seat[place]] is Seat.E
        places.add(place)
    assert len(places) > 1


def test_records_to_the_standard_output_leave_the_table_to_the_standard_error(
    capsysbinary: pytest.CaptureFixture[bytes],
) -> None:
    assert simulate("--matches", "2", "--records", "-") == 0
    told, said = capsysbinary.readouterr()
    assert [orjson.loads(line)["format"] for line in told.splitlines()] == ["spades-record/1"] * 2
    assert said.startswith(b"seed ")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        pytest.param(["--seed", "1"], "how many? Give --matches N or --deals N", id="no number"),
        pytest.param(["--matches", "1", "--deals", "1"], "only one of the two", id="two numbers"),
        pytest.param(["--deals", "0"], "'--deals': 0 is not in the range", id="no deal"),
        pytest.param(["--matches", "10000001"], "not in the range 1<=x<=10000000", id="too many matches"),
        pytest.param(["--matches", "1", "--jobs", "257"], "'--jobs': 257 is not in", id="too many processes"),
        pytest.param(["--matches", "1", "--plot", "a.png"], "'--plot': 'a.png' is no name", id="no SVG"),
        pytest.param(
            ["--matches", "1", "--plot", "-", "--records", "-"], "not both to -", id="two things in one"
        ),
        pytest.param(
            ["--matches", "1", "--duplicate", "--rules", '{"seating": "cut"}'],
            "--duplicate: clashes with seating cut",
            id="pairs after a cut",
        ),
        pytest.param(
            ["--matches", "1", "--rules", "@/nowhere"],
            "/nowhere: No such file",
            id="a file that is not there",
        ),
        pytest.param(
            ["--matches", "1", "--rules", "@/dev/zero"], "/dev/zero: larger", id="a file without end"
        ),
        pytest.param(["--matches", "0"], "'--matches': 0 is not in the range", id="no match"),
        pytest.param(["--matches", "many"], "'--matches': 'many' is not a valid integer", id="a word"),
        pytest.param(["--matches", "1", "--seed", ""], "'--seed': it has 0 characters", id="empty seed"),
        pytest.param(["--matches", "1", "--seed", "x" * 101], "'--seed': it has 101", id="long seed"),
        pytest.param(["--matches", "1", "--seed", "\udcff"], "'--seed': it is not UTF-8", id="broken seed"),
        pytest.param(["--matches", "1", "--jobs", "0"], "'--jobs': 0 is not in the range", id="no process"),
        pytest.param(
            ["--matches", "1", "--levels", "N=god"], "N: 'god' is no level; allowed: easy", id="no level"
        ),
        pytest.param(
            ["--matches", "1", "--levels", "X=easy"], "'X' is no seat; allowed: N, E, S, W", id="no seat"
        ),
        pytest.param(["--matches", "1", "--levels", "easy"], "'easy' is not of the form", id="no seat named"),
        pytest.param(["--matches", "1", "--levels", ""], "'' is not of the form", id="empty levels"),
        pytest.param(["--matches", "1", "--levels", "N=easy,N=easy"], "N has two levels", id="a seat twice"),
        pytest.param(["--matches", "1", "--rules", "{"], "'--rules': not JSON", id="rules that are no JSON"),
        pytest.param(["--matches", "1", "--rules", "[]"], "it must be a JSON object", id="rules in a list"),
        pytest.param(
            ["--matches", "1", "--rules", '{"preset": 1}'], "preset: it must be", id="preset of a number"
        ),
        pytest.param(
            ["--matches", "1", "--rules", '{"preset": "x"}'], "preset: allowed: standard", id="no preset"
        ),
        pytest.param(["--matches", "1", "--rules", '{"wild": 1}'], "wild: there is no such", id="no option"),
        pytest.param(
            ["--matches", "1", "--rules", '{"target": 3, "tie": "x"}'],
            "target: allowed: 50 … 2000; tie: allowed: extra_deal, last_deal, draw",
            id="values out of range, all at once",
        ),
        pytest.param(
            ["--matches", "1", "--rules", '{"nil": false, "blind_nil": true}'],
            "blind_nil: clashes with nil",
            id="options that clash",
        ),
        pytest.param(
            ["--matches", "1", "--rules", '{"preset": "duel", "jokers": "two"}', "--levels", "N=easy,W=easy"],
            "'--levels': nobody sits on W; allowed: N, S",
            id="a level of a seat that is not in play",
        ),
    ],
)
def test_a_wrong_call_is_one_line_and_status_2(words: list[str], said: str, capsys: Capture) -> None:
    assert main(["simulate", *words]) == 2
    told, line = capsys.readouterr()
    assert told == ""
    assert said in line
    assert line.count("\n") == 1


@pytest.mark.parametrize("name", ["", "nowhere/records"])
def test_a_file_that_cannot_be_written_is_one_line_and_status_1(
    tmp_path: Path, name: str, capsys: Capture
) -> None:
    assert simulate("--matches", "1", "--records", str(tmp_path / name)) == 1
    told, line = capsys.readouterr()
    assert (told, line.count("\n")) == ("", 1)
    assert line.startswith("spades simulate: /")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
def test_a_full_disk_is_one_line_and_status_1(capsys: Capture) -> None:
    assert simulate("--matches", "1", "--records", "/dev/full") == 1
    assert capsys.readouterr() == ("", "spades simulate: /dev/full: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a device that is always full")
@pytest.mark.parametrize("words", [(), ("--records", "-"), ("--plot", "-")], ids=["table", "records", "plot"])
def test_a_full_standard_output_is_one_line_and_status_1(words: tuple[str, ...]) -> None:
    with Path("/dev/full").open("wb") as full:
        process = started("--deals", "1", "--jobs", "1", *words, stdout=full.fileno())
    _, said = process.communicate()
    assert said == b"spades simulate: -: No space left on device\n"
    assert process.returncode == 1


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_reader_that_goes_away_is_one_line_and_status_1(jobs: str) -> None:
    process = started("--matches", "100000", "--records", "-", "--jobs", jobs, stdout=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr is not None
    said = process.stderr.read()
    process.stderr.close()
    assert process.wait() == 1
    assert said == b"spades simulate: -: nobody reads it any more\n"


@pytest.mark.parametrize(
    ("jobs", "by"), [("1", signal.SIGINT), ("2", signal.SIGINT), ("2", signal.SIGTERM)], ids=str
)
def test_a_stop_tells_what_there_is_and_leaves_no_process(
    jobs: str, by: signal.Signals, tmp_path: Path
) -> None:
    path, picture = tmp_path / "records", tmp_path / "picture.svg"
    words = ("--records", str(path), "--plot", str(picture), "--jobs", jobs)
    process = started("--matches", "100000", *words, stdout=subprocess.PIPE)
    eventually(lambda: path.exists() and path.stat().st_size)
    os.killpg(process.pid, by)
    told, said = process.communicate()
    assert process.returncode == 128 + by
    assert b"matches won" in told
    records = records_in(path)
    first, second = said.splitlines()
    assert first == f"interrupted after {len(records)} of 100000 matches".encode()
    assert second.startswith(b"matches a second ")
    assert all(verify(parse_record(plain)) == () for plain in records)
    assert picture.read_text(encoding="utf-8").endswith("</svg>\n")
    eventually(lambda: not is_group_alive(process.pid))


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_stops_one_upon_the_other_are_one_stop(jobs: str, tmp_path: Path) -> None:
    path = tmp_path / "records"
    words = ("--matches", "100000", "--records", str(path), "--jobs", jobs)
    process = started(*words, stdout=subprocess.PIPE)
    eventually(lambda: path.exists() and path.stat().st_size)
    for each in (signal.SIGINT, signal.SIGTERM) * 3:
        process.send_signal(each)
    told, said = process.communicate()
    assert process.returncode == 128 + signal.SIGINT
    assert b"matches won" in told
    assert [line.split()[0] for line in said.splitlines()] == [b"interrupted", b"matches"]


def test_its_processes_end_with_it_when_it_is_killed(tmp_path: Path) -> None:
    path = tmp_path / "records"
    process = started("--matches", "100000", "--records", str(path), "--jobs", "2", stdout=subprocess.PIPE)
    eventually(lambda: path.exists() and path.stat().st_size)
    process.kill()
    process.communicate()
    eventually(lambda: not is_group_alive(process.pid))


def is_group_alive(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True

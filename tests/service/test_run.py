"""A simulation in pieces: wherever it is broken off and written down, it comes to the same bytes."""

import zlib
from collections.abc import Callable
from random import Random

import pytest

from engine.levels import Level
from engine.rules import Rules, resolve_rules
from service.lab.run import FailureReason, Piece, Run, RunStatus, ended, work_piece
from service.lab.simulation import Simulation, Tally, Unit, simulate_match
from service.store.run_codec import decode_run, encode_run

SHORT = Rules(target=100, max_deals=2)
LEVELS = (Level.EASY, Level.NORMAL, Level.NORMAL, Level.NORMAL)
MANY_BYTES = 10**9


def new_run(simulation: Simulation, *, keeps_records: bool = True) -> Run:
    return Run("sm_07", "standard", simulation, keeps_records, b"digest.", created_at=5, changed_at=5)


def never() -> bool:
    return False


def after_decisions(count: int) -> Callable[[], bool]:
    """The time is up after so many decisions."""
    left = [count]

    def is_time_up() -> bool:
        left[0] -= 1
        return left[0] <= 0

    return is_time_up


def work(run: Run, is_time_up: Callable[[], bool], most_bytes: int = MANY_BYTES) -> Piece:
    return work_piece(run, is_time_up, lambda: 9, most_bytes)


def work_to_the_end(run: Run, decisions: Callable[[], int]) -> tuple[Run, bytes]:
    """In pieces of so many decisions, written and read again between them; with its records."""
    records = b""
    while not run.is_over:
        piece = work(run, after_decisions(decisions()))
        run = decode_run(encode_run(piece.run))
        records += zlib.decompress(piece.chunk) if piece.chunk else b""
    return run, records


@pytest.mark.parametrize(
    "simulation",
    [
        pytest.param(Simulation(SHORT, bytes(32), LEVELS, 3), id="matches"),
        pytest.param(
            Simulation(SHORT, bytes(32), LEVELS, 3, Unit.DEALS, is_duplicate=True), id="pairs of deals"
        ),
        pytest.param(
            Simulation(Rules(), bytes(32), (Level.HARD, *LEVELS[1:]), 1, Unit.DEALS), id="one that searches"
        ),
        pytest.param(
            Simulation(resolve_rules("duel", {"max_deals": 1}), bytes(32), LEVELS, 2, is_duplicate=True),
            id="pairs of duels",
        ),
        pytest.param(
            Simulation(
                Rules(seating="cut", blind_nil=True, blind_behind=0, nil_exchange=2, max_deals=2),
                bytes(32),
                LEVELS,
                2,
            ),
            id="after a cut, with exchanges",
        ),
    ],
)
def test_in_pieces_it_is_what_it_is_at_once(simulation: Simulation) -> None:
    tally, lines = Tally(), b""
    for index in range(1, simulation.matches + 1):
        outcome = simulate_match(simulation, index)
        tally.add(outcome, ends_sample=simulation.ends_sample(index))
        lines += outcome.line
    rng = Random(1)
    run, records = work_to_the_end(new_run(simulation), lambda: rng.choice((1, 7, 100)))
    assert records == lines
    assert run.totals == tally.totals
    assert (run.status, run.matches, run.begun) == (RunStatus.DONE, simulation.matches, None)
    assert run.totals.spread.samples == simulation.count


def test_a_piece_makes_one_decision_at_least() -> None:
    simulation = Simulation(SHORT, bytes(32), LEVELS, 1)
    run = work(new_run(simulation), lambda: True).run
    assert run.begun is not None
    assert run.begun.match.next_turn == 3


def test_the_next_piece_goes_on_where_this_one_broke_off() -> None:
    run = new_run(Simulation(SHORT, bytes(32), LEVELS, 1))
    for decisions in range(1, 6):
        run = work(run, lambda: True).run
        assert run.begun is not None
        assert run.begun.match.next_turn == decisions + 2


def test_it_says_when_it_was_changed_last_and_how_large_its_records_are() -> None:
    piece = work(new_run(Simulation(SHORT, bytes(32), LEVELS, 2)), never)
    assert piece.run.changed_at == 9
    assert (piece.run.chunks, piece.run.record_bytes) == (1, len(piece.chunk))


def test_without_records_none_are_made() -> None:
    piece = work(new_run(Simulation(SHORT, bytes(32), LEVELS, 2), keeps_records=False), never)
    assert (piece.chunk, piece.run.chunks, piece.run.matches) == (b"", 0, 2)


def test_records_that_grow_too_large_end_it_with_what_it_had() -> None:
    before = new_run(Simulation(SHORT, bytes(32), LEVELS, 2))
    piece = work(before, never, most_bytes=100)
    assert piece.chunk == b""
    assert piece.run == ended(before, RunStatus.FAILED, 9, FailureReason.RECORDS_TOO_LARGE)


def test_half_a_pair_is_kept_and_not_yet_counted() -> None:
    simulation = Simulation(SHORT, bytes(32), LEVELS, 1, Unit.DEALS, is_duplicate=True)
    run = new_run(simulation)
    while run.matches == 0:
        run = work(run, after_decisions(1)).run
    assert (run.totals.matches, run.sample.matches) == (0, 1)
    assert decode_run(encode_run(run)) == run
    assert ended(run, RunStatus.CANCELLED, 9).totals.matches == 0

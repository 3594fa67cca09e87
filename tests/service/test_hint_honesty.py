"""A hint knows what its seat knows: hidden cards dealt anew change nothing in it, points included."""

from dataclasses import replace
from random import Random

import orjson
import pytest

from cpu_tables import BLIND, DUEL, JOKERS, decisions, redealt
from engine.deal import decision_seed, hint_seed
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match
from fake_clock import FakeClock, FakeEntropy
from service.auth import hash_token
from service.jobs.study import make
from service.ports import Loaded, Ports, Study
from service.refusals import Refused
from service.store.memory import memory_ports
from service.store.memory_studies import MemoryStudies
from service.table import Table, TableStatus
from service.tables.hints import read_hint
from service.wire.hints import hint_body
from tables import RETENTION, new_table, player


class _OneTable:
    """A store that holds one table, and no way to change it."""

    def __init__(self, table: Table) -> None:
        self._loaded = Loaded(table, 1, bytes(16))

    def load(self, table_id: str, commit_id: bytes | None = None) -> Loaded | None:
        return self._loaded if table_id == self._loaded.table.table_id else None


def hint_text(match: Match, seat: Seat) -> bytes:
    """All that the seat is told: the hint in both languages with its points, or the refusal."""
    ports, token = _ports_of(match), f"st_{seat.name}"
    try:
        hint = read_hint(ports, _table_of(match).table_id, token, 1.0)
    except Refused as refused:
        return orjson.dumps([refused.code, dict(refused.params)])
    assert hint.is_ready
    return orjson.dumps([hint_body(hint, language) for language in ("en", "ja")])


def _table_of(match: Match) -> Table:
    chairs = tuple(replace(player(seat), token_hash=hash_token(f"st_{seat.name}")) for seat in Seat)
    table = new_table(rules=match.rules).table
    return replace(table, status=TableStatus.PLAYING, chairs=chairs, match=match)


def _ports_of(match: Match) -> Ports:
    ports = memory_ports(FakeClock(), FakeEntropy(), RETENTION)
    ports = replace(ports, store=_OneTable(_table_of(match)))  # type: ignore[arg-type]  # all that a hint needs
    assert isinstance(ports.studies, MemoryStudies)

    def at_once(study: Study) -> None:
        make(ports, study)

    ports.studies.make_at_once = at_once
    return ports


@pytest.mark.parametrize("moments", [8, pytest.param(150, marks=pytest.mark.slow)])  # each is two searches
@pytest.mark.parametrize(
    "rules",
    [
        pytest.param(Rules(), id="standard"),
        pytest.param(BLIND, id="blind bids"),
        pytest.param(JOKERS, id="jokers and exchanges"),
        pytest.param(DUEL, id="duel"),
    ],
)
def test_cards_that_a_seat_cannot_see_never_change_its_hint(rules: Rules, moments: int) -> None:
    rng = Random(41)
    moved = 0
    for match, seat, _ in decisions(rng, moments, rules):
        other = replace(redealt(match, seat, rng), seed=match.seed)
        moved += other.deal.hands != match.deal.hands
        assert hint_text(other, seat) == hint_text(match, seat)
    assert moved > moments // 2, "too few deals changed for the test to mean anything"


def test_the_seed_of_a_hint_is_its_own() -> None:
    """It is neither another decision's nor one that a CPU draws on."""
    seed = bytes(32)
    places = [(seat, deal, nth) for seat in Seat for deal in (1, 2, 12) for nth in (1, 2, 12)]
    seeds = [make_seed(seed, *place) for make_seed in (decision_seed, hint_seed) for place in places]
    assert len(set(seeds)) == len(seeds)

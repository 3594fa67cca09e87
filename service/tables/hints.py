"""Hints: what a CPU of the level `normal` would do on the bearer's seat, and what `hard` expects of cards.

The choice is made at once. The points are a study, which a worker makes: it knows no more than the choice
does, the seat's own view, and is found again by nobody but that seat in that very situation.
"""

import hashlib
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

import orjson

from engine.actions import Action, PlaceBid, PlayCard
from engine.bids import Bid
from engine.cards import Card, in_hand_order
from engine.cpu.choice import choose
from engine.cpu.explaining import explain
from engine.cpu.reasons import Reason, ReasonCode
from engine.cpu.search import rank_cards
from engine.deal import hint_seed
from engine.errors import Refusal
from engine.levels import Level
from engine.seat_view import SeatView
from engine.seats import Seat
from engine.state import Match
from engine.views import view_for
from service.auth import require_seat
from service.ports import Ports, StoreUnavailable, Study, StudyKind
from service.refusals import Code, Refused
from service.table import Table, TableStatus
from service.table_turns import Lane
from service.tables.reading import see_view

LEVEL: Final = Level.NORMAL
"""Whose choice the hint is."""
_DIGEST_BYTES: Final = 12
_WORTH_SAYING: Final = 1.0
"""By how many points another card must be ahead to be named, beside being clearly so."""


@dataclass(frozen=True, slots=True)
class Hint:
    """What is recommended to a seat.

    `bids`: every legal one, the recommended one first, then the nearest. `cards`: the same of cards, the
    others by their points. `points`: by card, as soon as they are known; None: they are not, or no card is
    to be played. `study`: of a card, where its points are found.
    """

    turn: int
    action: Action
    reasons: tuple[Reason, ...]
    bids: tuple[Bid, ...] = ()
    cards: tuple[Card, ...] = ()
    points: Mapping[Card, float] | None = None
    study: Study | None = None

    @property
    def is_ready(self) -> bool:
        return self.study is None or self.points is not None


@dataclass(frozen=True, slots=True)
class _Ranking:
    """The points by card, to a tenth, and the cards that are clearly ahead of the recommended one."""

    points: Mapping[Card, float]
    ahead: frozenset[Card]


def read_hint(ports: Ports, table_id: str, token: str | None, wait: float) -> Hint:
    """The hint for the bearer's seat; waits up to `wait` seconds for the points of the cards.

    Reading a hint is no action: it brings no absent player back.
    """
    hint = _hint_now(ports, table_id, token)
    if hint.is_ready or hint.study is None or not wait:
        return hint
    _wait_for(ports, hint.study, wait)
    return _hint_now(ports, table_id, token)  # the match may have gone on meanwhile


def _wait_for(ports: Ports, study: Study, wait: float) -> None:
    end = ports.clock.now() + round(1000 * wait)
    with ports.studies.listen(study) as waiter:
        left = wait
        # There may be nothing: a listener that connects wakes everybody.
        while left > 0 and ports.studies.find(study) is None and waiter.wait(left):
            left = (end - ports.clock.now()) / 1000


def _hint_now(ports: Ports, table_id: str, token: str | None) -> Hint:
    seen = see_view(ports, table_id, token)
    table, seat = seen.loaded.table, require_seat(seen.actor)
    match = _require_match(table)
    view = view_for(match, seat)
    turn = _require_turn(table, view)
    choice = choose(view, LEVEL, _seed(match, seat))
    reasons = explain(view, choice)
    match choice.action:
        case PlaceBid(bid):
            return Hint(turn, choice.action, reasons, bids=_ranked_bids(view.legal_bids, bid))
        case PlayCard(card):
            study = Study(table_id, StudyKind.HINT, _part(view, turn))
            ranking = _ranking(ports, study)
            points = ranking.points if ranking else None
            cards = _ranked_cards(view, card, points)
            reasons += _preferred(ranking, card)
            return Hint(turn, choice.action, reasons, cards=cards, points=points, study=study)
        case _:
            return Hint(turn, choice.action, reasons)


def _require_match(table: Table) -> Match:
    if table.status in (TableStatus.OVER, TableStatus.CLOSED):
        raise Refused(Code.TABLE_OVER)
    if table.match is None:
        raise Refused(Refusal.WRONG_PHASE)
    return table.match


def _require_turn(table: Table, view: SeatView) -> int:
    """The id of the decision that is the seat's to take, with a hand that it can see."""
    if table.terms.is_rated:
        raise _no_hint("rated")
    if view.hand is None:
        raise _no_hint("hidden_hand")
    if view.turn is None or view.turn.id is None:
        raise _no_hint("not_your_turn")
    return view.turn.id


def _no_hint(because: str) -> Refused:
    return Refused(Code.HINT_NOT_AVAILABLE, params={"because": because})


def _seed(match: Match, seat: Seat) -> bytes:
    return hint_seed(match.seed, seat, match.deal.number, match.deal.acted[seat] + 1)


def _ranked_bids(legal: Sequence[Bid], best: Bid) -> tuple[Bid, ...]:
    """Other kinds than the best one's last; of equally near numbers the lower one first."""

    def distance(bid: Bid) -> tuple[bool, bool, int, int]:
        return bid != best, bid.kind is not best.kind, abs(bid.tricks - best.tricks), bid.tricks

    return tuple(sorted(legal, key=distance))


def _ranked_cards(view: SeatView, best: Card, points: Mapping[Card, float] | None) -> tuple[Card, ...]:
    others = [card for card in in_hand_order(view.legal_cards) if card != best]
    if points is not None:
        others.sort(key=points.__getitem__, reverse=True)
    return (best, *others)


def _part(view: SeatView, turn: int) -> str:
    """Names the study of one decision as it is seen by its seat: whatever else it saw would be another."""
    digest = hashlib.sha256(repr(view).encode()).digest()[:_DIGEST_BYTES]
    return f"{view.seat.name}.{turn}.{digest.hex()}"


def _ranking(ports: Ports, study: Study) -> _Ranking | None:
    """What a worker made of the cards; asked for where it is not known."""
    found = ports.studies.find(study)
    if found is None:
        with suppress(StoreUnavailable):  # without its queue a hint is still worth having
            ports.studies.ask(study, Lane.LIVE)
        return None
    rows = orjson.loads(found)
    ahead = frozenset(card for card, _, is_ahead in rows if is_ahead)
    return _Ranking({card: points for card, points, _ in rows}, ahead)


def _preferred(ranking: _Ranking | None, card: Card) -> tuple[Reason, ...]:
    """The card that the search prefers to the recommended one, where there is a clear one."""
    if ranking is None or not ranking.ahead:
        return ()
    best = max(sorted(ranking.ahead), key=ranking.points.__getitem__)
    is_worth_it = ranking.points[best] - ranking.points[card] >= _WORTH_SAYING
    return (Reason(ReasonCode.SEARCH_PREFERS, (best, card)),) if is_worth_it else ()


def make_points(ports: Ports, table_id: str, part: str) -> bytes | None:
    """What the worker thinks out for `part`; None: that decision is not to be taken any more."""
    loaded = ports.store.load(table_id)
    seat = Seat[part.partition(".")[0]]
    match = loaded.table.match if loaded else None
    turn = match.turns[seat] if match else None
    if match is None or turn is None:
        return None
    view = view_for(match, seat)
    if part != _part(view, turn):
        return None
    ranking = rank_cards(view, _seed(match, seat))
    return orjson.dumps([[each.card, round(each.points, 1), each.is_ahead] for each in ranking])

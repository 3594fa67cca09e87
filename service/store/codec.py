"""Tables to JSON and back: arrays by position, not objects, since each view request reads one.

The first element is the number of the format. Whatever adds a place, or changes the meaning of one, is a new
format; all formats so far are read, and the newest is written. (A table without an owner needs none of 3,
and is written as 2, so that processes of the release before can go on with it.)
"""

from binascii import a2b_base64, b2a_base64
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from typing import Any, Final, TypeVar

import orjson

from engine.bids import Bid, BidKind
from engine.levels import Level
from engine.phases import Phase
from engine.rules import Rules
from engine.scoring import EndReason, Result, Sheet, SideScore
from engine.seats import Seat, Side
from engine.state import Deal, Exchange, Match
from engine.tricks import Trick
from service.ports import NewerFormat
from service.table import Chair, Table, TableStatus, Terms, Visibility
from service.table_events import SeatKind

FORMAT: Final = 3
"""2: two ids at the end, of rematches; 3: one more, of the owner."""
_READ: Final = (1, 2, 3)
FORMAT_WITHOUT_OWNER: Final = 2
Raw = Any
"""What JSON gives: trusted, since only we write it, and not checked again."""
T = TypeVar("T")

# Each word is stored as its place here: new words go to the end.
SEATS: Final = tuple(Seat)
SIDES: Final = tuple(Side)
PHASES: Final = (Phase.BIDDING, Phase.EXCHANGE, Phase.PLAYING, Phase.OVER, Phase.DRAWING)
BID_KINDS: Final = (BidKind.TRICKS, BidKind.NIL, BidKind.ZERO, BidKind.BLIND_NIL, BidKind.BLIND_TRICKS)
END_REASONS: Final = (
    EndReason.TARGET,
    EndReason.FLOOR,
    EndReason.LEAD_MARGIN,
    EndReason.MAX_DEALS,
    EndReason.ABANDONED,
)
SEAT_KINDS: Final = (SeatKind.OPEN, SeatKind.PLAYER, SeatKind.CPU)
LEVELS: Final = (Level.EASY, Level.NORMAL, Level.HARD)
_STATUSES: Final = (TableStatus.OPEN, TableStatus.PLAYING, TableStatus.OVER, TableStatus.CLOSED)
_VISIBILITIES: Final = (Visibility.PUBLIC, Visibility.UNLISTED, Visibility.PRIVATE)

rules_to_raw: Final[Callable[[Rules], tuple[Raw, ...]]] = attrgetter(*(field.name for field in fields(Rules)))
_score_values: Final[Callable[[SideScore], tuple[int, ...]]] = attrgetter(
    *(field.name for field in fields(SideScore))
)
_SCORE_LINES: Final = len(fields(SideScore))
_BID_WIDTH: Final = 16
_BIDS: Final = tuple(Bid(kind, tricks) for kind in BID_KINDS for tricks in range(_BID_WIDTH))


def encode_table(table: Table) -> bytes:
    return orjson.dumps(
        (
            FORMAT if table.owner else FORMAT_WITHOUT_OWNER,
            table.table_id,
            _terms_to_raw(table.terms),
            _STATUSES.index(table.status),
            table.created_at,
            table.changed_at,
            _text(table.nonce),
            _text(table.host_hash),
            table.join_code,
            tuple(map(_chair_to_raw, table.chairs)),
            table.match and match_to_raw(table.match),
            table.deadlines,
            table.last_seq,
            table.rematch,
            table.rematch_of,
            *((table.owner,) if table.owner else ()),
        )
    )


def decode_table(data: bytes) -> Table:
    """The table of `encode_table`. Raises NewerFormat."""
    written, *raw = orjson.loads(data)
    if written not in _READ:
        raise NewerFormat
    table_id, terms, status, created_at, changed_at, nonce, host_hash, join_code, chairs, match, *rest = raw
    terms = _terms_of(terms)
    deadlines, last_seq, *links = rest
    return Table(
        table_id,
        terms,
        _STATUSES[status],
        created_at,
        changed_at,
        a2b_base64(nonce),
        a2b_base64(host_hash),
        join_code,
        tuple([_chair_of(*chair) for chair in chairs]),
        match and match_of(terms.rules, terms.seed, match),
        tuple(deadlines),
        last_seq,
        *links,
    )


def _text(value: bytes) -> str:
    return b2a_base64(value, newline=False).decode()


def _place(words: Sequence[T], word: T | None) -> int | None:
    return None if word is None else words.index(word)


def _terms_to_raw(terms: Terms) -> Raw:
    return (
        terms.preset,
        rules_to_raw(terms.rules),
        _text(terms.seed),
        terms.chosen_by_creator,
        terms.turn_seconds,
        terms.cpu_delay_ms,
        terms.is_rated,
        _VISIBILITIES.index(terms.visibility),
        terms.metadata,
    )


def _terms_of(raw: Raw) -> Terms:
    preset, rules, seed, chosen_by_creator, turn_seconds, cpu_delay_ms, is_rated, visibility, metadata = raw
    return Terms(
        preset,
        rules_of(*rules),
        a2b_base64(seed),
        chosen_by_creator,
        turn_seconds,
        cpu_delay_ms,
        is_rated,
        _VISIBILITIES[visibility],
        tuple([(name, value) for name, value in metadata]) if metadata else (),
    )


# The caches below hold values that one table's states, or many tables, have in common. They are keyed by the
# raw values, of which those at one place are always of one type (else 1 would stand for True).


@lru_cache(maxsize=256)
def rules_of(*values: Raw) -> Rules:
    return Rules(*values)


@lru_cache(maxsize=4096)
def _chair_to_raw(chair: Chair) -> Raw:
    return (
        SEAT_KINDS.index(chair.kind),
        chair.name,
        _place(LEVELS, chair.level),
        chair.token_hash and _text(chair.token_hash),
        chair.is_away,
        chair.misses,
    )


@lru_cache(maxsize=4096)
def _chair_of(*raw: Raw) -> Chair:
    kind, name, level, token_hash, is_away, misses = raw
    return Chair(
        SEAT_KINDS[kind],
        name,
        None if level is None else LEVELS[level],
        None if token_hash is None else a2b_base64(token_hash),
        is_away,
        misses,
    )


def match_to_raw(match: Match) -> Raw:
    """Without the rules and the seed, which stand beside it."""
    return (
        _deal_to_raw(match.deal),
        match.points,
        match.bags,
        match.turns,
        match.next_turn,
        match.last_trick and _trick_to_raw(match.last_trick),
        match.last_sheet and sheet_to_raw(match.last_sheet),
        match.result and result_to_raw(match.result),
    )


def match_of(rules: Rules, seed: bytes, raw: Raw) -> Match:
    deal, points, bags, turns, next_turn, last_trick, last_sheet, result = raw
    return Match(
        rules,
        seed,
        _deal_of(deal),
        tuple(points),
        tuple(bags),
        tuple(turns),
        next_turn,
        last_trick and _trick_of(*last_trick),
        last_sheet and sheet_of(*last_sheet),
        result and result_of(*result),
    )


def _deal_to_raw(deal: Deal) -> Raw:
    return (
        deal.number,
        deal.dealer,
        PHASES.index(deal.phase),
        deal.hands,
        deal.looked,
        deal.unseen,
        tuple(map(bid_to_raw, deal.bids)),
        tuple((part.giver, part.receiver, part.count, part.cards) for part in deal.exchanges),
        deal.leader,
        deal.trick,
        deal.tricks_taken,
        deal.is_broken,
        deal.played,
        deal.voids,
        deal.acted,
        *((deal.stock, deal.discarded) if deal.stock or any(deal.discarded) else ()),
    )


def _deal_of(raw: Raw) -> Deal:
    number, dealer, phase, hands, looked, unseen, bids, exchanges, leader, trick, *rest = raw
    tricks_taken, is_broken, played, voids, acted, *drawn = rest
    return Deal(
        number,
        SEATS[dealer],
        PHASES[phase],
        tuple(hands),
        tuple(looked),
        tuple([SEATS[seat] for seat in unseen]) if unseen else (),
        bids_of(bids),
        tuple([_exchange_of(*part) for part in exchanges]) if exchanges else (),
        SEATS[leader],
        tuple(trick),
        tuple(tricks_taken),
        is_broken,
        tuple(played),
        tuple(voids),
        tuple(acted),
        *map(tuple, drawn),
    )


def _exchange_of(giver: int, receiver: int, count: int, cards: list[int] | None) -> Exchange:
    return Exchange(SEATS[giver], SEATS[receiver], count, None if cards is None else tuple(cards))


def bid_to_raw(bid: Bid | None) -> int | None:
    return None if bid is None else _BID_WIDTH * BID_KINDS.index(bid.kind) + bid.tricks


def bid_of(raw: int) -> Bid:
    return _BIDS[raw]


def bids_of(raw: Iterable[int | None]) -> tuple[Bid | None, ...]:
    return tuple([None if bid is None else _BIDS[bid] for bid in raw])


def _trick_to_raw(trick: Trick) -> Raw:
    return (trick.deal, trick.number, trick.leader, trick.winner, *trick.cards)


def _trick_of(deal: int, number: int, leader: int, winner: int, *cards: int) -> Trick:
    return Trick(deal, number, SEATS[leader], cards, SEATS[winner])


def sheet_to_raw(sheet: Sheet) -> Raw:
    """Number, dealer, the bids of all seats, their tricks, then the lines of each side."""
    lines = (line for score in sheet.scores for line in _score_values(score))
    return (sheet.number, sheet.dealer, *map(bid_to_raw, sheet.bids), *sheet.tricks_taken, *lines)


@lru_cache(maxsize=4096)
def sheet_of(number: int, dealer: int, *rest: int) -> Sheet:
    seats = len(SEATS)
    scores = rest[2 * seats :]
    return Sheet(
        number,
        SEATS[dealer],
        bids_of(rest[:seats]),
        rest[seats : 2 * seats],
        tuple(SideScore(*scores[at : at + _SCORE_LINES]) for at in range(0, len(scores), _SCORE_LINES)),
    )


def result_to_raw(result: Result) -> Raw:
    return (result.winner, END_REASONS.index(result.end_reason), result.points)


def result_of(winner: int | None, end_reason: int, points: list[int]) -> Result:
    return Result(None if winner is None else SIDES[winner], END_REASONS[end_reason], tuple(points))

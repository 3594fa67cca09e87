"""What happened, as compact JSON: a commit's time and events, `[1767225600000, 3347, [6, 0], …]`.

An event is an array: its code, then its values. A card played, by far the most frequent, is one number.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final

import orjson

from engine.events import (
    BidMade,
    CardDrawn,
    CardPlayed,
    DealScored,
    DealStarted,
    ExchangeMade,
    HandLooked,
    HandShown,
    MatchOver,
    MatchStarted,
    SeatsCut,
    SpadesBroken,
    TrickWon,
)
from service.ports import NewerFormat
from service.store.codec import (
    SEAT_KINDS,
    SEATS,
    Raw,
    bid_of,
    bid_to_raw,
    result_of,
    result_to_raw,
    sheet_of,
    sheet_to_raw,
)
from service.table_events import (
    CloseReason,
    DeadlineMoved,
    DeadlinePassed,
    LeaveReason,
    LoggedEvent,
    SeatLeft,
    SeatReturned,
    SeatTaken,
    TableChanged,
    TableClosed,
    TableCreated,
)

_CARD_BITS: Final = 6
_SEAT_BITS: Final = 2

_LEAVE_REASONS: Final = (LeaveReason.LEAVE, LeaveReason.MISSES, LeaveReason.REPLACED)
_CLOSE_REASONS: Final = (CloseReason.CLOSED,)

# The code of an event is its place here: new ones go to the end.
_KINDS: Final[tuple[tuple[type, Callable[[Any], Raw], Callable[..., LoggedEvent]], ...]] = (
    (MatchStarted, lambda _: (), MatchStarted),
    (DealStarted, lambda e: (e.number, e.dealer), lambda number, dealer: DealStarted(number, SEATS[dealer])),
    (HandShown, lambda e: (e.seat, e.hand), lambda seat, hand: HandShown(SEATS[seat], hand)),
    (HandLooked, lambda e: (e.seat,), lambda seat: HandLooked(SEATS[seat])),
    (
        BidMade,
        lambda e: (e.seat, bid_to_raw(e.bid)),
        lambda seat, bid: BidMade(SEATS[seat], bid_of(bid)),
    ),
    (
        ExchangeMade,
        lambda e: (e.seat, e.to, e.count, e.cards),
        lambda seat, to, count, cards: ExchangeMade(
            SEATS[seat], SEATS[to], count, None if cards is None else tuple(cards)
        ),
    ),
    (SpadesBroken, lambda e: (e.seat,), lambda seat: SpadesBroken(SEATS[seat])),
    (
        TrickWon,
        lambda e: (e.seat, e.number, *e.cards),
        lambda seat, number, *cards: TrickWon(SEATS[seat], number, cards),
    ),
    (DealScored, lambda e: sheet_to_raw(e.sheet), lambda *sheet: DealScored(sheet_of(*sheet))),
    (MatchOver, lambda e: result_to_raw(e.result), lambda *result: MatchOver(result_of(*result))),
    (TableCreated, lambda _: (), TableCreated),
    (
        SeatTaken,
        lambda e: (e.seat, e.name, SEAT_KINDS.index(e.kind)),
        lambda seat, name, kind: SeatTaken(SEATS[seat], name, SEAT_KINDS[kind]),
    ),
    (
        SeatLeft,
        lambda e: (e.seat, _LEAVE_REASONS.index(e.reason), *(() if e.name is None else (e.name,))),
        lambda seat, reason, *name: SeatLeft(SEATS[seat], _LEAVE_REASONS[reason], *name),
    ),
    (SeatReturned, lambda e: (e.seat,), lambda seat: SeatReturned(SEATS[seat])),
    (
        DeadlinePassed,
        lambda e: (e.seat, e.misses),
        lambda seat, misses: DeadlinePassed(SEATS[seat], misses),
    ),
    (
        TableClosed,
        lambda e: (_CLOSE_REASONS.index(e.reason),),
        lambda reason: TableClosed(_CLOSE_REASONS[reason]),
    ),
    (SeatsCut, lambda e: e.cards, lambda *cards: SeatsCut(cards)),
    (
        CardDrawn,
        lambda e: (e.seat, e.kept, *e.cards),
        lambda seat, kept, *cards: CardDrawn(SEATS[seat], cards, kept),
    ),
    (TableChanged, lambda _: (), TableChanged),
    (
        DeadlineMoved,
        lambda e: (e.seat, e.deadline),
        lambda seat, deadline: DeadlineMoved(SEATS[seat], deadline),
    ),
)
_ENCODERS: Final = {kind: (code, to_raw) for code, (kind, to_raw, _) in enumerate(_KINDS)}
_DECODERS: Final = tuple(of_raw for _, _, of_raw in _KINDS)


def encode_commit(at: int, events: tuple[LoggedEvent, ...]) -> bytes:
    return orjson.dumps((at, *events_to_raw(events)))


def decode_commit(data: bytes) -> tuple[int, tuple[LoggedEvent, ...]]:
    """The time and the events of a commit. Raises NewerFormat."""
    at, *events = orjson.loads(data)
    return at, events_of(events)


def events_to_raw(events: Iterable[LoggedEvent]) -> tuple[Raw, ...]:
    return tuple(map(_event_to_raw, events))


def events_of(raw: Iterable[Raw]) -> tuple[LoggedEvent, ...]:
    """Raises NewerFormat."""
    return tuple(map(_event_of, raw))


def _event_to_raw(event: LoggedEvent) -> Raw:
    if isinstance(event, CardPlayed):
        return (event.trick << _SEAT_BITS | event.seat) << _CARD_BITS | event.card
    code, to_raw = _ENCODERS[type(event)]
    return (code, *to_raw(event))


def _event_of(raw: Raw) -> LoggedEvent:
    if isinstance(raw, int):
        seat = raw >> _CARD_BITS & 3
        return CardPlayed(SEATS[seat], raw & 63, raw >> _CARD_BITS + _SEAT_BITS)
    if raw[0] >= len(_DECODERS):
        raise NewerFormat
    decode: Callable[..., LoggedEvent] = _DECODERS[raw[0]]
    return decode(*raw[1:])

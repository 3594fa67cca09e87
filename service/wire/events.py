"""The numbered events as each viewer may see them."""

from collections.abc import Iterable
from typing import Final, assert_never

import orjson

from engine.cards import format_card
from engine.events import (
    BidMade,
    CardDrawn,
    CardPlayed,
    DealScored,
    DealStarted,
    Event,
    ExchangeMade,
    HandLooked,
    HandShown,
    MatchOver,
    MatchStarted,
    SeatsCut,
    SpadesBroken,
    TrickWon,
)
from engine.seats import Seat
from engine.views import redact
from service.auth import Actor
from service.table import Table
from service.table_events import (
    DeadlineMoved,
    DeadlinePassed,
    LoggedEvent,
    SeatLeft,
    SeatReturned,
    SeatTaken,
    TableChanged,
    TableClosed,
    TableCreated,
    TableEvent,
)
from service.tables.changing import NumberedEvent
from service.tables.reading import EventPage
from service.texts import sentence
from service.wire.deals import Body, bid_body, cut_body, result_body, sheet_body
from service.wire.tables import FINISHED, cards_body, seats_to_act, time_text

_BARE: Final[dict[type, str]] = {
    HandLooked: "hand_looked",
    SpadesBroken: "spades_broken",
    MatchStarted: "match_started",
}


def events_body(table: Table, events: Iterable[NumberedEvent], actor: Actor, language: str) -> list[Body]:
    return [_event_body(table, event, actor.seat, language) for event in events]


def page_json(page: EventPage, language: str) -> bytes:
    """A page of events, and whom the match waits for. Where many waited for the same, it is written once."""
    if page.batch is None:
        return orjson.dumps(_page_body(page, language))
    written, key = page.batch.written, ("page", page.seen.actor.seat, language)
    if key not in written:
        written[key] = orjson.dumps(_page_body(page, language))
    return written[key]


def _page_body(page: EventPage, language: str) -> Body:
    table, actor = page.seen.loaded.table, page.seen.actor
    return {
        "events": events_body(table, page.events, actor, language),
        "last_seq": page.last_seq,
        **waits_for(table),
        "over": table.status in FINISHED and page.last_seq >= table.last_seq,
    }


def waits_for(table: Table) -> Body:
    """Whom the match waits for, and until when."""
    deadlines = [deadline for deadline in table.deadlines if deadline is not None]
    return {
        "to_act": [seat.name for seat in seats_to_act(table)],
        "deadline": time_text(min(deadlines)) if deadlines else None,
    }


def _event_body(table: Table, numbered: NumberedEvent, viewer: Seat | None, language: str) -> Body:
    event = redact(numbered.event, viewer) if isinstance(numbered.event, Event) else numbered.event
    kind, member = _detail(table, event, language)
    seat = getattr(event, "seat", None)
    body: Body = {
        "seq": numbered.seq,
        "version": numbered.version,
        "at": time_text(numbered.at),
        "type": kind,
    }
    if seat is not None:
        body["seat"] = seat.name
    if member is not None:
        body[kind] = member
    body["text"] = _text(table, kind, event, member or {}, language)
    return body


def _text(table: Table, kind: str, event: LoggedEvent, member: Body, language: str) -> str:
    """One sentence; players are called by the names on their chairs."""
    params: dict[str, object] = dict(member)
    seat = getattr(event, "seat", None)
    if seat is not None:
        params["who"] = table.chairs[seat].name or seat.name
    if isinstance(event, SeatTaken):
        params["who"] = event.name  # a cut may have moved that player since
    if isinstance(event, SeatLeft) and event.name is not None:
        params["who"] = event.name  # of whose chair nothing is left
        kind = "seat_opened"
    if isinstance(event, ExchangeMade):
        params["partner"] = table.chairs[event.to].name
    if isinstance(event, SeatsCut):
        names = member["seats"]
        params["drawn"] = [(names.get(seat, seat), card, seat) for seat, card in member["cut"].items()]
    if isinstance(event, DealStarted):
        params["who"] = table.chairs[event.dealer].name
    return sentence(language, f"event.{kind}", params)


def _detail(table: Table, event: LoggedEvent, language: str) -> tuple[str, Body | None]:
    """The event's type, and the member named after it where there is more to say."""
    if isinstance(event, HandLooked | SpadesBroken | MatchStarted):
        return _BARE[type(event)], None
    match event:
        case CardPlayed(_, card, trick):
            return "card_played", {"card": format_card(card), "trick": trick}
        case TrickWon(_, number, cards):
            return "trick_won", {"number": number, "cards": [format_card(card) for card in cards]}
        case BidMade(_, bid):
            return "bid_made", {"bid": bid_body(bid)}
        case HandShown(_, hand):
            return "hand_shown", None if hand is None else {"cards": cards_body(hand)}
        case ExchangeMade():
            return "exchange_made", _exchange_detail(event)
        case DealStarted(number, dealer):
            return "deal_started", {"number": number, "dealer": dealer.name}
        case DealScored(sheet):
            return "deal_scored", sheet_body(table.rules, sheet, language)
        case MatchOver(result):
            return "match_over", {"result": result_body(table.rules, result)}
        case CardDrawn(_, _, kept):
            return "card_drawn", None if kept is None else {"kept": format_card(kept)}
        case SeatsCut(cards):
            return "seats_cut", {"cut": cut_body(cards), "seats": _names(table)}
        case _:
            return _table_detail(event)


def _names(table: Table) -> dict[str, str]:
    """Who sits where: after the start no name and no seat changes."""
    return {seat.name: table.chairs[seat].name for seat in Seat if table.chairs[seat].name}


def _exchange_detail(event: ExchangeMade) -> Body:
    body: Body = {"to": event.to.name, "count": event.count}
    if event.cards is not None:
        body["cards"] = [format_card(card) for card in event.cards]
    return body


def _table_detail(event: TableEvent) -> tuple[str, Body | None]:
    match event:
        case TableCreated():
            return "table_created", None
        case SeatTaken(_, name, kind):
            return "seat_taken", {"name": name, "kind": kind.value}
        case TableChanged():
            return "table_changed", None
        case SeatLeft(_, reason, name):
            return "seat_left", {"reason": reason.value, "kind": "cpu" if name is None else "open"}
        case SeatReturned():
            return "seat_returned", None
        case DeadlinePassed(_, misses):
            return "deadline_passed", {"misses": misses}
        case DeadlineMoved(_, deadline):
            return "deadline_moved", {"deadline": time_text(deadline)}
        case TableClosed(reason):
            return "table_closed", {"reason": reason.value}
        case _:
            assert_never(event)

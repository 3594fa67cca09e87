"""The table as a spectator sees it, and the view of a seat."""

from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

import orjson

from engine.actions import ActionKind
from engine.bids import all_bids, refusal_of_bid
from engine.cards import CardSet, cards_in, format_card, in_hand_order
from engine.deal import commitment_of, cut_for_seats
from engine.errors import Params, Refusal
from engine.phases import Phase
from engine.rules import Rules, rules_hash
from engine.scoring import EndReason, Result
from engine.seat_view import OwnExchange, PublicDeal, PublicMatch, SeatView, Turn
from engine.seats import Seat, Side
from engine.tricks import refusal_of_card, refusal_params
from engine.views import public_view, view_for
from service.auth import Actor
from service.ports import Loaded
from service.table import Chair, Table, TableStatus, Terms
from service.table_events import SeatKind
from service.table_turns import Retention
from service.tables.attendance import Present, presence_of
from service.texts import sentence
from service.wire.deals import (
    SEAT_NAMES,
    Body,
    bid_body,
    bidding_body,
    by_seat,
    cut_body,
    laid_cards,
    result_body,
    sheet_json,
    trick_body,
)

FINISHED: Final = (TableStatus.OVER, TableStatus.CLOSED)


def time_text(ms: int) -> str:
    """A moment as UTC ISO 8601 with milliseconds."""
    return f"{_second_text(ms // 1000)}.{ms % 1000:03d}Z"


@lru_cache(maxsize=1024)
def _second_text(seconds: int) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")


def body_for(
    loaded: Loaded, actor: Actor, language: str, now: int, retention: Retention, present: Present
) -> Body:
    """The table as `actor` may see it: a seat gets its view, everyone else the spectator's table."""
    table, body = loaded.table, table_body(loaded, actor, language, now, retention, present)
    if actor.seat is None:
        return body
    if table.match is None:
        return {**body, "you": _you_while_open(table, actor), "turn": None}
    is_playing = table.status is TableStatus.PLAYING
    view = view_for(table.match, actor.seat, _public(loaded))
    is_away = table.chairs[actor.seat].is_away
    turn = _turn_body(view, is_away, language) if is_playing else None
    return {**body, "you": _you(view), "turn": turn}


def table_body(
    loaded: Loaded, actor: Actor, language: str, now: int, retention: Retention, present: Present
) -> Body:
    """The table as a spectator sees it, also for who has a seat."""
    table = loaded.table
    deadlines = [deadline for deadline in table.deadlines if deadline is not None]
    is_member = actor.is_host or actor.seat is not None
    return {
        **_shown_to_all(loaded, language, retention, present),
        "join_code": table.join_code if is_member and table.status is TableStatus.OPEN else None,
        "server_time": time_text(now),
        "remaining_ms": max(0, min(deadlines) - now) if deadlines else None,
    }


@lru_cache(maxsize=512)
def _shown_to_all(loaded: Loaded, language: str, retention: Retention, present: Present) -> Body:
    """What does not depend on who looks, and when: made once for all who look at a version. What is null
    here is said by `table_body`."""
    table, rules, terms = loaded.table, loaded.table.rules, loaded.table.terms
    match = _public(loaded)
    deadlines = {
        SEAT_NAMES[seat]: time_text(at)
        for seat in rules.lineup.seats
        if (at := table.deadlines[seat]) is not None
    }
    return {
        "table_id": table.table_id,
        "version": loaded.version,
        "status": table.status.value,
        **_terms_body(terms),
        "join_code": None,
        "server_time": None,
        "expires_at": time_text(retention.expires_at(table)),
        "shuffle": _shuffle_body(table),
        "cut": _cut_body(table),
        "seats": {
            SEAT_NAMES[seat]: _chair_body(table.chairs[seat], is_present=present[seat])
            for seat in rules.lineup.seats
        },
        "deal": deal_body(rules, match.deal) if match else None,
        "last_trick": trick_body(rules, match.last_trick) if match and match.last_trick else None,
        "last_deal": sheet_json(rules, match.last_sheet, language) if match and match.last_sheet else None,
        "scores": _scores_body(rules, match),
        "to_act": [SEAT_NAMES[seat] for seat in seats_to_act(table)],
        "deadline": min(deadlines.values(), default=None),
        "deadlines": deadlines,
        "remaining_ms": None,
        "result": table_result(table),
        "rematch": table.rematch,
        "rematch_of": table.rematch_of,
    }


@lru_cache(maxsize=512)
def _public(loaded: Loaded) -> PublicMatch | None:
    """What anyone may know of the match: like `_shown_to_all`, made once for all who look at a version."""
    return public_view(loaded.table.match) if loaded.table.match else None


def seats_to_act(table: Table) -> tuple[Seat, ...]:
    return table.match.to_act if table.match and table.status is TableStatus.PLAYING else ()


@lru_cache(maxsize=1024)
def _terms_body(terms: Terms) -> Body:
    return {
        "rules": orjson.Fragment(orjson.dumps({"preset": terms.preset, **terms.rules.as_options()})),
        "rules_hash": rules_hash(terms.rules),
        "turn_seconds": terms.turn_seconds,
        "rated": terms.is_rated,
        "cpu_delay_ms": terms.cpu_delay_ms,
        "visibility": terms.visibility.value,
        "metadata": dict(terms.metadata),
    }


def _cut_body(table: Table) -> Body | None:
    """The cards that led to the seats, from the start of the match on."""
    if table.match is None or table.rules.seating != "cut":
        return None
    return cut_body(cut_for_seats(table.terms.seed).cards)


def _shuffle_body(table: Table) -> Body:
    return {
        "commitment": commitment_of(table.terms.seed),
        "chosen_by": "creator" if table.terms.chosen_by_creator else "server",
        "seed": table.terms.seed.hex() if table.status in FINISHED and table.match else None,
    }


def _chair_body(chair: Chair, *, is_present: bool) -> Body:
    presence = presence_of(chair, is_present=is_present).value
    if chair.kind is SeatKind.OPEN:
        return {"kind": "open", "name": None, "presence": presence}
    if chair.kind is SeatKind.CPU:
        return {"kind": "cpu", "level": chair.level, "name": chair.name, "presence": presence}
    return {"kind": "player", "name": chair.name, "presence": presence}


def deal_body(rules: Rules, deal: PublicDeal) -> Body:
    """What everyone sees of a deal."""
    is_all_bid = all(deal.bids[seat] for seat in rules.lineup.seats)
    return {
        "number": deal.number,
        "dealer": SEAT_NAMES[deal.dealer],
        "phase": deal.phase.value,
        **bidding_body(rules, deal.bids),
        "unseen": [SEAT_NAMES[seat] for seat in deal.unseen],
        "exchanges": [
            {"from": part.giver.name, "to": part.receiver.name, "count": part.count, "done": part.is_done}
            for part in deal.exchanges
        ],
        "stock": deal.stock if rules.players == 2 else None,
        "tricks_taken": by_seat(rules, deal.tricks_taken),
        "cards_held": by_seat(rules, deal.cards_held),
        "trick": _trick_in_progress(rules, deal) if is_all_bid and deal.phase is Phase.PLAYING else None,
        "spades_broken": deal.is_broken,
    }


def _trick_in_progress(rules: Rules, deal: PublicDeal) -> Body:
    return {
        "number": deal.trick_number,
        "leader": SEAT_NAMES[deal.leader],
        "cards": laid_cards(rules, deal.leader, deal.trick),
        "winner": None,
    }


def _scores_body(rules: Rules, match: PublicMatch | None) -> Body:
    points = match.points if match else (0,) * len(Side)
    bags = match.bags if match else (0,) * len(Side)
    return {name: {"points": points[side], "bags": bags[side]} for side, name in rules.lineup.named_sides}


def table_result(table: Table) -> Body | None:
    """How the match ended; a closed one that had begun is abandoned, and nobody won."""
    if table.match is None:
        return None
    result = table.match.result
    if result is None and table.status is TableStatus.CLOSED:
        result = Result(None, EndReason.ABANDONED, table.match.points)
    return result_body(table.rules, result) if result else None


def _you_while_open(table: Table, actor: Actor) -> Body:
    assert actor.seat is not None, "only a seat has a view"
    lineup = table.rules.lineup
    partner = lineup.partner[actor.seat]
    return {
        "seat": actor.seat.name,
        "side": lineup.side_name(actor.seat),
        "partner": partner.name if partner is not None else None,
        "hand": None,
        "hand_hidden": False,
        "exchange": None,
    }


def _you(view: SeatView) -> Body:
    partner = view.partner
    return {
        "seat": SEAT_NAMES[view.seat],
        "side": view.rules.lineup.side_name(view.seat),
        "partner": None if partner is None else SEAT_NAMES[partner],
        "hand": None if view.hand is None else cards_body(view.hand),
        "hand_hidden": view.hand is None,
        "exchange": _exchange_body(view.exchange) if view.exchange else None,
    }


@lru_cache(maxsize=4096)
def cards_body(cards: CardSet) -> list[str]:
    """A hand as players hold it. Cached: it stays the same while the others play; nobody may change it."""
    return [format_card(card) for card in in_hand_order(cards)]


def _exchange_body(exchange: OwnExchange) -> Body:
    return {
        "with": exchange.partner.name,
        "count": exchange.count,
        "given": None if exchange.given is None else [format_card(card) for card in exchange.given],
        "received": None if exchange.received is None else [format_card(card) for card in exchange.received],
    }


_RETURN: Final = "return"
"""A call that is open to a player whose seat a CPU keeps; not an action of the game."""
_NO_TURN: Final = Turn(None, (), 0)


def _turn_body(view: SeatView, is_away: bool, language: str) -> Body | None:
    turn = view.turn or (_NO_TURN if is_away else None)
    if turn is None:
        return None
    has_cards = ActionKind.PLAY in turn.actions or ActionKind.EXCHANGE in turn.actions
    has_bids = ActionKind.BID in turn.actions
    return {
        "id": turn.id,
        "actions": [*(action.value for action in turn.actions), *((_RETURN,) if is_away else ())],
        "choose": turn.choose,
        "drawn": None if turn.drawn is None else format_card(turn.drawn),
        "legal_cards": cards_body(view.legal_cards) if has_cards else [],
        "illegal_cards": _illegal_cards(view, language) if ActionKind.PLAY in turn.actions else [],
        "legal_bids": [bid_body(bid) for bid in view.legal_bids] if has_bids else [],
        "illegal_bids": _illegal_bids(view, language) if has_bids else [],
    }


def _illegal_cards(view: SeatView, language: str) -> list[Body]:
    situation = view.card_situation
    refused = [
        (card, refusal_of_card(situation, card)) for card in cards_in(situation.hand & ~view.legal_cards)
    ]
    return [
        {"card": format_card(card), **_reason(refusal, refusal_params(situation, refusal), language)}
        for card, refusal in refused
        if refusal is not None
    ]


def _illegal_bids(view: SeatView, language: str) -> list[Body]:
    situation = view.bid_situation
    refused = [(bid, refusal_of_bid(situation, bid)) for bid in all_bids(view.rules)]
    return [
        {"bid": bid_body(bid), **_reason(refusal, {}, language)}
        for bid, refusal in refused
        if refusal is not None
    ]


def _reason(refusal: Refusal, params: Params, language: str) -> Body:
    return {"code": refusal.value, "params": params, "text": sentence(language, f"refusal.{refusal}", params)}

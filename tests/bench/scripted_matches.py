"""Matches worked out beforehand by the engine, so that a client can send them without asking for a view."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import Any

from http_lines import Line, request

from engine.autoplay import take_turn
from engine.cards import format_card
from engine.deal import parse_seed
from engine.events import BidMade, CardPlayed, Event
from engine.levels import Level
from engine.play import start
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match

SEATS = ("N", "E", "S", "W")


@dataclass(frozen=True, slots=True)
class Move:
    """One action of a seat: the name of its call, and its body with the turn."""

    seat: Seat
    call: str
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ScriptedDeal:
    bids: tuple[Move, ...]
    plays: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class ScriptedMatch:
    """A match of four players under standard rules; the service deals the same cards for the same seed."""

    seed: str
    deals: tuple[ScriptedDeal, ...]


def scripted_matches(deals: int) -> Iterator[ScriptedMatch]:
    """Matches that last longer than `deals`, always the same ones; what is beyond is left out."""
    for number in count(1):
        seed = f"bench {number}"
        moves = tuple(_moves(parse_seed(seed), deals))
        if len(moves) == deals:
            yield ScriptedMatch(seed, moves)


def _moves(seed: bytes, deals: int) -> Iterator[ScriptedDeal]:
    match = start(Rules(), seed).match
    while match.result is None and match.deal.number <= deals:
        match, bids = _several(match, 4)
        match, plays = _several(match, 52)
        if match.result is None:
            yield ScriptedDeal(bids, plays)


def _several(match: Match, number: int) -> tuple[Match, tuple[Move, ...]]:
    moves = []
    for _ in range(number):
        seat = match.to_act[0]
        step = take_turn(match, seat, Level.EASY)
        moves.append(_move(seat, match.turns[seat], step.events[0]))
        match = step.match
    return match, tuple(moves)


def _move(seat: Seat, turn: int | None, event: Event) -> Move:
    match event:
        case CardPlayed(_, card, _):
            return Move(seat, "play", {"turn": turn, "card": format_card(card)})
        case BidMade(_, bid):
            return Move(seat, "bid", {"turn": turn, "bid": {"kind": bid.kind.value, "tricks": bid.tricks}})
        case _:
            raise AssertionError("standard rules have bids and cards only")


@dataclass(frozen=True, slots=True)
class ScriptedTable:
    """A table of four players on the service, whose match goes by the script."""

    line: Line
    table_id: str
    join_code: str
    tokens: dict[str, str]
    script: ScriptedMatch
    host: str

    def request_of(self, move: Move) -> bytes:
        """The action's request, with an Idempotency-Key of its own."""
        path = f"/v1/tables/{self.table_id}/{move.call}"
        return request("POST", path, self.tokens[move.seat.name], move.body, str(uuid.uuid4()))

    def view_request(self, seat: str) -> bytes:
        return request("GET", f"/v1/tables/{self.table_id}/view", self.tokens[seat])


def open_scripted(line: Line, script: ScriptedMatch) -> ScriptedTable:
    seats = {seat: {"kind": "player"} for seat in SEATS}
    asked = request("POST", "/v1/tables", body={"seats": seats, "seed": script.seed}, key=str(uuid.uuid4()))
    made = line.ask(asked).json
    tokens = made["tokens"]["seats"]
    return ScriptedTable(
        line, made["table"]["table_id"], made["join_code"], tokens, script, made["tokens"]["host"]
    )

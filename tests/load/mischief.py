"""What bad clients do before they act: each prank, and the statuses that it may get."""

import random
import uuid
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from http_lines import request
from seated import Body, Seated


@dataclass(frozen=True, slots=True)
class Prank:
    statuses: Sequence[int]
    request: Callable[[Seated, Body], bytes]


def _play(seated: Seated, view: Body, **changed: Any) -> bytes:
    call, body = seated.action(view)
    return request("POST", seated.path(call), seated.token, {**body, **changed}, str(uuid.uuid4()))


def _foreign_card(seated: Seated, view: Body) -> bytes:
    """A card that the player does not hold, or one while bids are due."""
    held = view["you"]["hand"]
    card = next(each for each in ("2C", "2D", "2H", "2S", "3C", *_MORE) if each not in held)
    body = {"turn": view["turn"]["id"], "card": card}
    return request("POST", seated.path("play"), seated.token, body, str(uuid.uuid4()))


_MORE = [rank + suit for rank in "3456789" for suit in "CDHS"]


def _not_json(seated: Seated, view: Body) -> bytes:
    asked = _play(seated, view)
    head, _, body = asked.partition(b"\r\n\r\n")
    return head + b"\r\n\r\n" + b"{" * len(body)


PRANKS = {
    "a card that is not held": Prank((409, 422), _foreign_card),
    "a turn that is over": Prank(
        (409, 422), lambda seated, view: _play(seated, view, turn=view["turn"]["id"] - 1)
    ),
    "a field that is not known": Prank((422,), lambda seated, view: _play(seated, view, luck=7)),
    "no JSON": Prank((400,), _not_json),
    "a wrong token": Prank(
        (401,), lambda seated, view: request("GET", seated.path("view"), "st_" + 43 * "x")
    ),
    "no such table": Prank((404,), lambda seated, view: request("GET", f"/v1/tables/tb_00{22 * 'x'}")),
    "no such call": Prank((404,), lambda seated, view: request("GET", seated.path("nothing"), seated.token)),
}


def do_mischief(seated: Seated, view: Body) -> None:
    """One prank, chosen by chance; an answer that it should not get is a fault."""
    name = random.choice(list(PRANKS))
    prank = PRANKS[name]
    seated.journal.ask(seated.line, f"bad: {name}", prank.request(seated, view), prank.statuses)

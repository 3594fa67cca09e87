"""Plays a whole match through the client that openapi-python-client makes: `python play_match.py URL`.

It knows no rule: it takes the first of what the view calls legal. Prints the record of the match.
"""

import json
import sys
import uuid
from collections.abc import Callable
from typing import Any, TypeVar

from spades_client import AuthenticatedClient, Client
from spades_client.api.actions import draw_card, give_cards, look, place_bid, play_card
from spades_client.api.deals import get_record
from spades_client.api.events import list_events
from spades_client.api.tables import create_table, get_view
from spades_client.models import (
    Acted,
    Bid,
    BidRequest,
    CreatedTable,
    CreateTable,
    DrawCard,
    EventPage,
    GiveCards,
    Look,
    PlaceBid,
    PlayCard,
    Record,
    Turn,
    View,
)

Body = TypeVar("Body")
RULES = {"preset": "short", "target": 60}
SEATS = {"S": {"kind": "player", "name": "generated"}, **{seat: {"kind": "cpu"} for seat in "NEW"}}


def asked_for(given: object, kind: type[Body]) -> Body:
    """The answer, which must be the one that the document promises for success."""
    assert isinstance(given, kind), given
    return given


class Player:
    def __init__(self, url: str) -> None:
        offer = CreateTable.from_dict({"seats": SEATS, "rules": RULES})
        made = create_table.sync(client=Client(url), body=offer, idempotency_key=str(uuid.uuid4()))
        created = asked_for(made, CreatedTable)
        self.table_id = created.table.table_id
        self.client = AuthenticatedClient(url, created.tokens.seats["S"], timeout=40)

    def view(self) -> View:
        return asked_for(get_view.sync(self.table_id, client=self.client), View)

    def wait(self, after: int) -> int:
        page = list_events.sync(self.table_id, client=self.client, after=after, wait=25)
        return asked_for(page, EventPage).last_seq

    def act(self, turn: Turn) -> None:
        call, body = decision(turn)
        done = call(self.table_id, client=self.client, body=body, idempotency_key=str(uuid.uuid4()))
        asked_for(done, Acted)

    def record(self) -> Record:
        return asked_for(get_record.sync(self.table_id, client=self.client), Record)


def decision(turn: Turn) -> tuple[Callable[..., Any], Any]:
    if "bid" in turn.actions and turn.legal_bids:
        return place_bid.sync, PlaceBid(turn=turn.id, bid=bid_request(turn.legal_bids[0]))
    if "play" in turn.actions:
        return play_card.sync, PlayCard(turn=turn.id, card=turn.legal_cards[0])
    if "exchange" in turn.actions:
        return give_cards.sync, GiveCards(turn=turn.id, cards=turn.legal_cards[: turn.choose])
    if "draw" in turn.actions:
        return draw_card.sync, DrawCard(turn=turn.id, keep=True)
    return look.sync, Look()


def bid_request(bid: Bid) -> BidRequest:
    return BidRequest.from_dict(bid.to_dict())


def play(player: Player) -> Record:
    seen = 0
    while (view := player.view()).result is None:
        if view.turn:
            player.act(view.turn)
        else:
            seen = player.wait(seen)
    return player.record()


if __name__ == "__main__":
    print(json.dumps(play(Player(sys.argv[1])).to_dict()))

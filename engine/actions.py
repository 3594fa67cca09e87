"""What a seat may ask for."""

from dataclasses import dataclass
from enum import StrEnum

from engine.bids import Bid
from engine.cards import Card


class ActionKind(StrEnum):
    """The name of an action, which is also the name of its call in the API."""

    LOOK = "look"
    BID = "bid"
    EXCHANGE = "exchange"
    PLAY = "play"
    DRAW = "draw"


@dataclass(frozen=True, slots=True)
class Look:
    """Turn up a hand that was hidden."""


@dataclass(frozen=True, slots=True)
class PlaceBid:
    bid: Bid


@dataclass(frozen=True, slots=True)
class GiveCards:
    """The seat's part of an exchange."""

    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class PlayCard:
    card: Card


@dataclass(frozen=True, slots=True)
class Draw:
    """Keep the top card of the stock and discard the next one unseen, or discard it and keep the next."""

    keep: bool


Action = Look | PlaceBid | GiveCards | PlayCard | Draw

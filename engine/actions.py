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


Action = Look | PlaceBid | GiveCards | PlayCard

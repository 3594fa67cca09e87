"""The phases of a deal."""

from enum import StrEnum


class Phase(StrEnum):
    BIDDING = "bidding"
    EXCHANGE = "exchange"
    PLAYING = "playing"
    OVER = "over"

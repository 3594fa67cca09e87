"""The phases of a deal."""

from enum import StrEnum


class Phase(StrEnum):
    DRAWING = "drawing"
    BIDDING = "bidding"
    EXCHANGE = "exchange"
    PLAYING = "playing"
    OVER = "over"

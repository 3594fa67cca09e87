"""English: the words of the game, and what they mean."""

from typing import Final

TERMS: Final = {
    "table": "table",
    "seat": "seat",
    "side": "side",
    "deal": "deal",
    "trick": "trick",
    "bid": "bid",
    "ordinary_bid": "ordinary bid",
    "nil": "nil",
    "blind_bid": "blind bid",
    "contract": "contract",
    "bag": "bag",
    "set": "set",
    "lead": "lead",
    "follow": "follow",
    "void": "void",
    "ruff": "ruff",
    "discard": "discard",
    "broken": "broken",
}

MEANINGS: Final = {
    "table": "One match, from seating to the final score.",
    "seat": "N, E, S or W, clockwise in this order. A player or a CPU sits on it.",
    "side": "NS and EW: partners sit opposite each other. In a duel N and S are sides of their own.",
    "deal": "13 tricks, from the shuffle to the line on the score sheet.",
    "trick": (
        "One card from each seat in turn. The highest spade wins it, else the highest card of the suit led."
    ),
    "bid": "The number of tricks that a seat says it will take. Each seat bids once in a deal.",
    "ordinary_bid": (
        "A bid of 1 to 13 tricks, blind or not. It adds to the contract. A zero adds 0 and is no nil."
    ),
    "nil": "The bid to take no trick. A blind nil is a nil wherever these rules say nil.",
    "blind_bid": "A bid made before the bidder has seen its hand: a blind nil, or blind tricks.",
    "contract": "The sum of the ordinary bids of a side.",
    "bag": "A trick that counts beyond the contract.",
    "set": "Said of a contract or a nil that was not made.",
    "lead": "To play the first card of a trick.",
    "follow": "To play a card of the suit led. Whoever has one must.",
    "void": "Without a card of a suit.",
    "ruff": "To play a spade on another suit, which one is void in.",
    "discard": "To play a card that is neither of the suit led nor a spade. In a duel: to put a card away.",
    "broken": (
        "Spades are broken once a spade has been played in this deal. Only then may they be led, unless "
        "a hand holds nothing but spades."
    ),
}

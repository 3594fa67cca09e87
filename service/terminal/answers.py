"""What a player types, made into the body of a call. What may be typed is what the view calls legal."""

from collections.abc import Sequence
from typing import Any, Final

from service.terminal.screen import cards_text

Body = dict[str, Any]
Asked = tuple[str, Body]
"""A call and its body."""

LOOK: Final = "look"
BACK: Final = "back"
_SIGNS: Final = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}
_JOKERS: Final = {"BIG": "BJ", "LITTLE": "LJ"}
_YES_NO: Final = {"y": True, "yes": True, "はい": True, "n": False, "no": False, "いいえ": False}


class NotUnderstood(Exception):
    """The text is what would have been understood."""


def asked_for(turn: Body, text: str) -> Asked:
    """The call that `text` stands for in this turn. Raises NotUnderstood."""
    call, body = _parsed(turn, text.strip())
    return call, body if turn["id"] is None or call == "look" else {"turn": turn["id"], **body}


def bid_words(turn: Body) -> list[str]:
    """What may be typed for a bid: `4`, `nil`, `blind 6`."""
    return [_bid_word(bid) for bid in turn["legal_bids"]]


def _parsed(turn: Body, text: str) -> Asked:
    actions, word = turn["actions"], text.lower()
    if "look" in actions and word == LOOK:
        return "look", {}
    if "return" in actions and word == BACK:
        return "return", {}
    if "bid" in actions:
        return "bid", {"bid": _bid(turn, word)}
    if "play" in actions:
        return "play", {"card": _cards(turn, text, 1)[0]}
    if "exchange" in actions:
        return "exchange", {"cards": _cards(turn, text, turn["choose"])}
    if "draw" in actions and word in _YES_NO:
        return "draw", {"keep": _YES_NO[word]}
    raise NotUnderstood("y, n" if "draw" in actions else ", ".join(_words_left(actions)))


def _words_left(actions: Sequence[str]) -> list[str]:
    return [word for action, word in (("look", LOOK), ("return", BACK)) if action in actions]


def _bid(turn: Body, word: str) -> Body:
    for bid in turn["legal_bids"]:
        if word == _bid_word(bid):
            found: Body = bid
            return found
    raise NotUnderstood(", ".join(bid_words(turn) + _words_left(turn["actions"])))


def _bid_word(bid: Body) -> str:
    match bid["kind"]:
        case "tricks":
            return str(bid["tricks"])
        case "blind_tricks":
            return f"blind {bid['tricks']}"
        case kind:
            return str(kind).replace("_", " ")


def _cards(turn: Body, text: str, count: int) -> list[str]:
    """Codes in either case, with a suit's letter or sign on either side.

    Cards of the hand that are refused go to the service, too: it says why.
    """
    known = [*turn["legal_cards"], *(each["card"] for each in turn["illegal_cards"])]
    cards = [_card(word) for word in text.replace(",", " ").split()]
    if len(cards) != count or any(card not in known for card in cards):
        raise NotUnderstood(cards_text(turn["legal_cards"]))
    return cards


def _card(word: str) -> str:
    code = "".join(_SIGNS.get(letter, letter) for letter in word.upper()).replace("10", "T")
    if code.removeprefix("S") in _JOKERS:
        return _JOKERS[code.removeprefix("S")]
    return code[::-1] if len(code) == 2 and code[0] in "SHDC" and code != "BJ" else code

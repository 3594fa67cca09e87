"""English: the words for cards, bids and seats, and the sentences of a match."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from service.texts import en_hints, en_problems, en_rules
from service.texts.keys import keyed

_NUMBERS: Final = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "eleven", "twelve", "thirteen"),
)
_RANKS: Final = {
    **{str(pips): _NUMBERS[pips] for pips in range(2, 10)},
    "T": "ten",
    "J": "jack",
    "Q": "queen",
    "K": "king",
    "A": "ace",
}
_SUITS: Final = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
_JOKERS: Final = {"BJ": "the big joker", "LJ": "the little joker"}
_SEATS: Final = {"N": "North", "E": "East", "S": "South", "W": "West"}
_REASONS: Final = {
    "leave": "left",
    "misses": "missed two turns in a row",
    "replaced": "was replaced",
    "closed": "by its host",
}


def _card(code: str) -> str:
    if code in _JOKERS:
        return _JOKERS[code]
    return f"the {_RANKS[code[0]]} of {_SUITS[code[1]]}"


def _bid(bid: Mapping[str, Any]) -> str:
    """A bid as a body of the API has it."""
    match bid["kind"]:
        case "tricks":
            return _NUMBERS[bid["tricks"]]
        case "blind_tricks":
            return f"a blind {_NUMBERS[bid['tricks']]}"
        case kind:
            return str(kind).replace("_", " ")


def _count(count: int) -> str:
    return f"{_NUMBERS[count]} {'card' if count == 1 else 'cards'}"


def _drawn(drawn: Iterable[tuple[str, str, str]]) -> str:
    """Name, card and seat of each player."""
    return "; ".join(f"{who} drew {_card(card)} and sits {_SEATS[seat]}" for who, card, seat in drawn)


def _points(points: int) -> str:
    return str(points).replace("-", "−")


def _score(score: Mapping[str, Any]) -> str:
    """Where the sides stand after a deal."""
    return ", ".join(f"{side} {_points(lines['running_total'])}" for side, lines in score.items())


def _result(result: Mapping[str, Any]) -> str:
    scores = ", ".join(f"{side} {_points(points)}" for side, points in result["scores"].items())
    end = f"{result['winner']} wins" if result["winner"] else "nobody wins"
    return f"{end} ({scores})"


NAMES: Final[Mapping[str, Callable[..., str]]] = {
    **en_hints.NAMES,
    "card": _card,
    "suit": _SUITS.__getitem__,
    "seat": _SEATS.__getitem__,
    "bid": _bid,
    "count": _count,
    "drawn": _drawn,
    "each": _points,
    "score": _score,
    "result": _result,
    "reason": _REASONS.__getitem__,
    "allowed": str,
    "clashes_with": ", ".join,
}

_EVENTS: Final = {
    "table_created": "The table is open.",
    "table_changed": "The host changed the table.",
    "seat_taken": "{name} takes a seat.",
    "seat_left": "{who} {reason}; a CPU keeps the seat.",
    "seat_opened": "{who} {reason}; the seat is open.",
    "seat_returned": "{who} is back.",
    "seats_cut": "The cut for seats: {drawn}.",
    "match_started": "The match begins.",
    "deal_started": "Deal {number}: {who} deals.",
    "card_drawn": "{who} draws a card.",
    "hand_shown": "{who} can see the hand.",
    "hand_looked": "{who} looks at the hand.",
    "bid_made": "{who} bids {bid}.",
    "exchange_made": "{who} passes {count} to {partner}.",
    "card_played": "{who} plays {card}.",
    "trick_won": "{who} wins trick {number}.",
    "spades_broken": "{who} breaks spades.",
    "deal_scored": "Deal {number} is scored: {score}.",
    "match_over": "The match is over: {result}.",
    "deadline_passed": "{who} ran out of time.",
    "deadline_moved": "The service was interrupted; {who} has more time.",
    "table_closed": "The table was closed {reason}.",
}

_LINES: Final = {
    "contract_made": "Contract {contract}, took {took}, made: 10 × {contract}.",
    "contract_set": "Contract {contract}, took {took}, set: −10 × {contract}.",
    "contract_none": "Contract 0: there was no ordinary bid.",
    "contract_blind_made": "Contract {contract}, {doubled} of it blind, took {took}, made: "
    "10 × {contract} + 10 × {doubled}.",
    "contract_blind_set": "Contract {contract}, {doubled} of it blind, took {took}, set: "
    "−10 × {contract} − 10 × {doubled}.",
    "contract_200_made": "Contract {contract}, took {took}, made: 200 for a contract of 10 or more.",
    "contract_200_set": "Contract {contract}, took {took}, set: −200 for a contract of 10 or more.",
    "bags": "Bags: {bags} × {each}.",
    "nil_made": "{seat} bid nil, took 0: made.",
    "nil_set": "{seat} bid nil, took {took}: set.",
    "blind_nil_made": "{seat} bid blind nil, took 0: made, counted twice.",
    "blind_nil_set": "{seat} bid blind nil, took {took}: set, counted twice.",
    "nil_none": "No nil was bid.",
    "bag_penalty": "Penalty for each {limit} bags: −{times} × {each}.",
    "bag_penalty_none": "No bag penalty. Bags carried over: {bags_carried}.",
    "bonus_13": "Contract of 13 made: bonus.",
    "bonus_none": "No bonus.",
    "deal_total": "The lines above, added up.",
    "running_total": "The score so far. Bags carried over: {bags_carried}.",
}

SENTENCES: Final[Mapping[str, str]] = {
    **keyed("event", _EVENTS),
    **keyed("line", _LINES),
    **en_hints.SENTENCES,
    **en_problems.SENTENCES,
    **en_rules.SENTENCES,
}

"""English: the words for cards, bids and seats, and all sentences. Rule book texts: en_rules.py."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from service.texts import en_rules

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
_SEATS: Final = {"N": "North", "E": "East", "S": "South", "W": "West"}
_REASONS: Final = {
    "leave": "left",
    "misses": "missed two turns in a row",
    "replaced": "was replaced",
    "closed": "by its host",
}


def _card(code: str) -> str:
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


def _score(score: Mapping[str, Any]) -> str:
    """Where the sides stand after a deal."""
    return ", ".join(f"{side} {lines['running_total']}" for side, lines in score.items())


def _result(result: Mapping[str, Any]) -> str:
    scores = ", ".join(f"{side} {points}" for side, points in result["scores"].items())
    end = f"{result['winner']} wins" if result["winner"] else "nobody wins"
    return f"{end} ({scores})"


NAMES: Final[Mapping[str, Callable[..., str]]] = {
    "card": _card,
    "suit": _SUITS.__getitem__,
    "seat": _SEATS.__getitem__,
    "bid": _bid,
    "count": _count,
    "score": _score,
    "result": _result,
    "reason": _REASONS.__getitem__,
    "clashes_with": ", ".join,
}

_REFUSALS: Final = {
    "wrong_phase": ("That is not possible now", "The match is not in the phase for this."),
    "not_your_turn": ("It is not your turn", "Another seat is to act."),
    "hand_already_seen": ("You have seen your hand", "You looked at your hand, so you can't bid blind."),
    "blind_not_allowed": ("This blind bid is not allowed", "You may not make this blind bid now."),
    "bid_must_be_nil": ("You must bid nil", "Only a nil may be bid here."),
    "nil_not_allowed": ("Nil is not allowed", "You may not bid nil here."),
    "must_look_first": ("You must look first", "Only a blind bid can be made before you look at your hand."),
    "bid_fixed_by_hand": ("Your hand fixes the bid", "These rules fix your bid by the spades in your hand."),
    "bid_below_minimum": ("The bid is too low", "Your bid is lower than these rules allow."),
    "wrong_card_count": ("Wrong number of cards", "Choose {count}, no more and no fewer."),
    "card_not_in_hand": ("You don't hold that card", "That card is not in your hand."),
    "must_lead_lowest_club": ("You must lead the lowest club", "The first lead is the lowest club in play."),
    "spades_not_broken": ("Spades are not broken", "Spades are not broken yet."),
    "must_follow_suit": ("You must follow suit", "The suit led is {suit}, and you hold some."),
    "invalid_field": ("A field is not valid", "Allowed here: {allowed}."),
    "unknown_field": ("A field is unknown", "There is no field of this name here."),
    "rules_clash": ("The rules clash", "This can't be combined with {clashes_with}."),
    "not_supported": ("Not supported yet", "This is not supported yet; allowed: {allowed}."),
}

_PROBLEMS: Final = {
    "invalid_field": ("A field is not valid", "Part of the request can't be used; `errors` says which."),
    "unknown_field": ("A field is unknown", "A field of the request is not known; `errors` says which."),
    "rules_clash": ("The rules clash", "Some options can't be combined; `errors` names each pair."),
    "not_supported": ("Not supported yet", "A value is planned but not supported yet; `errors` says which."),
    "not_json": ("The body is not JSON", "Send a JSON object in UTF-8, without NaN and not nested deeply."),
    "too_large": ("The body is too large", "The body is larger than this service takes."),
    "wrong_content_type": ("Wrong content type", "Send the body as application/json."),
    "unauthenticated": (
        "A valid token is needed",
        "Send the token of this table as `Authorization: Bearer <token>`.",
    ),
    "forbidden": ("Not allowed with this token", "This token is good, but not for this call."),
    "wrong_join_code": ("Wrong join code", "There is no open invitation with this join code."),
    "not_found": ("Not found", "There is nothing at this address."),
    "method_not_allowed": ("Method not allowed", "Not with this method; `Allow` names those that are."),
    "turn_expired": ("That turn is over", "The request names a turn that is not the one to be taken now."),
    "table_over": ("The table is over", "Nothing more can be done at this table."),
    "seat_taken": ("The seat is taken", "Somebody sits there already."),
    "already_started": ("The match has started", "The match has started; no seat is open."),
    "stale_version": ("The table has changed", "The table is not at the version that `If-Match` names."),
    "idempotency_key_reused": ("The key was used before", "This key came with another body before."),
    "idempotency_key_weak": (
        "The key is too short",
        "Here the Idempotency-Key must be a secret of 22 to 128 characters, such as a UUID.",
    ),
    "seed_not_allowed": (
        "A chosen seed is not allowed",
        "A seed can't be chosen for a rated table, a public one, or one with an open seat.",
    ),
    "store_unavailable": ("The store is not available", "Nothing was changed. Please try again in a moment."),
    "upgrading": ("The service is being upgraded", "Nothing was changed. Please try again in a moment."),
    "internal_error": ("Something went wrong here", "This is our fault. Please tell us the `instance`."),
}

_EVENTS: Final = {
    "table_created": "The table is open.",
    "seat_taken": "{name} takes a seat.",
    "seat_left": "{who} {reason}; a CPU keeps the seat.",
    "seat_returned": "{who} is back.",
    "match_started": "The match begins.",
    "deal_started": "Deal {number}: {who} deals.",
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
    "table_closed": "The table was closed {reason}.",
}

_LINES: Final = {
    "contract_made": "Contract of {contract} made with {took} tricks.",
    "contract_set": "Contract of {contract} set with {took} tricks.",
    "contract_none": "No contract; {took} tricks taken.",
    "bags": "Bags: {bags}, at {each} each.",
    "nil_made": "{seat} made nil.",
    "nil_set": "{seat} bid nil and took {took}.",
    "blind_nil_made": "{seat} made blind nil.",
    "blind_nil_set": "{seat} bid blind nil and took {took}.",
    "nil_none": "No nil.",
    "bag_penalty": "Bag penalty: {times} times {each}, one for each {limit} bags.",
    "bag_penalty_none": "No bag penalty; {bags_carried} bags carried over.",
    "no_bonus": "No bonus.",
    "deal_total": "Total of the deal.",
    "running_total": "Total of the match; {bags_carried} bags carried over.",
}

_PARAMETERS: Final = {
    "parameter.invalid_field": "{parameter} takes {allowed}.",
    "parameter.unknown_field": "There is no parameter {parameter}.",
}

SENTENCES: Final[Mapping[str, str]] = {
    **{f"refusal.{code}": text for code, (_, text) in _REFUSALS.items()},
    **{f"problem.{code}.title": title for code, (title, _) in (_REFUSALS | _PROBLEMS).items()},
    **{f"problem.{code}.detail": detail for code, (_, detail) in (_REFUSALS | _PROBLEMS).items()},
    **{f"event.{kind}": text for kind, text in _EVENTS.items()},
    **{f"line.{code}": text for code, text in _LINES.items()},
    **{f"option.{name}": text for name, text in en_rules.OPTIONS.items()},
    **{f"preset.{name}": text for name, text in en_rules.PRESETS.items()},
    **_PARAMETERS,
}

"""The closed list of reasons for which the engine refuses something."""

from collections.abc import Mapping
from enum import StrEnum


class Refusal(StrEnum):
    """Why an action, or a set of rules, is refused. The values are part of the API."""

    WRONG_PHASE = "wrong_phase"
    NOT_YOUR_TURN = "not_your_turn"
    HAND_ALREADY_SEEN = "hand_already_seen"
    BLIND_NOT_ALLOWED = "blind_not_allowed"
    BID_MUST_BE_NIL = "bid_must_be_nil"
    NIL_NOT_ALLOWED = "nil_not_allowed"
    MUST_LOOK_FIRST = "must_look_first"
    BID_FIXED_BY_HAND = "bid_fixed_by_hand"
    BID_BELOW_MINIMUM = "bid_below_minimum"
    WRONG_CARD_COUNT = "wrong_card_count"
    CARD_NOT_IN_HAND = "card_not_in_hand"
    MUST_LEAD_LOWEST_CLUB = "must_lead_lowest_club"
    SPADES_NOT_BROKEN = "spades_not_broken"
    MUST_FOLLOW_SUIT = "must_follow_suit"
    INVALID_FIELD = "invalid_field"
    UNKNOWN_FIELD = "unknown_field"
    RULES_CLASH = "rules_clash"
    NOT_SUPPORTED = "not_supported"  # of what is named but not built: nothing now; codes are never taken away


Params = Mapping[str, str | int | None]


class IllegalAction(Exception):
    """An action that the rules refuse. Nothing was changed.

    `field` names the member of the action at fault, `index` its place where the member is a list.
    """

    def __init__(
        self,
        refusal: Refusal,
        *,
        field: str | None = None,
        index: int | None = None,
        params: Params | None = None,
    ) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
        self.field = field
        self.index = index
        self.params: Params = params or {}

"""Why a CPU chose what it chose: codes that a hint can put into words, each with the cards it speaks of."""

from dataclasses import dataclass
from enum import StrEnum

from engine.cards import Card


class ReasonCode(StrEnum):
    """The values are codes for texts; the names say what the CPU saw."""

    LOOKS_FIRST = "looks_first"
    FAR_BEHIND = "far_behind"
    GOOD_CARD = "good_card"
    POOR_CARD = "poor_card"
    HONOURS = "honours"
    LONG_SPADES = "long_spades"
    CAN_RUFF = "can_ruff"
    WEAK_HAND = "weak_hand"
    SAFE_NIL = "safe_nil"
    COVERS_NIL_BID = "covers_nil_bid"
    ONLY_BID = "only_bid"
    BIDS_WHAT_WINS = "bids_what_wins"
    BIDS_FOR_BONUS = "bids_for_bonus"
    LOWEST_ALLOWED = "lowest_allowed"
    RISKY_NIL = "risky_nil"
    LEAVES_NIL_TO_PARTNER = "leaves_nil_to_partner"
    DANGEROUS_CARDS = "dangerous_cards"
    LOW_CARDS = "low_cards"
    ONLY_CARD = "only_card"
    SURE_WINNER = "sure_winner"
    WINS_CHEAPLY = "wins_cheaply"
    HIGH_CARD = "high_card"
    RUFFS = "ruffs"
    PARTNER_WINS = "partner_wins"
    CANNOT_WIN = "cannot_win"
    LEAVES_IT_TO_PARTNER = "leaves_it_to_partner"
    LEADS_LOW = "leads_low"
    LEADS_FOR_RUFF = "leads_for_ruff"
    DRAWS_SPADES = "draws_spades"
    KEEPS_NIL = "keeps_nil"
    COVERS_PARTNER_NIL = "covers_partner_nil"
    ATTACKS_NIL = "attacks_nil"
    NEEDS_TRICKS = "needs_tricks"
    SETS_OPPONENTS = "sets_opponents"
    AVOIDS_BAG = "avoids_bag"
    TAKES_BAGS = "takes_bags"


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason; `cards` are those that it speaks of, highest first, or none."""

    code: ReasonCode
    cards: tuple[Card, ...] = ()

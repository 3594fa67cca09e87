"""Why a CPU chose what it chose: codes that a hint can put into words, each with the cards it speaks of."""

from dataclasses import dataclass
from enum import StrEnum

from engine.cards import Card


class ReasonCode(StrEnum):
    """The values are codes for texts and part of the API; the names say what the CPU saw.

    A params list in a comment: what comes along. What `choose` gives of a card is a rule and an aim alone;
    `explain` adds the params and says more exactly what such a rule meant.
    """

    # A hidden hand, a draw, an exchange.
    LOOKS_FIRST = "looks_first"
    FAR_BEHIND = "far_behind"
    GOOD_CARD = "good_card"
    POOR_CARD = "poor_card"
    DANGEROUS_CARDS = "dangerous_cards"
    LOW_CARDS = "low_cards"

    # What moved a bid away from the worth of the hand.
    ONLY_BID = "only_bid"
    ENOUGH_TO_WIN = "enough_to_win"
    STRETCHES_TO_WIN = "stretches_to_win"
    BIDS_FOR_BONUS = "bids_for_bonus"
    LOWEST_ALLOWED = "lowest_allowed"  # lowest
    RISKY_NIL = "risky_nil"
    COVERS_NIL_BID = "covers_nil_bid"
    COVERS_BLIND_BID = "covers_blind_bid"  # blind
    LEAVES_NIL_TO_PARTNER = "leaves_nil_to_partner"

    # What a hand is bid for.
    SURE_WINNER = "sure_winner"  # of a card that is played, too
    LIKELY_WINNER = "likely_winner"
    LONG_SPADES = "long_spades"  # count
    CAN_RUFF = "can_ruff"  # suit
    CAN_RUFF_SOON = "can_ruff_soon"  # suit
    WEAK_HAND = "weak_hand"
    ADDS_UP = "adds_up"
    HAND_WORTH = "hand_worth"  # hundredths
    ROUNDS_DOWN = "rounds_down"

    # A nil, and what makes it safe.
    SAFE_NIL = "safe_nil"
    NIL_RATHER_THAN_NUMBER = "nil_rather_than_number"  # lowest
    NIL_SUITS_HAND = "nil_suits_hand"
    WILL_GIVE = "will_give"
    NO_SPADES = "no_spades"
    LOW_SPADES = "low_spades"
    NO_HIGH_CARDS = "no_high_cards"
    GUARDED_HIGH_CARDS = "guarded_high_cards"

    # The rule that chose a card.
    ONLY_CARD = "only_card"
    HIGHEST_LEFT = "highest_left"  # suit
    WINS_CHEAPLY = "wins_cheaply"
    HIGH_CARD = "high_card"
    RUFFS = "ruffs"  # suit
    PARTNER_WINS = "partner_wins"
    OVER_PARTNER = "over_partner"
    CANNOT_WIN = "cannot_win"
    LEAVES_IT_TO_PARTNER = "leaves_it_to_partner"
    SECOND_HAND_LOW = "second_hand_low"
    LEADS_LOW = "leads_low"  # suit
    LEADS_LAST = "leads_last"  # suit
    LEADS_ONLY = "leads_only"  # suit
    LEADS_FOR_RUFF = "leads_for_ruff"  # suit
    DRAWS_SPADES = "draws_spades"
    UNDER_HIGHER = "under_higher"  # count, suit
    ONLY_RUFFED = "only_ruffed"
    DUCKS = "ducks"
    THROWS_AWAY = "throws_away"  # suit
    FORCED_HIGH = "forced_high"
    FORCED_LOW = "forced_low"
    TAKES_ANYWAY = "takes_anyway"
    TAKES_OVER = "takes_over"
    PLAYS_HIGH = "plays_high"
    AS_GOOD = "as_good"
    PARTNER_IS_OUT = "partner_is_out"  # suit

    # What a search makes of it, beside the card that the rules choose.
    PLAYED_OUT = "played_out"
    NOT_CONFIRMED = "not_confirmed"  # of a review: the same, but the ranking shows it no better
    SEARCH_PREFERS = "search_prefers"  # of a hint: the card of the search, then the recommended one

    # The aim behind it.
    KEEPS_NIL = "keeps_nil"
    COVERS_PARTNER_NIL = "covers_partner_nil"
    ATTACKS_NIL = "attacks_nil"  # seat
    NEEDS_TRICKS = "needs_tricks"  # needed, left
    NEEDS_ALL_TRICKS = "needs_all_tricks"  # needed, left
    SETS_OPPONENTS = "sets_opponents"  # needed
    AVOIDS_BAG = "avoids_bag"
    AVOIDS_PENALTY = "avoids_penalty"  # points
    CONTRACT_IS_LOST = "contract_is_lost"
    TRICKS_DO_NOT_COUNT = "tricks_do_not_count"
    TAKES_BAGS = "takes_bags"


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason; `cards` are those that it speaks of, or none; `params` what else it speaks of."""

    code: ReasonCode
    cards: tuple[Card, ...] = ()
    params: tuple[tuple[str, str | int], ...] = ()

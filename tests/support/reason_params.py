"""What comes along with each code of a reason: how many cards it speaks of, and which params."""

from engine.cpu.reasons import ReasonCode as R

PARAMS: dict[R, set[str]] = {
    R.LOWEST_ALLOWED: {"lowest"},
    R.LONG_SPADES: {"count"},
    R.CAN_RUFF: {"suit"},
    R.CAN_RUFF_SOON: {"suit"},
    R.HAND_WORTH: {"hundredths"},
    R.NIL_RATHER_THAN_NUMBER: {"lowest"},
    R.HIGHEST_LEFT: {"suit"},
    R.RUFFS: {"suit"},
    R.LEADS_LOW: {"suit"},
    R.LEADS_LAST: {"suit"},
    R.LEADS_ONLY: {"suit"},
    R.COVERS_BLIND_BID: {"blind"},
    R.LEADS_FOR_RUFF: {"suit"},
    R.UNDER_HIGHER: {"count", "suit"},
    R.THROWS_AWAY: {"suit"},
    R.PARTNER_IS_OUT: {"suit"},
    R.ATTACKS_NIL: {"seat"},
    R.NEEDS_TRICKS: {"needed", "left"},
    R.NEEDS_ALL_TRICKS: {"needed", "left"},
    R.SETS_OPPONENTS: {"needed"},
    R.AVOIDS_PENALTY: {"points"},
}
"""The others have none."""

TWO_CARDS = {
    *(R.DUCKS, R.TAKES_OVER, R.OVER_PARTNER, R.AS_GOOD),
    *(R.PLAYED_OUT, R.NOT_CONFIRMED, R.SEARCH_PREFERS),
}
SOME_CARDS = {
    R.DANGEROUS_CARDS,
    R.LOW_CARDS,
    R.SURE_WINNER,
    R.LIKELY_WINNER,
    R.LOW_SPADES,
    R.GUARDED_HIGH_CARDS,
    R.WILL_GIVE,
}
ONE_CARD = {
    *(R.GOOD_CARD, R.POOR_CARD, R.ONLY_CARD, R.HIGHEST_LEFT, R.WINS_CHEAPLY, R.HIGH_CARD, R.RUFFS),
    *(R.PARTNER_WINS, R.CANNOT_WIN, R.LEAVES_IT_TO_PARTNER, R.SECOND_HAND_LOW, R.LEADS_LOW, R.LEADS_LAST),
    *(R.LEADS_FOR_RUFF, R.DRAWS_SPADES, R.UNDER_HIGHER, R.ONLY_RUFFED, R.THROWS_AWAY, R.FORCED_HIGH),
    *(R.FORCED_LOW, R.TAKES_ANYWAY, R.PLAYS_HIGH, R.PARTNER_IS_OUT, R.LEADS_ONLY),
}


def said_with(code: R) -> set[str]:
    """What a text of the code may name."""
    each = {"first", "second"} if code in TWO_CARDS else set()
    all_of_them = {"signs"} if code in TWO_CARDS | SOME_CARDS | ONE_CARD else set()
    return each | all_of_them | PARAMS.get(code, set())


def is_well_formed(code: R, cards: tuple[int, ...], params: dict[str, object]) -> bool:
    count = 2 if code in TWO_CARDS else 1 if code in ONE_CARD else 0
    fits = bool(cards) if code in SOME_CARDS else len(cards) == count
    return fits and set(params) == PARAMS.get(code, set())

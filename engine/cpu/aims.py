"""What a seat wants of the trick being played: to win it, or to lose it, and why."""

from engine.cpu.knowledge import Knowledge
from engine.cpu.reasons import ReasonCode
from engine.cpu.stakes import is_for_200


def aim_of(k: Knowledge) -> ReasonCode:
    """NEEDS_TRICKS and SETS_OPPONENTS want it, TAKES_BAGS takes what comes, the others want to lose it."""
    if 0 < k.need <= k.tricks_left and k.is_counting:
        return ReasonCode.NEEDS_TRICKS
    if k.their_need > 0 and _can_set(k):
        return ReasonCode.SETS_OPPONENTS
    if k.is_bag_costly:
        return ReasonCode.AVOIDS_BAG
    if k.need > 0 and not k.is_counting:
        return ReasonCode.LEAVES_IT_TO_PARTNER
    return ReasonCode.TAKES_BAGS


def _can_set(k: Knowledge) -> bool:
    """Is it worth some bags to beat the opponents' contract? Yes, if few more tricks do it."""
    spare = k.tricks_left - k.their_need
    if spare < 0:
        return False
    if not k.is_bag_costly or (k.need > 0 and k.is_counting):
        return True
    if spare <= 1 or (spare == 2 and k.tricks_left >= 6):
        return True
    return is_for_200(k.rules, k.their_contract) or k.would_win_match()

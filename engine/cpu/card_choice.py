"""Which card to play: the nils on the table first, then the contracts."""

from engine.cards import Card
from engine.cpu.aims import aim_of
from engine.cpu.attacking import attack_follow, attack_lead
from engine.cpu.covering import cover_follow, cover_lead
from engine.cpu.following import follow_to_lose, follow_to_win
from engine.cpu.knowledge import Knowledge
from engine.cpu.leading import lead_to_lose, lead_to_win
from engine.cpu.own_nil import keep_nil
from engine.cpu.reasons import ReasonCode
from engine.cpu.stakes import risked_for_nil

Play = tuple[Card, ReasonCode]

_WANT_TO_LOSE = (ReasonCode.AVOIDS_BAG, ReasonCode.LEAVES_IT_TO_PARTNER)
_SPARE_TRICKS = 2


def choose_card(k: Knowledge) -> tuple[Card, ReasonCode, ReasonCode]:
    """The card, the rule that chose it, and the aim behind that (the rule itself where a nil decides)."""
    if k.live_nils:
        play = _with_nils(k)
        if play:
            return *play, play[1]
    aim = aim_of(k)
    if aim in _WANT_TO_LOSE:
        play = lead_to_lose(k) if k.best < 0 else follow_to_lose(k)
    else:
        play = lead_to_win(k) if k.best < 0 else follow_to_win(k)
    return *play, aim


def _with_nils(k: Knowledge) -> Play | None:
    nils = k.live_nils
    if nils >> k.seat & 1:
        return keep_nil(k)
    if nils >> k.partner & 1:
        play = cover_lead(k) if k.best < 0 else cover_follow(k)
        if play:
            return play
    for nil in (k.left, k.right):
        if nils >> nil & 1 and _is_contract_safe(k):
            play = attack_lead(k, nil) if k.best < 0 else attack_follow(k, nil)
            if play:
                return play
    return None


def _is_contract_safe(k: Knowledge) -> bool:
    """A big contract is never put at risk for a nil; a small one, while tricks can still be let go."""
    is_small = k.contract <= risked_for_nil(k.rules)
    return k.need <= 0 or (is_small and k.tricks_left - k.need >= _SPARE_TRICKS)

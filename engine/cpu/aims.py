"""The aim behind a card: what the seat wants with the trick, and what makes it want that."""

from engine.cards import SUIT_CARDS, SUIT_OF, Card
from engine.cpu.knowledge import Knowledge
from engine.cpu.reasons import Reason, ReasonCode
from engine.seats import Seat


def aims(k: Knowledge, card: Card, rule: ReasonCode, aim: ReasonCode) -> tuple[Reason, ...]:
    """The aim, put exactly; none where there was no choice, or where the rule says it all.

    `card`, `rule`, `aim`: what `normal` plays here, and why.
    """
    match aim:
        case ReasonCode.NEEDS_TRICKS:
            code = aim if k.need < k.tricks_left else ReasonCode.NEEDS_ALL_TRICKS
            return (Reason(code, params=(("needed", k.need), ("left", k.tricks_left))),)
        case ReasonCode.SETS_OPPONENTS:
            return (Reason(aim, params=(("needed", k.tricks_left - k.their_need + 1),)),)
        case ReasonCode.AVOIDS_BAG | ReasonCode.LEAVES_IT_TO_PARTNER | ReasonCode.TAKES_BAGS:
            return _too_many(k, aim)
        case ReasonCode.ATTACKS_NIL:
            return _attack(k, card)
        case ReasonCode.KEEPS_NIL | ReasonCode.HIGH_CARD:  # the latter: a nil in danger, or lost now
            return () if k.takes_anyway() else (Reason(ReasonCode.KEEPS_NIL),)
        case _:
            return (Reason(aim),) if aim is ReasonCode.COVERS_PARTNER_NIL or aim is not rule else ()


def _too_many(k: Knowledge, aim: ReasonCode) -> tuple[Reason, ...]:
    """Why a trick more is not wanted, or does no harm."""
    if k.need > k.tricks_left:
        return (Reason(ReasonCode.CONTRACT_IS_LOST),)
    if k.need > 0:
        return (Reason(ReasonCode.TRICKS_DO_NOT_COUNT),)
    if aim is not ReasonCode.AVOIDS_BAG:
        return (Reason(ReasonCode.TAKES_BAGS),)
    # Of a nil that is broken, where its tricks are ignored: not even bags.
    return (_bag(k),) if k.is_counting or k.rules.nil_tricks != "ignored" else ()


def _bag(k: Knowledge) -> Reason:
    """What the next bag costs."""
    rules = k.rules
    is_gathered = rules.bag_penalty and rules.overtrick_points >= 0
    if is_gathered and _bags(k) % rules.bag_limit == rules.bag_limit - 1:
        return Reason(ReasonCode.AVOIDS_PENALTY, params=(("points", rules.bag_penalty_points),))
    return Reason(ReasonCode.AVOIDS_BAG)


def _bags(k: Knowledge) -> int:
    """The bags of the own side, those of this deal and of broken nils among them."""
    match, deal, rules = k.view.match, k.view.match.deal, k.rules
    side = rules.lineup.side[k.view.seat]
    of_nils = sum(
        deal.tricks_taken[seat]
        for seat in rules.lineup.seats_of(side)
        if rules.nil_tricks == "bags" and (bid := deal.bids[seat]) and bid.is_nil
    )
    return match.bags[side] - k.need + of_nils


def _attack(k: Knowledge, card: Card) -> tuple[Reason, ...]:
    """Nothing where the lead is one that nobody can be made to win."""
    if k.best < 0 and not (k.out & SUIT_CARDS[SUIT_OF[card]]) >> card:
        return ()
    return (Reason(ReasonCode.ATTACKS_NIL, params=(("seat", _attacked(k, card).name),)),)


def _attacked(k: Knowledge, card: Card) -> Seat:
    """Whose nil: the one that wins the trick so far, else the first that can still be made to."""
    suit = SUIT_OF[card] if k.best < 0 else k.led
    nils = [seat for seat in (k.left, k.right) if k.live_nils >> seat & 1]
    if k.winner in nils:
        return Seat(k.winner)
    return Seat(next((seat for seat in nils if not k.voids[seat] >> suit & 1), nils[0]))

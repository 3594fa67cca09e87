"""A choice explained to a learner: the rule that chose a card, put exactly, and the aim behind it."""

from engine.actions import PlayCard
from engine.cards import SPADES, SUIT_CARDS, SUIT_OF, Card, Suit, highest
from engine.cpu.choice import Choice
from engine.cpu.knowledge import Knowledge
from engine.cpu.reasons import Reason, ReasonCode
from engine.levels import Level
from engine.seat_view import SeatView
from engine.seats import Seat

_ABOUT_NILS = (ReasonCode.KEEPS_NIL, ReasonCode.COVERS_PARTNER_NIL, ReasonCode.ATTACKS_NIL)
_TO_LOSE = (ReasonCode.AVOIDS_BAG, ReasonCode.KEEPS_NIL, ReasonCode.ATTACKS_NIL)


def explain(view: SeatView, choice: Choice) -> tuple[Reason, ...]:
    """The reasons of a choice that was made from this view, the weightiest first.

    Made for people, not for speed: a card's rule is looked at again to see what it meant here. Every other
    choice comes with all its reasons.
    """
    if not isinstance(choice.action, PlayCard):
        return choice.reasons
    card = choice.action.card
    codes = [reason.code for reason in choice.reasons]
    k = Knowledge(view, view.legal_cards, Level.NORMAL)
    rule, aim = codes[0], codes[-1]
    return (*_rule(k, card, rule, aim), *_aims(k, rule, aim))


def _rule(k: Knowledge, card: Card, rule: ReasonCode, aim: ReasonCode) -> tuple[Reason, ...]:
    match rule:
        case ReasonCode.SURE_WINNER:
            return (_winner(k, card),)
        case ReasonCode.DRAWS_SPADES:
            high = (_winner(k, card),) if not (k.out & SPADES) >> card else ()
            return (*high, Reason(rule, (card,)))
        case ReasonCode.RUFFS:
            return (Reason(rule, (card,), _suit(k.led)),)
        case ReasonCode.LEADS_LOW:
            return (_low_lead(k, card),)
        case ReasonCode.LEADS_FOR_RUFF:
            return (Reason(rule, (card,), _suit(SUIT_OF[card])),)
        case ReasonCode.PARTNER_WINS | ReasonCode.LEAVES_IT_TO_PARTNER:
            return (_partners(k, card, rule),)
        case ReasonCode.HIGH_CARD:
            # Third hand high wants the trick; who doesn't had nothing lower.
            is_forced = aim in (ReasonCode.HIGH_CARD, *_TO_LOSE, ReasonCode.LEAVES_IT_TO_PARTNER)
            return (_forced(k, card) if is_forced else Reason(rule, (card,)),)
        case ReasonCode.COVERS_PARTNER_NIL:
            return (_cover(k, card),)
        case _ if rule in _TO_LOSE:
            return (_losing(k, card),)
    return (Reason(rule, (card,)),)


def _suit(suit: int) -> tuple[tuple[str, str | int], ...]:
    return (("suit", Suit(suit).name),)


def _winner(k: Knowledge, card: Card) -> Reason:
    """Nobody holds a higher card of the suit; where nobody can ruff it either, it is sure to win."""
    suit = SUIT_OF[card]
    if suit is Suit.S or not k.out & SPADES or not k.after:
        return Reason(ReasonCode.SURE_WINNER, (card,))
    return Reason(ReasonCode.HIGHEST_LEFT, (card,), _suit(suit))


def _low_lead(k: Knowledge, card: Card) -> Reason:
    suit = SUIT_OF[card]
    is_last = suit is not Suit.S and k.hand & SUIT_CARDS[suit] == 1 << card
    code = ReasonCode.LEADS_LAST if is_last and k.hand & SPADES else ReasonCode.LEADS_LOW
    return Reason(code, (card,), _suit(suit))


def _partners(k: Knowledge, card: Card, rule: ReasonCode) -> Reason:
    if k.winner != k.partner:
        return Reason(ReasonCode.SECOND_HAND_LOW, (card,))
    if k.beating >> card & 1 and rule is ReasonCode.PARTNER_WINS:
        return Reason(ReasonCode.OVER_PARTNER, (k.best, card))
    return Reason(rule, (k.best,))


def _forced(k: Knowledge, card: Card) -> Reason:
    """Everything that may be played takes the trick over."""
    if k.after:
        return Reason(ReasonCode.FORCED_LOW, (card,))
    is_highest = card == highest(k.legal)
    return Reason(ReasonCode.FORCED_HIGH if is_highest else ReasonCode.WINS_CHEAPLY, (card,))


def _losing(k: Knowledge, card: Card) -> Reason:
    """How a card is to lose the trick."""
    suit = SUIT_OF[card]
    if k.best < 0:
        over = (k.out & SUIT_CARDS[suit]) >> card
        if not over:
            return Reason(ReasonCode.LEAST_LIKELY, (card,))
        return Reason(ReasonCode.UNDER_HIGHER, (card,), (("count", over.bit_count()), *_suit(suit)))
    if k.beating >> card & 1:
        return _forced(k, card)
    if suit in (k.led, SUIT_OF[k.best]):
        return Reason(ReasonCode.DUCKS, (card, k.best))
    return Reason(ReasonCode.THROWS_AWAY, (card,), _suit(k.led))


def _cover(k: Knowledge, card: Card) -> Reason:
    """How a card keeps the partner's nil."""
    if k.best >= 0:
        if k.winner == k.partner:
            return Reason(ReasonCode.TAKES_OVER, (card, k.best))
        return Reason(ReasonCode.PLAYS_HIGH, (card,))
    if k.voids[k.partner] >> SUIT_OF[card] & 1:
        return Reason(ReasonCode.PARTNER_IS_OUT, (card,), _suit(SUIT_OF[card]))
    return Reason(ReasonCode.PLAYS_HIGH, (card,))


def _aims(k: Knowledge, rule: ReasonCode, aim: ReasonCode) -> tuple[Reason, ...]:
    """The aim, put exactly; none where there was no choice, or where the rule says it all."""
    match aim:
        case ReasonCode.NEEDS_TRICKS:
            code = aim if k.need < k.tricks_left else ReasonCode.NEEDS_ALL_TRICKS
            return (Reason(code, params=(("needed", k.need), ("left", k.tricks_left))),)
        case ReasonCode.SETS_OPPONENTS:
            return (Reason(aim, params=(("needed", k.tricks_left - k.their_need + 1),)),)
        case ReasonCode.AVOIDS_BAG:
            return (_bag(k),)
        case ReasonCode.LEAVES_IT_TO_PARTNER:
            return (Reason(ReasonCode.TRICKS_DO_NOT_COUNT),)
        case ReasonCode.ATTACKS_NIL:
            return (Reason(aim, params=(("seat", _attacked(k).name),)),)
        case ReasonCode.HIGH_CARD if k.after:  # the own nil is in danger, and not lost yet
            return (Reason(ReasonCode.KEEPS_NIL),)
        case _ if aim in _ABOUT_NILS or aim is not rule:
            return (Reason(aim),)
    return ()


def _bag(k: Knowledge) -> Reason:
    """Why a trick more is not wanted."""
    if k.need > 0:
        is_ours = k.is_counting
        return Reason(ReasonCode.CONTRACT_IS_LOST if is_ours else ReasonCode.TRICKS_DO_NOT_COUNT)
    rules, match = k.rules, k.view.match
    bags = match.bags[rules.lineup.side[k.view.seat]] - k.need
    if rules.bag_penalty and bags % rules.bag_limit == rules.bag_limit - 1:
        return Reason(ReasonCode.AVOIDS_PENALTY, params=(("points", rules.bag_penalty_points),))
    return Reason(ReasonCode.AVOIDS_BAG)


def _attacked(k: Knowledge) -> Seat:
    """Whose nil: the one that wins the trick so far, else the first that can still be made to."""
    nils = [seat for seat in (k.left, k.right) if k.live_nils >> seat & 1]
    if k.winner in nils:
        return Seat(k.winner)
    return Seat(next((seat for seat in nils if not k.voids[seat] >> max(k.led, 0) & 1), nils[0]))

"""A choice explained to a learner: the rule that chose a card, put exactly; then the aim behind it."""

from engine.actions import PlayCard
from engine.cards import SPADES, SUIT_CARDS, SUIT_OF, Card, CardSet, Suit, highest
from engine.cpu.aims import aims
from engine.cpu.card_choice import choose_card
from engine.cpu.choice import Choice
from engine.cpu.knowledge import Knowledge
from engine.cpu.reasons import Reason, ReasonCode
from engine.levels import Level
from engine.seat_view import SeatView

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
    if rule is ReasonCode.PLAYED_OUT:
        usual, rule, aim = choose_card(k)
        return (Reason(ReasonCode.PLAYED_OUT, (card, usual)), *aims(k, usual, rule, aim))
    return (*_rule(k, card, rule, aim), *aims(k, card, rule, aim))


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
            return _cover(k, card)
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
    code = ReasonCode.LEADS_LOW
    if k.hand & SUIT_CARDS[suit] == 1 << card:
        code = ReasonCode.LEADS_LAST if k.hand & SPADES else ReasonCode.LEADS_ONLY
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
        return Reason(ReasonCode.FORCED_LOW if k.may_lose(card) else ReasonCode.TAKES_ANYWAY, (card,))
    is_highest = card == highest(k.legal)
    return Reason(ReasonCode.FORCED_HIGH if is_highest else ReasonCode.WINS_CHEAPLY, (card,))


def _losing(k: Knowledge, card: Card) -> Reason:
    """How a card is to lose the trick."""
    suit = SUIT_OF[card]
    if k.best < 0:
        return _losing_lead(k, card)
    if k.beating >> card & 1:
        return _forced(k, card)
    if suit in (k.led, SUIT_OF[k.best]):
        return Reason(ReasonCode.DUCKS, (card, k.best))
    return Reason(ReasonCode.THROWS_AWAY, (card,), _suit(k.led))


def _losing_lead(k: Knowledge, card: Card) -> Reason:
    over = _others(k, card) >> card
    if over:
        return Reason(ReasonCode.UNDER_HIGHER, (card,), (("count", over.bit_count()), *_suit(SUIT_OF[card])))
    if k.may_lose(card):
        return Reason(ReasonCode.ONLY_RUFFED, (card,))
    return Reason(ReasonCode.TAKES_ANYWAY, (card,)) if k.takes_anyway() else _winner(k, card)


def _others(k: Knowledge, card: Card) -> CardSet:
    """The cards of its suit that other hands may hold."""
    return k.out & SUIT_CARDS[SUIT_OF[card]]


def _cover(k: Knowledge, card: Card) -> tuple[Reason, ...]:
    """How a card keeps the partner's nil; nothing where no card of the seat can."""
    suit = SUIT_OF[card]
    if k.best >= 0:
        if k.winner == k.partner:
            return (Reason(ReasonCode.TAKES_OVER, (card, k.best)),)
        return (Reason(ReasonCode.RUFFS, (card,), _suit(k.led)),) if suit != k.led else _high_cover(k, card)
    if k.voids[k.partner] >> suit & 1:
        return (Reason(ReasonCode.PARTNER_IS_OUT, (card,), _suit(suit)),) if _can_throw(k) else ()
    return _high_cover(k, card)


def _high_cover(k: Knowledge, card: Card) -> tuple[Reason, ...]:
    """A high card, or one as good as that."""
    if not _others(k, card) & (1 << card) - 1:
        return () if _others(k, card) else (_winner(k, card),)
    top = highest(k.legal & SUIT_CARDS[SUIT_OF[card]])
    is_top = top == card
    return (Reason(ReasonCode.PLAYS_HIGH, (card,)) if is_top else Reason(ReasonCode.AS_GOOD, (card, top)),)


def _can_throw(k: Knowledge) -> bool:
    """May the partner hold anything but spades, which it would have to ruff with?"""
    voids = k.voids[k.partner]
    return bool(voids >> Suit.S & 1) or any(
        k.out & SUIT_CARDS[suit] and not voids >> suit & 1 for suit in (Suit.H, Suit.C, Suit.D)
    )

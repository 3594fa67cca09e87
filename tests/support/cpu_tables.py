"""Matches changed in ways that a CPU must not notice: hidden cards dealt anew, the table turned by a seat."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from engine.cards import SUIT_OF, Card, CardSet, Suit, card_set, cards_in, deck_for
from engine.levels import Level
from engine.phases import Phase
from engine.play import start
from engine.rules import Rules
from engine.seats import Seat, replaced
from engine.state import Deal, Exchange, Match
from spades_driver import random_steps

T = TypeVar("T")

BLIND = Rules(blind_nil=True, blind_behind=0, max_deals=3)
JOKERS = Rules(jokers="two_and_deuces", nil_exchange=2, max_deals=3)
DUEL = Rules(players=2, jokers="two", max_deals=3)
SUICIDE = Rules(suicide="one_nil", blind_nil=True, blind_bid_from=5, blind_behind=0, max_deals=3)
WHIZ = Rules(bid_style="whiz", nil_tricks="partner", ten_for_200=True, first_lead="lowest_club", max_deals=3)
FAST_LEVELS = (Level.EASY, Level.NORMAL)
_SWAPS = 150


def decisions(
    rng: Random, count: int, rules: Rules = BLIND, levels: tuple[Level, ...] = FAST_LEVELS
) -> Iterator[tuple[Match, Seat, Level]]:
    """Random moments of random play at which a seat has a decision to take, and a level to take it."""
    found = 0
    while found < count:
        for match, *_ in random_steps(start(rules, rng.randbytes(32)).match, rng):
            if match.deal.phase is Phase.PLAYING and rng.random() < 0.8:
                continue
            yield match, rng.choice(match.to_act), rng.choice(levels)
            found += 1
            if found == count:
                return


def redealt(match: Match, viewer: Seat, rng: Random) -> Match:
    """The match with the cards that the viewer can't see dealt anew, and another seed.

    Consistent with all that the viewer knows: hand sizes, voids that were shown, its own exchange and draws,
    and the number of spades where a bid tells it.
    """
    piles = _hidden_piles(match, viewer)
    fixed = _given_by(match.deal, viewer)
    for _ in range(_SWAPS):
        _swap(match, *rng.sample(piles, 2), fixed, rng)
    return replace(match, seed=rng.randbytes(32), deal=_gathered(match, viewer, piles, rng))


@dataclass(frozen=True, slots=True)
class _Pile:
    """Hidden cards in one place; `owner` None: out of play, or still to be drawn."""

    cards: list[Card]
    owner: Seat | None = None


def _hidden_piles(match: Match, viewer: Seat) -> list[_Pile]:
    """The hands that the viewer can't see; then, in a duel, the stock, what the other put away, the rest."""
    deal = match.deal
    seats = [seat for seat in match.rules.lineup.seats if seat is not viewer or seat in deal.unseen]
    piles = [_Pile(list(cards_in(deal.hands[seat])), seat) for seat in seats]
    if match.rules.players == 4:
        return piles
    stock, put_away = list(deal.stock[1:]), list(cards_in(deal.discarded[next_of(match, viewer)]))
    seen = {*_union(deal.hands), *_union(deal.played), *_union(deal.discarded), *deal.stock}
    rest = [card for card in deck_for(match.rules.jokers) if card not in seen]
    return [*piles, _Pile(stock), _Pile(put_away), _Pile(rest)]


def _union(sets: Iterable[CardSet]) -> Iterator[Card]:
    for each in sets:
        yield from cards_in(each)


def _gathered(match: Match, viewer: Seat, piles: list[_Pile], rng: Random) -> Deal:
    deal, hands = match.deal, match.deal.hands
    for pile in piles:
        if pile.owner is not None:
            hands = replaced(hands, pile.owner, card_set(pile.cards))
    deal = replace(deal, hands=hands, exchanges=_hidden_exchanges(match, viewer, rng))
    if match.rules.players == 4:
        return deal
    _, stock, put_away, _ = piles
    discarded = replaced(deal.discarded, next_of(match, viewer), card_set(put_away.cards))
    return replace(deal, stock=(*deal.stock[:1], *stock.cards), discarded=discarded)


def _given_by(deal: Deal, viewer: Seat) -> set[Card]:
    return {card for part in deal.exchanges if part.giver is viewer for card in part.cards or ()}


def _swap(match: Match, first: _Pile, second: _Pile, fixed: set[Card], rng: Random) -> None:
    """Exchange a card of one pile for one of the other, unless the viewer could tell."""
    if not first.cards or not second.cards:
        return
    deal = match.deal
    one, other = rng.randrange(len(first.cards)), rng.randrange(len(second.cards))
    a, b = first.cards[one], second.cards[other]
    if {a, b} & fixed or _is_void(deal, second.owner, a) or _is_void(deal, first.owner, b):
        return
    is_spade_moved = (SUIT_OF[a] is Suit.S) is not (SUIT_OF[b] is Suit.S)
    if is_spade_moved and (_is_counted(match, first.owner) or _is_counted(match, second.owner)):
        return
    first.cards[one], second.cards[other] = b, a


def _is_void(deal: Deal, seat: Seat | None, card: Card) -> bool:
    return seat is not None and bool(deal.voids[seat] >> SUIT_OF[card] & 1)


def _is_counted(match: Match, seat: Seat | None) -> bool:
    """Did the seat bid the number of its spades, as it must in mirror and for a number in whiz?"""
    bid = match.deal.bids[seat] if seat is not None else None
    return bid is not None and bid.tricks > 0 and match.rules.bid_style in ("mirror", "whiz")


def _hidden_exchanges(match: Match, viewer: Seat, rng: Random) -> tuple[Exchange, ...]:
    deck = deck_for(match.rules.jokers)
    return tuple(
        part
        if part.cards is None or viewer in (part.giver, part.receiver)
        else replace(part, cards=tuple(rng.sample(deck, part.count)))
        for part in match.deal.exchanges
    )


def turned(match: Match) -> Match:
    """The same match with every player one seat further clockwise."""
    deal = match.deal
    shifted, following = _shift(match), match.rules.lineup.next
    moved = replace(
        deal,
        dealer=following[deal.dealer],
        hands=shifted(deal.hands),
        looked=shifted(deal.looked),
        unseen=tuple(sorted(following[seat] for seat in deal.unseen)),
        bids=shifted(deal.bids),
        exchanges=tuple(
            replace(part, giver=following[part.giver], receiver=following[part.receiver])
            for part in deal.exchanges
        ),
        leader=following[deal.leader],
        tricks_taken=shifted(deal.tricks_taken),
        played=shifted(deal.played),
        voids=shifted(deal.voids),
        acted=shifted(deal.acted),
        discarded=shifted(deal.discarded),
    )
    return replace(
        match,
        deal=moved,
        points=match.points[::-1],
        bags=match.bags[::-1],
        turns=shifted(match.turns),
        last_trick=None,
        last_sheet=None,
    )


def next_of(match: Match, seat: Seat) -> Seat:
    return match.rules.lineup.next[seat]


def _shift(match: Match) -> Callable[[tuple[T, ...]], tuple[T, ...]]:
    """From values by seat to the same values, each with the next seat."""
    following = match.rules.lineup.next
    return lambda values: tuple(values[following.index(seat)] for seat in Seat)

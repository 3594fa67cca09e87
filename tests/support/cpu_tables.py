"""Matches changed in ways that a CPU must not notice: hidden cards dealt anew, the table turned by a seat."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import TypeVar

from engine.cards import SUIT_OF, Card, card_set, cards_in
from engine.levels import BUILT_LEVELS, Level
from engine.phases import Phase
from engine.play import start
from engine.rules import Rules
from engine.seats import FOUR_PLAYERS, Seat
from engine.state import Deal, Exchange, Match
from spades_driver import random_steps

T = TypeVar("T")

BLIND = Rules(blind_nil=True, blind_behind=0, max_deals=3)
_SWAPS = 150


def decisions(rng: Random, count: int, rules: Rules = BLIND) -> Iterator[tuple[Match, Seat, Level]]:
    """Random moments of random play at which a seat has a decision to take."""
    found = 0
    while found < count:
        for match, *_ in random_steps(start(rules, rng.randbytes(32)).match, rng):
            if match.deal.phase is Phase.PLAYING and rng.random() < 0.8:
                continue
            yield match, rng.choice(match.to_act), rng.choice(BUILT_LEVELS)
            found += 1
            if found == count:
                return


def redealt(match: Match, viewer: Seat, rng: Random) -> Match:
    """The match with the cards that the viewer can't see dealt anew, and another seed.

    Consistent with all that the viewer knows: hand sizes, voids that were shown, and its own exchange.
    """
    deal = match.deal
    hands = [list(cards_in(hand)) for hand in deal.hands]
    seats = [seat for seat in Seat if seat is not viewer or seat in deal.unseen]
    fixed = _given_by(deal, viewer)
    for _ in range(_SWAPS):
        first, second = rng.sample(seats, 2)
        _swap(deal, hands, first, second, fixed, rng)
    moved = replace(deal, hands=tuple(map(card_set, hands)), exchanges=_hidden_exchanges(deal, viewer, rng))
    return replace(match, seed=rng.randbytes(32), deal=moved)


def _given_by(deal: Deal, viewer: Seat) -> set[Card]:
    return {card for part in deal.exchanges if part.giver is viewer for card in part.cards or ()}


def _swap(
    deal: Deal, hands: list[list[Card]], first: Seat, second: Seat, fixed: set[Card], rng: Random
) -> None:
    """Exchange a card of one hand for one of the other, unless the viewer could tell."""
    if not hands[first] or not hands[second]:
        return
    one, other = rng.randrange(len(hands[first])), rng.randrange(len(hands[second]))
    a, b = hands[first][one], hands[second][other]
    if {a, b} & fixed or _is_void(deal, second, a) or _is_void(deal, first, b):
        return
    hands[first][one], hands[second][other] = b, a


def _is_void(deal: Deal, seat: Seat, card: Card) -> bool:
    return bool(deal.voids[seat] >> SUIT_OF[card] & 1)


def _hidden_exchanges(deal: Deal, viewer: Seat, rng: Random) -> tuple[Exchange, ...]:
    return tuple(
        part
        if part.cards is None or viewer in (part.giver, part.receiver)
        else replace(part, cards=tuple(rng.sample(range(52), part.count)))
        for part in deal.exchanges
    )


def turned(match: Match) -> Match:
    """The same match with every player one seat further clockwise."""
    deal = match.deal
    moved = replace(
        deal,
        dealer=next_of(deal.dealer),
        hands=_shifted(deal.hands),
        looked=_shifted(deal.looked),
        unseen=tuple(sorted(map(next_of, deal.unseen))),
        bids=_shifted(deal.bids),
        exchanges=tuple(
            replace(part, giver=next_of(part.giver), receiver=next_of(part.receiver))
            for part in deal.exchanges
        ),
        leader=next_of(deal.leader),
        tricks_taken=_shifted(deal.tricks_taken),
        played=_shifted(deal.played),
        voids=_shifted(deal.voids),
        acted=_shifted(deal.acted),
    )
    return replace(
        match,
        deal=moved,
        points=match.points[::-1],
        bags=match.bags[::-1],
        turns=_shifted(match.turns),
        last_trick=None,
        last_sheet=None,
    )


def next_of(seat: Seat) -> Seat:
    return FOUR_PLAYERS.next[seat]


def _shifted(values: tuple[T, ...]) -> tuple[T, ...]:
    return (values[-1], *values[:-1])

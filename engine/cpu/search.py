"""The search of `hard`: every card worth it is played out in many deals that fit what the seat knows."""

import hashlib
from dataclasses import dataclass
from operator import mul, sub
from typing import Final

from engine.cards import Card, CardSet, cards_in, lowest
from engine.cpu import card_rules
from engine.cpu.candidates import equal_cards, is_worth_searching
from engine.cpu.deal_value import SCALE, deal_value
from engine.cpu.knowledge import Knowledge
from engine.cpu.playout import play_worlds
from engine.cpu.supposing import hunt_nils, table_of
from engine.levels import Level
from engine.seat_view import SeatView

CARD_STEPS: Final = 10_000
HUNTING_STEPS: Final = 20_000
"""The budget of a search, in cards played; the second while an opponent's nil may be broken."""
_FEWEST_WORLDS: Final = 8
_MOST_WORLDS: Final = 300
_TRIES_USUAL: Final = 4
_GUARD: Final = 4
"""A card must be better by a standard error over the root of this."""


@dataclass(frozen=True, slots=True)
class RankedCard:
    """A legal card and what playing it is expected to bring.

    `points`: the points of the own side less the opponents', for this deal: the average over the worlds that
    were supposed, every seat going on by the rules of `normal`. A bag counts with its share of the penalty, a
    lead for the less the nearer the match is to its end, and where the deal ends it, the win counts:
    `deal_value`. `is_ahead`: of the card of `normal`, by a standard error.
    """

    card: Card
    points: float
    is_ahead: bool = False


@dataclass(frozen=True, slots=True)
class _Tally:
    """What a card, and those equal to it, brought: in all worlds together, and against the card of `normal`.

    `gain`: the sum of the differences; `squares`: that of their squares.
    """

    card: Card
    equals: CardSet
    total: int
    gain: int
    squares: int

    @property
    def is_ahead(self) -> bool:
        """By a whole standard error of the mean difference: enough to tell a person so."""
        return self.gain > 0 and self.gain * self.gain >= self.squares

    @property
    def is_clearly_better(self) -> bool:
        """By half a standard error of the mean difference: its square against its variance, in ints."""
        return self.gain > 0 and _GUARD * self.gain * self.gain >= self.squares


def rank_cards(view: SeatView, seed: bytes) -> tuple[RankedCard, ...]:
    """Every legal card of a seat that is to play one, best first; of equals, `normal`'s, then the lowest.

    The search of `choose`, with the same worlds; cards that it leaves out are played out in them, too.
    Cards that are worth the same are played once. `seed`: that of the decision.
    """
    search = _Search(view, seed)
    tallies = search.tallies(search.candidates + search.others)
    ranked = sorted(tallies, key=lambda tally: (-tally.total, tally is not tallies[0], tally.card))
    return tuple(
        RankedCard(card, tally.total / search.worlds / SCALE, tally.is_ahead)
        for tally in ranked
        for card in (tally.card, *cards_in(tally.equals ^ 1 << tally.card))
    )


def better_card(view: SeatView, seed: bytes) -> Card | None:
    """The card that is clearly better than the one `normal` plays, if there is one: then `hard` plays it.

    Without this guard few worlds would play worse than the rules.
    """
    search = _Search(view, seed)
    if len(search.candidates) < 2:
        return None
    better = [tally for tally in search.tallies(search.candidates) if tally.is_clearly_better]
    return max(better, key=lambda tally: (tally.total, -tally.card)).card if better else None


class _Search:
    """One decision: its cards by equals, and in how many worlds they are played out.

    `candidates`: the card of `normal` first; `others`: cards that are not worth it.
    """

    __slots__ = ("_knowledge", "_usual", "_view", "_words", "candidates", "others", "worlds")

    def __init__(self, view: SeatView, seed: bytes) -> None:
        k = Knowledge(view, view.legal_cards, Level.NORMAL)
        self._view, self._knowledge = view, k
        self._usual = card_rules.choose_card(k)
        groups = equal_cards(k, view.deal.trick)
        own = [cards for cards in groups if cards >> self._usual & 1]
        rest = [cards for cards in groups if not cards >> self._usual & 1]
        self.candidates = own + [cards for cards in rest if is_worth_searching(k, cards)]
        self.others = [cards for cards in rest if not is_worth_searching(k, cards)]
        self.worlds = self._worlds()
        self._words = _words(seed, self.worlds * _TRIES_USUAL * (k.out.bit_count() + 1))

    def _worlds(self) -> int:
        k = self._knowledge
        is_hunting = k.live_nils & (1 << k.left | 1 << k.right)
        cards_left = k.tricks_left * k.rules.players - len(self._view.deal.trick)
        worlds = (HUNTING_STEPS if is_hunting else CARD_STEPS) // (len(self.candidates) * cards_left)
        return max(_FEWEST_WORLDS, min(_MOST_WORLDS, worlds))

    def tallies(self, groups: list[CardSet]) -> list[_Tally]:
        """What each of the groups of equal cards brings, the first of which is that of `normal`."""
        cards = (self._usual, *map(lowest, groups[1:]))
        values = self._values(cards)
        of_usual = values[:: len(cards)]
        return [
            _tally(card, equals, values[place :: len(cards)], of_usual)
            for place, (card, equals) in enumerate(zip(cards, groups, strict=True))
        ]

    def _values(self, cards: tuple[Card, ...]) -> list[int]:
        """What each world ends with after each of the cards, world by world; for the own side."""
        view, deal, match = self._view, self._view.deal, self._view.match
        table = table_of(view, self._knowledge, self._words)
        hunt_nils(table, view)
        outcomes = play_worlds(table, cards, self.worlds)
        value = deal_value(view.rules, deal.number, deal.bids, match.points, match.bags)
        sign = -1 if view.rules.lineup.side[view.seat] else 1
        valued = {outcome: sign * value.of(outcome) for outcome in dict.fromkeys(outcomes)}
        return [valued[outcome] for outcome in outcomes]


def _tally(card: Card, equals: CardSet, values: list[int], of_usual: list[int]) -> _Tally:
    gains = list(map(sub, values, of_usual))
    return _Tally(card, equals, sum(values), sum(gains), sum(map(mul, gains, gains)))


def _words(seed: bytes, count: int) -> bytes:
    """So many random numbers of two bytes each: SHAKE-128 of the decision's seed."""
    return hashlib.shake_128(seed).digest(2 * count)

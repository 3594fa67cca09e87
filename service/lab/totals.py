"""What matches add up to, by side. Pure: whole numbers that can be added in any order, and their means.

A side is one of the simulation's: where a match is played with the sides swapped, `NS` are still the players
that sat down on N and S.
"""

from collections.abc import Iterable
from dataclasses import dataclass, fields, replace
from operator import add
from typing import Final

from engine.bids import HIGHEST_BID, BidKind, contract_of
from engine.record import DealRecord, Record
from engine.scoring import EndReason
from engine.seats import Lineup, Seat, Side
from service.lab.intervals import Interval, Moments, mean_a_deal, share

BIDS: Final = HIGHEST_BID + 1
"""A bid, and the tricks taken with it, are a number from 0 to 13."""


@dataclass(frozen=True, slots=True)
class SideTotals:
    """The sums of one side. Contracts of 0, where both partners bid nil, are not counted as contracts.

    `hands`: one for each player and deal. `tricks_by_bid`: how many hands bid b and took t tricks, at
    b * BIDS + t; a nil is a bid of 0.
    """

    wins: int = 0
    points: int = 0
    contracts: int = 0
    contracts_made: int = 0
    hands: int = 0
    nils: int = 0
    nils_made: int = 0
    blind_nils: int = 0
    blind_nils_made: int = 0
    bags: int = 0
    tricks_by_bid: tuple[int, ...] = (0,) * (BIDS * BIDS)

    def plus(self, other: "SideTotals") -> "SideTotals":
        sums = {name: getattr(self, name) + getattr(other, name) for name in _SUMS}
        return SideTotals(**sums, tricks_by_bid=tuple(map(add, self.tricks_by_bid, other.tricks_by_bid)))


_NONE: Final = Moments()


@dataclass(frozen=True, slots=True)
class Spread:
    """What the intervals of samples need beside the sums; `points` and `bags` by Side.

    A sample is a match, or both matches of a pair. `difference`: of the points of NS and of EW.
    """

    samples: int = 0
    deals_squared: int = 0
    points: tuple[Moments, ...] = (_NONE,) * len(Side)
    bags: tuple[Moments, ...] = (_NONE,) * len(Side)
    difference: Moments = _NONE

    def plus(self, other: "Spread") -> "Spread":
        return Spread(
            self.samples + other.samples,
            self.deals_squared + other.deals_squared,
            tuple(map(Moments.plus, self.points, other.points)),
            tuple(map(Moments.plus, self.bags, other.bags)),
            self.difference.plus(other.difference),
        )


@dataclass(frozen=True, slots=True)
class Totals:
    """The sums of some matches; `sides` by Side."""

    matches: int = 0
    draws: int = 0
    deals: int = 0
    actions: int = 0
    sides: tuple[SideTotals, ...] = (SideTotals(),) * len(Side)
    spread: Spread = Spread()

    def __add__(self, other: "Totals") -> "Totals":
        return Totals(
            self.matches + other.matches,
            self.draws + other.draws,
            self.deals + other.deals,
            self.actions + other.actions,
            tuple(map(SideTotals.plus, self.sides, other.sides)),
            self.spread.plus(other.spread),
        )

    def as_sample(self) -> "Totals":
        """The totals of the matches of one sample, ready to be added to those of others."""
        points, bags = ([getattr(side, name) for side in self.sides] for name in ("points", "bags"))
        spread = Spread(
            samples=1,
            deals_squared=self.deals * self.deals,
            points=tuple(map(self._moments, points)),
            bags=tuple(map(self._moments, bags)),
            difference=self._moments(points[Side.NS] - points[Side.EW]),
        )
        return replace(self, spread=spread)

    def _moments(self, total: int) -> Moments:
        return Moments(total * total, total * self.deals)

    def won(self, side: Side) -> Interval | None:
        """The part of the matches that `side` won."""
        return share(self.sides[side].wins, self.matches)

    def points_a_deal(self, side: Side) -> Interval | None:
        return self._a_deal(self.sides[side].points, self.spread.points[side])

    def bags_a_deal(self, side: Side) -> Interval | None:
        return self._a_deal(self.sides[side].bags, self.spread.bags[side])

    @property
    def difference(self) -> Interval | None:
        """By how many points a deal NS is ahead of EW."""
        first, second = self.sides
        return self._a_deal(first.points - second.points, self.spread.difference)

    def _a_deal(self, total: int, moments: Moments) -> Interval | None:
        return mean_a_deal(total, self.deals, self.spread.samples, moments, self.spread.deals_squared)


NOTHING: Final = Totals()


def totals_of(record: Record, *, is_turned: bool = False) -> Totals:
    """The sums of one match that is over. `is_turned`: its sides are swapped, NS sits on E and W."""
    assert record.result is not None, "totals are of matches that are over"
    lineup, winner = record.rules.lineup, _winner(record)
    sides = tuple(_side(record.deals, lineup, side, won=side is winner) for side in lineup.sides)
    return Totals(
        matches=1,
        draws=int(winner is None),
        deals=len(record.deals),
        actions=sum(map(_actions, record.deals)),
        sides=sides[::-1] if is_turned else sides,
    )


def _winner(record: Record) -> Side | None:
    """The winner; of a match that was closed, as single deals are, the side that has more points."""
    result = record.result
    assert result is not None, "only a match that is over has a winner"
    if result.end_reason is not EndReason.ABANDONED:
        return result.winner
    first, second = result.points
    if first == second:
        return None
    return Side.NS if first > second else Side.EW


def _actions(deal: DealRecord) -> int:
    """Every draw, look, bid, exchange and card."""
    before_play = (deal.draws, deal.looked, deal.bids, deal.gifts)
    return sum(map(len, before_play)) + sum(len(trick.cards) for trick in deal.tricks)


def _side(deals: tuple[DealRecord, ...], lineup: Lineup, side: Side, *, won: bool) -> SideTotals:
    contracts = [deal.scores[side].contract for deal in deals if _contract(deal, lineup, side)]
    nils = _made_or_set(deals, lineup, side, BidKind.NIL)
    blind_nils = _made_or_set(deals, lineup, side, BidKind.BLIND_NIL)
    return SideTotals(
        wins=int(won),
        points=sum(deal.scores[side].deal_total for deal in deals),
        contracts=len(contracts),
        contracts_made=sum(line > 0 for line in contracts),
        hands=len(deals) * len(lineup.seats_of(side)),
        nils=len(nils),
        nils_made=sum(nils),
        blind_nils=len(blind_nils),
        blind_nils_made=sum(blind_nils),
        bags=sum(deal.scores[side].new_bags for deal in deals),
        tricks_by_bid=_tricks_by_bid(deals, lineup, side),
    )


def _contract(deal: DealRecord, lineup: Lineup, side: Side) -> int:
    return contract_of(made.bid for made in deal.bids if lineup.side[made.seat] is side)


def _made_or_set(deals: Iterable[DealRecord], lineup: Lineup, side: Side, kind: BidKind) -> list[bool]:
    """For each nil of this kind: did its bidder take no trick?"""
    return [
        _tricks(deal, made.seat) == 0
        for deal in deals
        for made in deal.bids
        if made.bid.kind is kind and lineup.side[made.seat] is side
    ]


def _tricks_by_bid(deals: Iterable[DealRecord], lineup: Lineup, side: Side) -> tuple[int, ...]:
    counts = [0] * (BIDS * BIDS)
    for deal in deals:
        for made in deal.bids:
            if lineup.side[made.seat] is side:
                counts[made.bid.tricks * BIDS + _tricks(deal, made.seat)] += 1
    return tuple(counts)


def _tricks(deal: DealRecord, seat: Seat) -> int:
    return sum(trick.winner is seat for trick in deal.tricks)


_SUMS: Final = tuple(sum_.name for sum_ in fields(SideTotals) if sum_.name != "tricks_by_bid")

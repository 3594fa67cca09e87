"""The score sheet of a deal, what each of its lines comes from, and the end of the match."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.bids import Bid, BidKind, contract_of
from engine.rules import Rules
from engine.seats import Seat, Side

TRICK_POINTS: Final = 10


class EndReason(StrEnum):
    TARGET = "target"
    FLOOR = "floor"
    LEAD_MARGIN = "lead_margin"
    MAX_DEALS = "max_deals"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class SideScore:
    """One side's lines of one deal, all in points but the last two, which are counts of bags."""

    contract: int
    bags: int
    nil: int
    bag_penalty: int
    bonus: int
    deal_total: int
    running_total: int
    new_bags: int
    bags_carried: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """A scored deal: bids and tricks by seat, scores by side."""

    number: int
    dealer: Seat
    bids: tuple[Bid | None, ...]
    tricks_taken: tuple[int, ...]
    scores: tuple[SideScore, ...]


@dataclass(frozen=True, slots=True)
class SheetLine:
    """Where one line of a side's score comes from: a code and its numbers."""

    line: str
    points: int
    code: str
    params: dict[str, str | int | None]


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended; `winner` is None for a draw or an abandoned match."""

    winner: Side | None
    end_reason: EndReason
    points: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SeatTally:
    """What one seat bid and took."""

    seat: Seat
    bid: Bid
    tricks: int

    @property
    def is_nil_made(self) -> bool:
        return self.bid.is_nil and not self.tricks


def tallies(
    rules: Rules, bids: Sequence[Bid | None], tricks_taken: Sequence[int], side: Side
) -> tuple[SeatTally, ...]:
    """What the partners of `side` bid and took, when all have bid."""
    pairs = ((seat, bids[seat]) for seat in rules.lineup.seats_of(side))
    return tuple(SeatTally(seat, bid, tricks_taken[seat]) for seat, bid in pairs if bid is not None)


def score_side(rules: Rules, tallies: Sequence[SeatTally], points: int, bags: int) -> SideScore:
    """The score of one side for one deal.

    `points` and `bags`: what the side had before the deal.
    """
    contract = contract_of(tally.bid for tally in tallies)
    taken = _counting_tricks(tallies)
    contract_points = TRICK_POINTS * (contract if taken >= contract else -contract)
    new_bags = sum(tally.tricks for tally in tallies if tally.bid.is_nil) + max(0, taken - contract)
    bag_points = rules.overtrick_points * new_bags
    nil_points = sum(_nil_points(rules, tally) for tally in tallies)
    penalties, carried = _penalties(rules, bags + new_bags)
    penalty_points = -penalties * rules.bag_penalty_points
    total = contract_points + bag_points + nil_points + penalty_points
    return SideScore(
        contract=contract_points,
        bags=bag_points,
        nil=nil_points,
        bag_penalty=penalty_points,
        bonus=0,
        deal_total=total,
        running_total=points + total,
        new_bags=new_bags,
        bags_carried=carried,
    )


def _counting_tricks(tallies: Sequence[SeatTally]) -> int:
    """The tricks that count toward the contract: a nil bidder's don't help."""
    return sum(tally.tricks for tally in tallies if not tally.bid.is_nil)


def _nil_points(rules: Rules, tally: SeatTally) -> int:
    if not tally.bid.is_nil:
        return 0
    worth = rules.nil_points * (2 if tally.bid.kind is BidKind.BLIND_NIL else 1)
    return worth if tally.is_nil_made else -worth


def _penalties(rules: Rules, bags: int) -> tuple[int, int]:
    """How many penalties fall for the bags gathered so far, and the bags that are carried over."""
    return divmod(bags, rules.bag_limit) if rules.bag_penalty else (0, bags)


def sheet_lines(rules: Rules, tallies: Sequence[SeatTally], score: SideScore) -> tuple[SheetLine, ...]:
    """What each line of `score` came from, in the order of the sheet."""
    return (
        _contract_line(tallies, score),
        SheetLine("bags", score.bags, "bags", {"bags": score.new_bags, "each": rules.overtrick_points}),
        *_nil_lines(rules, tallies),
        _penalty_line(rules, score),
        SheetLine("bonus", score.bonus, "no_bonus", {}),
        SheetLine("deal_total", score.deal_total, "deal_total", {}),
        SheetLine(
            "running_total", score.running_total, "running_total", {"bags_carried": score.bags_carried}
        ),
    )


def _contract_line(tallies: Sequence[SeatTally], score: SideScore) -> SheetLine:
    contract = contract_of(tally.bid for tally in tallies)
    taken = _counting_tricks(tallies)
    if not contract:
        return SheetLine("contract", score.contract, "contract_none", {"contract": 0, "took": taken})
    code = "contract_made" if taken >= contract else "contract_set"
    return SheetLine("contract", score.contract, code, {"contract": contract, "took": taken})


def _nil_lines(rules: Rules, tallies: Sequence[SeatTally]) -> tuple[SheetLine, ...]:
    """One line for each nil of the side; a line of 0 where nobody bid one."""
    lines = tuple(
        SheetLine(
            "nil",
            _nil_points(rules, tally),
            f"{tally.bid.kind}_{'made' if tally.is_nil_made else 'set'}",
            {"seat": tally.seat.name, "took": tally.tricks},
        )
        for tally in tallies
        if tally.bid.is_nil
    )
    return lines or (SheetLine("nil", 0, "nil_none", {}),)


def _penalty_line(rules: Rules, score: SideScore) -> SheetLine:
    if not score.bag_penalty:
        return SheetLine("bag_penalty", 0, "bag_penalty_none", {"bags_carried": score.bags_carried})
    params: dict[str, str | int | None] = {
        "times": -score.bag_penalty // rules.bag_penalty_points,
        "limit": rules.bag_limit,
        "each": rules.bag_penalty_points,
    }
    return SheetLine("bag_penalty", score.bag_penalty, "bag_penalty", params)


def result_after(rules: Rules, number: int, scores: Sequence[SideScore]) -> Result | None:
    """The result of the match if it ends with deal `number`, whose scores are given; None: it goes on."""
    points = tuple(score.running_total for score in scores)
    reason = _end_reason(rules, number, points)
    if reason is None:
        return None
    winner = _higher(points)
    if winner is not None or number >= rules.max_deals or rules.tie == "draw":
        return Result(winner, reason, points)
    if rules.tie == "last_deal":
        return Result(_higher(tuple(score.deal_total for score in scores)), reason, points)
    return None


def _end_reason(rules: Rules, number: int, points: tuple[int, ...]) -> EndReason | None:
    if max(points) >= rules.target:
        return EndReason.TARGET
    if rules.floor is not None and min(points) <= rules.floor:
        return EndReason.FLOOR
    return EndReason.MAX_DEALS if number >= rules.max_deals else None


def _higher(points: tuple[int, ...]) -> Side | None:
    first, second = points
    if first == second:
        return None
    return Side(0) if first > second else Side(1)

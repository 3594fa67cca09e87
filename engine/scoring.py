"""The score sheet of a deal, what each of its lines comes from, and the end of the match."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.bids import HIGHEST_BID, Bid, BidKind, contract_of
from engine.rules import Rules
from engine.seats import Seat, Side

TRICK_POINTS: Final = 10
POINTS_FOR_200: Final = 200
LOWEST_FOR_200: Final = 10


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


@dataclass(frozen=True, slots=True)
class _Count:
    """What the tricks of one side come to: `taken` count toward the contract, `nil_bags` are bags anyway."""

    contract: int
    doubled: int
    taken: int
    nil_bags: int
    is_for_200: bool

    @property
    def is_made(self) -> bool:
        return self.taken >= self.contract

    @property
    def new_bags(self) -> int:
        over = self.taken - self.contract if self.is_made and not self.is_for_200 else 0
        return over + self.nil_bags

    @property
    def contract_points(self) -> int:
        worth = POINTS_FOR_200 if self.is_for_200 else TRICK_POINTS * (self.contract + self.doubled)
        return worth if self.is_made else -worth


def _count(rules: Rules, tallies: Sequence[SeatTally]) -> _Count:
    contract = contract_of(tally.bid for tally in tallies)
    is_for_200 = rules.ten_for_200 and contract >= LOWEST_FOR_200
    nil_tricks = sum(tally.tricks for tally in tallies if tally.bid.is_nil)
    taken = sum(tally.tricks for tally in tallies if not tally.bid.is_nil)
    has_partner = rules.nil_tricks == "partner" and not all(tally.bid.is_nil for tally in tallies)
    return _Count(
        contract=contract,
        doubled=0 if is_for_200 else sum(t.bid.tricks for t in tallies if t.bid.kind is BidKind.BLIND_TRICKS),
        taken=taken + nil_tricks if has_partner else taken,
        nil_bags=0 if has_partner or rules.nil_tricks == "ignored" else nil_tricks,
        is_for_200=is_for_200,
    )


def score_side(rules: Rules, tallies: Sequence[SeatTally], points: int, bags: int) -> SideScore:
    """The score of one side for one deal; `points` and `bags`: what the side had before the deal."""
    count = _count(rules, tallies)
    bag_points = rules.overtrick_points * count.new_bags
    nil_points = sum(_nil_points(rules, tally) for tally in tallies)
    penalties, carried = _penalties(rules, bags, count.new_bags)
    penalty_points = -penalties * rules.bag_penalty_points
    bonus = rules.bid_13_bonus if count.contract == HIGHEST_BID and count.is_made else 0
    total = count.contract_points + bag_points + nil_points + penalty_points + bonus
    return SideScore(
        contract=count.contract_points,
        bags=bag_points,
        nil=nil_points,
        bag_penalty=penalty_points,
        bonus=bonus,
        deal_total=total,
        running_total=points + total,
        new_bags=count.new_bags,
        bags_carried=carried,
    )


def _nil_points(rules: Rules, tally: SeatTally) -> int:
    if not tally.bid.is_nil:
        return 0
    worth = rules.nil_points * (2 if tally.bid.kind is BidKind.BLIND_NIL else 1)
    return worth if tally.is_nil_made else -worth


def _penalties(rules: Rules, bags: int, new_bags: int) -> tuple[int, int]:
    """How many penalties fall, and the bags that are carried over. Bags that cost points are not gathered."""
    if rules.overtrick_points < 0:
        return 0, bags
    return divmod(bags + new_bags, rules.bag_limit) if rules.bag_penalty else (0, bags + new_bags)


def sheet_lines(rules: Rules, tallies: Sequence[SeatTally], score: SideScore) -> tuple[SheetLine, ...]:
    """What each line of `score` came from, in the order of the sheet."""
    return (
        _contract_line(rules, tallies, score),
        SheetLine("bags", score.bags, "bags", {"bags": score.new_bags, "each": rules.overtrick_points}),
        *_nil_lines(rules, tallies),
        _penalty_line(rules, score),
        _bonus_line(score),
        SheetLine("deal_total", score.deal_total, "deal_total", {}),
        SheetLine(
            "running_total", score.running_total, "running_total", {"bags_carried": score.bags_carried}
        ),
    )


def _contract_line(rules: Rules, tallies: Sequence[SeatTally], score: SideScore) -> SheetLine:
    count = _count(rules, tallies)
    numbers: dict[str, str | int | None] = {"contract": count.contract, "took": count.taken}
    if not count.contract:
        return SheetLine("contract", score.contract, "contract_none", numbers)
    name = "contract_200" if count.is_for_200 else "contract_blind" if count.doubled else "contract"
    if count.doubled:
        numbers["doubled"] = count.doubled
    return SheetLine("contract", score.contract, f"{name}_{'made' if count.is_made else 'set'}", numbers)


def _bonus_line(score: SideScore) -> SheetLine:
    return SheetLine("bonus", score.bonus, "bonus_13" if score.bonus else "bonus_none", {})


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
    if rules.lead_margin is not None and max(points) - min(points) >= rules.lead_margin:
        return EndReason.LEAD_MARGIN
    return EndReason.MAX_DEALS if number >= rules.max_deals else None


def _higher(points: tuple[int, ...]) -> Side | None:
    first, second = points
    if first == second:
        return None
    return Side(0) if first > second else Side(1)

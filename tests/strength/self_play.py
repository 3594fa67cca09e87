"""What four players of one kind bid, and what became of it."""

from dataclasses import dataclass
from functools import partial
from statistics import fmean

from deals import played_deal
from duplicates import nils_of
from engine.rules import Rules
from engine.scoring import Sheet
from engine.seats import Side
from gates import Bar, Gate, percent, tricks
from intervals import of_mean, of_share
from workers import in_parallel


@dataclass(frozen=True, slots=True)
class DealBids:
    """`errors`: tricks taken less tricks bid, by ordinary bid; `nils`: made or not; `hands`: how many bid."""

    errors: tuple[int, ...]
    nils: tuple[bool, ...]
    hands: int
    contracts_set: tuple[bool, ...]


def deal_bids(rules: Rules, player: str, index: int) -> DealBids:
    sheet = played_deal(rules, index, (player, player))
    return DealBids(
        _errors(sheet),
        nils_of(rules, sheet, Side),
        sum(bid is not None for bid in sheet.bids),
        tuple(score.contract < 0 for score in sheet.scores),
    )


def _errors(sheet: Sheet) -> tuple[int, ...]:
    made = zip(sheet.bids, sheet.tricks_taken, strict=True)
    return tuple(taken - bid.tricks for bid, taken in made if bid and not bid.is_nil)


def bid_gates(rules: Rules, count: int, jobs: int) -> list[Gate]:
    """Four `normal`; the bars are those of the standard rules."""
    found = in_parallel(partial(deal_bids, rules, "normal"), count, jobs)
    how = f"four normal, {count} deals"
    gates = []
    errors = [fmean(map(abs, each.errors)) for each in found if each.errors]
    if errors:
        off = fmean(error for each in found for error in each.errors)
        bars = Bar(most=0.95), Bar(most=0.85)
        gates.append(
            Gate("bid error, ordinary bids", of_mean(errors), tricks, *bars, f"{how}; mean {off:+.2f}")
        )
    nils = [made for each in found for made in each.nils]
    hands = sum(each.hands for each in found)
    gates.append(Gate("nil bid", of_share(len(nils), hands), percent, Bar(0.08, 0.18), None, how))
    if nils:
        bars = Bar(0.70), Bar(0.77)
        gates.append(Gate("nil made", of_share(sum(nils), len(nils)), percent, *bars, f"{len(nils)} nils"))
    sides = [is_set for each in found for is_set in each.contracts_set]
    gates.append(Gate("contracts set", of_share(sum(sides), len(sides)), percent, how=how))
    return gates

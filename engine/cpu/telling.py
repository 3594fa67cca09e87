"""What a bid tells of the hand that it was made on, for the worlds of a search."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.bids import Bid, BidKind
from engine.cards import CardSet, cards_in
from engine.cpu.duel_strength import duel_worth
from engine.cpu.fitted import (
    DUEL_AFTER_NIL,
    DUEL_EACH,
    DUEL_FIRST,
    DUEL_SHARE,
    DUEL_SIDE,
    DUEL_USUAL,
    EACH_SIDE_NIL,
    NIL_BASE,
    SHORT_SUIT,
)
from engine.cpu.hand_strength import side_worth, spade_worth
from engine.cpu.nil_risk import side_risk, spade_risk
from engine.cpu.playout import NIL_TELL, NO_TELL, SPADES_TELL, TRICKS_TELL
from engine.cpu.standard_hand import as_standard
from engine.rules import Rules
from engine.seats import Seat

_MIDDLE: Final = 45
"""A bid of n is made on hands worth 100 n - 5 … 100 n + 94."""
_EVERY_TRICK: Final = 1300
_NO_RUFFS: Final = (0,) * 36
_RUFFS: Final = tuple(
    SHORT_SUIT[cards][spades] if cards < len(SHORT_SUIT) else 0 for spades in range(6) for cards in range(6)
)


@dataclass(frozen=True, slots=True)
class HandModels:
    """The models of a hand by suit: from the ranks of a suit, from bit 0 on, to its worth or risk.

    `ruffs`: by 6 times the number of spades, up to 5, and the number of cards of the suit, up to 3.
    """

    spade_worth: dict[int, int]
    side_worth: dict[int, int]
    ruffs: tuple[int, ...]
    spade_risk: dict[int, int]
    side_risk: dict[int, int]


class _Remembered(dict[int, int]):
    """The values of a function of some thousand sets of ranks, each worked out when it is first asked for."""

    def __init__(self, work_out: Callable[[int], int]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, ranks: int) -> int:
        value = self[ranks] = self._work_out(ranks)
        return value


@lru_cache(maxsize=8)
def hand_models(jokers: str, players: int) -> HandModels:
    def standard(spades: int) -> CardSet:
        return as_standard(spades << 39, jokers) >> 39

    nil = _Remembered(lambda spades: NIL_BASE + spade_risk(standard(spades))), _Remembered(side_risk)
    if players == 2:
        return HandModels(
            _Remembered(lambda spades: duel_worth(spades << 39, jokers)),
            _Remembered(lambda ranks: sum(DUEL_SIDE[rank] for rank in cards_in(ranks))),
            _NO_RUFFS,
            *nil,
        )
    return HandModels(
        _Remembered(lambda spades: spade_worth(standard(spades))), _Remembered(side_worth), _RUFFS, *nil
    )


def told_by(rules: Rules, bids: tuple[Bid | None, ...], seat: Seat, *, is_last: bool) -> tuple[int, int]:
    """What the bid of `seat` tells, and the number of spades, or the worth of the hand, that it tells.

    `is_last`: of its side, or in a duel of the two.
    """
    bid = bids[seat]
    if bid is None or bid.is_blind or rules.suicide == "all_blind_nil":
        return NO_TELL, 0
    if rules.bid_style == "mirror" or (rules.bid_style == "whiz" and not bid.is_nil):
        return SPADES_TELL, bid.tricks
    if bid.is_nil:
        return (NO_TELL if rules.suicide == "one_nil" and is_last else NIL_TELL), 0
    is_forced = 1 < bid.tricks <= rules.min_bid or (is_last and rules.min_side_bid > 2)
    if is_forced or bid.kind is not BidKind.TRICKS:
        return NO_TELL, 0
    if rules.players == 2:
        return TRICKS_TELL, _worth_in_duel(bid, bids, seat, is_last=is_last)
    return TRICKS_TELL, 100 * bid.tricks + _MIDDLE - (EACH_SIDE_NIL[1] if rules.suicide == "one_nil" else 0)


def _worth_in_duel(bid: Bid, bids: tuple[Bid | None, ...], seat: Seat, *, is_last: bool) -> int:
    """The worth of the hand that the rules of bidding make into this bid."""
    middle = 100 * bid.tricks + _MIDDLE
    other = bids[seat ^ 2]
    if other is None or not is_last:
        return middle - DUEL_FIRST
    if other.is_nil:
        return (100 * middle - _EVERY_TRICK * DUEL_AFTER_NIL) // (100 - DUEL_AFTER_NIL)
    return 100 * (middle - DUEL_USUAL + DUEL_EACH * other.tricks) // (100 - DUEL_SHARE)

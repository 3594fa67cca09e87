"""Whether a seat that has seen its hand bids nil: the risk that it runs against the risk that it may run."""

from typing import Final

from engine.cards import CardSet
from engine.cpu.bid_table import BidTable
from engine.cpu.exchange import after_giving
from engine.cpu.nil_risk import nil_risk
from engine.cpu.standard_hand import as_standard
from engine.rules import Rules

_TOP_SPADE: Final[CardSet] = 1 << 51

# The greatest risk, by what a nil is at least worth: a nil of 100 points is to be made in 85 of 100 deals.
_ALLOWED: Final = (
    (500, -118), (300, -126), (200, -135), (150, -146), (120, -157), (100, -170),
    (90, -178), (80, -190), (70, -207), (60, -233), (50, -284), (45, -338),
)  # fmt: skip
_NO_RISK: Final = -10_000
_ANY_RISK: Final = 10_000
_LOSING: Final = 110
"""How much more risk a side may run that is about to lose the match."""
_OVERBID: Final = (0, 60, 140, 260, 400)
"""The same, by the tricks that the lowest other bid is above what the hand is worth."""
_FORCED_OVERBID: Final = 2
_BROKEN_NIL_HELPS: Final = 20
_UNCOVERED: Final = 80
"""How much less risk a nil may run that no partner covers."""
_USUAL_RISK: Final = -170

# A hand worth more than this, in hundredths of a trick, is bid for its tricks; and more for a dearer nil.
_LEAST_WORTH: Final = 250
_MOST_WORTH: Final = 600

_EASY_ONE_NIL: Final = 100
_EASY_TOP_SPADE: Final = 1 << 8

# Of the side's one nil: the risk and the worth of an average hand.
_AVERAGE_RISK: Final = 60
_AVERAGE_WORTH: Final = 325


def is_nil_wise(hand: CardSet, rules: Rules, table: BidTable, worth: int, overbid: int) -> bool:
    """`overbid`: by how many tricks the lowest other bid is above the worth of the hand."""
    kept = as_standard(after_giving(hand, rules.nil_exchange, rules.jokers), rules.jokers)
    if kept & _TOP_SPADE:
        return False
    risk = nil_risk(kept)
    if rules.suicide == "one_nil":
        return not table.completes_contract and _is_nil_ours(rules, risk, worth)
    if overbid < _FORCED_OVERBID and (table.is_partner_nil or worth > _worth_allowed(rules)):
        return False
    return risk <= _risk_allowed(rules, table, overbid)


def _worth_allowed(rules: Rules) -> int:
    return min(_LEAST_WORTH + rules.nil_points, _MOST_WORTH)


def _risk_allowed(rules: Rules, table: BidTable, overbid: int) -> int:
    if overbid >= _FORCED_OVERBID:
        allowed = _USUAL_RISK if rules.nil_points else _ANY_RISK
    else:
        allowed = next((risk for least, risk in _ALLOWED if rules.nil_points >= least), _NO_RISK)
    if table.is_losing():
        allowed += _LOSING
    if rules.nil_tricks == "partner":
        allowed += _BROKEN_NIL_HELPS
    if rules.players == 2:
        allowed -= _UNCOVERED
    return allowed + _OVERBID[min(max(overbid, 0), len(_OVERBID) - 1)]


def _is_nil_ours(rules: Rules, risk: int, worth: int) -> bool:
    """One partner must bid the nil: is this hand the better one for it, as far as one hand tells?

    Near an even chance, 100 of risk are worth 24 in 100 deals, each of twice the points of a nil.
    """
    gain = 48 * rules.nil_points * (_AVERAGE_RISK - risk) // 100
    return gain + 10 * (_AVERAGE_WORTH - worth) > 0


def is_easy_nil(hand: CardSet, rules: Rules, table: BidTable, worth: int, overbid: int) -> bool:
    """No honour and low spades; or, where one partner must bid nil, not much; or no better bid is left."""
    if rules.suicide == "one_nil":
        return worth <= _EASY_ONE_NIL
    spades = as_standard(hand, rules.jokers) >> 39
    if spades.bit_count() >= 4 or spades >= _EASY_TOP_SPADE:
        return False
    if overbid > _FORCED_OVERBID:
        return True
    return bool(rules.nil_points) and not worth and not table.is_partner_nil

"""The cross-check with OpenSpiel's `spades`: the same deals, bids and cards in both engines at once.

Both must give the same turns, legal bids, legal cards, trick winners and points, but for what stands in
`DIFFERENCES`: there OpenSpiel has other rules or simpler ones. Each of them is shown by a small example, so
that none stays in the list after a release of OpenSpiel without it; and whole deals, in which only they are
allowed for, show that there are no more.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from importlib.util import find_spec
from itertools import chain
from math import fmod
from random import Random
from typing import Any

import pytest

from engine.actions import PlaceBid, PlayCard
from engine.bids import Bid, BidKind
from engine.cards import SPADES, CardSet, cards_in, lowest
from engine.deal import parse_seed
from engine.phases import Phase
from engine.play import apply, start
from engine.rules import Rules
from engine.scoring import SeatTally, Sheet, SideScore, score_side, tallies
from engine.seat_view import SeatView
from engine.seats import Seat, Side
from engine.state import Match
from engine.views import view_for
from spades_builders import N, bid, bidding, bids_text, codes, full_hands, one
from spades_driver import refusal_of

pytestmark = [
    pytest.mark.slow,
    pytest.mark.openspiel,
    pytest.mark.skipif(
        find_spec("pyspiel") is None,
        reason="open-spiel is not installed: `make test-slow` installs it where it has a wheel",
    ),
]

NEVER_BROKEN = "spades are never broken"
THIRTEEN_AT_MOST = "partners bid 13 together at most"
NIL_TRICKS_COUNT = "a nil bidder's tricks count toward the partner's contract"
LAST_DIGIT = "bags are the last digit of the score"
NO_TARGET = "the end looks at the points of one deal"
BONUS = "a very good or very bad deal is worth 200 more"
NO_DEALER = "there is no dealer"
NOT_CHECKED = "a card is not checked when it is played"

FIRST_BID = 52
"""OpenSpiel's actions: 0 … 51 are the cards, as ints like ours; 52 is nil, 53 … 65 are the bids of 1 … 13."""

# ---- a deal in both engines. A state of OpenSpiel is `Any`: the package carries no types.


def their_deal(match: Match) -> Any:
    """OpenSpiel's state of a deal that was just dealt: our hands, our points, our seat to begin."""
    state = _dealt(match)
    state.set_current_player(match.to_act[0])
    return state


def _dealt(match: Match) -> Any:
    import pyspiel

    state = pyspiel.load_game("spades").new_initial_state()
    state.set_current_scores(match.points)
    hands = [cards_in(hand) for hand in match.deal.hands]
    for card in chain.from_iterable(zip(*hands, strict=True)):
        state.apply_action(card)
    return state


def their_tricks(state: Any) -> tuple[int, ...]:
    """Tricks by seat, of a deal that is over: nothing but the printed state tells them."""
    row = str(state).partition("Tricks taken:")[2].split("\n")[3]
    return tuple(map(int, row.split()))


def act(match: Match, state: Any, action: PlaceBid | PlayCard) -> Match:
    """Does `action` in both engines; gives our match, since OpenSpiel's state is changed in place."""
    state.apply_action(action.card if isinstance(action, PlayCard) else _action(action.bid))
    return apply(match, match.to_act[0], action).match


def with_bids(match: Match, text: str) -> tuple[Match, Any]:
    """Both engines after bids such as `"nil, 3, 3, 3"`."""
    state = their_deal(match)
    for word in text.split(", "):
        match = act(match, state, PlaceBid(bid(word)))
    return match, state


def played_out(match: Match, bids_made: str) -> tuple[Match, Any]:
    """Both engines after a deal in which every seat plays its lowest legal card."""
    match, state = with_bids(match, bids_made)
    while not state.is_terminal():
        match = act(match, state, PlayCard(lowest(view_for(match, match.to_act[0]).legal_cards)))
    return match, state


def _action(of: Bid) -> int:
    return FIRST_BID + of.tricks


def _bid(action: int) -> Bid:
    return Bid(BidKind.TRICKS, action - FIRST_BID) if action > FIRST_BID else Bid(BidKind.NIL)


# ---- the differences


@dataclass(frozen=True, slots=True)
class Difference:
    """`show` gives what we and what OpenSpiel make of an example: `ours` and `theirs`."""

    name: str
    reason: str
    show: Callable[[], tuple[object, object]]
    ours: object
    theirs: object


def _lead_after_a_ruff() -> tuple[object, object]:
    """E ruffs the first trick with its lowest spade and leads."""
    hands = full_hands(n="2C", e="AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2H", s="3C", w="4C")
    match, state = with_bids(bidding(hands=hands), "3, 3, 3, 3")
    for code in ("2C", "3S", "3C", "4C"):
        match = act(match, state, PlayCard(one(code)))
    return codes(view_for(match, match.to_act[0]).legal_cards), codes(state.legal_actions())


def _bids_beside_8() -> tuple[object, object]:
    match, state = with_bids(bidding(), "8, 3")
    theirs = bids_text(_bid(action) for action in state.legal_actions())
    return bids_text(view_for(match, match.to_act[0]).legal_bids), theirs


ALL_SPADES = full_hands(n="AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S")
BOTH_WIN_TRICKS = full_hands(
    n="KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S 2H", s="AS AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H"
)
"""N and S take all tricks, and each of them one at least."""


def _nil_that_takes_all() -> tuple[object, object]:
    match, state = played_out(bidding(hands=ALL_SPADES), "nil, 3, 3, 3")
    return match.points[Side.NS], state.get_current_scores()[Side.NS]


def _three_bags_below_zero() -> tuple[object, object]:
    before = bidding(hands=ALL_SPADES, points=(-93, 0), bags=(7, 0))
    match, state = played_out(before, "5, 3, 5, 3")
    return match.points[Side.NS], state.get_current_scores()[Side.NS]


def _over_the_target() -> tuple[object, object]:
    match, state = played_out(bidding(hands=ALL_SPADES, points=(480, 0)), "5, 3, 5, 3")
    return match.result is not None, state.is_game_over()


def _a_very_bad_deal() -> tuple[object, object]:
    """Two nils set, 13 bags, two bag penalties."""
    before = bidding(hands=BOTH_WIN_TRICKS, points=(9, 0), bags=(9, 0))
    match, state = played_out(before, "nil, 3, nil, 3")
    assert match.last_sheet is not None
    return match.last_sheet.scores[Side.NS].deal_total, state.returns()[N]


def _who_begins() -> tuple[object, object]:
    match = bidding(dealer=N)
    return match.to_act[0].name, Seat(_dealt(match).current_player()).name


def _a_revoke() -> tuple[object, object]:
    """N leads a club; E holds clubs and plays a spade."""
    match, state = with_bids(bidding(hands=full_hands(n="2C", e="AS 3C 4C")), "3, 3, 3, 3")
    match = act(match, state, PlayCard(one("2C")))
    refused = refusal_of(match, match.to_act[0], PlayCard(one("AS")))
    state.apply_action(one("AS"))
    return refused and refused.refusal.value, "played" if state.current_player() == Seat.S else "refused"


DIFFERENCES = (
    Difference(
        NEVER_BROKEN,
        "A spade is led only from a hand that holds nothing else: its flag `is_spades_broken_` is read, but "
        "never set.",
        _lead_after_a_ruff,
        ours="2H 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
        theirs="2H",
    ),
    Difference(
        THIRTEEN_AT_MOST,
        "Here the four bids may add up to anything.",
        _bids_beside_8,
        ours="nil, 1-13",
        theirs="nil, 1-5",
    ),
    Difference(
        NIL_TRICKS_COUNT,
        "Here that is the option `nil_tricks: partner`, which is not the default; without it they are bags.",
        _nil_that_takes_all,
        ours=-30 + 13 - 100 - 100,
        theirs=30 + 10 - 100 - 100,
    ),
    Difference(
        LAST_DIGIT,
        "It keeps no count: the remainder by 10, truncated, makes -93 points 3 bags less than none, not 7.",
        _three_bags_below_zero,
        ours=-93 + 100 + 3 - 100,
        theirs=-93 + 100 + 3,
    ),
    Difference(
        NO_TARGET,
        "A state is one deal, and what is compared with the target (or the floor, -350) are the points of "
        "that deal alone, not the running total.",
        _over_the_target,
        ours=True,
        theirs=False,
    ),
    Difference(
        BONUS,
        "`returns()` holds 200 more at the target, 200 less at -350, by the points of the deal; no rule book "
        "has that. So the cross-check reads `get_current_scores()`, which goes without.",
        _a_very_bad_deal,
        ours=-200 + 13 - 200,
        theirs=-200 + 13 - 200 - 200,
    ),
    Difference(
        NO_DEALER,
        "Its first player always begins; the cross-check sets who does.",
        _who_begins,
        ours="E",
        theirs="N",
    ),
    Difference(
        NOT_CHECKED,
        "Legal cards are a list, and a card outside it is taken all the same. So the cross-check can lead "
        "broken spades in both.",
        _a_revoke,
        ours="must_follow_suit",
        theirs="played",
    ),
)


@pytest.mark.parametrize("difference", [pytest.param(each, id=each.name) for each in DIFFERENCES])
def test_the_difference_is_there(difference: Difference) -> None:
    assert difference.show() == (difference.ours, difference.theirs), difference.reason
    assert difference.ours != difference.theirs


# ---- whole deals, in which only these differences are allowed for

MATCHES = 40
DEALS_A_MATCH = 10
UNTIL_THE_LAST_DEAL = Rules(target=2000, floor=None, max_deals=DEALS_A_MATCH)
THEIR_NIL = replace(UNTIL_THE_LAST_DEAL, nil_tricks="partner")
ALLOWED_FOR = {NEVER_BROKEN, THIRTEEN_AT_MOST, LAST_DIGIT}
SHEET_LINES = {"contract made", "contract set", "nil made", "nil set", "bags", "bag penalty"}


@pytest.mark.parametrize(
    ("rules", "differences"),
    [
        pytest.param(UNTIL_THE_LAST_DEAL, ALLOWED_FOR | {NIL_TRICKS_COUNT}, id="standard rules"),
        pytest.param(THEIR_NIL, ALLOWED_FOR, id="nil_tricks: partner, as in OpenSpiel"),
    ],
)
def test_400_random_deals_go_alike(rules: Rules, differences: set[str]) -> None:
    seen: Counter[str] = Counter()
    for number in range(MATCHES):
        rng = Random(number)
        match = start(rules, parse_seed(f"cross-check {number}")).match
        while match.result is None:
            match = _deal_in_both(match, rng, seen)
    assert seen["deals"] == MATCHES * DEALS_A_MATCH
    assert set(+seen) == {"deals"} | differences | SHEET_LINES, "a difference or a line that never came up"


def _deal_in_both(before: Match, rng: Random, seen: Counter[str]) -> Match:
    """Our match after a deal of random bids and cards, each turn of which was compared."""
    match, state = before, their_deal(before)
    while not state.is_terminal():
        # Whoever won a trick is to act next; the last trick shows in the counts.
        assert match.to_act == (state.current_player(),)
        match = act(match, state, _compared_action(match, state, rng, seen))
    sheet = match.last_sheet
    assert sheet is not None
    assert sheet.number == before.deal.number
    assert sheet.tricks_taken == their_tricks(state)
    theirs = tuple(_their_points(before, sheet, side, seen) for side in Side)
    assert theirs == tuple(state.get_current_scores())
    seen["deals"] += 1
    return match


def _compared_action(match: Match, state: Any, rng: Random, seen: Counter[str]) -> PlaceBid | PlayCard:
    """A random legal action, after a look at whether both engines call the same ones legal."""
    view = view_for(match, match.to_act[0])
    if view.deal.phase is Phase.PLAYING:
        assert state.legal_actions() == list(cards_in(_their_cards(view, seen)))
        return PlayCard(rng.choice(list(cards_in(view.legal_cards))))
    bids = _their_bids(view, seen)
    assert state.legal_actions() == [_action(each) for each in bids]
    # Mostly low ones: else hardly a contract would be made.
    return PlaceBid(rng.choice(bids if rng.random() < 0.2 else bids[:6]))


def _their_cards(view: SeatView, seen: Counter[str]) -> CardSet:
    ours = view.legal_cards
    if view.deal.trick or not view.deal.is_broken:
        return ours
    seen[NEVER_BROKEN] += 1
    return ours & ~SPADES or ours


def _their_bids(view: SeatView, seen: Counter[str]) -> list[Bid]:
    partner = view.bid_situation.partner_bid
    most = 13 - (partner.tricks if partner else 0)
    seen[THIRTEEN_AT_MOST] += most < 13
    return [each for each in view.legal_bids if each.tricks <= most]


def _their_points(before: Match, sheet: Sheet, side: Side, seen: Counter[str]) -> int:
    """What OpenSpiel's running total must be, from our own lines of the sheet."""
    points, score = before.points[side], sheet.scores[side]
    partners = tallies(before.rules, sheet.bids, sheet.tricks_taken, side)
    seen.update(_lines(score, partners))
    if any(each.bid.is_nil and each.tricks for each in partners):
        with_partner = score_side(THEIR_NIL, partners, points, before.bags[side])
        seen[NIL_TRICKS_COUNT] += with_partner != score
        score = with_partner
    if points >= 0:
        return points + score.deal_total
    penalty = -100 * int((fmod(points, 10) + score.new_bags) / 10)
    seen[LAST_DIGIT] += penalty != score.bag_penalty
    return points + score.deal_total - score.bag_penalty + penalty


def _lines(score: SideScore, partners: tuple[SeatTally, ...]) -> Iterator[str]:
    """Which kinds of lines the sheet of a side has."""
    if score.contract:
        yield "contract made" if score.contract > 0 else "contract set"
    yield from ("nil made" if each.is_nil_made else "nil set" for each in partners if each.bid.is_nil)
    if score.bags:
        yield "bags"
    if score.bag_penalty:
        yield "bag penalty"

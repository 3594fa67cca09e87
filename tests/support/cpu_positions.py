"""Positions in the middle of a deal as one seat sees them, and bids on a hand, for tests of the CPU players.

The seat to play is S: its partner is N, E sits before it and W after it. In a duel N is the opponent.
"""

from dataclasses import replace

from engine.actions import Action, GiveCards, Look, PlaceBid, PlayCard
from engine.bids import Bid
from engine.cards import CardSet, card_set, cards_in, deck_for
from engine.cpu.choice import choose
from engine.levels import Level
from engine.rules import Rules
from engine.seat_view import SeatView
from engine.seats import Seat
from engine.state import Match
from engine.views import view_for
from spades_builders import (
    STANDARD,
    S,
    bidding,
    bids_text,
    cards,
    codes,
    full_hands,
    hands,
    in_order,
    playing,
)
from spades_driver import bid_in_turn

NO_SEED = bytes(32)


def position(
    hand: str,
    trick: str = "",
    *,
    gone: str = "",
    bids: str = "3, 3, 3, 3",
    taken: str = "",
    points: tuple[int, int] = (0, 0),
    bags: tuple[int, int] = (0, 0),
    rules: Rules = STANDARD,
    voids: tuple[int, ...] = (0, 0, 0, 0),
    put_away: str = "",
) -> SeatView:
    """S to play, with spades broken. `gone`: cards of earlier tricks; `taken`: tricks of N E S W.

    Without `taken`, the tricks before are spread evenly, from N on. `put_away`: what S discarded in a duel.
    """
    before = 13 - len(hand.split())
    tricks = tuple(map(int, taken.split())) or tuple((before + 3 - seat) // 4 for seat in Seat)
    assert sum(tricks) == before, f"{before} tricks were taken, not {sum(tricks)}"
    match = playing(
        (0, 0, cards(hand), 0),
        trick=trick,
        leader=rules.lineup.clockwise_from(S)[-len(trick.split())],
        is_broken=True,
        bids_made=bids,
        tricks_taken=tricks,
        start=bidding(rules, points=points, bags=bags),
    )
    seen = cards(gone) | card_set(in_order(trick))
    deal = replace(
        match.deal, played=(seen, 0, 0, 0), voids=voids, stock=(), discarded=(0, 0, cards(put_away), 0)
    )
    return view_for(replace(match, deal=deal), S)


def late(
    *,
    n: str,
    e: str,
    s: str,
    w: str,
    trick: str = "",
    bids: str = "3, 3, 3, 3",
    taken: str,
    points: tuple[int, int] = (0, 0),
    bags: tuple[int, int] = (0, 0),
    rules: Rules = STANDARD,
    voids: tuple[int, ...] = (0, 0, 0, 0),
) -> SeatView:
    """S to play late in a deal of which every card is told, so that a search has whole deals to think of.

    `n` … `w`: what each seat holds now. All other cards of the deck have gone, to each seat its share of high
    and low ones; `taken`: the tricks of N E S W.
    """
    on_table = in_order(trick)
    leader = rules.lineup.clockwise_from(S)[-len(on_table)] if on_table else S
    held, tricks = hands(n, e, s, w), tuple(map(int, taken.split()))
    done = sum(tricks)
    order = rules.lineup.clockwise_from(leader)
    played = [1 << on_table[order.index(seat)] if seat in order[: len(on_table)] else 0 for seat in Seat]
    assert all((held[seat] | played[seat]).bit_count() == 13 - done for seat in Seat), (
        "a card too many or few"
    )
    gone = card_set(deck_for(rules.jokers)) & ~sum(held) & ~card_set(on_table)
    for seat, cards_gone in zip(Seat, _shared(gone, done), strict=True):
        played[seat] |= cards_gone
    match = playing(
        held,
        trick=trick,
        leader=leader,
        is_broken=True,
        bids_made=bids,
        tricks_taken=tricks,
        start=bidding(rules, points=points, bags=bags),
    )
    return view_for(replace(match, deal=replace(match.deal, played=tuple(played), voids=voids)), S)


def _shared(gone: CardSet, each: int) -> list[CardSet]:
    """The cards that have gone, `each` to a seat, dealt round from high to low."""
    found = [0, 0, 0, 0]
    for card in sorted(cards_in(gone), key=lambda card: (card % 13, card), reverse=True):
        seat = min(Seat, key=lambda seat: found[seat].bit_count())
        found[seat] |= 1 << card
    assert all(cards_of.bit_count() == each for cards_of in found)
    return found


def card_of(view: SeatView, level: Level = Level.NORMAL, seed: bytes = NO_SEED) -> str:
    action = choose(view, level, seed).action
    assert isinstance(action, PlayCard)
    return codes((action.card,))


def bid_of(match: Match, level: Level = Level.NORMAL) -> str:
    """What the seat whose turn it is bids or does instead: `"4"`, `"nil"`, `"blind 6"`, `"look"`."""
    action = choose(view_for(match, match.to_act[0]), level, NO_SEED).action
    return "look" if isinstance(action, Look) else bids_text((bid_made(action),))


def given_by(match: Match, level: Level = Level.NORMAL) -> CardSet:
    """The cards that the seat whose turn it is gives in an exchange."""
    action = choose(view_for(match, match.to_act[0]), level, NO_SEED).action
    assert isinstance(action, GiveCards)
    return card_set(action.cards)


def bid_made(action: Action) -> Bid:
    assert isinstance(action, PlaceBid)
    return action.bid


def bid_by(
    seat: Seat,
    hand: str,
    before: str = "",
    level: Level = Level.NORMAL,
    *,
    rules: Rules = STANDARD,
    points: tuple[int, int] = (0, 0),
) -> str:
    """What `seat` bids on the hand after the bids before it, the first of which the dealer's left made."""
    dealer = Seat((seat - len(before.split(",")) * bool(before) - 1) % 4)
    dealt = full_hands(**{seat.name.lower(): hand}, jokers=rules.jokers)
    match = bidding(rules, dealer=dealer, hands=dealt, points=points)
    return bid_of(bid_in_turn(match, before), level)

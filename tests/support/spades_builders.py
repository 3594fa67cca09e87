"""Readable values for tests: cards, hands and bids from text, and positions of a match.

Text of cards: `"AS KS 2C"`. Text of bids: `"4, nil, blind nil, -"`, where `-` is a bid not made yet.
"""

from collections.abc import Iterable
from dataclasses import replace

from engine.bids import Bid, BidKind
from engine.cards import ALL_CARDS, Card, CardSet, card_set, cards_in, format_card, parse_card
from engine.dealing import start_deal
from engine.phases import Phase
from engine.rules import Rules
from engine.seats import Seat, replaced
from engine.state import Match

N, E, S, W = Seat
SEED = bytes(range(32))
STANDARD = Rules()
NOBODY: tuple[None, ...] = (None,) * 4


def cards(text: str) -> CardSet:
    return card_set(in_order(text))


def in_order(text: str) -> tuple[Card, ...]:
    return tuple(map(parse_card, text.split()))


def codes(found: CardSet | Iterable[Card]) -> str:
    """The inverse of `cards` and of `in_order`, for asserts that a reader can compare."""
    return " ".join(map(format_card, cards_in(found) if isinstance(found, int) else found))


def bid(text: str) -> Bid:
    match text.split():
        case ["nil" | "zero" as word]:
            return Bid(BidKind(word))
        case ["blind", "nil"]:
            return Bid(BidKind.BLIND_NIL)
        case ["blind", tricks]:
            return Bid(BidKind.BLIND_TRICKS, int(tricks))
        case [tricks]:
            return Bid(BidKind.TRICKS, int(tricks))
    raise ValueError(text)


def bids(text: str) -> tuple[Bid | None, ...]:
    return tuple(None if each.strip() == "-" else bid(each) for each in text.split(","))


def hands(n: str = "", e: str = "", s: str = "", w: str = "") -> tuple[CardSet, ...]:
    return tuple(map(cards, (n, e, s, w)))


def full_hands(n: str = "", e: str = "", s: str = "", w: str = "") -> tuple[CardSet, ...]:
    """Four hands of 13: the cards named, then what is left of the deck, lowest first, seat by seat."""
    held = hands(n, e, s, w)
    rest = cards_in(ALL_CARDS & ~sum(held))
    return tuple(hand | card_set(next(rest) for _ in range(13 - hand.bit_count())) for hand in held)


def bidding(
    rules: Rules = STANDARD,
    *,
    dealer: Seat = W,
    hands: tuple[CardSet, ...] | None = None,
    points: tuple[int, int] = (0, 0),
    bags: tuple[int, int] = (0, 0),
    number: int = 1,
) -> Match:
    """A match at the start of a deal; N bids first unless `dealer` says otherwise."""
    match = start_deal(rules, SEED, number, dealer, points=points, bags=bags, next_turn=1).match
    return replace(match, deal=replace(match.deal, hands=hands)) if hands else match


def playing(
    hands: tuple[CardSet, ...],
    *,
    trick: str = "",
    leader: Seat = N,
    is_broken: bool = False,
    bids_made: str = "3, 3, 3, 3",
    tricks_taken: tuple[int, ...] = (0, 0, 0, 0),
    start: Match | None = None,
) -> Match:
    """A match in the middle of play. `trick`: on the table from `leader` on. `start`: the deal it is in."""
    match = start or bidding()
    deal = replace(
        match.deal,
        phase=Phase.PLAYING,
        hands=hands,
        unseen=(),
        bids=bids(bids_made),
        leader=leader,
        trick=in_order(trick),
        tricks_taken=tricks_taken,
        is_broken=is_broken,
    )
    to_act = Seat((leader + len(deal.trick)) % 4)
    return replace(match, deal=deal, turns=replaced(NOBODY, to_act, 5), next_turn=6)


def before_last_trick(start: Match, bids_made: str, tricks: tuple[int, ...]) -> Match:
    """The deal of `start` with one trick to go, after which the seats will have taken `tricks`."""
    winner = Seat(next(seat for seat in Seat if tricks[seat]))
    last = hands(*("AS" if seat is winner else f"{2 + seat}C" for seat in Seat))
    taken = replaced(tricks, winner, tricks[winner] - 1)
    return playing(last, leader=winner, is_broken=True, bids_made=bids_made, tricks_taken=taken, start=start)

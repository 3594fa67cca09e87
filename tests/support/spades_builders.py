"""Readable values for tests: cards, hands and bids from text, and positions of a match.

Text of cards: `"AS KS 2C"`; a deuce that ranks as a high trump is `+2S`, `+2D`. Text of bids:
`"4, nil, blind nil, -"`, where `-` is a bid not made yet.
"""

from collections.abc import Iterable
from dataclasses import replace

from engine.bids import Bid, BidKind
from engine.cards import Card, CardSet, card_set, cards_in, deck_for, format_card, parse_card
from engine.dealing import start_bidding, start_deal
from engine.phases import Phase
from engine.rules import Rules
from engine.seats import Seat, replaced
from engine.state import Match

N, E, S, W = Seat
SEED = bytes(range(32))
STANDARD = Rules()
DUEL = Rules(players=2)
NOBODY: tuple[None, ...] = (None,) * 4


def cards(text: str) -> CardSet:
    return card_set(in_order(text))


def in_order(text: str) -> tuple[Card, ...]:
    return tuple(map(one, text.split()))


def one(code: str) -> Card:
    return parse_card(code[1:], "two_and_deuces") if code.startswith("+") else parse_card(code)


def codes(found: CardSet | Iterable[Card]) -> str:
    """The inverse of `cards` and of `in_order`, for asserts that a reader can compare."""
    return " ".join(map(_code, cards_in(found) if isinstance(found, int) else found))


def _code(card: Card) -> str:
    code = format_card(card)
    return code if one(code) == card else f"+{code}"


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


def bids_text(made: Iterable[Bid]) -> str:
    """Bids as text, in the order of the rule book, runs of numbers as such: `"nil, 1-13, blind 6-13"`."""
    found = set(made)
    parts = [word for word in ("nil", "zero") if bid(word) in found]
    parts += _runs("", [each.tricks for each in found if each.kind is BidKind.TRICKS])
    parts += [word for word in ("blind nil",) if bid(word) in found]
    parts += _runs("blind ", [each.tricks for each in found if each.kind is BidKind.BLIND_TRICKS])
    return ", ".join(parts)


def _runs(word: str, numbers: list[int]) -> list[str]:
    starts = sorted(number for number in numbers if number - 1 not in numbers)
    ends = sorted(number for number in numbers if number + 1 not in numbers)
    return [
        f"{word}{first}" if first == last else f"{word}{first}-{last}"
        for first, last in zip(starts, ends, strict=True)
    ]


def bids(text: str) -> tuple[Bid | None, ...]:
    return tuple(None if each.strip() == "-" else bid(each) for each in text.split(","))


def hands(n: str = "", e: str = "", s: str = "", w: str = "") -> tuple[CardSet, ...]:
    return tuple(map(cards, (n, e, s, w)))


def full_hands(
    n: str = "", e: str = "", s: str = "", w: str = "", *, jokers: str = "off"
) -> tuple[CardSet, ...]:
    """Four hands of 13: the cards named, then what is left of the deck, lowest first, seat by seat."""
    held = hands(n, e, s, w)
    rest = cards_in(card_set(deck_for(jokers)) & ~sum(held))
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


def drawing(stock: str = "", *, rules: Rules = DUEL, dealer: Seat = S, number: int = 1) -> Match:
    """A duel at the start of a deal; N draws first unless it deals. `stock`: its first cards."""
    match = bidding(rules, dealer=dealer, number=number)
    top = in_order(stock)
    rest = tuple(card for card in match.deal.stock if card not in top)
    return replace(match, deal=replace(match.deal, stock=top + rest))


def duel_bidding(
    n: str,
    s: str,
    *,
    rules: Rules = DUEL,
    dealer: Seat = S,
    points: tuple[int, int] = (0, 0),
    bags: tuple[int, int] = (0, 0),
    number: int = 1,
) -> Match:
    """A duel whose cards are drawn: N holds `n`, S holds `s`; N bids first unless it deals."""
    match = bidding(rules, dealer=dealer, points=points, bags=bags, number=number)
    deal = replace(match.deal, stock=(), hands=hands(n, "", s, ""))
    return start_bidding(replace(match, deal=deal, turns=NOBODY)).match


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
    to_act = match.rules.lineup.clockwise_from(leader)[len(deal.trick)]
    return replace(match, deal=deal, turns=replaced(NOBODY, to_act, 5), next_turn=6)


def before_last_trick(start: Match, bids_made: str, tricks: tuple[int, ...]) -> Match:
    """The deal of `start` with one trick to go, after which the seats will have taken `tricks`."""
    seats = start.rules.lineup.seats
    winner = next(seat for seat in seats if tricks[seat])
    last = hands(*("AS" if seat is winner else f"{2 + seat}C" if seat in seats else "" for seat in Seat))
    taken = replaced(tricks, winner, tricks[winner] - 1)
    return playing(last, leader=winner, is_broken=True, bids_made=bids_made, tricks_taken=taken, start=start)

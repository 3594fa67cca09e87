"""`Knowledge`: a seat view in the ints and masks that the rules of play work on, built once a decision.

Never changed after it is built. It is a plain slotted class, since building it is a measured hot path.
"""

from engine.cards import ALL_CARDS, SPADES, SUIT_CARDS, SUIT_OF
from engine.levels import Level
from engine.rules import Rules
from engine.scoring import TRICK_POINTS
from engine.seat_view import PublicDeal, SeatView
from engine.seats import FOUR_PLAYERS, Seat
from engine.tricks import winning_place

_NOBODY = -1
_AROUND = tuple(tuple(map(int, FOUR_PLAYERS.clockwise_from(seat))) for seat in Seat)
_SIDE = tuple(map(int, FOUR_PLAYERS.side))


class Knowledge:
    """What the seat to play knows.

    `out`: the cards that it thinks other hands may hold. `led`: the suit of the trick; `best`: the card that
    wins it so far, `winner` that card's seat (-1, all three, for a lead). `beating`: the legal cards that
    would take the trick over. `after`: how many play after this seat. `left`, `partner`, `right`: the seats
    clockwise from it. `live_nils`: bit `Seat` set for a nil that is not broken. `need`, `their_need`: the
    tricks that the sides still lack for their contracts. `tricks_left` counts the trick being played.
    """

    __slots__ = (
        "after",
        "beating",
        "best",
        "contract",
        "hand",
        "has_nil_bid",
        "is_bag_costly",
        "led",
        "left",
        "legal",
        "live_nils",
        "need",
        "out",
        "partner",
        "right",
        "seat",
        "their_contract",
        "their_need",
        "tricks_left",
        "view",
        "voids",
        "winner",
    )

    def __init__(self, view: SeatView, legal: int, level: Level) -> None:
        deal = view.match.deal
        self.view = view
        self.seat = seat = int(view.seat)
        around = _AROUND[seat]
        _, self.left, self.partner, self.right = around
        self.hand = view.hand or 0
        self.legal = legal
        self._remember(deal, level)
        self._see_trick(deal, around)
        self._count_tricks(deal)
        self.is_bag_costly = _is_bag_costly(view.match.rules)

    def _remember(self, deal: PublicDeal, level: Level) -> None:
        """`normal` counts every card and void; `easy` sees its hand and the trick on the table."""
        if level is Level.EASY:
            out = ALL_CARDS & ~self.hand
            for card in deal.trick:
                out &= ~(1 << card)
            self.out = out
            self.voids: tuple[int, ...] = (0, 0, 0, 0)
            return
        first, second, third, fourth = deal.played
        self.out = ALL_CARDS & ~(self.hand | first | second | third | fourth)
        self.voids = deal.voids

    def _see_trick(self, deal: PublicDeal, around: tuple[int, ...]) -> None:
        trick = deal.trick
        size = len(trick)
        self.after = 3 - size
        if not size:
            self.led = self.best = self.winner = _NOBODY
            self.beating = 0
            return
        place = winning_place(trick)
        self.led = SUIT_OF[trick[0]]
        self.best = best = trick[place]
        self.winner = around[place - size]
        self.beating = self.legal & (-2 << best) & (SUIT_CARDS[SUIT_OF[best]] | SPADES)

    def _count_tricks(self, deal: PublicDeal) -> None:
        taken, bids = deal.tricks_taken, deal.bids
        self.tricks_left = 13 - sum(taken)
        self.live_nils = 0
        own_side = _SIDE[self.seat]
        needs = [0, 0]
        contracts = [0, 0]
        for seat, bid in enumerate(bids):
            if bid is None:
                continue
            if bid.tricks:
                side = _SIDE[seat] != own_side
                needs[side] += bid.tricks - taken[seat]
                contracts[side] += bid.tricks
            elif not taken[seat] and bid.is_nil:
                self.live_nils |= 1 << seat
        self.need, self.their_need = needs
        self.contract, self.their_contract = contracts
        own = bids[self.seat]
        self.has_nil_bid = own is not None and own.is_nil

    def would_win_match(self) -> bool:
        """Would the opponents, with their contract made, reach the target and be ahead?"""
        match, side = self.view.match, _SIDE[self.seat]
        theirs = match.points[1 - side] + TRICK_POINTS * self.their_contract
        return theirs >= match.rules.target and theirs > match.points[side]


def _is_bag_costly(rules: Rules) -> bool:
    """Does a bag bring a penalty nearer, or cost points at once?"""
    return (rules.bag_penalty and rules.bag_penalty_points > 0) or rules.overtrick_points < 0

"""`Knowledge`: a seat view in the ints and masks that the rules of play work on, built once a decision.

The rules note their reason in it; else it is never changed after it is built.
"""

from engine.cards import SPADES, SUIT_CARDS, SUIT_OF, Suit, card_set, cards_in, deck_for
from engine.cpu.card_rules import Sight
from engine.cpu.stakes import (
    bid_tricks,
    is_bag_costly,
    is_for_200,
    risked_for_nil,
    wins_match,
    worth_of,
)
from engine.levels import Level
from engine.seat_view import PublicDeal, SeatView
from engine.seats import FOUR_PLAYERS, TWO_PLAYERS, Seat, Side
from engine.tricks import winning_place

_NOBODY = -1
_AROUND = tuple(tuple(map(int, FOUR_PLAYERS.clockwise_from(seat))) for seat in Seat)
_SIDE = tuple(map(int, FOUR_PLAYERS.side))
# In a duel the opponent sits on the left and on the right, and the partner's seat is an empty one.
_AROUND_IN_DUEL = ((0, 2, 1, 2), (), (2, 0, 3, 0), ())
_SIDE_IN_DUEL = tuple(map(int, TWO_PLAYERS.side))
_DECKS = {jokers: card_set(deck_for(jokers)) for jokers in ("off", "two", "two_and_deuces")}


class Knowledge(Sight):
    """A sight with the view that it was made from; `voids` by seat, as in the view."""

    __slots__ = ("hand", "rules", "view", "voids")

    def __init__(self, view: SeatView, legal: int, level: Level) -> None:
        deal, rules = view.match.deal, view.match.rules
        is_duel = rules.players == 2
        self.view = view
        self.rules = rules
        self.seat = seat = int(view.seat)
        around = (_AROUND_IN_DUEL if is_duel else _AROUND)[seat]
        _, self.left, self.partner, self.right = around
        self.hand = view.hand or 0
        self.legal = legal
        self._remember(deal, level)
        self._see_trick(deal, around)
        self._count_tricks(deal, _SIDE_IN_DUEL if is_duel else _SIDE)
        self.is_bag_costly = is_bag_costly(rules) and not (
            rules.ten_for_200 and self.is_counting and is_for_200(rules, self.contract)
        )
        self.small_contract = risked_for_nil(rules)
        self.must_set = self.their_need > 0 and (
            is_for_200(rules, self.their_contract) or self.would_win_match()
        )

    def _remember(self, deal: PublicDeal, level: Level) -> None:
        """`normal` counts every card and void; `easy` sees its hand and the trick on the table."""
        if level is Level.EASY:
            out = _DECKS[self.rules.jokers] & ~self.hand
            for card in deal.trick:
                out &= ~(1 << card)
            self.out = out
            self.voids: tuple[int, ...] = (0, 0, 0, 0)
            self.shown = 0
            return
        first, second, third, fourth = deal.played
        gone = first | second | third | fourth | self.view.discarded
        self.out = _DECKS[self.rules.jokers] & ~(self.hand | gone)
        self.voids = deal.voids
        north, east, south, west = deal.voids
        self.shown = north | east << 4 | south << 8 | west << 12

    def _see_trick(self, deal: PublicDeal, around: tuple[int, ...]) -> None:
        trick = deal.trick
        size = len(trick)
        self.after = self.rules.players - 1 - size
        if not size:
            self.led = self.best = self.winner = _NOBODY
            self.suit = self.beating = 0
            return
        place = winning_place(trick)
        self.led = SUIT_OF[trick[0]]
        self.suit = SUIT_CARDS[self.led]
        self.best = best = trick[place]
        self.winner = around[place - size]
        self.beating = self.legal & (-2 << best) & (SUIT_CARDS[SUIT_OF[best]] | SPADES)

    def _count_tricks(self, deal: PublicDeal, sides: tuple[int, ...]) -> None:
        taken, bids, rules = deal.tricks_taken, deal.bids, self.rules
        self.tricks_left = 13 - sum(taken)
        live_nils = 0
        own_side = sides[self.seat]
        needs = [0, 0]
        contracts = [0, 0]
        for seat, bid in enumerate(bids):
            if bid is None:
                continue
            if bid.tricks:
                side = sides[seat] != own_side
                needs[side] += bid.tricks - taken[seat]
                contracts[side] += bid.tricks
            elif not taken[seat]:
                live_nils |= bid.is_nil << seat
            elif not bid.is_nil or rules.nil_tricks == "partner":
                needs[sides[seat] != own_side] -= taken[seat]
        self.live_nils = live_nils if rules.nil_points else 0
        self.need, self.their_need = needs
        self.contract, self.their_contract = contracts
        own = bids[self.seat]
        self.is_counting = own is None or own.tricks > 0 or not own.is_nil or rules.nil_tricks == "partner"

    def may_lose(self, card: int) -> bool:
        """May somebody still to play beat this card, which takes the trick so far?"""
        suit = SUIT_OF[card]
        higher = (self.out & SUIT_CARDS[suit]) >> card
        spades = 0 if suit is Suit.S else self.out & SPADES
        return any(
            (higher and not self.voids[seat] >> suit & 1) or (spades and not self.voids[seat] >> Suit.S & 1)
            for seat in (self.left, self.partner, self.right)[: self.after]
        )

    def takes_anyway(self) -> bool:
        """Does the seat take this trick whatever it plays?"""
        taking = self.legal if self.best < 0 else self.beating
        return taking == self.legal and not any(map(self.may_lose, cards_in(taking)))

    def would_win_match(self) -> bool:
        """Would their contract win the opponents the match, now or, in the last deal, against ours?"""
        match, rules = self.view.match, self.rules
        side = rules.lineup.side[self.view.seat]
        theirs = match.points[side.other] + self._worth_of_contract(side.other)
        if wins_match(rules, theirs, match.points[side]):
            return True
        is_last = match.deal.number >= rules.max_deals
        return is_last and theirs > match.points[side] + self._worth_of_contract(side)

    def _worth_of_contract(self, side: Side) -> int:
        bids = self.view.match.deal.bids
        made = (bids[seat] for seat in self.rules.lineup.seats_of(side))
        return worth_of(self.rules, *bid_tricks(bid for bid in made if bid))

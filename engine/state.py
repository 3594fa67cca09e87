"""The state of a match: frozen values, no history.

Per-seat tuples have one member for each `Seat`, per-side tuples one for each `Side`.
"""

from dataclasses import dataclass
from itertools import compress

from engine.bids import Bid, BidSituation
from engine.cards import SPADES, Card, CardSet
from engine.phases import Phase
from engine.rules import Rules
from engine.scoring import Result, Sheet
from engine.seats import Seat
from engine.tricks import CardSituation, Trick, card_situation_of

_SEATS = tuple(Seat)


@dataclass(frozen=True, slots=True)
class Exchange:
    """One part of an exchange: `giver` hands `count` cards to `receiver`; `cards` is None until done."""

    giver: Seat
    receiver: Seat
    count: int
    cards: tuple[Card, ...] | None = None


@dataclass(frozen=True, slots=True)
class Deal:
    """The deal in progress, or the last one of a match that is over.

    `hands`: the cards held now. `looked`: took a look at a hidden hand. `unseen`: seats whose hand is hidden
    from them, since they may still bid blind. `trick`: the cards of the current trick from `leader` on.
    `played`, `voids` (bit `Suit` set): what everyone saw. `acted`: actions of the seat in this deal. In duels
    alone, `stock`: the cards left to draw, the top first; `discarded`: cards that the seat saw and put away.
    """

    number: int
    dealer: Seat
    phase: Phase
    hands: tuple[CardSet, ...]
    looked: tuple[bool, ...]
    unseen: tuple[Seat, ...]
    bids: tuple[Bid | None, ...]
    exchanges: tuple[Exchange, ...]
    leader: Seat
    trick: tuple[Card, ...]
    tricks_taken: tuple[int, ...]
    is_broken: bool
    played: tuple[CardSet, ...]
    voids: tuple[int, ...]
    acted: tuple[int, ...]
    stock: tuple[Card, ...] = ()
    discarded: tuple[CardSet, ...] = (0,) * len(Seat)


@dataclass(frozen=True, slots=True)
class Match:
    """A match. `points` and `bags` are the sides' after the last scored deal.

    `turns`: by seat, the id of the decision that is due, or None; ids count the match's decisions from 1.
    """

    rules: Rules
    seed: bytes
    deal: Deal
    points: tuple[int, ...]
    bags: tuple[int, ...]
    turns: tuple[int | None, ...]
    next_turn: int
    last_trick: Trick | None = None
    last_sheet: Sheet | None = None
    result: Result | None = None

    @property
    def to_act(self) -> tuple[Seat, ...]:
        return tuple(compress(_SEATS, self.turns))  # no id is 0


def exchange_due(deal: Deal, seat: Seat) -> Exchange | None:
    """The part of an exchange that `seat` still has to give."""
    return next((part for part in deal.exchanges if part.giver is seat and part.cards is None), None)


def bid_situation(rules: Rules, points: tuple[int, ...], deal: Deal, seat: Seat) -> BidSituation:
    side, partner = rules.lineup.side[seat], rules.lineup.partner[seat]
    return BidSituation(
        rules=rules,
        behind=points[side.other] - points[side],
        has_looked=deal.looked[seat],
        spades=None if seat in deal.unseen else (deal.hands[seat] & SPADES).bit_count(),
        partner_bid=None if partner is None else deal.bids[partner],
    )


def card_situation(rules: Rules, deal: Deal, seat: Seat) -> CardSituation:
    return card_situation_of(rules, deal.hands[seat], deal.trick, deal.is_broken, deal.tricks_taken)

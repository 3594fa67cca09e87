"""`SeatView`: what one seat may know, made by listing and never by hiding. A CPU gets this and no more."""

from dataclasses import dataclass

from engine.actions import ActionKind
from engine.bids import Bid, BidSituation, legal_bids
from engine.cards import SPADES, Card, CardSet
from engine.phases import Phase
from engine.rules import Rules
from engine.scoring import Result, Sheet
from engine.seats import Seat
from engine.tricks import CardSituation, Trick, card_situation_of, legal_cards


@dataclass(frozen=True, slots=True)
class ExchangePart:
    """What everyone sees of one part of an exchange."""

    giver: Seat
    receiver: Seat
    count: int
    is_done: bool


@dataclass(frozen=True, slots=True)
class PublicDeal:
    """What everyone at the table sees of a deal; per-seat tuples as in the state.

    `unseen`: seats that may still bid blind. `trick`: the cards on the table from `leader` on. `played` and
    `voids` (bit `Suit` set: the seat has none left) are what an attentive player remembers. `stock`: how many
    cards are left to draw.
    """

    number: int
    dealer: Seat
    phase: Phase
    looked: tuple[bool, ...]
    unseen: tuple[Seat, ...]
    bids: tuple[Bid | None, ...]
    exchanges: tuple[ExchangePart, ...]
    leader: Seat
    trick: tuple[Card, ...]
    tricks_taken: tuple[int, ...]
    is_broken: bool
    cards_held: tuple[int, ...]
    played: tuple[CardSet, ...]
    voids: tuple[int, ...]
    stock: int = 0

    @property
    def trick_number(self) -> int:
        """The trick being played, from 1; the last one stays when the deal is over."""
        return sum(self.tricks_taken) + (0 if self.phase is Phase.OVER else 1)


@dataclass(frozen=True, slots=True)
class PublicMatch:
    """What a spectator sees; `points` and `bags` by side."""

    rules: Rules
    deal: PublicDeal
    points: tuple[int, ...]
    bags: tuple[int, ...]
    to_act: tuple[Seat, ...]
    last_trick: Trick | None
    last_sheet: Sheet | None
    result: Result | None


@dataclass(frozen=True, slots=True)
class OwnExchange:
    """The seat's own exchange with its partner; None: not given, or not received, yet."""

    partner: Seat
    count: int
    given: tuple[Card, ...] | None
    received: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class Turn:
    """What the seat may do now. `id` is None where the match does not wait for it.

    `choose`: how many cards the action names. `drawn`: the top card of the stock, in a draw.
    """

    id: int | None
    actions: tuple[ActionKind, ...]
    choose: int
    drawn: Card | None = None


@dataclass(frozen=True, slots=True)
class SeatView:
    """What `seat` may know; `hand` is None while it is hidden from the seat itself.

    `discarded`: cards that the seat saw and put away in a draw.
    """

    match: PublicMatch
    seat: Seat
    hand: CardSet | None
    exchange: OwnExchange | None
    turn: Turn | None
    discarded: CardSet = 0

    @property
    def rules(self) -> Rules:
        return self.match.rules

    @property
    def deal(self) -> PublicDeal:
        return self.match.deal

    @property
    def partner(self) -> Seat | None:
        return self.rules.lineup.partner[self.seat]

    @property
    def bid_situation(self) -> BidSituation:
        side, partner = self.rules.lineup.side[self.seat], self.partner
        return BidSituation(
            rules=self.rules,
            behind=self.match.points[side.other] - self.match.points[side],
            has_looked=self.deal.looked[self.seat],
            spades=None if self.hand is None else (self.hand & SPADES).bit_count(),
            partner_bid=None if partner is None else self.deal.bids[partner],
        )

    @property
    def legal_bids(self) -> tuple[Bid, ...]:
        return legal_bids(self.bid_situation)

    @property
    def card_situation(self) -> CardSituation:
        deal = self.deal
        return card_situation_of(self.rules, self.hand or 0, deal.trick, deal.is_broken, deal.tricks_taken)

    @property
    def legal_cards(self) -> CardSet:
        """The cards that may be played now; in an exchange, those that may be given."""
        if self.deal.phase is Phase.EXCHANGE:
            return self.hand or 0
        return legal_cards(self.card_situation)

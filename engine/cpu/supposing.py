"""`Table`s for a search: what a seat to play knows of the deal, ready for hidden hands to be supposed."""

from typing import Final

from engine.cards import CARD_COUNT, SUIT_OF, Card, CardSet, card_set, cards_in
from engine.cpu.knowledge import Knowledge
from engine.cpu.playout import NO_TELL, Table
from engine.cpu.telling import hand_models, told_by
from engine.levels import Level
from engine.seat_view import SeatView
from engine.seats import Seat

_SEATS: Final = tuple(map(int, Seat))
_ANY_CONTRACT: Final = 26
"""No contract of two partners is greater."""


def table_of(view: SeatView, k: Knowledge, words: bytes) -> Table:
    """The deal as the seat of `k` sees it. `words`: random numbers for the hands of the others."""
    table = Table()
    table.words, table.at = words, 0
    _set_stand(table, view, k)
    _set_sights(table, view)
    _set_hidden(table, view, k)
    _set_tells(table, view)
    return table


def hunt_nils(table: Table, view: SeatView) -> None:
    """Has the own side hunt a nil whatever its contract.

    Its later cards will be searched for, too: with the caution of the rules the rollouts would never show
    what a hunt can bring.
    """
    for seat in (view.seat, view.partner):
        if seat is not None:
            table.sights[int(seat)].small_contract = _ANY_CONTRACT


def _by_seat(values: dict[int, int]) -> list[int]:
    """Assigned as a whole, since compiled tables give copies of their lists."""
    return [values.get(seat, 0) for seat in _SEATS]


def _set_stand(table: Table, view: SeatView, k: Knowledge) -> None:
    table.is_duel = k.rules.players == 2
    is_second_side = k.seat >> 1 if table.is_duel else k.seat & 1
    table.stand_turn = k.seat
    table.order = [*(_SEATS[k.seat :] + _SEATS[: k.seat]), len(_SEATS)]
    table.stand_after, table.stand_led, table.stand_suit = k.after, k.led, k.suit
    table.stand_best, table.stand_winner = k.best, k.winner
    table.stand_is_broken = view.deal.is_broken
    table.stand_nils, table.stand_shown = k.live_nils, k.shown
    table.stand_tricks_left = k.tricks_left
    table.stand_taken = sum(tricks << 4 * seat for seat, tricks in enumerate(view.deal.tricks_taken))
    table.stand_unplayed = k.out | k.hand | view.discarded
    table.stand_needs = [k.their_need, k.need] if is_second_side else [k.need, k.their_need]
    table.aside = _by_seat({k.seat: view.discarded})


def _set_sights(table: Table, view: SeatView) -> None:
    """What the seats know of bids and needs is public: their sights come from views without a hand."""
    seats = view.rules.lineup.seats
    sights = {
        int(seat): Knowledge(SeatView(view.match, seat, None, None, None), 0, Level.NORMAL) for seat in seats
    }
    table.sights = [sights.get(seat, sights[0]) for seat in _SEATS]
    table.counting = sum(1 << seat for seat, sight in sights.items() if sight.is_counting)


def _set_hidden(table: Table, view: SeatView, k: Knowledge) -> None:
    """The hidden cards, those first that the fewest seats may hold, and how many each seat holds of them."""
    known = {k.seat: k.hand, **_known_of_partner(view, k)}
    others = tuple(int(seat) for seat in view.rules.lineup.seats if seat is not view.seat)
    played = view.rules.lineup.clockwise_from(view.deal.leader)[: len(view.deal.trick)]
    room = {seat: k.tricks_left - (seat in played) - known.get(seat, 0).bit_count() for seat in others}
    hidden = sorted((_holders(k, others, card), card) for card in cards_in(k.out & ~sum(known.values())))
    table.known = [*_by_seat(known), 0]
    table.room = [*_by_seat(room), len(hidden) - sum(room.values())]
    table.cards = [card for _, card in hidden] + [0] * (CARD_COUNT - len(hidden))
    table.hidden = len(hidden)
    table.restricted = sum(holders < len(others) for holders, _ in hidden)


def _known_of_partner(view: SeatView, k: Knowledge) -> dict[int, CardSet]:
    """The cards given to the partner are there until they are played."""
    exchange = view.exchange
    return {} if exchange is None else {int(exchange.partner): card_set(exchange.given or ()) & k.out}


def _holders(k: Knowledge, others: tuple[int, ...], card: Card) -> int:
    """How many of the other seats may hold the card."""
    return sum(not k.voids[seat] >> SUIT_OF[card] & 1 for seat in others)


def _set_tells(table: Table, view: SeatView) -> None:
    rules = view.rules
    models = hand_models(rules.jokers, rules.players)
    table.spade_worth, table.side_worth, table.ruffs = models.spade_worth, models.side_worth, models.ruffs
    table.spade_risk, table.side_risk = models.spade_risk, models.side_risk
    told = {int(seat): _told_by(view, seat) for seat in rules.lineup.seats if seat is not view.seat}
    table.tells = _by_seat({seat: kind for seat, (kind, _) in told.items()})
    table.told = _by_seat({seat: number for seat, (_, number) in told.items()})
    gone, gained = dict(enumerate(view.deal.played)), {}
    if view.exchange is not None:
        partner = int(view.exchange.partner)
        gone[partner] |= card_set(view.exchange.received or ())
        gained[partner] = card_set(view.exchange.given or ())
    table.gone, table.gained = _by_seat(gone), _by_seat(gained)


def _told_by(view: SeatView, seat: Seat) -> tuple[int, int]:
    """What a seat's bid tells; nothing of a hand that was exchanged with others."""
    deal, lineup = view.deal, view.rules.lineup
    if seat is not view.partner and any(part.giver is seat for part in deal.exchanges):
        return NO_TELL, 0
    order = lineup.clockwise_from(lineup.next[deal.dealer])
    return told_by(view.rules, deal.bids, seat, is_last=2 * order.index(seat) >= len(order))


def hidden_hands(table: Table) -> tuple[CardSet, ...]:
    """The hands as they were last supposed, by seat."""
    return tuple(table.stand_hands[:4])

"""Who may know which cards, and which cards a view or an event shows.

`cards_shown` knows each field by name. One that it does not know fails the test: whoever adds a field to a
view or an event says here whether it holds cards.
"""

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

from engine.cards import CardSet, card_set, cards_in, deck_for
from engine.events import SeatsCut
from engine.phases import Phase
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Deal, Exchange, Match

_ONE_CARD = {"card", "kept", "drawn"}
_CARDS = {"cards", "trick", "given", "received"}
_SETS = {"hand", "discarded"}
_SETS_BY_SEAT = {"played"}
_NO_CARDS = {
    "seat", "number", "dealer", "phase", "looked", "unseen", "leader", "tricks_taken", "is_broken",
    "cards_held", "voids", "points", "bags", "to_act", "partner", "count", "id", "actions", "choose",
    "winner", "end_reason", "to", "giver", "receiver", "is_done", "kind", "tricks", "contract", "nil",
    "bag_penalty", "bonus", "deal_total", "running_total", "new_bags", "bags_carried", "stock",
}  # fmt: skip


def cards_shown(value: object) -> CardSet:
    """Every card in a view or an event. The cards of a cut are of another deck, and everyone's."""
    if value is None or isinstance(value, Rules | SeatsCut):
        return 0
    if isinstance(value, tuple):
        return _union(map(cards_shown, value))
    assert is_dataclass(value), f"does {value!r} hold cards?"
    return _union(_cards_of_field(field.name, getattr(value, field.name)) for field in fields(value))


def _cards_of_field(name: str, value: Any) -> CardSet:
    if value is None or name in _NO_CARDS:
        return 0
    if isinstance(value, int):
        return _cards_of_number(name, value)
    if name in _CARDS:
        return card_set(value)
    return _union(value) if name in _SETS_BY_SEAT else cards_shown(value)


def _cards_of_number(name: str, value: int) -> CardSet:
    if name in _ONE_CARD:
        return 1 << value
    if name in _SETS:
        return value
    # `trick` of an event, and `deal` of a trick, are numbers.
    assert name in {"trick", "deal"}, f"is {name} a card?"
    return 0


def _union(sets: Iterable[CardSet]) -> CardSet:
    found = 0
    for each in sets:
        found |= each
    return found


def cards_known(match: Match, viewer: Seat | None) -> CardSet:
    """Every card of the deal that the viewer (None: a spectator) may know, and the last trick."""
    deal = match.deal
    known = _union(deal.played) | card_set(match.last_trick.cards if match.last_trick else ())
    if viewer is None:
        return known
    exchanged = [part.cards or () for part in deal.exchanges if viewer in (part.giver, part.receiver)]
    own = 0 if viewer in deal.unseen else deal.hands[viewer]
    drawn = card_set(deal.stock[: _seen_of_stock(match, viewer)])
    return known | own | deal.discarded[viewer] | drawn | _union(map(card_set, exchanged))


def _seen_of_stock(match: Match, viewer: Seat | None) -> int:
    """How many cards from the top of the stock the viewer has turned up."""
    is_drawing = match.deal.phase is Phase.DRAWING and viewer in match.to_act
    return 1 if is_drawing else 0


def with_hidden_cards_moved(match: Match, viewer: Seat | None, rng: Random) -> Match:
    """The same match as far as the viewer may know: the cards it can't see have changed places.

    The seed is another one too: it tells every card. In a duel, cards that were put away unseen come back.
    """
    deal = match.deal
    hidden = list(cards_in(_hidden_cards(match, viewer)))
    rng.shuffle(hidden)
    moved = iter(hidden)
    shown = _seen_of_stock(match, viewer)
    changed = replace(
        deal,
        hands=_moved(deal.hands, moved, deal, viewer),
        stock=(*deal.stock[:shown], *(next(moved) for _ in deal.stock[shown:])),
        discarded=tuple(
            cards if seat is viewer else card_set(next(moved) for _ in cards_in(cards))
            for seat, cards in zip(Seat, deal.discarded, strict=True)
        ),
        exchanges=_moved_exchanges(match, viewer, rng),
    )
    return replace(match, seed=rng.randbytes(32), deal=changed)


def _hidden_cards(match: Match, viewer: Seat | None) -> CardSet:
    """The cards of the deal that the viewer has not seen, or not since they left its hand in an exchange."""
    deal = match.deal
    hands = (hand for seat, hand in zip(Seat, deal.hands, strict=True) if _is_hidden(deal, seat, viewer))
    if match.rules.players == 4:
        return _union(hands)
    own = 0 if viewer is None or viewer in deal.unseen else deal.hands[viewer] | deal.discarded[viewer]
    top = card_set(deal.stock[: _seen_of_stock(match, viewer)])
    return card_set(deck_for(match.rules.jokers)) & ~(_union(deal.played) | own | top)


def _moved(
    hands: tuple[CardSet, ...], moved: Iterator[int], deal: Deal, viewer: Seat | None
) -> tuple[CardSet, ...]:
    return tuple(
        card_set(next(moved) for _ in cards_in(hand)) if _is_hidden(deal, seat, viewer) else hand
        for seat, hand in zip(Seat, hands, strict=True)
    )


def _moved_exchanges(match: Match, viewer: Seat | None, rng: Random) -> tuple[Exchange, ...]:
    deck = deck_for(match.rules.jokers)
    return tuple(
        part
        if part.cards is None or viewer in (part.giver, part.receiver)
        else replace(part, cards=tuple(rng.sample(deck, part.count)))
        for part in match.deal.exchanges
    )


def _is_hidden(deal: Deal, seat: Seat, viewer: Seat | None) -> bool:
    return seat is not viewer or seat in deal.unseen

"""Who may know which cards, and which cards a view or an event shows.

`cards_shown` knows each field by name. One that it does not know fails the test: whoever adds a field to a
view or an event says here whether it holds cards.
"""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from random import Random
from typing import Any

from engine.cards import ALL_CARDS, CardSet, card_set, cards_in
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Deal, Match

_ONE_CARD = {"card"}
_CARDS = {"cards", "trick", "given", "received"}
_SETS = {"hand"}
_SETS_BY_SEAT = {"played"}
_NO_CARDS = {
    "seat", "number", "dealer", "phase", "looked", "unseen", "leader", "tricks_taken", "is_broken",
    "cards_held", "voids", "points", "bags", "to_act", "partner", "count", "id", "actions", "choose",
    "winner", "end_reason", "to", "giver", "receiver", "is_done", "kind", "tricks", "contract", "nil",
    "bag_penalty", "bonus", "deal_total", "running_total", "new_bags", "bags_carried",
}  # fmt: skip


def cards_shown(value: object) -> CardSet:
    """Every card in a view or an event."""
    if value is None or isinstance(value, Rules):
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
    return known | own | _union(map(card_set, exchanged))


def with_hidden_cards_moved(match: Match, viewer: Seat | None, rng: Random) -> Match:
    """The same match as far as the viewer may know: the cards it can't see have changed places.

    The seed is another one too: it tells every card.
    """
    deal = match.deal
    held = tuple(hand for seat, hand in enumerate(deal.hands) if _is_hidden(deal, Seat(seat), viewer))
    hidden = list(cards_in(_union(held)))
    rng.shuffle(hidden)
    moved = iter(hidden)
    new_hands = tuple(
        card_set(next(moved) for _ in range(hand.bit_count()))
        if _is_hidden(deal, Seat(seat), viewer)
        else hand
        for seat, hand in enumerate(deal.hands)
    )
    exchanges = tuple(
        part
        if part.cards is None or viewer in (part.giver, part.receiver)
        else replace(part, cards=tuple(rng.sample(range(ALL_CARDS.bit_length()), part.count)))
        for part in deal.exchanges
    )
    return replace(match, seed=rng.randbytes(32), deal=replace(deal, hands=new_hands, exchanges=exchanges))


def _is_hidden(deal: Deal, seat: Seat, viewer: Seat | None) -> bool:
    return seat is not viewer or seat in deal.unseen

"""A match decision by decision, from all that happened in it: what each seat faced, and what it did."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engine.actions import Action, Draw, GiveCards, Look, PlaceBid, PlayCard
from engine.events import BidMade, CardDrawn, CardPlayed, Event, ExchangeMade, HandLooked
from engine.play import apply, start
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match


@dataclass(frozen=True, slots=True)
class Decision:
    """`match`: just before `seat` did `action`."""

    match: Match
    seat: Seat
    action: Action


def decisions(rules: Rules, seed: bytes, events: Iterable[Event]) -> Iterator[Decision]:
    """Every decision of a match, in the order in which they were taken; a look is one, too.

    `events`: those of the match from its start on, unredacted; it need not be over. Raises IllegalAction
    where they break the rules.
    """
    match = start(rules, seed).match
    for event in events:
        done = _done(event)
        if done is not None:
            yield Decision(match, *done)
            match = apply(match, *done).match


def _done(event: Event) -> tuple[Seat, Action] | None:
    """The action that the event tells of; None where it tells what came of one."""
    match event:
        case CardPlayed(seat, card):
            return seat, PlayCard(card)
        case BidMade(seat, bid):
            return seat, PlaceBid(bid)
        case HandLooked(seat):
            return seat, Look()
        case ExchangeMade(seat, _, _, cards):
            assert cards is not None, "the log holds what was given"
            return seat, GiveCards(cards)
        case CardDrawn(seat, cards, kept):
            assert cards is not None, "the log holds what was drawn"
            return seat, Draw(keep=kept == cards[0])
        case _:
            return None

"""Whether a record is true: every shuffle, look, bid, exchange, card and score, by the engine's own rules."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain
from typing import assert_never

from engine.actions import Action, Draw, GiveCards, Look, PlaceBid, PlayCard
from engine.cards import card_set, format_card
from engine.deal import SEED_BYTES
from engine.errors import IllegalAction
from engine.events import DealScored, Event, ExchangeMade, TrickWon
from engine.play import apply, start
from engine.record import SCORE_LINES, DealRecord, Record
from engine.record_checks import claim_faults, shape_faults, shuffle_faults
from engine.scoring import EndReason, Result, Sheet
from engine.seats import Lineup, Seat
from engine.state import Match
from engine.turns import Step

# Stands in for a seed that is still secret: what would be dealt from it is replaced by the record's cards.
_NO_SEED = bytes(SEED_BYTES)


class SeedMissing(Exception):
    """The record of a match that is still playing can be verified, not replayed."""


class _Broken(Exception):
    """The record can't be followed beyond this point; the message is the fault."""


def replay(record: Record) -> Match:
    """The match after the record's last deal, from its seed and its actions alone.

    The final state of a match that is over; of an abandoned one, the start of the deal that was left out.
    Raises SeedMissing, or IllegalAction where the record breaks the rules.
    """
    if record.seed is None:
        raise SeedMissing("the seed is told when the match is over")
    match = start(record.rules, record.seed).match
    for deal in record.deals:
        for _, seat, action in _actions(deal, record.rules.lineup):
            match = apply(match, seat, action).match
    return match


def verify(record: Record) -> tuple[str, ...]:
    """All that is wrong with the record, each as one line; empty if it is true.

    While a match is playing its record has no seed: then everything but the shuffle is checked. The course
    of the match is followed up to the first action that was not legal.
    """
    dealt = tuple(chain.from_iterable(shape_faults(deal, record.rules) for deal in record.deals))
    course = () if dealt else _course_faults(record)
    return (*claim_faults(record), *dealt, *shuffle_faults(record), *course)


def _actions(deal: DealRecord, lineup: Lineup) -> Iterator[tuple[str, Seat, Action]]:
    """What the seats did in a deal, and where that stands.

    The looks come before the bids: a hand that was hidden later on was hidden at the start, too.
    """
    for number, draw in enumerate(deal.draws, 1):
        yield f"draw {number}", draw.seat, Draw(keep=draw.kept == draw.cards[0])
    for seat in deal.looked:
        yield "looked", seat, Look()
    for made in deal.bids:
        yield "bids", made.seat, PlaceBid(made.bid)
    for gift in deal.gifts:
        yield "exchanges", gift.giver, GiveCards(gift.cards)
    for number, trick in enumerate(deal.tricks, 1):
        for seat, card in zip(lineup.clockwise_from(trick.leader), trick.cards, strict=True):
            yield f"trick {number}", seat, PlayCard(card)


def _course_faults(record: Record) -> Iterator[str]:
    """Follows the match. After a deal that can't be followed nothing that comes later can be judged."""
    match = _start(record)
    for place, deal in enumerate(record.deals, 1):
        try:
            step = _followed(match, place, deal)
        except _Broken as broken:
            yield str(broken)
            return
        yield from _contradictions(deal, step.events, match.rules.lineup)
        match = step.match
    yield from _result_faults(record, match)


def _start(record: Record) -> Match:
    if record.seed is not None:
        return start(record.rules, record.seed).match
    is_drawn = record.rules.first_dealer == "random" and record.deals
    return start(record.rules, _NO_SEED, dealer=record.deals[0].dealer if is_drawn else None).match


def _followed(match: Match, place: int, deal: DealRecord) -> Step:
    """The match after the deal, with all that happened in it. `place`: where the deal stands, from 1."""
    where = f"deal {deal.number}"
    if deal.number != place:
        raise _Broken(f"{where}: it stands in place {place}")
    if match.result is not None:
        raise _Broken(f"{where}: the match was over after deal {place - 1}")
    if deal.dealer is not match.deal.dealer:
        raise _Broken(f"{where}: {deal.dealer.name} deals, but it is the turn of {match.deal.dealer.name}")
    match, events = _with_cards(match, deal), list[Event]()
    for part, seat, action in _actions(deal, match.rules.lineup):
        step = _applied(match, seat, action, f"{where}, {part}")
        match = step.match
        events += step.events
    return Step(match, tuple(events))


def _with_cards(match: Match, deal: DealRecord) -> Match:
    """The match, whose deal has just begun, with the hands, or the stock, that the record gives."""
    if deal.draws:
        stock = tuple(chain.from_iterable(draw.cards for draw in deal.draws))
        return replace(match, deal=replace(match.deal, stock=stock))
    return replace(match, deal=replace(match.deal, hands=tuple(map(card_set, deal.hands))))


def _applied(match: Match, seat: Seat, action: Action, where: str) -> Step:
    try:
        step = apply(match, seat, action)
    except IllegalAction as illegal:
        raise _Broken(f"{where}: {seat.name} may not {_said(action)}: {illegal.refusal}") from None
    if not step.events:
        raise _Broken(f"{where}: {seat.name} could not {_said(action)}: its hand was not hidden")
    return step


def _said(action: Action) -> str:
    match action:
        case PlayCard():
            return f"play {format_card(action.card)}"
        case PlaceBid():
            return f"bid {action.bid.kind} ({action.bid.tricks})"
        case GiveCards():
            return f"give {' '.join(map(format_card, action.cards))}"
        case Draw():
            return "draw"
        case Look():
            return "look"
        case _:
            assert_never(action)


def _contradictions(deal: DealRecord, events: tuple[Event, ...], lineup: Lineup) -> Iterator[str]:
    """Where the record says that something else came of the actions than what did."""
    where, winners = f"deal {deal.number}", [trick.winner for trick in deal.tricks]
    receivers = {gift.giver: gift.receiver for gift in deal.gifts}
    for event in events:
        match event:
            case TrickWon(seat, number) if winners[number - 1] is not seat:
                yield f"{where}, trick {number}: {seat.name} won it, not {winners[number - 1].name}"
            case ExchangeMade(seat, to) if receivers[seat] is not to:
                yield f"{where}, exchanges: {seat.name} gave to {to.name}, not to {receivers[seat].name}"
            case DealScored(sheet):
                yield from _score_faults(deal, sheet, lineup)
            case _:
                pass


def _score_faults(deal: DealRecord, sheet: Sheet, lineup: Lineup) -> Iterator[str]:
    for side, given, true in zip(lineup.side_names, deal.scores, sheet.scores, strict=True):
        for line in SCORE_LINES:
            said, is_so = getattr(given, line), getattr(true, line)
            if said != is_so:
                yield f"deal {deal.number}, score of {side}: {line} is {is_so}, not {said}"


def _result_faults(record: Record, match: Match) -> Iterator[str]:
    """`match`: after the last deal of the record."""
    abandoned = Result(None, EndReason.ABANDONED, match.points)
    allowed = (None, abandoned) if match.result is None else (match.result,)
    if record.result not in allowed:
        true, said = (_outcome(result, match) for result in (match.result, record.result))
        yield f"result: it is {true}, not {said}"


def _outcome(result: Result | None, match: Match) -> str:
    if result is None:
        return f"not over at {match.points[0]}:{match.points[1]}"
    winner = "nobody" if result.winner is None else match.rules.lineup.side_names[result.winner]
    return f"{winner} by {result.end_reason} at {result.points[0]}:{result.points[1]}"

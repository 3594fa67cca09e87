"""Tricks: a card is played, a trick is won."""

from dataclasses import replace

from engine.cards import CLUBS, SPADES, SUIT_OF, Card, Suit, lowest
from engine.errors import IllegalAction
from engine.events import CardPlayed, Event, SpadesBroken, TrickWon
from engine.phases import Phase
from engine.rules import Rules
from engine.seats import Seat, replaced
from engine.settling import score_deal
from engine.state import Deal, Match, card_situation
from engine.tricks import Trick, refusal_of_card, refusal_params, winning_place
from engine.turns import Step, one_more, require_turn, with_turns


def start_play(match: Match, deal: Deal, done: Seat) -> Match:
    """The match with `deal`, its bids and exchanges complete, when `done` took up the last decision."""
    deal = replace(deal, phase=Phase.PLAYING, leader=_first_leader(match.rules, deal))
    return with_turns(match, deal, done, (deal.leader,))


def _first_leader(rules: Rules, deal: Deal) -> Seat:
    """The dealer's left; or the holder of the lowest club in play, if any hand has a club."""
    holders = [seat for seat in rules.lineup.seats if deal.hands[seat] & CLUBS]
    if rules.first_lead == "lowest_club" and holders:
        return min(holders, key=lambda seat: lowest(deal.hands[seat] & CLUBS))
    return rules.lineup.next[deal.dealer]


def play_card(match: Match, seat: Seat, card: Card) -> Step:
    require_turn(match, seat, Phase.PLAYING)
    deal = match.deal
    situation = card_situation(match.rules, deal, seat)
    refusal = refusal_of_card(situation, card)
    if refusal:
        raise IllegalAction(refusal, field="card", params=refusal_params(situation, refusal))
    events: tuple[Event, ...] = (CardPlayed(seat, card, sum(deal.tricks_taken) + 1),)
    breaks = not deal.is_broken and SUIT_OF[card] is Suit.S
    if breaks:
        events += (SpadesBroken(seat),)
    trick = (*deal.trick, card)
    if len(trick) == match.rules.players:
        return _win_trick(match, seat, trick, events)
    deal = _with_card(deal, seat, card, deal.leader, trick, deal.tricks_taken)
    return Step(with_turns(match, deal, seat, (match.rules.lineup.next[seat],)), events)


def _win_trick(match: Match, last: Seat, cards: tuple[Card, ...], events: tuple[Event, ...]) -> Step:
    """The match after the trick of `cards`, to which `last` played the last; `events`: what that brought."""
    deal = match.deal
    winner = match.rules.lineup.clockwise_from(deal.leader)[winning_place(cards)]
    number = sum(deal.tricks_taken) + 1
    trick = Trick(deal.number, number, deal.leader, cards, winner)
    events += (TrickWon(winner, number, cards),)
    deal = _with_card(deal, last, cards[-1], winner, (), one_more(deal.tricks_taken, winner))
    if any(deal.hands):
        return Step(with_turns(match, deal, last, (winner,), trick), events)
    step = score_deal(with_turns(match, deal, last, (), trick))
    return Step(step.match, events + step.events)


def _with_card(
    deal: Deal, seat: Seat, card: Card, leader: Seat, trick: tuple[Card, ...], tricks_taken: tuple[int, ...]
) -> Deal:
    """The deal when `seat` has played `card`: the hand shrinks, and a void that everyone saw is noted.

    `leader`, `trick`, `tricks_taken`: as they are with it, on the table still or won already.
    """
    bit = 1 << card
    voids = deal.voids
    if deal.trick:
        led = SUIT_OF[deal.trick[0]]
        if SUIT_OF[card] is not led:
            voids = replaced(voids, seat, voids[seat] | 1 << led)
    return Deal(
        deal.number,
        deal.dealer,
        deal.phase,
        replaced(deal.hands, seat, deal.hands[seat] & ~bit),
        deal.looked,
        deal.unseen,
        deal.bids,
        deal.exchanges,
        leader,
        trick,
        tricks_taken,
        deal.is_broken or bool(bit & SPADES),
        replaced(deal.played, seat, deal.played[seat] | bit),
        voids,
        one_more(deal.acted, seat),
        (),
        deal.discarded,
    )

"""Tricks: a card is played, a trick is won."""

from dataclasses import replace

from engine.cards import CLUBS, SPADES, SUIT_OF, Card, Suit, lowest
from engine.errors import IllegalAction
from engine.events import CardPlayed, Event, SpadesBroken, TrickWon
from engine.phases import Phase
from engine.seats import Seat, replaced
from engine.settling import score_deal
from engine.state import Deal, Match, card_situation
from engine.tricks import Trick, refusal_of_card, refusal_params, winning_place
from engine.turns import Step, one_more, require_turn, with_turns


def start_play(match: Match, done: Seat) -> Match:
    deal = replace(match.deal, phase=Phase.PLAYING, leader=_first_leader(match))
    return with_turns(match, deal, done, (deal.leader,))


def _first_leader(match: Match) -> Seat:
    """The dealer's left; or the holder of the lowest club in play, if any hand has a club."""
    holders = [seat for seat in match.rules.lineup.seats if match.deal.hands[seat] & CLUBS]
    if match.rules.first_lead == "lowest_club" and holders:
        return min(holders, key=lambda seat: lowest(match.deal.hands[seat] & CLUBS))
    return match.rules.lineup.next[match.deal.dealer]


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
    deal = _with_card(deal, seat, card, situation.led)
    if len(deal.trick) < len(match.rules.lineup.seats):
        return Step(with_turns(match, deal, seat, (match.rules.lineup.next[seat],)), events)
    step = _win_trick(match, deal, seat)
    return Step(step.match, events + step.events)


def _with_card(deal: Deal, seat: Seat, card: Card, led: Suit | None) -> Deal:
    """The deal with `card` on the table: the hand shrinks, and a void that everyone saw is noted."""
    bit = 1 << card
    voids = deal.voids
    if led is not None and SUIT_OF[card] is not led:
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
        deal.leader,
        (*deal.trick, card),
        deal.tricks_taken,
        deal.is_broken or bool(bit & SPADES),
        replaced(deal.played, seat, deal.played[seat] | bit),
        voids,
        one_more(deal.acted, seat),
        (),
        deal.discarded,
    )


def _win_trick(match: Match, deal: Deal, last: Seat) -> Step:
    """The match after the trick to which `last` has played the last card."""
    winner = match.rules.lineup.clockwise_from(deal.leader)[winning_place(deal.trick)]
    number = sum(deal.tricks_taken) + 1
    trick = Trick(deal.number, number, deal.leader, deal.trick, winner)
    events: tuple[Event, ...] = (TrickWon(winner, number, deal.trick),)
    deal = _with_trick_won(deal, winner)
    if any(deal.hands):
        return Step(with_turns(match, deal, last, (winner,), trick), events)
    step = score_deal(with_turns(match, deal, last, (), trick))
    return Step(step.match, events + step.events)


def _with_trick_won(deal: Deal, winner: Seat) -> Deal:
    """The deal with the trick off the table and `winner` to lead."""
    return Deal(
        deal.number,
        deal.dealer,
        deal.phase,
        deal.hands,
        deal.looked,
        deal.unseen,
        deal.bids,
        deal.exchanges,
        winner,
        (),
        one_more(deal.tricks_taken, winner),
        deal.is_broken,
        deal.played,
        deal.voids,
        deal.acted,
        (),
        deal.discarded,
    )

"""The exchange between a nil bidder and the partner."""

from dataclasses import replace

from engine.bids import BidKind
from engine.card_play import start_play
from engine.cards import Card, CardSet, card_set
from engine.errors import IllegalAction, Refusal
from engine.events import ExchangeMade
from engine.phases import Phase
from engine.rules import Rules
from engine.seats import Seat, replaced
from engine.state import Deal, Exchange, Match, exchange_due
from engine.turns import Step, one_more, require_turn, with_turns


def open_exchange(match: Match, deal: Deal, last_bidder: Seat) -> Match | None:
    """The match with `deal`, every nil bidder's part of an exchange due at once; None if nobody exchanges."""
    parts = _exchange_parts(match.rules, deal)
    if not parts:
        return None
    deal = replace(deal, phase=Phase.EXCHANGE, exchanges=parts)
    bidders = tuple(part.giver for part in parts if _is_nil_bidder(deal, part.giver))
    return with_turns(match, deal, last_bidder, bidders)


def _exchange_parts(rules: Rules, deal: Deal) -> tuple[Exchange, ...]:
    """The parts of every exchange of the deal: the nil bidder's, then the partner's, side by side."""
    parts: list[Exchange] = []
    for seat in rules.lineup.seats:
        partner = rules.lineup.partner[seat]
        count = _exchange_count(rules, deal, seat, partner)
        if partner is not None and count:
            parts += (Exchange(seat, partner, count), Exchange(partner, seat, count))
    return tuple(parts)


def _exchange_count(rules: Rules, deal: Deal, seat: Seat, partner: Seat | None) -> int:
    """How many cards the nil bid of `seat` exchanges; none when both partners bid nil."""
    bid = deal.bids[seat]
    if bid is None or partner is None or not bid.is_nil or _is_nil_bidder(deal, partner):
        return 0
    return rules.blind_exchange if bid.kind is BidKind.BLIND_NIL else rules.nil_exchange


def _is_nil_bidder(deal: Deal, seat: Seat) -> bool:
    bid = deal.bids[seat]
    return bid is not None and bid.is_nil


def give_cards(match: Match, seat: Seat, cards: tuple[Card, ...]) -> Step:
    require_turn(match, seat, Phase.EXCHANGE)
    deal = match.deal
    part = exchange_due(deal, seat)
    assert part is not None, "a seat with a turn in the exchange has a part to give"
    _require_cards(deal.hands[seat], cards, part.count)
    given = card_set(cards)
    hands = replaced(deal.hands, seat, deal.hands[seat] & ~given)
    deal = replace(
        deal,
        hands=replaced(hands, part.receiver, hands[part.receiver] | given),
        exchanges=tuple(replace(each, cards=cards) if each is part else each for each in deal.exchanges),
        acted=one_more(deal.acted, seat),
    )
    return Step(_after_exchange(match, deal, part), (ExchangeMade(seat, part.receiver, part.count, cards),))


def _require_cards(hand: CardSet, cards: tuple[Card, ...], count: int) -> None:
    if len(cards) != count:
        raise IllegalAction(Refusal.WRONG_CARD_COUNT, field="cards", params={"count": count})
    for index, card in enumerate(cards):
        if card in cards[:index]:
            raise IllegalAction(Refusal.INVALID_FIELD, field="cards", index=index)
        if not hand >> card & 1:
            raise IllegalAction(Refusal.CARD_NOT_IN_HAND, field="cards", index=index)


def _after_exchange(match: Match, deal: Deal, part: Exchange) -> Match:
    if exchange_due(deal, part.receiver):
        return with_turns(match, deal, part.giver, (part.receiver,))
    if any(each.cards is None for each in deal.exchanges):
        return with_turns(match, deal, part.giver, ())
    return start_play(match, deal, part.giver)

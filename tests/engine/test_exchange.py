"""The exchange between a nil bidder and the partner: rule book, section 3, "Exchange"."""

from dataclasses import replace
from typing import Any

import pytest

from engine.actions import ActionKind, GiveCards, PlayCard
from engine.errors import Refusal
from engine.events import ExchangeMade
from engine.phases import Phase
from engine.play import apply
from engine.rules import Rules
from engine.seats import Seat
from engine.state import Match
from engine.views import view_for
from spades_builders import E, N, S, W, bidding, cards, codes, full_hands, in_order
from spades_driver import bid_in_turn, finish_deal, give, refusal_of

HANDS = full_hands("AS KS QS", "AH KH QH", "2C 3C 4C", "AD KD QD")


def blind(exchange: int = 2, **options: Any) -> Rules:
    return replace(Rules(blind_nil=True, blind_behind=0, blind_exchange=exchange), **options)


PLAIN = Rules(nil_exchange=2)
ZERO = Rules(nil_exchange=2, zero_bid=True)


def exchanging(made: str, rules: Rules | None = None) -> Match:
    """The match after these bids: blind ones unseen, the others after a look."""
    match = bidding(rules or blind(), hands=HANDS)
    match = replace(match, deal=replace(match.deal, unseen=_still_blind(made)))
    return bid_in_turn(match, made)


def _still_blind(made: str) -> tuple[Seat, ...]:
    return tuple(seat for seat, text in zip(Seat, made.split(", "), strict=True) if "blind" in text)


@pytest.mark.parametrize(
    ("match", "phase", "to_act"),
    [
        pytest.param(exchanging("3, 3, 3, 3"), "playing", (N,), id="no nil: no exchange"),
        pytest.param(
            exchanging("blind nil, 3, 4, 3"), "exchange", (N,), id="the nil bidder names its cards first"
        ),
        pytest.param(exchanging("4, 3, blind nil, 3"), "exchange", (S,), id="whichever partner that is"),
        pytest.param(
            exchanging("nil, 3, 4, 3"), "playing", (N,), id="the kind of the nil decides the number"
        ),
        pytest.param(exchanging("blind nil, 3, 4, 3", blind(0)), "playing", (N,), id="0: no exchange"),
        pytest.param(exchanging("nil, 3, 4, 3", PLAIN), "exchange", (N,), id="the same for an ordinary nil"),
        pytest.param(
            exchanging("blind nil, 3, 4, 3", blind(0, nil_exchange=2)),
            "playing",
            (N,),
            id="a blind nil has its own number",
        ),
        pytest.param(
            exchanging("nil, 3, nil, 3", PLAIN), "playing", (N,), id="both partners plain nil: none"
        ),
        pytest.param(
            exchanging("zero, 3, nil, 3", ZERO), "exchange", (S,), id="a nil beside a zero exchanges"
        ),
        pytest.param(exchanging("zero, 3, 4, 3", ZERO), "playing", (N,), id="a zero is no nil: none"),
        pytest.param(
            exchanging("3, nil, nil, 3", Rules(suicide="one_nil", nil_exchange=3)),
            "exchange",
            (E, S),
            id="one_nil: both sides are exchanging",
        ),
        pytest.param(
            exchanging("nil, 3, 4, blind nil", blind(1, nil_exchange=3)),
            "exchange",
            (N, W),
            id="a nil and a blind nil at once",
        ),
        pytest.param(
            exchanging("blind nil, 3, blind nil, 3"), "playing", (N,), id="both partners blind nil: none"
        ),
        pytest.param(
            exchanging("blind nil, 3, nil, 3"), "playing", (N,), id="a nil of either kind beside it: none"
        ),
        pytest.param(exchanging("blind nil, 3, 4, blind nil"), "exchange", (N, W), id="both sides at once"),
        pytest.param(
            exchanging("blind nil, blind nil, blind nil, 3"),
            "exchange",
            (E,),
            id="one side, while the other has none",
        ),
    ],
)
def test_who_exchanges(match: Match, phase: str, to_act: tuple[Seat, ...]) -> None:
    assert (match.deal.phase, match.to_act) == (Phase(phase), to_act)


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_the_partner_gives_back_the_same_number(count: int) -> None:
    match = exchanging("blind nil, 3, 4, 3", blind(count))
    match = give(match, N, highest_cards(match, N, count))
    view = view_for(match, S)
    assert view.turn is not None
    assert (match.to_act, view.turn.actions, view.turn.choose) == ((S,), (ActionKind.EXCHANGE,), count)
    match = give(match, S, highest_cards(match, S, count))
    assert match.deal.phase is Phase.PLAYING
    assert [hand.bit_count() for hand in match.deal.hands] == [13] * 4


@pytest.mark.parametrize(
    ("made", "counts"),
    [
        pytest.param("blind nil, 3, 4, 3", (1, 1), id="blind_exchange for a blind nil"),
        pytest.param("nil, 3, 4, 3", (3, 3), id="nil_exchange for an ordinary one"),
        pytest.param("nil, 3, 4, blind nil", (3, 3, 1, 1), id="each side by the kind of its nil"),
    ],
)
def test_the_kind_of_the_nil_decides_the_number(made: str, counts: tuple[int, ...]) -> None:
    match = exchanging(made, blind(1, nil_exchange=3))
    assert tuple(part.count for part in match.deal.exchanges) == counts


def highest_cards(match: Match, seat: Seat, count: int) -> str:
    return " ".join(codes(match.deal.hands[seat]).split()[-count:])


def test_cards_change_hands() -> None:
    match = give(exchanging("blind nil, 3, 4, 3"), N, "AS KS")
    assert match.deal.hands[N] == HANDS[N] & ~cards("AS KS")
    assert match.deal.hands[S] == HANDS[S] | cards("AS KS")
    match = give(match, S, "2C 3C")
    assert match.deal.hands[N] == HANDS[N] & ~cards("AS KS") | cards("2C 3C")
    assert match.deal.hands[S] == HANDS[S] & ~cards("2C 3C") | cards("AS KS")
    assert (match.deal.hands[E], match.deal.hands[W]) == (HANDS[E], HANDS[W])


def test_received_cards_may_come_back() -> None:
    match = give(give(exchanging("blind nil, 3, 4, 3"), N, "AS KS"), S, "AS KS")
    assert match.deal.hands == HANDS


def test_the_partner_sees_the_cards_before_it_gives() -> None:
    match = give(exchanging("blind nil, 3, 4, 3"), N, "AS KS")
    view = view_for(match, S)
    assert view.exchange is not None
    assert (view.exchange.received, view.exchange.given) == (in_order("AS KS"), None)
    assert view.hand == HANDS[S] | cards("AS KS")


def test_neither_side_waits_for_the_other() -> None:
    match = exchanging("blind nil, blind nil, 3, 3")
    assert match.to_act == (N, E)
    first = give(give(match, E, "AH KH"), W, "AD KD")
    assert (first.deal.phase, first.to_act) == (Phase.EXCHANGE, (N,))
    done = give(give(first, N, "AS KS"), S, "2C 3C")
    assert (done.deal.phase, done.to_act) == (Phase.PLAYING, (N,))


def test_parts_may_cross() -> None:
    match = exchanging("blind nil, blind nil, 3, 3")
    match = give(give(match, N, "AS KS"), E, "AH KH")
    assert match.to_act == (S, W)
    match = give(match, W, "AD KD")
    assert match.to_act == (S,)
    assert give(match, S, "2C 3C").deal.phase is Phase.PLAYING


def test_an_exchange_is_told_as_it_was_made() -> None:
    match = exchanging("blind nil, 3, 4, 3")
    step = apply(match, N, GiveCards(in_order("KS AS")))
    assert step.events == (ExchangeMade(N, S, 2, in_order("KS AS")),)


@pytest.mark.parametrize(
    ("seat", "text", "code", "index"),
    [
        pytest.param(N, "AS", Refusal.WRONG_CARD_COUNT, None, id="one card too few"),
        pytest.param(N, "AS KS QS", Refusal.WRONG_CARD_COUNT, None, id="one card too many"),
        pytest.param(N, "", Refusal.WRONG_CARD_COUNT, None, id="no card"),
        pytest.param(N, "AS AS", Refusal.INVALID_FIELD, 1, id="a card twice, at its second place"),
        pytest.param(N, "AS AH", Refusal.CARD_NOT_IN_HAND, 1, id="another seat's card"),
        pytest.param(N, "2C AS", Refusal.CARD_NOT_IN_HAND, 0, id="the partner's card"),
        pytest.param(S, "2C 3C", Refusal.NOT_YOUR_TURN, None, id="the partner before it has received"),
        pytest.param(E, "AH KH", Refusal.NOT_YOUR_TURN, None, id="a seat of the side without exchange"),
    ],
)
def test_refused(seat: Seat, text: str, code: Refusal, index: int | None) -> None:
    refused = refusal_of(exchanging("blind nil, 3, 4, 3"), seat, GiveCards(in_order(text)))
    assert refused is not None
    assert (refused.refusal, refused.index) == (code, index)


def test_a_wrong_number_is_told_the_right_one() -> None:
    refused = refusal_of(exchanging("blind nil, 3, 4, 3", blind(3)), N, GiveCards(in_order("AS")))
    assert refused is not None
    assert (refused.field, dict(refused.params)) == ("cards", {"count": 3})


def test_nobody_gives_twice() -> None:
    match = give(exchanging("blind nil, 3, 4, 3"), N, "AS KS")
    refused = refusal_of(match, N, GiveCards(in_order("QS 9H")))
    assert refused is not None
    assert refused.refusal is Refusal.NOT_YOUR_TURN


def test_no_card_is_played_before_the_exchange_is_done() -> None:
    refused = refusal_of(exchanging("blind nil, 3, 4, 3"), N, PlayCard(in_order("AS")[0]))
    assert refused is not None
    assert refused.refusal is Refusal.WRONG_PHASE


@pytest.mark.parametrize(
    ("back", "leader"),
    [
        pytest.param("2C 3C", N, id="the lowest club moved by the exchange leads from its new hand"),
        pytest.param("3C 4C", S, id="the lowest club that stayed leads from where it is"),
    ],
)
def test_the_first_lead_is_settled_after_the_exchange(back: str, leader: Seat) -> None:
    match = exchanging("blind nil, 3, 4, 3", blind(first_lead="lowest_club"))
    match = give(give(match, N, "AS KS"), S, back)
    assert (match.to_act, match.deal.leader) == ((leader,), leader)
    assert codes(view_for(match, leader).legal_cards) == "2C"


def test_the_first_lead_after_an_exchange_is_the_dealers_left() -> None:
    match = give(give(exchanging("3, 3, blind nil, 3"), S, "2C 3C"), N, "AS KS")
    assert match.to_act == (N,)


def test_an_exchange_is_over_with_its_deal() -> None:
    match = give(give(exchanging("blind nil, 3, 4, 3"), N, "AS KS"), S, "2C 3C")
    following = finish_deal(match, "blind nil, 3, 4, 3", (0, 4, 6, 3)).match
    assert (following.deal.number, following.deal.exchanges) == (2, ())
    assert view_for(following, N).exchange is None

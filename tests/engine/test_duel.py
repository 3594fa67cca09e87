"""Two players: rule book, section 7. One row or test per sentence."""

from random import Random

import pytest

from engine.actions import ActionKind, Draw, GiveCards, Look, PlaceBid, PlayCard
from engine.cards import PLAIN_DECK, card_set
from engine.events import CardDrawn, CardPlayed, DealScored, DealStarted, HandShown, MatchStarted, TrickWon
from engine.phases import Phase
from engine.play import apply, start
from engine.rules import Rules
from engine.scoring import EndReason, tallies
from engine.seat_view import Turn
from engine.seats import TWO_PLAYERS, Seat, Side
from engine.state import Match
from engine.views import public_view, redact, view_for
from spades_builders import (
    DUEL,
    SEED,
    E,
    N,
    S,
    W,
    bid,
    bidding,
    bids,
    cards,
    codes,
    drawing,
    duel_bidding,
    hands,
    in_order,
    playing,
)
from spades_driver import (
    bid_in_turn,
    draw_in_turn,
    finish_deal,
    legal_bids_text,
    play_in_turn,
    play_on,
    random_steps,
    refusal_of,
)

STOCK = "4C KS AH 2D 9C 9D"
N_HAND, S_HAND = "AS KS 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC", "QS JS 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD"
BIDDING = duel_bidding(N_HAND, S_HAND)
DRAWN = draw_in_turn(drawing(STOCK), *(True,) * 25)


class TestSeats:
    def test_n_and_s_each_a_side_of_its_own(self) -> None:
        lineup = DUEL.lineup
        assert lineup is TWO_PLAYERS
        assert (lineup.seats, lineup.side_names) == ((N, S), ("N", "S"))
        assert [lineup.seats_of(side) for side in Side] == [(N,), (S,)]
        assert (lineup.partner[N], lineup.partner[S]) == (None, None)
        assert (lineup.next[N], lineup.next[S]) == (S, N)
        assert (lineup.clockwise_from(S), lineup.side_name(S)) == ((S, N), "S")

    def test_e_and_w_do_not_occur(self) -> None:
        for match, seat, _, step in random_steps(start(Rules(players=2, max_deals=2), SEED).match, Random(4)):
            assert {seat, *match.to_act, match.deal.leader, match.deal.dealer} <= {N, S}
            assert step.match.deal.hands[E] == step.match.deal.hands[W] == 0
            for event in step.events:
                assert getattr(event, "seat", N) in (N, S)

    @pytest.mark.parametrize("seed", range(30))
    def test_the_first_dealer_is_drawn_from_the_two(self, seed: int) -> None:
        assert start(DUEL, bytes([seed]) * 32).match.deal.dealer in (N, S)

    def test_either_may_deal_first(self) -> None:
        assert {start(DUEL, bytes([seed]) * 32).match.deal.dealer for seed in range(30)} == {N, S}

    @pytest.mark.parametrize("dealer", [N, S])
    def test_the_deal_alternates(self, dealer: Seat) -> None:
        rules = Rules(players=2, first_dealer=dealer.name, floor=None, target=2000)
        other, match = TWO_PLAYERS.next[dealer], start(rules, SEED).match
        for number, expected in enumerate((dealer, other, dealer, other), start=1):
            match = play_on(match, Random(2), until_deal=number)
            assert (match.deal.dealer, match.to_act) == (expected, (TWO_PLAYERS.next[expected],))


class TestDrawing:
    def test_the_52_cards_are_a_stock(self) -> None:
        deal = drawing().deal
        assert (deal.phase, len(deal.stock), card_set(deal.stock)) == (
            Phase.DRAWING,
            52,
            card_set(PLAIN_DECK),
        )
        assert deal.hands == (0, 0, 0, 0)

    @pytest.mark.parametrize(("dealer", "first"), [(N, S), (S, N)])
    def test_the_dealers_opponent_draws_first(self, dealer: Seat, first: Seat) -> None:
        assert bidding(DUEL, dealer=dealer).to_act == (first,)

    def test_the_players_draw_in_turn(self) -> None:
        match = drawing(STOCK)
        order: list[Seat] = []
        while match.deal.phase is Phase.DRAWING:
            order += match.to_act
            match = draw_in_turn(match, len(order) % 3 == 0)
        assert order == [N, S] * 13

    def test_look_at_the_top_card(self) -> None:
        views = [view_for(drawing(STOCK), seat) for seat in (N, S)]
        assert [view.turn for view in views] == [Turn(1, (ActionKind.DRAW,), 0, in_order("4C")[0]), None]

    def test_keep_it_and_discard_the_next_one_unseen(self) -> None:
        step = apply(drawing(STOCK), N, Draw(keep=True))
        deal = step.match.deal
        assert (codes(deal.hands[N]), deal.discarded[N], codes(deal.stock[:2])) == ("4C", 0, "AH 2D")
        assert step.events == (CardDrawn(N, (in_order("4C")[0], in_order("KS")[0]), in_order("4C")[0]),)

    def test_or_discard_it_and_keep_the_next_which_is_then_seen(self) -> None:
        step = apply(drawing(STOCK), N, Draw(keep=False))
        deal = step.match.deal
        assert (codes(deal.hands[N]), codes(deal.discarded[N]), codes(deal.stock[:2])) == (
            "KS",
            "4C",
            "AH 2D",
        )
        assert step.events == (CardDrawn(N, (in_order("4C")[0], in_order("KS")[0]), in_order("KS")[0]),)
        assert view_for(step.match, N).hand == cards("KS")

    def test_26_draws_use_up_the_stock(self) -> None:
        assert (DRAWN.deal.phase, len(DRAWN.deal.stock)) == (Phase.DRAWING, 2)
        last = draw_in_turn(DRAWN, False)
        assert (last.deal.phase, last.deal.stock) == (Phase.BIDDING, ())
        assert [hand.bit_count() for hand in last.deal.hands] == [13, 0, 13, 0]

    def test_then_bidding_the_dealers_opponent_first(self) -> None:
        step = apply(DRAWN, S, Draw(keep=True))
        assert step.match.to_act == (N,)
        hands_made = step.match.deal.hands
        assert step.events[1:] == (HandShown(N, hands_made[N]), HandShown(S, hands_made[S]))

    @pytest.mark.parametrize("viewer", [N, S, None])
    def test_discards_are_not_shown(self, viewer: Seat | None) -> None:
        """Neither one put away unseen, nor one that was seen, to the other player."""
        match = draw_in_turn(drawing(STOCK), True, False, True)
        assert public_view(match).deal.stock == 46
        expected = {N: 0, S: cards("AH")}
        for seat in (N, S):
            assert view_for(match, seat).discarded == expected[seat]
        event = apply(drawing(STOCK), N, Draw(keep=False)).events[0]
        shown = redact(event, viewer)
        assert shown == CardDrawn(N, None, in_order("KS")[0] if viewer is N else None)

    def test_a_player_remembers_its_own_discards_to_the_end_of_the_deal(self) -> None:
        match = bid_in_turn(draw_in_turn(drawing(STOCK), *(False,) * 26), "3, 3")
        discarded = match.deal.discarded[N]
        assert discarded.bit_count() == 13
        for before, *_ in random_steps(match, Random(1)):
            if before.deal.number == 1:
                assert view_for(before, N).discarded == discarded
            else:
                assert view_for(before, N).discarded.bit_count() < 13
                break

    def test_a_draw_is_a_decision_and_an_action(self) -> None:
        match = draw_in_turn(drawing(STOCK), True, False, True)
        assert (match.turns, match.deal.acted) == ((None, None, 4, None), (2, 0, 1, 0))

    def test_the_kept_cards_are_seen_by_their_own_player(self) -> None:
        match = draw_in_turn(drawing(STOCK), True, True)
        assert [view_for(match, seat).hand for seat in (N, S)] == [cards("4C"), cards("AH")]
        assert public_view(match).deal.cards_held == (1, 0, 1, 0)


@pytest.mark.parametrize(
    ("match", "seat", "action", "code"),
    [
        pytest.param(drawing(), N, PlaceBid(bid("3")), "wrong_phase", id="a bid in the draw"),
        pytest.param(drawing(), S, PlaceBid(bid("3")), "wrong_phase", id="a bid in the draw, out of turn"),
        pytest.param(drawing(), N, PlayCard(0), "wrong_phase", id="a card in the draw"),
        pytest.param(drawing(), N, Look(), "wrong_phase", id="a look in the draw"),
        pytest.param(drawing(), N, GiveCards(()), "wrong_phase", id="an exchange in the draw"),
        pytest.param(drawing(), S, Draw(keep=True), "not_your_turn", id="a draw out of turn"),
        pytest.param(drawing(), E, Draw(keep=True), "not_your_turn", id="a draw by a seat that is none"),
        pytest.param(BIDDING, N, Draw(keep=True), "wrong_phase", id="a draw while bidding"),
        pytest.param(bidding(), N, Draw(keep=True), "wrong_phase", id="a draw with four players"),
        pytest.param(BIDDING, S, PlaceBid(bid("3")), "not_your_turn", id="a bid out of turn"),
        pytest.param(BIDDING, N, PlaceBid(bid("blind nil")), "blind_not_allowed", id="a blind bid"),
        pytest.param(
            bid_in_turn(BIDDING, "3, 3"), N, Draw(keep=False), "wrong_phase", id="a draw while playing"
        ),
    ],
)
def test_refused(match: Match, seat: Seat, action: Draw, code: str) -> None:
    refused = refusal_of(match, seat, action)
    assert refused is not None
    assert refused.refusal == code


@pytest.mark.parametrize(
    ("rules", "made", "legal"),
    [
        pytest.param(DUEL, "", "nil, 1-13", id="each bids as above"),
        pytest.param(DUEL, "nil", "nil, 1-13", id="the other's nil forbids none: it is no partner's"),
        pytest.param(Rules(players=2, min_bid=3), "13", "nil, 3-13", id="min_bid holds"),
        pytest.param(Rules(players=2, nil=False), "4", "1-13", id="nil off"),
        pytest.param(Rules(players=2, zero_bid=True), "4", "nil, zero, 1-13", id="zero_bid"),
        pytest.param(Rules(players=2, bid_style="mirror"), "2", "2", id="mirror: S holds two spades"),
        pytest.param(Rules(players=2, bid_style="whiz"), "2", "nil, 2", id="whiz: S holds two spades"),
    ],
)
def test_bids(rules: Rules, made: str, legal: str) -> None:
    assert legal_bids_text(bid_in_turn(duel_bidding(N_HAND, S_HAND, rules=rules), made)) == legal


def test_after_two_bids_the_dealers_opponent_leads() -> None:
    match = bid_in_turn(BIDDING, "3, 4")
    assert (match.deal.phase, match.to_act, match.deal.bids) == (Phase.PLAYING, (N,), bids("3, -, 4, -"))


class TestPlay:
    def test_two_cards_to_a_trick(self) -> None:
        match = play_in_turn(bid_in_turn(BIDDING, "3, 4"), "QC")
        assert match.to_act == (S,)
        step = apply(match, S, PlayCard(in_order("QS")[0]))
        assert TrickWon(S, 1, in_order("QC QS")) in step.events
        assert (step.match.to_act, step.match.deal.tricks_taken) == ((S,), (0, 0, 1, 0))

    def test_13_tricks_of_the_26_cards_that_were_kept(self) -> None:
        events = [
            event
            for *_, step in random_steps(bid_in_turn(BIDDING, "3, 4"), Random(1))
            for event in step.events
        ]
        first_deal = events[: next(at for at, event in enumerate(events) if isinstance(event, DealStarted))]
        assert sum(isinstance(event, TrickWon) for event in first_deal) == 13
        played = card_set(event.card for event in first_deal if isinstance(event, CardPlayed))
        assert played == cards(f"{N_HAND} {S_HAND}")

    def test_follow_and_break_as_above(self) -> None:
        match = playing(
            hands("5C 2D", "", "6C 3S", ""), trick="5C", start=duel_bidding("", ""), bids_made="1, -, 1, -"
        )
        refused = refusal_of(match, S, PlayCard(in_order("3S")[0]))
        assert refused is not None
        assert refused.refusal == "must_follow_suit"
        lead = refusal_of(bid_in_turn(BIDDING, "3, 4"), N, PlayCard(in_order("AS")[0]))
        assert lead is not None
        assert lead.refusal == "spades_not_broken"

    @pytest.mark.parametrize(
        ("n_hand", "s_hand", "leader", "legal"),
        [
            pytest.param(N_HAND, S_HAND, N, "2C", id="the lowest club in play is led by its holder"),
            pytest.param("AD 9C 5S", "5C 8C AH", S, "5C", id="whichever that is, and whoever"),
            pytest.param("AD KD 5S", "2H 3H AH", N, "KD AD", id="no club in any hand: dealer's left leads"),
        ],
    )
    def test_lowest_club(self, n_hand: str, s_hand: str, leader: Seat, legal: str) -> None:
        rules = Rules(players=2, first_lead="lowest_club")
        match = bid_in_turn(duel_bidding(n_hand, s_hand, rules=rules), "1, 1")
        assert match.to_act == (leader,)
        assert codes(view_for(match, leader).legal_cards) == legal


class TestScore:
    def test_each_seat_scores_for_itself(self) -> None:
        step = finish_deal(duel_bidding("", "", bags=(9, 0)), "3, -, nil, -", (5, 0, 8, 0))
        sheet = next(event.sheet for event in step.events if isinstance(event, DealScored))
        first, second = sheet.scores
        assert (first.contract, first.bags, first.bag_penalty, first.bags_carried) == (30, 2, -100, 1)
        assert (second.contract, second.nil, second.bags) == (0, -100, 8)
        assert step.match.points == (-68, -92)

    def test_a_side_is_one_seat(self) -> None:
        made = tallies(DUEL, bids("3, -, 4, -"), (6, 0, 7, 0), Side.EW)
        assert [(tally.seat, tally.tricks) for tally in made] == [(S, 7)]

    def test_the_next_deal_is_drawn_anew(self) -> None:
        match = finish_deal(duel_bidding("", ""), "3, -, 4, -", (6, 0, 7, 0)).match
        assert (match.deal.number, match.deal.phase, len(match.deal.stock)) == (2, Phase.DRAWING, 52)
        assert (match.deal.dealer, match.to_act, match.deal.discarded) == (N, (S,), (0, 0, 0, 0))

    def test_the_last_card_ends_the_match(self) -> None:
        match = finish_deal(duel_bidding("", "", points=(0, 490)), "3, -, 4, -", (6, 0, 7, 0)).match
        assert match.result is not None
        assert (match.result.winner, match.result.end_reason) == (Side.EW, EndReason.TARGET)
        assert match.to_act == ()


def test_a_duel_starts_with_the_deal_and_no_hand() -> None:
    assert start(Rules(players=2, first_dealer="S"), SEED).events == (MatchStarted(), DealStarted(1, S))


def test_a_duel_with_jokers_draws_from_that_deck() -> None:
    stock = drawing(rules=Rules(players=2, jokers="two_and_deuces")).deal.stock
    assert card_set(stock) & cards("BJ LJ +2D +2S 2C 2H") == cards("BJ LJ +2D +2S")

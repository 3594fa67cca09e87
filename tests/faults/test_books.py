"""What the books find when a service loses, doubles or refuses what it should not: they can fail."""

from random import Random
from threading import Event
from typing import Any

from books import player_findings
from caller import Caller
from findings import Broken
from player import Habit, Player, Told

Body = dict[str, Any]


def event(seq: int, version: int, kind: str, seat: str = "S") -> Body:
    return {"seq": seq, "version": version, "type": kind, "seat": seat, "at": "2026-11-30T12:00:00.000Z"}


LOG = (
    event(1, 1, "match_started"),
    event(2, 2, "bid_made"),
    event(3, 3, "bid_made", "W"),
    event(4, 4, "card_played"),
    event(5, 5, "deadline_passed"),
    event(6, 5, "card_played"),
)


def told(number: int, call: str, *events: Body, status: int = 200, code: str = "") -> Told:
    answer: Body = {"events": list(events)} if not code else {"code": code}
    return Told(f"S-{number}", call, {"turn": number}, status, answer)


def player(*accepted: Told, refused: tuple[Told, ...] = (), seen: int = len(LOG)) -> Player:
    streaming = Habit(is_streaming=True)
    made = Player(Caller("http://nowhere"), "/v1/tables/tb_x", "S", streaming, Random(1), Event())
    made.accepted, made.refused, made.seen = list(accepted), list(refused), list(range(1, seen + 1))
    return made


def broken(player: Player, log: tuple[Body, ...] = LOG) -> list[Broken]:
    return [finding.promise for finding in player_findings("here", player, log)]


BID, CARD = told(1, "bid", LOG[1]), told(2, "play", LOG[3])


def test_what_was_acknowledged_is_there_once() -> None:
    assert broken(player(BID, CARD)) == []


def test_an_acknowledged_action_that_is_not_in_the_log_is_lost() -> None:
    extra = told(3, "play", event(7, 6, "card_played"))
    assert Broken.LOST in broken(player(BID, CARD, extra))


def test_an_acknowledged_action_that_reads_otherwise_is_lost() -> None:
    assert Broken.LOST in broken(player(BID, told(2, "play", event(4, 3, "card_played"))))


def test_a_decision_that_nobody_acknowledged_is_one_too_many() -> None:
    assert broken(player(BID)) == [Broken.DOUBLED]


def test_a_decision_that_counts_twice_is_doubled() -> None:
    twice = (*LOG, event(7, 6, "card_played"))
    assert broken(player(BID, CARD, seen=7), twice) == [Broken.DOUBLED]


def test_a_turn_that_was_accepted_twice_is_doubled() -> None:
    assert Broken.DOUBLED in broken(player(BID, CARD, told(2, "play", LOG[3])))


def test_an_action_may_be_refused_when_its_turn_ran_out() -> None:
    late = told(3, "play", status=409, code="turn_expired")
    assert broken(player(BID, CARD, refused=(late,))) == []


def test_no_other_refusal_of_a_legal_action_is_right() -> None:
    wrong = told(3, "play", status=422, code="must_follow_suit")
    failed = told(3, "play", status=500, code="internal_error")
    assert broken(player(BID, CARD, refused=(wrong, failed))) == [Broken.REFUSED, Broken.ERROR]


def test_a_stream_that_missed_an_event_is_found() -> None:
    assert broken(player(BID, CARD, seen=5)) == [Broken.STREAM]

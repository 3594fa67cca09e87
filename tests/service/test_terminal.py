"""The terminal client: whole matches by what is shown and typed alone, and wrong turns at the keyboard."""

import httpx
import pytest

from api_world import World
from service.cli import main
from service.terminal.answers import NotUnderstood, asked_for
from service.terminal.client import Client, Refused, ServiceAway
from service.terminal.player import Left, Player
from service.terminal.screen import cards_text, wrapped
from service.terminal.words import LANGUAGES, WORDS, Words
from terminal_robot import Robot, WorkingTransport

CPUS = {seat: {"kind": "cpu", "level": "normal"} for seat in ("N", "E", "W")}
TURN = {
    "id": 7,
    "actions": ["play"],
    "choose": 1,
    "legal_cards": ["KC", "TC", "2C"],
    "illegal_cards": [{"card": "AS"}],
    "legal_bids": [],
}


def never(_seconds: float) -> None:
    """The clients of these tests don't wait."""


def seated(world: World, robot: Robot, loses: int = 0, **rules: object) -> Player:
    """A player at a table of CPUs; `loses`: of so many answers one is lost."""
    others = {"N": CPUS["N"]} if rules.get("preset") == "duel" else CPUS
    table = world.make(seats={"S": {"kind": "player", "name": "me"}, **others}, rules=rules, seed="game 1")
    client = Client("http://table", "en", WorkingTransport(world, loses), never)
    client.authorize(table.tokens["S"])
    return Player(client, table.table_id, Words("en"), robot.ask, robot.tell)


@pytest.mark.parametrize(
    "rules",
    [
        {"target": 60},
        {"preset": "duel", "target": 60},
        {"target": 60, "blind_nil": True, "blind_behind": 0, "max_deals": 2},
        {"target": 60, "nil_exchange": 2, "suicide": "one_nil", "max_deals": 3},
        {"preset": "jokers", "max_deals": 1},
    ],
    ids=["standard", "duel", "blind nil", "exchange", "jokers"],
)
def test_a_whole_match_is_played_by_what_the_screen_shows(rules: dict[str, object]) -> None:
    robot = Robot()
    seated(World(), robot, **rules).play(from_now=False)
    assert robot.lines[-1].startswith("The match is over.")
    assert any(line.startswith("me plays") for line in robot.lines)


def test_answers_that_are_lost_change_nothing_that_a_player_sees() -> None:
    shown = []
    for loses in (0, 3):
        robot = Robot()
        seated(World(), robot, loses=loses, target=60).play(from_now=False)
        shown.append(robot.lines[1:])  # the first names the table
    assert shown[0] == shown[1]


def test_what_can_be_asked_between_two_decisions() -> None:
    robot = Robot(["s", "", "h", "9", "nonsense", "q"])
    with pytest.raises(Left):
        seated(World(), robot, target=60).play(from_now=False)
    assert "No deal is scored yet." in robot.lines
    assert any(line.startswith("That is none of: ") for line in robot.lines[-2:])


def test_a_refusal_of_the_service_is_shown_and_asked_again() -> None:
    """A card that is not legal goes to the service, which says why it is not."""
    robot = Robot()
    player = seated(World(), robot, target=60)
    view = {}

    def ask(prompt: str) -> str:
        found = player.client.get(f"/tables/{player.table_id}/view")
        if "play" in found["turn"]["actions"] and found["turn"]["illegal_cards"] and not view:
            view.update(found["turn"]["illegal_cards"][0])
            return str(view["card"])
        return robot.ask(prompt)

    Player(player.client, player.table_id, player.words, ask, robot.tell).play(from_now=False)
    assert view["text"] in robot.lines


@pytest.mark.parametrize(
    ("typed", "card"),
    [("KC", "KC"), ("kc", "KC"), ("♣K", "KC"), ("K♣", "KC"), ("ck", "KC"), ("♣10", "TC"), ("10c", "TC")],
)
def test_a_card_may_be_typed_in_any_usual_way(typed: str, card: str) -> None:
    assert asked_for(TURN, typed) == ("play", {"turn": 7, "card": card})


@pytest.mark.parametrize("typed", ["XX", "K", "KC 2C", "3C", "pass"])
def test_what_is_no_card_of_the_hand_is_not_sent(typed: str) -> None:
    with pytest.raises(NotUnderstood, match="♣K ♣10 ♣2"):
        asked_for(TURN, typed)


@pytest.mark.parametrize(
    ("typed", "card"), [("♠Big", "BJ"), ("big", "BJ"), ("bj", "BJ"), ("Little", "LJ"), ("♠LITTLE", "LJ")]
)
def test_a_joker_may_be_typed_as_it_is_shown(typed: str, card: str) -> None:
    assert asked_for({**TURN, "legal_cards": ["BJ", "LJ"]}, typed) == ("play", {"turn": 7, "card": card})


def test_how_a_card_may_be_typed_is_said_once() -> None:
    robot = Robot(["4", "XX", "YY", "q"])
    with pytest.raises(Left):
        seated(World(), robot, target=60).play(from_now=False)
    assert sum(line.startswith("That is none of: ") for line in robot.lines) == 2
    assert robot.lines.count(WORDS["en"]["how_cards"]) == 1


def test_a_long_line_is_broken_between_words() -> None:
    assert wrapped("  You may play: one two", 18) == "  You may play:\n    one two"
    assert wrapped("short\n\nlines", 18) == "short\n\nlines"


def test_suits_stand_apart() -> None:
    assert cards_text(["AS", "TS", "BJ", "2H"]) == "♠A ♠10 ♠Big  ♥2"


def test_both_languages_have_every_word() -> None:
    assert set(WORDS) == set(LANGUAGES)
    assert WORDS["en"].keys() == WORDS["ja"].keys()


def answering(status: int, body: object, language: str = "en", told: list[str] | None = None) -> Client:
    transport = httpx.MockTransport(lambda _request: httpx.Response(status, json=body))
    return Client("http://table", language, transport, never, [].append if told is None else told.append)


def test_a_service_that_stays_away_is_given_up() -> None:
    with pytest.raises(ServiceAway, match="does not answer: status 503"):
        answering(503, {}).get("/tables")


def test_who_waits_for_a_service_is_told_so_once() -> None:
    told: list[str] = []
    with pytest.raises(ServiceAway):
        answering(503, {}, told=told).get("/tables")
    assert told == ["http://table does not answer yet; still trying."]


def test_that_the_service_is_away_is_told_in_the_players_language() -> None:
    with pytest.raises(ServiceAway, match="応答がありません：status 503"):
        answering(503, {}, "ja").get("/tables")


def test_a_refusal_is_told_in_the_words_of_the_service() -> None:
    with pytest.raises(Refused, match="No such code") as refused:
        answering(403, {"code": "wrong_join_code", "detail": "No such code."}).post("/join", {})
    assert refused.value.code == "wrong_join_code"


def test_a_refusal_of_several_places_names_each() -> None:
    client = Client("http://table", "en", WorkingTransport(World()), never)
    with pytest.raises(Refused) as refused:
        client.post("/rules/validate", {"rules": {"target": 1, "bid_style": "shy"}})
    lines = sorted(str(refused.value).splitlines())
    assert [line.partition(": Allowed here: ")[0] for line in lines] == ["/rules/bid_style", "/rules/target"]


@pytest.mark.parametrize(("status", "body"), [(200, []), (200, "hello"), (404, {"errors": ["gone"]})])
def test_an_address_of_something_else_is_told(status: int, body: object) -> None:
    with pytest.raises(ServiceAway, match="not the Spades service"):
        answering(status, body).get("")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rules", "{"], "not JSON"),
        (["--rules", "[]"], "it must be a JSON object"),
        (["--level", "expert"], "easy, normal, hard"),
        (["--join", "07K2QM", "--resume"], "it can't be both"),
    ],
)
def test_a_wrong_call_gets_one_line(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", *words]) == 2
    error = capsys.readouterr().err
    assert said in error.replace("'easy', 'normal', 'hard'", "easy, normal, hard")
    assert len(error.splitlines()) == 1

"""The application on the store in memory, or on the one that a test brings, with its time and chance."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from fake_clock import FakeClock, FakeEntropy
from service.app import create_app
from service.jobs.study import MAKERS, Maker, make
from service.lab.ports import Lab
from service.lab.running import is_run_id, work_on_run
from service.metrics.instruments import Instruments, instruments
from service.ports import Ports, Study, StudyKind
from service.settings import Settings
from service.store.measured import MeasuredTables
from service.store.memory import MemoryQueue, memory_ports
from service.store.memory_due import MemoryDueTables
from service.store.memory_runs import memory_lab
from service.store.memory_studies import MemoryStudies
from service.table_turns import Lane, Retention
from service.tables.attending import attend
from service.wiring import build_lab, build_limits

Body = dict[str, Any]
RETENTION = Retention(open_ms=86_400_000, idle_ms=604_800_000, finished_ms=604_800_000)
SEATS = ("N", "E", "S", "W")
PLAYERS = {seat: {"kind": "player", "name": f"guest {seat}"} for seat in SEATS}
SOUTH_FIRST = {"first_dealer": "E"}
"""South bids and leads first."""


@dataclass(frozen=True)
class Made:
    """A table made over the API, as its creator knows it."""

    table_id: str
    host: str
    tokens: Mapping[str, str]
    join_code: str

    @property
    def path(self) -> str:
        return f"/v1/tables/{self.table_id}"


@dataclass
class World:
    """`wrap`: the ports, for those in memory. `beside`: another process, whose laboratory is this one's.

    On a real store the settings say where the laboratory is, and `study_jobs` is where studies are queued.
    """

    clock: FakeClock = field(default_factory=FakeClock)
    entropy: FakeEntropy = field(default_factory=FakeEntropy)
    queue: Any = field(default_factory=MemoryQueue)
    settings: Settings = field(default_factory=Settings)
    wrap: Callable[[Ports], Ports] = lambda ports: ports
    beside: "World | None" = None
    study_jobs: list[tuple[Lane, Study]] | None = None
    tools: Instruments = field(default_factory=instruments)

    def __post_init__(self) -> None:
        ports = memory_ports(self.clock, self.entropy, RETENTION)
        measured = MeasuredTables(ports.store, self.tools)
        self.ports: Ports = self.wrap(replace(ports, store=measured, meter=self.tools.figures))
        self.lab: Lab = self._lab() if self.beside is None else self.beside.lab
        self.app: Flask = create_app(self.settings, self.ports, self.queue, self.tools, self.lab)
        self.http: FlaskClient = self.app.test_client()

    def _lab(self) -> Lab:
        if isinstance(self.ports.due, MemoryDueTables):
            return memory_lab(self.ports, build_limits(self.settings))
        return build_lab(self.settings, self.ports)

    def get(self, path: str, token: str | None = None, **headers: str) -> TestResponse:
        return self.http.get(path, headers=_headers(token, headers))

    def post(self, path: str, body: object = None, token: str | None = None, **headers: str) -> TestResponse:
        return self.http.post(path, json={} if body is None else body, headers=_headers(token, headers))

    def patch(self, path: str, body: object, token: str | None = None, **headers: str) -> TestResponse:
        return self.http.patch(path, json=body, headers=_headers(token, headers))

    def make(self, **offer: Any) -> Made:
        """A table; four players on it, unless `seats` say something else, and South first."""
        response = self.post("/v1/tables", {"seats": PLAYERS, "rules": SOUTH_FIRST, **offer})
        assert response.status_code == 201, response.json
        return made(response)

    def view(self, table: Made, seat: str) -> Body:
        return body_of(self.get(f"{table.path}/view", table.tokens[seat]))

    def to_act(self, table: Made) -> str:
        """The first seat that the match waits for."""
        return str(body_of(self.get(table.path))["to_act"][0])

    def act(self, table: Made, seat: str, choose: int = 0, **headers: str) -> TestResponse:
        """The seat's legal action number `choose`, as its view names them."""
        call, body = legal_action(self.view(table, seat), choose)
        return self.post(f"{table.path}/{call}", body, table.tokens[seat], **headers)

    def go_on(self, table: Made, actions: int) -> None:
        """So many actions, each by the seat that is to act."""
        for _ in range(actions):
            response = self.act(table, self.to_act(table))
            assert response.status_code == 200, response.json

    def note_pass(self) -> None:
        """What the ticker does about once a second."""
        self.ports.due.note_pass()  # type: ignore[attr-defined]  # the ticker's alone

    def work(self) -> None:
        """What the workers do: every table and simulation that is due is attended to."""
        for lane in Lane:
            for due_id in self.ports.due.claim(lane, 20):
                if is_run_id(due_id):
                    work_on_run(self.lab, due_id, lambda: False)
                else:
                    attend(self.ports, due_id, lane, lambda: False)

    @property
    def studies(self) -> MemoryStudies:
        assert isinstance(self.ports.studies, MemoryStudies)
        return self.ports.studies

    def think(self, makers: Mapping[StudyKind, Maker] = MAKERS, most: int = 100) -> list[Study]:
        """What the workers do with the studies that are queued; returns those that they took up."""
        jobs = self.studies.jobs if self.study_jobs is None else self.study_jobs
        taken, jobs[:] = [study for _, study in jobs[:most]], jobs[most:]
        for study in taken:
            make(self.ports, study, makers)
        return taken


def legal_action(view: Body, choose: int = 0) -> tuple[str, Body]:
    """A call and its body, from nothing but what the view calls legal."""
    turn = view["turn"]
    if "bid" in turn["actions"] and turn["legal_bids"]:
        bids = turn["legal_bids"]
        return "bid", {"turn": turn["id"], "bid": bids[choose % len(bids)]}
    if "play" in turn["actions"]:
        cards = turn["legal_cards"]
        return "play", {"turn": turn["id"], "card": cards[choose % len(cards)]}
    if "draw" in turn["actions"]:
        return "draw", {"turn": turn["id"], "keep": choose % 2 == 0}
    if "exchange" in turn["actions"]:
        return "exchange", {"turn": turn["id"], "cards": turn["legal_cards"][: turn["choose"]]}
    return "look", {}


def made(response: TestResponse) -> Made:
    body = body_of(response)
    tokens = body["tokens"]
    return Made(body["table"]["table_id"], tokens["host"], tokens["seats"], body["join_code"])


def body_of(response: TestResponse) -> Body:
    body = response.get_json()
    assert isinstance(body, dict)
    return body


def problem(response: TestResponse) -> tuple[int, str]:
    """Status and code of a refusal, which must be a problem."""
    assert response.content_type == "application/problem+json", response.data
    body = body_of(response)
    assert body["status"] == response.status_code
    assert body["type"] == f"/problems/{body['code']}"
    return response.status_code, str(body["code"])


def _headers(token: str | None, headers: Mapping[str, str]) -> dict[str, str]:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return named if token is None else {"Authorization": f"Bearer {token}", **named}

"""Retention: of tables that were abandoned, however it came, nothing is left in the store."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import cycle, islice
from typing import Any

import pytest
import redis
from flask.testing import FlaskClient

from api_world import PLAYERS, SOUTH_FIRST, legal_action
from service.app import create_app
from service.jobs.attend import work
from service.jobs.study import make
from service.lab.ports import Lab
from service.lab.running import is_run_id, work_on_run
from service.metrics.instruments import instruments
from service.ports import STUDY_KEPT_MS, Ports, Study, StudyKind
from service.queue import STUDY_JOB
from service.settings import Settings, variables
from service.store.memory import MemoryQueue
from service.table_turns import Lane, Retention
from service.tables.attending import attend
from service.tables.secret_keys import create_key
from service.trouble import StoreWatch
from service.wiring import build_lab
from service.worker import LaneWorker

CPU = {"kind": "cpu", "level": "easy"}
LONGEST_LEFT_MS = 120_000
"""What ends by itself ends so soon, but for what is named below."""
DAY_MS = 86_400_000
NEVER_ENDS = -1
"""What the store answers for a key without an end; -2 for one that is no longer there."""
ENDS_LATER_MS = {
    b"count": DAY_MS,
    b"simulation": DAY_MS,
    b"simulation-records": DAY_MS,
    b"simulations": DAY_MS,
    b"study": STUDY_KEPT_MS,
}
NO_QUOTAS = dict.fromkeys(
    (name for name in variables() if name.endswith(("_per_minute", "_per_day", "_per_hour"))), 1_000_000
)
ENDED = Retention(open_ms=1, idle_ms=1, finished_ms=1)


@dataclass(frozen=True)
class Site:
    """The application on a real store."""

    ports: Ports
    http: FlaskClient
    lab: Lab
    jobs: redis.Redis
    """Where the queues are."""

    def post(self, path: str, body: object, token: str = "", key: str = "") -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        headers |= {"Idempotency-Key": key} if key else {}
        response = self.http.post(path, json=body, headers=headers)
        assert response.status_code < 300, response.json
        return response.json

    def view(self, path: str, token: str) -> Any:
        return self.http.get(f"{path}/view", headers={"Authorization": f"Bearer {token}"}).json


@pytest.fixture
def site(redis_ports: Ports, settings: Settings) -> Iterator[Site]:
    changed = replace(settings, **NO_QUOTAS, max_simulations=1000, max_waiting_requests=0)
    lab = build_lab(changed, redis_ports)
    app = create_app(changed, redis_ports, MemoryQueue(), instruments(), lab)
    with redis.Redis.from_url(changed.rq_redis_url) as jobs:
        yield Site(redis_ports, app.test_client(), lab, jobs)


@dataclass(frozen=True)
class Place:
    """A table made on the site, and its tokens."""

    site: Site
    path: str
    join_code: str
    host: str
    tokens: dict[str, str]

    @classmethod
    def made(cls, site: Site, **offer: Any) -> "Place":
        made = site.post("/v1/tables", offer)
        path, tokens = f"/v1/tables/{made['table']['table_id']}", made["tokens"]
        return cls(site, path, made["join_code"], tokens["host"], tokens["seats"])

    def act(self, seat: str, key: str) -> None:
        call, body = legal_action(self.site.view(self.path, self.tokens[seat]))
        self.site.post(f"{self.path}/{call}", body, self.tokens[seat], key)


def nobody_ever_came(site: Site) -> None:
    Place.made(site, seats={})


def somebody_came_and_left(site: Site) -> None:
    place = Place.made(site, seats={"S": PLAYERS["S"]}, visibility="public")
    joined = site.post("/v1/join", {"join_code": place.join_code, "name": "B"}, key="k" * 22)
    site.post(f"{place.path}/leave", {}, joined["token"], key="gone")


def they_went_in_the_middle(site: Site) -> None:
    place = Place.made(site, seats=PLAYERS, rules=SOUTH_FIRST)
    place.act("S", key="once")
    site.post(f"{place.path}/stream-tickets", {}, place.tokens["S"])


def cpus_play_on_when_both_have_left(site: Site) -> None:
    seats = {**PLAYERS, "N": CPU, "E": CPU}
    place = Place.made(site, seats=seats, rules={"max_deals": 1}, turn_seconds=30)
    for seat in ("S", "W"):
        site.post(f"{place.path}/leave", {}, place.tokens[seat])


def the_host_closed_it(site: Site) -> None:
    place = Place.made(site, seats=PLAYERS, visibility="private")
    site.post(f"{place.path}/close", {}, place.host, key="end")


def cpus_alone(site: Site) -> None:
    Place.made(site, seats=dict.fromkeys(PLAYERS, CPU), rules={"max_deals": 1}, visibility="public")


def a_rematch_that_nobody_played(site: Site) -> None:
    place = Place.made(site, seats=PLAYERS)
    site.post(f"{place.path}/close", {}, place.host)
    site.post(f"{place.path}/rematch", {}, place.host)


def a_portal_forgot_it(site: Site) -> None:
    ports = site.ports
    key = create_key(ports.secret_keys, ports.clock, ports.entropy, "portal")
    site.post("/v1/tables", {"seats": {}}, key.token)
    ports.secret_keys.revoke(key.key.key_id)


def a_card_was_asked_about(site: Site) -> None:
    place = Place.made(site, seats=PLAYERS, rules=SOUTH_FIRST)
    for seat in ("S", "W", "N", "E"):
        place.act(seat, key="bid")
    response = site.http.get(f"{place.path}/hint", headers={"Authorization": f"Bearer {place.tokens['S']}"})
    assert response.status_code == 202, response.json


def a_simulation_was_asked_for(site: Site) -> None:
    Place.made(site)
    site.post("/v1/simulations", {"deals": 1, "levels": dict.fromkeys(PLAYERS, "easy"), "records": True})


def a_simulation_was_cancelled(site: Site) -> None:
    Place.made(site)
    run = site.post("/v1/simulations", {"deals": 1})
    site.post(f"/v1/simulations/{run['simulation_id']}/cancel", {})


WAYS = (
    *(nobody_ever_came, somebody_came_and_left, they_went_in_the_middle, cpus_play_on_when_both_have_left),
    *(the_host_closed_it, cpus_alone, a_rematch_that_nobody_played, a_portal_forgot_it),
    *(a_card_was_asked_about, a_simulation_was_asked_for, a_simulation_was_cancelled),
)


def abandon(site: Site, tables: int) -> None:
    for way in islice(cycle(WAYS), tables):
        way(site)


def attend_to_all(site: Site, retention: Retention) -> None:
    """What workers do, until nothing is due."""

    def attend_any(ports: Ports, due_id: str, lane: Lane, is_time_up: Callable[[], bool]) -> None:
        if is_run_id(due_id):
            work_on_run(site.lab, due_id, is_time_up)
        else:
            attend(ports, due_id, lane, is_time_up)

    site.ports.due.note_pass()  # type: ignore[attr-defined]  # the ticker's alone
    for lane in Lane:
        work(replace(site.ports, retention=retention), lane, attend_any, steady=lambda: 0.0)


def do_jobs(site: Site) -> None:
    """Those of studies; what they name is thought about."""

    def make_study(kind: str, table_id: str, part: str) -> None:
        make(site.ports, Study(table_id, StudyKind(kind), part), {StudyKind.HINT: lambda *_: b"points"})

    worker = LaneWorker(tuple(Lane), site.jobs, StoreWatch("jobs"), {STUDY_JOB: make_study})
    assert worker.work(burst=True, logging_level="ERROR")


def due_at_once(client: redis.Redis) -> None:
    """The store's clock can't be moved on; the moments at which tables are due can."""
    for key in client.keys("*:due:*"):
        client.zadd(key, dict.fromkeys(client.zrange(key, 0, -1), 1))


def kinds(client: redis.Redis) -> set[str]:
    """Of the keys that lie in a shard."""
    return {kind_of(key).decode() for key in client.keys("{*")}


def kind_of(key: bytes) -> bytes:
    return key.split(b":")[1 if key.startswith(b"{") else 0]


def left(client: redis.Redis) -> list[str]:
    """The keys that stay: neither the ticker's, nor such as end by themselves."""
    kept = (key for key in client.keys("*") if not key.endswith(b":pass"))
    return sorted(key.decode() for key in kept if stays(client, key))


def stays(client: redis.Redis, key: bytes) -> bool:
    """False for a key that came to its end since it was listed."""
    left_ms = client.pttl(key)
    return left_ms == NEVER_ENDS or left_ms > ENDS_LATER_MS.get(kind_of(key), LONGEST_LEFT_MS)


@pytest.mark.parametrize("tables", [len(WAYS), pytest.param(1000, marks=pytest.mark.slow)])
def test_of_abandoned_tables_nothing_stays(site: Site, client: redis.Redis, tables: int) -> None:
    """Tables, logs, outcomes, codes, deadlines, lists, presence, tickets, hints, simulations, jobs."""
    abandon(site, tables)
    assert site.jobs.keys("rq:job:*")
    do_jobs(site)
    attend_to_all(site, site.ports.retention)
    counted = site.ports.census.count().tables
    assert sum(counted.values()) >= tables
    assert all(counted.values()), "each kind is there"
    assert kinds(client) >= {"table", "log", "outcomes", "code", "due", "statuses", "study", "simulation"}
    assert site.lab.list.going_on() == ()

    due_at_once(client)
    attend_to_all(site, ENDED)
    assert left(client) == []
    assert [client.zrange(key, 0, -1) for key in client.keys("*:presence") if client.zcard(key)] == []
    assert sum(site.ports.census.count().tables.values()) == 0
    assert site.jobs.keys("rq:job:*") == site.jobs.keys("rq:queue:*") == []


def test_what_is_kept_is_kept(site: Site, client: redis.Redis) -> None:
    """Else the test above would prove nothing."""
    abandon(site, len(WAYS))
    assert kinds(client) >= {"presence", "ticket"}
    due_at_once(client)
    attend_to_all(site, site.ports.retention)
    assert sum(site.ports.census.count().tables.values()) == len(WAYS) + 1
    assert len([key for key in left(client) if ":table:" in key]) == len(WAYS) + 1

"""What streams cost, how soon an event is at those who wait, and how soon a process full of them stops."""

import os
import signal
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from http_lines import Line, arrivals, request
from players import open_table
from processes import memory, seconds_until
from rows import Row, milliseconds, percentile
from scripted_matches import SEATS
from servers import Server, service

from process_tree import alive
from stream_lines import Crowd, StreamLine, crowd

IDLE = 1_000
VIEWS = 1_500
WARM_UP = 100
WAITING = 200
ACTIONS = 40
PAUSE_SECONDS = 0.1
POLL_PAUSE_SECONDS = 0.4
MEMORY_BAR = 40 * 1024
STOP_BAR = 5.0


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat of a table, with its token."""

    table_id: str
    seat: str
    token: str

    @property
    def path(self) -> str:
        return f"/v1/tables/{self.table_id}"

    def stream(self, url: str) -> StreamLine:
        return StreamLine(url, f"{self.path}/events", self.token)

    def view(self, line: Line) -> Any:
        return line.ask(request("GET", f"{self.path}/view", self.token)).json


def four_players(line: Line) -> list[Seated]:
    made = open_table(line, {"seats": {seat: {"kind": "player"} for seat in SEATS}, "turn_seconds": 600})
    return [Seated(made["table"]["table_id"], seat, token) for seat, token in made["tokens"]["seats"].items()]


def measure(folder: Path) -> Iterator[Row]:
    with service(_new(folder / "idle"), web_workers=1) as server, crowd() as streams:
        with closing(Line(server.url)) as line:
            seats = [seat for _ in range(IDLE // len(SEATS)) for seat in four_players(line)]
            for seat in seats:
                seat.view(line)
            before = memory(server.web[0])
            streams.open(partial(seat.stream, server.url) for seat in seats)
            yield _memory_row((memory(server.web[0]) - before) / IDLE)
            yield _view_row(_view_times(line, seats, streams))
        yield _stop_row(server, streams)
    with service(_new(folder / "waiting")) as server, crowd() as streams:
        yield _wake_row("streams", _stream_delays(server, streams))
        yield _wake_row("long-polls", _poll_delays(server))


def _new(folder: Path) -> Path:
    folder.mkdir()
    return folder


def _memory_row(each: float) -> Row:
    return Row(
        "memory of an idle stream",
        f"{each / 1024:.1f} KiB",
        "<= 40 KiB",
        each <= MEMORY_BAR,
        f"resident memory of one web process, after less before {IDLE} streams of players at {IDLE // 4} "
        "tables, each of which had its view before.",
    )


def _view_times(line: Line, seats: Sequence[Seated], streams: Crowd) -> list[float]:
    times = []
    for number in range(VIEWS + WARM_UP):
        seat = seats[number * 7 % len(seats)]
        started = time.perf_counter()
        seat.view(line)
        times.append(time.perf_counter() - started)
        streams.read(0)
    return times[WARM_UP:]


def _view_row(times: Sequence[float]) -> Row:
    half, most = percentile(times, 50), percentile(times, 99)
    return Row(
        f"a view beside {IDLE} idle streams",
        f"p50 {milliseconds(half)}, p99 {milliseconds(most)}",
        "p99 <= 25 ms",
        most <= 0.025,
        f"{len(times)} views, one after the other, in the one web process that holds the streams.",
    )


def _stop_row(server: Server, streams: Crowd) -> Row:
    """SIGTERM to the web process, as at a planned stop; its successor starts meanwhile."""
    worker = server.web[0]
    started = time.perf_counter()
    os.kill(worker, signal.SIGTERM)
    streams.listen(lambda: all(stream.is_over for stream in streams.lines))
    told = time.perf_counter() - started
    seconds_until(lambda: not alive((worker,)), 20.0)
    stopped = time.perf_counter() - started
    last = [stream.heard[-1].frame.event for stream in streams.lines]
    retries = sorted(stream.parser.retry or 0 for stream in streams.lines)
    return Row(
        f"a stop with {IDLE} streams",
        f"{stopped:.2f} s; all told after {told:.2f} s",
        "<= 5 s, each told to reconnect",
        stopped <= STOP_BAR and last.count("reconnect") == IDLE,
        f"from SIGTERM to the web process until it is gone; {last.count('reconnect')} streams ended with "
        f"`reconnect`, to come again after {retries[0]} to {retries[-1]} ms.",
    )


@dataclass(slots=True)
class Game:
    """Four players who act; `at`: when each event was committed, by its number."""

    line: Line
    seats: Sequence[Seated]
    at: dict[int, float]

    def act(self) -> int:
        """One action of whoever is to act; the number of its first event."""
        view = self.seats[0].view(self.line)
        seat = next(each for each in self.seats if each.seat == view["to_act"][0])
        turn = seat.view(self.line)["turn"]
        body: dict[str, Any] = {"turn": turn["id"]}
        if turn["legal_bids"]:
            body["bid"] = {"kind": "tricks", "tricks": 3}
        else:
            body["card"] = turn["legal_cards"][0]
        path = f"{seat.path}/{turn['actions'][0]}"
        events = self.line.ask(request("POST", path, seat.token, body)).json["events"]
        self.at |= {event["seq"]: datetime.fromisoformat(event["at"]).timestamp() for event in events}
        return int(events[0]["seq"])


def _game(line: Line) -> Game:
    return Game(line, four_players(line), {})


def _stream_delays(server: Server, streams: Crowd) -> list[float]:
    with closing(Line(server.url)) as line:
        game = _game(line)
        waiting = [game.seats[number % len(SEATS)] for number in range(WAITING)]
        streams.open(partial(seat.stream, server.url) for seat in waiting)
        for _ in range(ACTIONS):
            seq = game.act()
            streams.listen(lambda seq=seq: all(int(each.parser.last_id) >= seq for each in streams.lines))  # type: ignore[misc]
            time.sleep(PAUSE_SECONDS)
    heard = [heard for stream in streams.lines for heard in stream.heard if heard.frame.has_id]
    return [each.at - game.at[each.frame.seq] for each in heard if each.frame.seq in game.at]


def _poll_delays(server: Server) -> list[float]:
    delays: list[float] = []
    with closing(Line(server.url)) as line, ExitStack() as stack:
        game = _game(line)
        last = line.ask(request("GET", f"{game.seats[0].path}/events")).json["last_seq"]
        lines = [stack.enter_context(closing(Line(server.url))) for _ in range(WAITING)]
        for _ in range(ACTIONS):
            ask = request("GET", f"{game.seats[0].path}/events?after={last}&wait=25")
            for each in lines:
                each.send(ask)
            time.sleep(POLL_PAUSE_SECONDS)  # by then all of them wait
            seq = game.act()
            answers = arrivals(lines)
            delays += [at - game.at[seq] for at, _ in answers]
            last = answers[0][1].json["last_seq"]
    return delays


def _wake_row(kind: str, delays: Sequence[float]) -> Row:
    half, most = percentile(delays, 50), percentile(delays, 99)
    return Row(
        f"an event at {WAITING} {kind}",
        f"p50 {milliseconds(half)}, p99 {milliseconds(most)}",
        "p50 <= 20 ms, p99 <= 60 ms",
        half <= 0.020 and most <= 0.060,
        f"{ACTIONS} actions at a table for which {WAITING} clients wait, at two web processes: from the "
        "event's `at`, which the commit follows, until a client has it. One client process reads all.",
    )

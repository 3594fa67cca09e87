"""A browser at a fake table: who sits on S there, and whether the page has drawn what the table tells."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import expect

from fake_table import TABLE_ID, TOKEN, Body, FakeTable
from polling import eventually
from recorded_play import RecordedPlay
from table_page import ByTouch
from visitor import PROBES, Visitor
from visits import Visit


@dataclass
class FakeVisit:
    table: FakeTable
    visitor: Visitor
    page: ByTouch

    def show(self, view: Body, *events: Body, **more: Any) -> None:
        """Tells it, with an event so that the client looks, and waits until the turn is drawn."""
        told = events or ({"type": "deadline_moved", "deadline_moved": {"deadline": None}},)
        self.table.show(view, *told, **more)
        self.expect(view)

    def expect(self, view: Body) -> None:
        turn = view["turn"]["id"] if view["turn"] else None
        self.page.expect_turn("" if turn is None else str(turn))
        if view["deal"]:
            self.page.expect_phase(view["deal"]["phase"])

    def catch_up(self, play: RecordedPlay) -> None:
        """All that happened there since, and what it led to."""
        self.table.copy(play)
        self.expect(play.view())

    def wait_for_post(self, count: int = 1) -> None:
        """Until so many actions have come, and the last one's answer."""
        eventually(lambda: len(self.table.posts()) >= count)
        expect(self.page.main).to_have_attribute("data-sending", "")

    def probe(self, name: str, **options: Any) -> Any:
        """What a script of `tests/web/probes` finds on the page."""
        return self.page.page.evaluate(f"({(PROBES / name).read_text('utf-8')})({json.dumps(options)})")


@contextmanager
def at_fake_table(
    visit: Visit,
    told: Body | RecordedPlay,
    *,
    preferences: Body | None = None,
    seat: str = "S",
    **options: Any,
) -> Iterator[FakeVisit]:
    """`told`: a view, or a play as it is now. `seat` empty: a spectator. `preferences`: as chosen before."""
    view = told.view() if isinstance(told, RecordedPlay) else told
    table = FakeTable(view)
    if isinstance(told, RecordedPlay):
        table.copy(told)
    with visit.server.telling(table) as base, visit(base, **options) as visitor:
        if seat:
            visitor.sit(TABLE_ID, seat, TOKEN)
        if preferences:
            visitor.remember("preferences", preferences)
        found = FakeVisit(table, visitor, ByTouch(visitor.open(table.path)))
        if view["turn"]:
            found.expect(view)
        yield found

"""Modules of the client that can be asked by themselves, in the browser that runs them."""

from typing import Any

import pytest
from playwright.sync_api import Page

from visits import Visit
from whole_service import Service, sit_down

STREAM = (
    '\ufeff: a comment\r\nid: 1\r\nevent: card_played\r\ndata: {"text":\ndata: "♠A は確実"}\r\n\r\n'
    "retry: 700\revent: reconnect\rdata: {}\r\rid: 2\nevent: none\n\ndata:no space\n\nid: 3\ndata: cut off"
)
FRAMES = [
    {"event": "card_played", "data": '{"text":\n"♠A は確実"}', "id": "1", "retry": None},
    {"event": "reconnect", "data": "{}", "id": None, "retry": 700},
    {"event": "message", "data": "no space", "id": None, "retry": None},
]
PARSED = """async ([module, bytes, cut]) => {
  const { frameParser } = await import(module);
  const frames = [];
  const parse = frameParser((frame) => frames.push(frame));
  const pieces = cut === null ? bytes.map((byte) => [byte]) : [bytes.slice(0, cut), bytes.slice(cut)];
  for (const piece of pieces) parse(new Uint8Array(piece));
  return frames;
}"""
ONE_HOUR_OFF = "{ const now = Date.now; Date.now = () => now() + 3_600_000; }"
NO_STORAGE = """Object.defineProperty(window, "localStorage", {
  get() {
    throw new DOMException("", "SecurityError");
  },
});"""
COUNTED = """async ([module, told, deadline]) => {
  const { learnTime, remaining } = await import(module);
  learnTime(told);
  return remaining(deadline);
}"""
SHOWN = """async ([match, signals]) => {
  const { view } = await import(match);
  const { effect } = await import(signals);
  const late = [];
  window.turns = 0;
  window.late = late;
  effect(() => {
    const id = view.value?.turn?.id;
    if (!id) return;
    window.turns += 1;
    queueMicrotask(() => {
      const shown = document.querySelector("main").dataset.turn;
      if (shown !== String(id)) late.push([id, shown]);
    });
  });
}"""


def module(page: Page, path: str) -> str:
    """Its address, by which it is the same module that the page runs."""
    start = page.locator("script[src$='main.js']").get_attribute("src")
    assert start
    return start.replace("js/main.js", path)


@pytest.fixture(scope="module")
def page(service: Service, visit: Visit) -> Any:
    with visit(service.url) as visitor:
        yield visitor.open()


def test_a_stream_may_be_cut_between_any_two_bytes(page: Page) -> None:
    whole = list(STREAM.encode())
    for cut in (None, *range(len(whole))):
        assert page.evaluate(PARSED, [module(page, "js/sse.js"), whole, cut]) == FRAMES, cut


def test_time_is_counted_by_the_clock_of_the_service(service: Service, visit: Visit) -> None:
    with visit(service.url) as visitor:
        visitor.scripts.append(ONE_HOUR_OFF)
        page = visitor.open()
        times = ["2026-11-30T12:00:00.000Z", "2026-11-30T12:00:30.000Z"]
        left = page.evaluate(COUNTED, [module(page, "js/clock.js"), *times])
    assert 29_000 < left <= 30_000


def test_a_turn_is_shown_with_the_view_that_brings_it(service: Service, visit: Visit) -> None:
    """Whatever trick lies on the table just then."""
    player = sit_down(service, rules={"max_deals": 1})
    with visit(service.url) as visitor:
        visitor.sit(player.table_id, "S", player.token)
        page = visitor.open(f"/play/{player.table_id}")
        page.evaluate(SHOWN, [module(page, "js/match.js"), module(page, "vendor/signals-core.js")])
        page.wait_for_function("() => window.turns > 0")
        assert page.evaluate("() => window.late") == []


def test_where_storage_is_forbidden_the_match_is_played_all_the_same(service: Service, visit: Visit) -> None:
    with visit(service.url) as visitor:
        visitor.scripts.append(NO_STORAGE)
        page = visitor.open()
        page.locator(".button.play").click()
        page.locator("[data-area=hand] [data-card]").nth(12).wait_for()
        assert visitor.trouble == []

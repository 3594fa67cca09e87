"""What a screen reader is told, by Chromium's accessibility tree and by axe, in both languages."""

from collections.abc import Callable

import pytest

from ax_tree import ax_lines, axe_violations
from chromium import DESK, PHONE, Size
from fake_table import Body
from fake_visit import at_fake_table
from goldens import golden
from made_views import bidding, drawing, exchange, hidden, opened, over, playing
from polling import eventually
from recorded_play import LANGUAGES, RecordedPlay, in_phase
from visits import Visit

PHASES: dict[str, Callable[[], Body]] = {
    "hidden": hidden,
    "bidding": bidding,
    "exchange": exchange,
    "playing": lambda: playing(legal=("AS", "QS", "KH"), laid=3),
    "drawing": drawing,
}


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "dark"), (DESK, "light")], ids=str)
def test_axe_finds_nothing_in_any_phase(visit: Visit, size: Size, scheme: str) -> None:
    look = {"color_scheme": scheme, "reduced_motion": "reduce"}
    with at_fake_table(visit, playing(), size=size, **look) as table:
        wrong: list[str] = []
        for number, (phase, state) in enumerate(PHASES.items()):
            view = state()
            view["turn"]["id"] = 100 + number
            table.show({**view, "to_act": ["S"]})
            wrong += [f"{phase}: {each}" for each in axe_violations(table.page.page)]
        for phase, view in (("open", opened(playing())), ("over", over(playing()))):
            table.table.show(view, {"type": "table_changed"})
            table.page.page.locator(f"main[data-phase={phase}]").wait_for()
            wrong += [f"{phase}: {each}" for each in axe_violations(table.page.page)]
        assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_lobby_and_the_dialogs(visit: Visit, scheme: str) -> None:
    with at_fake_table(visit, playing(), size=PHONE, color_scheme=scheme, reduced_motion="reduce") as table:
        wrong: list[str] = []
        for name in ("sheet", "log", "help", "settings"):
            table.page.open_dialog(name)
            wrong += [f"{name}: {each}" for each in axe_violations(table.page.page)]
            table.page.close_dialog()
        wrong += [f"lobby: {each}" for each in axe_violations(table.visitor.open("/play"))]
        assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tree_of_bidding_play_and_sheet(visit: Visit, language: str, update_goldens: bool) -> None:
    """A true match, the same always."""
    play = RecordedPlay().until(in_phase("bidding"))
    trees = []
    with at_fake_table(visit, play, language=language, size=PHONE, reduced_motion="reduce") as table:
        table.page.page.locator("[data-recommended]").wait_for()
        trees.append(("bidding", ax_lines(table.page.page)))
        play.until(lambda view: view["deal"]["phase"] == "playing" and view["deal"]["trick"]["number"] == 3)
        table.catch_up(play)
        trees.append(("playing", ax_lines(table.page.page)))
        play.until(in_phase("bidding", 2))
        table.catch_up(play)
        table.page.page.locator("dialog[open] [data-area=sheet]").wait_for()
        trees.append(("sheet", ax_lines(table.page.page)))
    text = "\n".join(f"# {name}\n\n{tree}" for name, tree in trees)
    assert text == golden(f"web_tree.{language}.txt", text, update=update_goldens)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_live_log_of_a_deal(visit: Visit, language: str, update_goldens: bool) -> None:
    """What is said aloud, line by line, from the first bid to the score."""
    play = RecordedPlay().until(in_phase("bidding"))
    with at_fake_table(visit, play, language=language, size=PHONE, reduced_motion="reduce") as table:
        table.page.page.evaluate(LISTEN)
        while play.view()["deal"]["number"] == 1:
            play.go_on()
            table.catch_up(play)
        play.until(in_phase("bidding", 2))
        table.catch_up(play)
        last = table.table.events[-1][language]["text"]
        eventually(lambda: last in table.page.page.evaluate("() => heard")[-3:])
        text = "\n".join(table.page.page.evaluate("() => heard")) + "\n"
    assert text == golden(f"web_live.{language}.txt", text, update=update_goldens)


LISTEN = """() => {
  window.heard = [];
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) heard.push(node.textContent.trim());
  }).observe(document.getElementById('live'), { childList: true });
}"""

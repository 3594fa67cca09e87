"""The table as its player uses it: by finger, or by keys alone. Each wait ends on what the page shows."""

from dataclasses import dataclass

from playwright.sync_api import Locator, Page, Position, expect

CARD = "[data-area=hand] [data-card]"
BRIGHT = f"{CARD}:not([aria-disabled=true])"
SETTLED = """(seen) => {
  const { phase, turn, page, sending } = document.querySelector('main')?.dataset ?? {};
  return page === 'trouble' || phase === 'over' || (turn && turn !== seen && !sending);
}"""
MAIN = "main[data-page]"
LEFT_EDGE: Position = {"x": 12, "y": 12}
"""Which the next card of a fan leaves free."""
THREE = "[data-area=bids] button[data-bid=tricks-3]"


@dataclass
class TablePage:
    page: Page

    @property
    def main(self) -> Locator:
        return self.page.locator(MAIN)

    @property
    def phase(self) -> str:
        return self.main.get_attribute("data-phase") or ""

    @property
    def turn(self) -> str:
        return self.main.get_attribute("data-turn") or ""

    @property
    def hand(self) -> list[str]:
        return self._codes(CARD, "data-card")

    @property
    def bright(self) -> list[str]:
        return self._codes(BRIGHT, "data-card")

    @property
    def trick(self) -> list[str]:
        return self._codes("[data-trick-card]", "data-trick-card")

    def _codes(self, selector: str, attribute: str) -> list[str]:
        codes: list[str] = self.page.locator(selector).evaluate_all(
            "(found, name) => found.map((each) => each.getAttribute(name))", attribute
        )
        return codes

    def card(self, code: str) -> Locator:
        return self.page.locator(f"{CARD}[data-card='{code}']")

    def wait_for_turn(self, after: str = "", seconds: float = 20) -> str:
        """The next turn, another than `after`; nothing: the match is over."""
        self.page.wait_for_function(SETTLED, arg=after, timeout=seconds * 1000)
        return "" if self.phase in ("over", "") else self.turn

    def expect_phase(self, phase: str) -> None:
        expect(self.main).to_have_attribute("data-phase", phase)

    def expect_turn(self, turn: str) -> None:
        expect(self.main).to_have_attribute("data-turn", turn)

    def open_dialog(self, name: str) -> Locator:
        """`sheet`, `log`, `help`, `settings`: by its button, in a menu where there is little room."""
        opener = self.page.locator(f"[data-opens={name}]")
        if not opener.is_visible():
            self.page.locator(".bar-menu").click()
        opener.click()
        dialog = self.page.locator("dialog[open]")
        dialog.wait_for()
        return dialog

    def close_dialog(self) -> None:
        self.page.keyboard.press("Escape")
        self.page.locator("dialog[open]").wait_for(state="hidden")

    def logged(self) -> list[str]:
        """The sentences of the log, the newest first."""
        return self.page.locator("dialog [data-area=log] li").all_inner_texts()


class ByTouch(TablePage):
    """Taps."""

    def act(self) -> None:
        """A bid of three, or the first card that is bright."""
        if self.phase == "bidding":
            self.page.locator(THREE).tap()
        else:
            self.play(self.bright[0])

    def play(self, code: str) -> None:
        """A tap lifts it, a second one plays it."""
        card = self.card(code)
        card.tap(position=LEFT_EDGE)
        expect(card).to_have_attribute("data-lifted", "")
        card.tap(position=LEFT_EDGE)

    def tap(self, what: Locator) -> None:
        """Also what may not be used now, and what still moves."""
        what.tap(position=LEFT_EDGE, force=True)


class ByKeys(TablePage):
    """Tab, arrows, Home, End and Enter."""

    def act(self) -> None:
        if self.phase == "bidding":
            self.tab_to(THREE)
            self.page.keyboard.press("Enter")
        else:
            self.play(self.bright[0])

    def tab_to(self, selector: str, most: int = 60) -> None:
        """Tab until the focus is there."""
        for _ in range(most):
            if self.page.evaluate(
                "(selector) => document.activeElement?.matches(selector) ?? false", selector
            ):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{most} tabs, and no {selector} has the focus")

    def play(self, code: str) -> None:
        """The hand is one stop of Tab; arrows lead to the card, Enter lifts it, Enter plays it."""
        self.tab_to(CARD)
        self.page.keyboard.press("Home")
        for _ in range(self.hand.index(code)):
            self.page.keyboard.press("ArrowRight")
        expect(self.card(code)).to_be_focused()
        self.page.keyboard.press("Enter")
        expect(self.card(code)).to_have_attribute("data-lifted", "")
        self.page.keyboard.press("Enter")

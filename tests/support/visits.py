"""The visitors of a test run: each with a profile that nobody else has at that moment."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Browser, BrowserContext

from chromium import PHONE, Size
from fake_server import FakeServer
from visitor import Visitor

MOST_MS = 10_000
"""Of any wait."""


class Visit:
    """A profile is lent again, emptied, to the next visitor who looks alike: it has the files already.

    A page in a new one costs the browser three times as much. `server`: where the fake tables are.
    """

    def __init__(self, browser: Browser, server: FakeServer) -> None:
        self.server = server
        self._browser = browser
        self._free: dict[tuple[Any, ...], list[BrowserContext]] = defaultdict(list)

    @contextmanager
    def __call__(
        self, base: str, *, size: Size = PHONE, language: str = "en", is_first: bool = False, **options: Any
    ) -> Iterator[Visitor]:
        """`options`: more of Playwright's, such as `color_scheme`. `is_first`: the profile is new."""
        free = self._free[(size, language, *sorted(options.items()))]
        profile = self._new(size, language, options) if is_first or not free else free.pop()
        visitor = Visitor(profile, base)
        try:
            yield visitor
        finally:
            visitor.leave()
            free.append(profile)

    def _new(self, size: Size, language: str, options: dict[str, Any]) -> BrowserContext:
        context = self._browser.new_context(
            viewport={"width": size.width, "height": size.height},
            locale=language,
            has_touch=size.is_phone,
            is_mobile=size.is_phone,
            **options,
        )
        context.set_default_timeout(MOST_MS)
        return context

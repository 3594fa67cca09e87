"""A real headless Chromium, the one of this machine, driven through Playwright."""

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--no-sandbox",  # CI is root
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    "--enable-precise-memory-info",
)
MISSING = (
    "no Chromium here: install it (Debian: apt-get install chromium-headless-shell fonts-noto-cjk), "
    "or name it by $CHROMIUM"
)


@dataclass(frozen=True, slots=True)
class Size:
    width: int
    height: int

    @property
    def is_phone(self) -> bool:
        return min(self.width, self.height) < 600

    @property
    def is_upright(self) -> bool:
        return self.width < 600 and self.height > self.width

    def __str__(self) -> str:
        return f"{self.width}x{self.height}"


SMALLEST = Size(320, 568)
PHONE = Size(360, 640)
FLAT_PHONE = Size(844, 390)
DESK = Size(1280, 800)
SIZES = (SMALLEST, PHONE, Size(390, 844), FLAT_PHONE, Size(768, 1024), DESK)


def find_chromium() -> str | None:
    """The program that `$CHROMIUM` names, else the first one on the path."""
    named = os.environ.get("CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


@contextmanager
def running_chromium(program: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(FLAGS))
        try:
            yield browser
        finally:
            browser.close()

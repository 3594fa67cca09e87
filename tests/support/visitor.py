"""Somebody who opens the client on a device of their own, and a watch on what must not happen there."""

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response
from playwright.sync_api import TimeoutError as TookTooLong

PROBES = Path(__file__).parents[1] / "web" / "probes"


@dataclass
class Visitor:
    """`trouble`: console messages, errors, CSP reports, failed requests and refusals, as they came."""

    context: BrowserContext
    base: str
    trouble: list[str] = field(default_factory=list)
    requests: list[Request] = field(default_factory=list)
    scripts: list[str] = field(default_factory=list)
    """What runs in each page before its own."""
    pages: list[Page] = field(default_factory=list)

    def new_page(self) -> Page:
        page = self.context.new_page()
        if not self.pages:
            self._forget_all(page)
        self.pages.append(page)
        self._watch(page)
        page.expose_binding("reportViolation", self._violation)
        page.add_init_script(path=PROBES / "watch.js")
        for script in self.scripts:
            page.add_init_script(script)
        return page

    def open(self, path: str = "/play") -> Page:
        page = self.new_page()
        page.goto(self.base + path)
        try:
            page.locator("main[data-page]").wait_for()
        except TookTooLong:
            raise AssertionError(f"{path} shows no page: {self.trouble}") from None
        return page

    def leave(self) -> None:
        for page in self.pages:
            page.close()

    def sit(self, table_id: str, seat: str, token: str, host: str | None = None) -> None:
        """From now on the profile has the seat's token, as if the client had got it."""
        self.remember("keys", {table_id: {"seat": seat, "token": token, "host": host}})

    def remember(self, name: str, value: Any) -> None:
        """What the client had kept under that name before its first page, if it kept nothing else since."""
        key, text = json.dumps(f"spades.{name}"), json.dumps(json.dumps(value))
        keep = f"localStorage.getItem({key}) ?? localStorage.setItem({key}, {text})"
        self.scripts.append(f"try {{ {keep} }} catch {{ /* it is forbidden */ }}")

    def _forget_all(self, page: Page) -> None:
        """What an earlier visitor with this profile kept at this address."""
        kept = {"origin": self.base, "storageTypes": "local_storage"}
        self.context.new_cdp_session(page).send("Storage.clearDataForOrigin", kept)

    def _watch(self, page: Page) -> None:
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.trouble.append(f"error: {error}"))
        page.on("request", self._asked)
        page.on("requestfailed", self._failed)
        page.on("response", self._answered)

    def _asked(self, request: Request) -> None:
        self.requests.append(request)

    def _said(self, message: ConsoleMessage) -> None:
        self.trouble.append(f"console {message.type}: {message.text}")

    def _failed(self, request: Request) -> None:
        """Chromium calls a stream aborted that was read to its end, as one that was left."""
        if request.url.endswith("/events") and request.failure == "net::ERR_ABORTED":
            return
        self.trouble.append(f"failed: {request.method} {request.url} {request.failure}")

    def _answered(self, response: Response) -> None:
        if response.status >= 400:
            self.trouble.append(f"{response.status}: {response.request.method} {response.url}")

    def _violation(self, source: Any, what: str) -> None:
        self.trouble.append(f"CSP: {what}")

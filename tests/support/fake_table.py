"""A table that tells what a test makes up, true or not, and takes note of what is asked."""

import json
import threading
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from recorded_play import LANGUAGES, RecordedPlay

Body = dict[str, Any]
TABLE_ID = "tb_00Kjyi7tpvYxL64S3fHioQzZ"
TOKEN = "st_" + "0" * 43
COMMENT_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Asked:
    method: str
    path: str
    headers: Mapping[str, str]
    body: Any
    query: Mapping[str, list[str]] = field(default_factory=dict)

    @property
    def call(self) -> str:
        """The last part of the path: `play`, `view` …"""
        return self.path.rpartition("/")[2]


@dataclass(frozen=True, slots=True)
class Answer:
    """`body` None: none. `held`: it is sent when this is set."""

    status: int = 200
    body: Body | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    held: threading.Event | None = None


def refusal(status: int, code: str, detail: str, retry_after: int | None = None, **more: Any) -> Answer:
    headers = {} if retry_after is None else {"Retry-After": str(retry_after)}
    body = {"type": f"/problems/{code}", "title": detail, "status": status, "code": code, "detail": detail}
    return Answer(status, {**body, "instance": "req_1", **more}, headers)


class FakeTable:
    """`show` changes what it tells; `script` makes the next answers to a call others than it would give."""

    def __init__(self, view: Body) -> None:
        self.views: dict[str, Body] = {}
        self.events: list[dict[str, Body]] = []
        self.deals: dict[str, list[Body]] = {}
        self.hints: dict[str, Body] = {}
        self.asked: list[Asked] = []
        self.version = 0
        self.is_closing = False
        self.changed = threading.Condition()
        self._scripted: dict[str, list[Answer]] = defaultdict(list)
        self.show(view)

    @property
    def path(self) -> str:
        return f"/play/{TABLE_ID}"

    def show(self, view: Body, *events: Body, japanese: Body | None = None) -> None:
        """From now on the view is this; these events led to it: each a `type`, its members, a `text`."""
        with self.changed:
            self.version += 1
            for each in events:
                self.events.append({"en": self._numbered(each), "ja": self._numbered(each)})
            self._set_views(view, japanese or view)

    def _set_views(self, english: Body, japanese: Body) -> None:
        mine = {"table_id": TABLE_ID, "version": self.version}
        self.views = {"en": {**english, **mine}, "ja": {**japanese, **mine}}
        self.changed.notify_all()

    def show_recorded(self, english: Body, japanese: Body, news: list[dict[str, Body]]) -> None:
        """The same, as a real server told it in each language."""
        with self.changed:
            self.version += 1
            for each in news:
                self.events.append({name: self._numbered(body) for name, body in each.items()})
            self._set_views(english, japanese)

    def copy(self, play: RecordedPlay) -> None:
        """Tells what happened there since the last copy, with its sheets and hints, in each language."""
        views = {language: play.view(language) for language in LANGUAGES}
        self.deals = {language: play.deals(language) for language in LANGUAGES}
        self.hints = {language: hint for language in LANGUAGES if (hint := play.hint(language))}
        self.show_recorded(views["en"], views["ja"], play.news())

    def script(self, call: str, *answers: Answer) -> None:
        with self.changed:
            self._scripted[call] += answers

    def posts(self, call: str = "") -> list[Asked]:
        return [each for each in self.asked if each.method == "POST" and call in ("", each.call)]

    def _numbered(self, event: Body) -> Body:
        waiting = {"to_act": [], "deadline": None}
        at = "2027-01-15T08:00:00.000Z"
        return {
            "at": at,
            "text": "",
            **event,
            "seq": len(self.events) + 1,
            "version": self.version,
            **waiting,
        }

    def answer_to(self, asked: Asked) -> Answer:
        with self.changed:
            self.asked.append(asked)
            if self._scripted[asked.call]:
                return self._scripted[asked.call].pop(0)
        language = "ja" if asked.headers.get("Accept-Language", "").startswith("ja") else "en"
        view = self.views[language]
        match asked.method, asked.call:
            case "GET", "view":
                return self._view(asked, view, language)
            case "GET", call if call == TABLE_ID:
                return Answer(
                    body={name: value for name, value in view.items() if name not in ("you", "turn")}
                )
            case "GET", "hint" if self.hints:
                return Answer(body=self.hints[language])
            case "GET", "deals":
                return Answer(body={"deals": self.deals.get(language, [])})
            case "GET", "events":
                return Answer(body=self._page(asked, view, language))
            case "POST", _:
                return Answer(body={"view": view, "events": []})
        return refusal(404, "not_found", "There is nothing here.")

    def _view(self, asked: Asked, view: Body, language: str) -> Answer:
        etag = f'"{self.version}.S.{language}"'
        if asked.headers.get("If-None-Match") == etag:
            return Answer(304, headers={"ETag": etag})
        return Answer(body=view, headers={"ETag": etag})

    def _page(self, asked: Asked, view: Body, language: str) -> Body:
        after = int(asked.query.get("after", ["0"])[0])
        events = [each[language] for each in self.events[after:]]
        waiting = {"to_act": view["to_act"], "deadline": view["deadline"]}
        return {"events": events, "last_seq": len(self.events), "over": False, **waiting}

    def close(self) -> None:
        """Its streams end."""
        with self.changed:
            self.is_closing = True
            self.changed.notify_all()

    def frames(self, last_id: str, language: str) -> Iterator[bytes]:
        yield b"retry: 1000\n\n"
        told = int(last_id) if last_id.isdigit() else -1
        if told < 0 or told > len(self.events):
            told = len(self.events)
            yield frame("snapshot", self.views[language], told)
        while not self.is_closing:
            with self.changed:
                self.changed.wait_for(
                    lambda told=told: self.is_closing or len(self.events) > told, COMMENT_SECONDS
                )
                news = [each[language] for each in self.events[told:]]
            yield b"".join(frame(each["type"], each, each["seq"]) for each in news) or b": waiting\n\n"
            told += len(news)


def frame(name: str, body: Body, seq: int) -> bytes:
    return f"id: {seq}\nevent: {name}\ndata: {json.dumps(body, ensure_ascii=False)}\n\n".encode()

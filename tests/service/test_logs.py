"""A line of the log: the event, then its fields."""

import json
import logging
import sys
from typing import Any

import pytest

from api_world import World, made
from service.logs import EventFormatter, JsonFormatter, formatter_of
from service.settings import BadSetting, Settings


def record_of(name: str, message: str, fields: dict[str, object], error: bool = False) -> logging.LogRecord:
    info: Any = sys.exc_info() if error else None
    return logging.getLogger(name).makeRecord(
        name, logging.WARNING, "file", 1, message, (), info, extra=fields
    )


def parsed(record: logging.LogRecord) -> dict[str, Any]:
    line = JsonFormatter().format(record)
    assert "\n" not in line
    found: dict[str, Any] = json.loads(line)
    return found


@pytest.mark.parametrize(
    ("fields", "end"),
    [
        pytest.param({}, "WARNING store_lost", id="no field"),
        pytest.param(
            {"error": "gone\nfor good", "tries": 3},
            r"WARNING store_lost error='gone\nfor good' tries=3",
            id="two",
        ),
    ],
)
def test_a_record_is_one_line(fields: dict[str, object], end: str) -> None:
    line = EventFormatter().format(record_of("service.test", "store_lost", fields))
    assert line.endswith(end)
    assert "\n" not in line


def test_a_record_is_one_object_with_its_fields() -> None:
    line = parsed(record_of("service.test", "store_lost", {"error": "gone\nfor good", "tries": 3}))
    assert (line["event"], line["level"], line["error"], line["tries"]) == (
        *("store_lost", "warning", "gone\nfor good", 3),
    )
    assert line["at"].endswith("Z")


def test_what_a_library_says_is_no_event_of_ours() -> None:
    line = parsed(record_of("rq.worker", "Worker 7: something\nhappened", {}))
    assert line["event"] == "library_message"
    assert (line["logger"], line["message"]) == ("rq.worker", "Worker 7: something\nhappened")


@pytest.mark.parametrize("form", ["json", "text"])
def test_of_an_exception_only_its_kind_and_its_place_are_written(form: str) -> None:
    try:
        raise RuntimeError("hand: AS KH")
    except RuntimeError:
        record = record_of("gunicorn.error", "Error handling request", {}, error=True)
    line = formatter_of(Settings(log_format=form)).format(record)
    assert "RuntimeError" in line
    assert "test_of_an_exception" in line
    assert "AS KH" not in line
    assert "\n" not in line


@pytest.mark.parametrize("name", ["LOG_LEVEL", "LOG_FORMAT"])
def test_a_level_or_form_that_there_is_not_is_refused(name: str) -> None:
    with pytest.raises(BadSetting, match=f"SPADES_{name} must be one of"):
        Settings.from_env({f"SPADES_{name}": "loud"})


def test_each_request_is_a_line_with_its_id_its_table_and_what_came_of_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    world = World()
    with caplog.at_level(logging.INFO, logger="service"):
        response = world.post("/v1/tables", {"seats": {}})
        table = made(response)
        refused = world.post(f"{table.path}/start", {"no": 1}, table.host)
        world.get("/v1/nothing")
    lines = [parsed(record) for record in caplog.records]
    ids = [each.headers["X-Request-Id"] for each in (response, refused)]
    assert [line.get("request_id") for line in lines[:2]] == ids
    told = [tuple(line.get(name) for name in ("operation", "status", "table", "code")) for line in lines]
    assert told == [
        ("create_table", 201, table.table_id, None),
        ("start_table", 422, table.table_id, "unknown_field"),
        ("none", 404, None, "not_found"),
    ]
    assert lines[0]["version"] == 1
    assert all(line["ms"] >= 0 for line in lines)


def test_at_the_default_level_requests_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(Settings().log_level.upper(), logger="service"):
        World().make()
    assert caplog.records == []

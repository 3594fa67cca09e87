"""A line of the log: the event, then its fields."""

import logging

import pytest

from service.logs import EventFormatter


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
    record = logging.getLogger("test").makeRecord(
        "test", logging.WARNING, "file", 1, "store_lost", (), None, extra=fields
    )
    line = EventFormatter().format(record)
    assert line.endswith(end)
    assert "\n" not in line

"""Where an answer leads: which calls take what it holds (OpenAPI's links)."""

from collections.abc import Mapping
from typing import Any, Final

_SAME_TABLE: Final = "$request.path.table_id"
_OF_SEAT: Final = (
    *("get_table", "get_view", "list_events", "list_deals", "get_record"),
    *("look", "place_bid", "give_cards", "play_card", "draw_card"),
)
"""What a player goes on with."""
_OF_KEY: Final = {"table_id": _SAME_TABLE, "idempotency_key": "$request.header.Idempotency-Key"}
_ACTIONS: Final = ("look", "place_bid", "give_cards", "play_card", "draw_card")


def _all_with(table_id: str, operations: tuple[str, ...]) -> dict[str, Mapping[str, str]]:
    return {operation: {"table_id": table_id} for operation in operations}


LINKS: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = {
    "create_table": _all_with(
        "$response.body#/table/table_id", ("join_table", "start_table", "close_table", *_OF_SEAT)
    ),
    "list_tables": _all_with("$response.body#/tables/0/table_id", ("get_table", "join_table", "list_events")),
    "join_by_code": _all_with("$response.body#/table_id", _OF_SEAT),
    "join_table": _all_with("$response.body#/table_id", _OF_SEAT),
    "start_table": _all_with(_SAME_TABLE, ("get_table", "close_table", "list_events")),
    "get_view": _all_with(_SAME_TABLE, (*_ACTIONS, "list_events")),
    "list_deals": {"get_deal": {"table_id": _SAME_TABLE, "number": "$response.body#/deals/0/number"}},
    **{
        action: {**_all_with(_SAME_TABLE, ("get_view", "list_events")), "get_action": _OF_KEY}
        for action in _ACTIONS
    },
}
"""By operation, and by the operation that it leads to: from where its parameters come."""


def add_links(operation: dict[str, Any]) -> None:
    """The links of an operation, on the answers that say that it went well."""
    links = {
        target: {"operationId": target, "parameters": dict(parameters)}
        for target, parameters in LINKS.get(operation["operationId"], {}).items()
    }
    for status, response in operation["responses"].items():
        if links and status in ("200", "201"):
            response["links"] = links

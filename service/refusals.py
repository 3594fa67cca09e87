"""The closed list of reasons, beside the rules of the game, for which the service refuses a request."""

from dataclasses import dataclass
from enum import StrEnum

from engine.errors import IllegalAction, Params, Refusal
from engine.seat_view import SeatView


class Code(StrEnum):
    """The values are part of the API. Together with the engine's `Refusal` they are all there are."""

    BAD_REQUEST = "bad_request"
    URI_TOO_LONG = "uri_too_long"
    HEADERS_TOO_LARGE = "headers_too_large"
    NOT_JSON = "not_json"
    TOO_LARGE = "too_large"
    WRONG_CONTENT_TYPE = "wrong_content_type"
    UNAUTHENTICATED = "unauthenticated"
    FORBIDDEN = "forbidden"
    WRONG_JOIN_CODE = "wrong_join_code"
    NOT_FOUND = "not_found"
    METHOD_NOT_ALLOWED = "method_not_allowed"
    TURN_EXPIRED = "turn_expired"
    TABLE_OVER = "table_over"
    SEAT_TAKEN = "seat_taken"
    ALREADY_STARTED = "already_started"
    HINT_NOT_AVAILABLE = "hint_not_available"
    STALE_VERSION = "stale_version"
    IDEMPOTENCY_KEY_REUSED = "idempotency_key_reused"
    IDEMPOTENCY_KEY_WEAK = "idempotency_key_weak"
    SEED_NOT_ALLOWED = "seed_not_allowed"
    TOO_MANY_SIMULATIONS = "too_many_simulations"
    SIMULATION_OVER = "simulation_over"
    RATE_LIMITED = "rate_limited"
    STORE_UNAVAILABLE = "store_unavailable"
    TOO_MANY_STREAMS = "too_many_streams"
    UPGRADING = "upgrading"
    INTERNAL_ERROR = "internal_error"


AnyCode = Code | Refusal


@dataclass(frozen=True, slots=True)
class FieldFault:
    """What is wrong with one field; `pointer` is a JSON pointer into the body."""

    pointer: str
    code: AnyCode
    params: Params
    clashes_with: tuple[str, ...] = ()


class Refused(Exception):
    """A request that is refused. Nothing was changed.

    `view`: the refused seat's, where a rule of the game refused. `current_version`: where a version did.
    `told`: the name of the sentence that says it better here than that of the code.
    """

    def __init__(
        self,
        code: AnyCode,
        *,
        faults: tuple[FieldFault, ...] = (),
        params: Params | None = None,
        view: SeatView | None = None,
        current_version: int | None = None,
        told: str | None = None,
    ) -> None:
        super().__init__(code.value)
        self.code = code
        self.faults = faults
        self.params: Params = params or {}
        self.view = view
        self.current_version = current_version
        self.told = told


def refused_action(illegal: IllegalAction, view: SeatView) -> Refused:
    """The refusal of an action by the rules of the game."""
    faults: tuple[FieldFault, ...] = ()
    if illegal.field is not None:
        pointer = f"/{illegal.field}" if illegal.index is None else f"/{illegal.field}/{illegal.index}"
        faults = (FieldFault(pointer, illegal.refusal, illegal.params),)
    return Refused(illegal.refusal, faults=faults, params=illegal.params, view=view)

"""Refusals as HTTP: the only table from code to status, and the one error body (RFC 9457)."""

from typing import Any, Final

from engine.errors import Refusal
from service.refusals import AnyCode, Code, FieldFault, Refused
from service.texts import sentence

CONTENT_TYPE: Final = "application/problem+json"
RETRY_AFTER_SECONDS: Final = 1
PLACE_FREE_SECONDS: Final = 10
"""After so long a place for one more simulation may be free."""

STATUS: Final[dict[AnyCode, int]] = {
    Code.BAD_REQUEST: 400,
    Code.URI_TOO_LONG: 414,
    Code.HEADERS_TOO_LARGE: 431,
    Code.NOT_JSON: 400,
    Code.TOO_LARGE: 413,
    Code.WRONG_CONTENT_TYPE: 415,
    Code.UNAUTHENTICATED: 401,
    Code.FORBIDDEN: 403,
    Code.WRONG_JOIN_CODE: 403,
    Code.NOT_FOUND: 404,
    Code.METHOD_NOT_ALLOWED: 405,
    Code.TURN_EXPIRED: 409,
    Code.TABLE_OVER: 409,
    Code.SEAT_TAKEN: 409,
    Code.ALREADY_STARTED: 409,
    Code.HINT_NOT_AVAILABLE: 409,
    Code.STALE_VERSION: 412,
    Code.IDEMPOTENCY_KEY_REUSED: 422,
    Code.IDEMPOTENCY_KEY_WEAK: 422,
    Code.SEED_NOT_ALLOWED: 422,
    Code.SIMULATION_OVER: 409,
    Code.TOO_MANY_SIMULATIONS: 429,
    Code.RATE_LIMITED: 429,
    Code.STORE_UNAVAILABLE: 503,
    Code.TOO_MANY_STREAMS: 503,
    Code.UPGRADING: 503,
    Code.INTERNAL_ERROR: 500,
    Refusal.WRONG_PHASE: 409,
    Refusal.NOT_YOUR_TURN: 409,
    Refusal.HAND_ALREADY_SEEN: 422,
    Refusal.BLIND_NOT_ALLOWED: 422,
    Refusal.BID_MUST_BE_NIL: 422,
    Refusal.NIL_NOT_ALLOWED: 422,
    Refusal.MUST_LOOK_FIRST: 422,
    Refusal.BID_FIXED_BY_HAND: 422,
    Refusal.BID_BELOW_MINIMUM: 422,
    Refusal.WRONG_CARD_COUNT: 422,
    Refusal.CARD_NOT_IN_HAND: 422,
    Refusal.MUST_LEAD_LOWEST_CLUB: 422,
    Refusal.SPADES_NOT_BROKEN: 422,
    Refusal.MUST_FOLLOW_SUIT: 422,
    Refusal.INVALID_FIELD: 422,
    Refusal.UNKNOWN_FIELD: 422,
    Refusal.RULES_CLASH: 422,
    Refusal.NOT_SUPPORTED: 422,
}

_OF_THE_REQUEST: Final = (400, 409, 412, 413, 415, 422)
"""Statuses that are answers to what was asked for, and so point at it."""
_POINTERS: Final[dict[AnyCode, str]] = {
    Code.TURN_EXPIRED: "/turn",
    Code.SEAT_TAKEN: "/seat",
    Code.SEED_NOT_ALLOWED: "/seed",
}
"""Where it is one member that is at fault; else it is the whole."""

Body = dict[str, Any]


def problem_body(refused: Refused, language: str, instance: str, legal: Body | None = None) -> Body:
    """The body; `instance` is the request's id, `legal` what the seat may do instead."""
    code = refused.code
    body: Body = {
        "type": f"/problems/{code}",
        "title": sentence(language, f"problem.{code}.title", {}),
        "status": STATUS[code],
        "detail": _detail(refused, language),
        "instance": instance,
        "code": code.value,
    }
    if refused.faults:
        body["errors"] = [_fault_body(fault, language) for fault in refused.faults]
    elif STATUS[code] in _OF_THE_REQUEST:
        pointer = _POINTERS.get(code, "")
        error = {"pointer": pointer, "code": code.value, "params": dict(refused.params)}
        body["errors"] = [{**error, "detail": body["detail"]}]
    if legal is not None:
        body["legal"] = legal
    if refused.current_version is not None:
        body["current_version"] = refused.current_version
    return body


def problem_headers(code: AnyCode) -> dict[str, str]:
    """The headers that belong to a status."""
    match STATUS[code]:
        case 401:
            return {"WWW-Authenticate": 'Bearer realm="spades"'}
        case 429:
            return {"Retry-After": str(PLACE_FREE_SECONDS)}
        case 503:
            return {"Retry-After": str(RETRY_AFTER_SECONDS)}
        case _:
            return {}


def _detail(refused: Refused, language: str) -> str:
    key = f"told.{refused.told}" if refused.told else f"problem.{refused.code}.detail"
    return sentence(language, key, refused.params)


def _fault_body(fault: FieldFault, language: str) -> Body:
    params = dict(fault.params)
    body: Body = {"pointer": fault.pointer, "code": fault.code.value, "params": params}
    said: Body = params
    if fault.clashes_with:
        body["clashes_with"] = list(fault.clashes_with)
        said = {**params, "clashes_with": fault.clashes_with}
    if isinstance(fault.code, Code):
        return {**body, "detail": sentence(language, f"problem.{fault.code}.detail", said)}
    group = "parameter" if "parameter" in params else "refusal"
    return {**body, "detail": sentence(language, f"{group}.{fault.code}", said)}

"""The options of `spades simulate`: from text to values, or a line that says what is allowed."""

import secrets

import click
import orjson

from engine.deal import SEED_BYTES, parse_seed
from engine.errors import Refusal
from engine.levels import BUILT_LEVELS, Level
from engine.rules import IllegalRules, Rules, RulesFault, resolve_rules
from engine.seats import Seat

_SEATS = ", ".join(seat.name for seat in Seat)
_LEVELS = ", ".join(BUILT_LEVELS)


def seed(_context: click.Context, _option: click.Parameter, text: str | None) -> bytes:
    """The run's seed: 64 hex digits, or any other text; a fresh one if there is none."""
    if text is None:
        return secrets.token_bytes(SEED_BYTES)
    if not 1 <= len(text) <= 100:
        raise click.BadParameter(f"it has {len(text)} characters, not 1 to 100")
    try:
        return parse_seed(text)
    except UnicodeEncodeError as error:
        raise click.BadParameter("it is not UTF-8") from error


def levels(_context: click.Context, _option: click.Parameter, text: str | None) -> dict[Seat, Level]:
    """The levels of `N=easy,E=normal`, of the seats that are named."""
    chosen: dict[Seat, Level] = {}
    for part in text.split(",") if text is not None else ():
        seat, level = _seat_and_level(part)
        if seat in chosen:
            raise click.BadParameter(f"seat {seat.name} has two levels")
        chosen[seat] = level
    return chosen


def levels_by_seat(chosen: dict[Seat, Level], rules: Rules) -> tuple[Level, ...]:
    """The level of every seat; those that are not named play at `normal`."""
    seats = rules.lineup.seats
    for seat in chosen:
        if seat not in seats:
            allowed = ", ".join(each.name for each in seats)
            raise click.BadParameter(
                f"nobody sits on {seat.name}; allowed: {allowed}", param_hint="'--levels'"
            )
    return tuple(chosen.get(seat, Level.NORMAL) for seat in Seat)


def _seat_and_level(part: str) -> tuple[Seat, Level]:
    seat, equals, level = part.strip().partition("=")
    if not equals:
        raise click.BadParameter(f"{part.strip()!r} is not of the form SEAT=LEVEL, such as N={Level.NORMAL}")
    if seat not in Seat.__members__:
        raise click.BadParameter(f"{seat!r} is no seat; allowed: {_SEATS}")
    if level == Level.HARD:
        raise click.BadParameter(f"{seat}: level {level!r} is not supported yet; allowed: {_LEVELS}")
    if level not in BUILT_LEVELS:
        raise click.BadParameter(f"{seat}: {level!r} is no level; allowed: {_LEVELS}")
    return Seat[seat], Level(level)


def rules(_context: click.Context, _option: click.Parameter, text: str) -> Rules:
    """The rules of a JSON object: options, and a preset's name under `preset`."""
    try:
        options = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise click.BadParameter(f"not JSON: {error}") from error
    if not isinstance(options, dict):
        raise click.BadParameter("it must be a JSON object")
    preset = options.pop("preset", "standard")
    if not isinstance(preset, str):
        raise click.BadParameter("preset: it must be the name of one")
    try:
        return resolve_rules(preset, options)
    except IllegalRules as error:
        raise click.BadParameter("; ".join(map(_rules_text, error.faults))) from error


def _rules_text(fault: RulesFault) -> str:
    name = fault.option or "preset"
    match fault.refusal:
        case Refusal.UNKNOWN_FIELD:
            return f"{name}: there is no such option"
        case Refusal.RULES_CLASH:
            return f"{name}: clashes with {', '.join(fault.clashes_with)}"
        case _:
            return f"{name}: allowed: {fault.params['allowed']}"

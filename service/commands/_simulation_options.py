"""The options of `spades simulate`: from text to values, or a line that says what is allowed."""

import secrets
from pathlib import Path
from typing import Final

import click
import orjson

from engine.deal import SEED_BYTES, parse_seed
from engine.errors import Refusal
from engine.levels import Level
from engine.rules import IllegalRules, Rules, RulesFault, resolve_rules
from engine.seats import Seat
from service.commands._output import STANDARD
from service.lab.simulation import DEFAULT_LEVEL, Unit

COUNT: Final = click.IntRange(1, 10_000_000)
LEVELS: Final = ", ".join(Level)
LARGEST_RULES_FILE: Final = 65_536
"""In bytes; all options together take less than a tenth."""

_SEATS: Final = ", ".join(seat.name for seat in Seat)
_FILE_SIGN: Final = "@"
_PICTURE: Final = ".svg"


def what_to_play(matches: int | None, deals: int | None) -> tuple[Unit, int]:
    """Exactly one of the two numbers is given."""
    if matches is not None and deals is not None:
        raise click.UsageError("--matches and --deals: only one of the two")
    if matches is not None:
        return Unit.MATCHES, matches
    if deals is not None:
        return Unit.DEALS, deals
    raise click.UsageError("how many? Give --matches N or --deals N")


def check_duplicate(rules: Rules, *, is_duplicate: bool) -> None:
    if is_duplicate and rules.seating == "cut":
        raise click.UsageError("--duplicate: clashes with seating cut, which makes other partners each time")


def check_outputs(records: str | None, plot: str | None) -> None:
    if records is not None and records == plot:
        raise click.UsageError(f"--records and --plot: not both to {records}")


def plot(_context: click.Context, _option: click.Parameter, name: str | None) -> str | None:
    """Where the picture goes."""
    if name is not None and name != STANDARD and Path(name).suffix.lower() != _PICTURE:
        raise click.BadParameter(
            f"{name!r} is no name of an SVG picture; allowed: FILE{_PICTURE}, {STANDARD}"
        )
    return name


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
    """The level of every seat; those that are not named play at DEFAULT_LEVEL."""
    seats = rules.lineup.seats
    for seat in chosen:
        if seat not in seats:
            allowed = ", ".join(each.name for each in seats)
            raise click.BadParameter(
                f"nobody sits on {seat.name}; allowed: {allowed}", param_hint="'--levels'"
            )
    return tuple(chosen.get(seat, DEFAULT_LEVEL) for seat in Seat)


def _seat_and_level(part: str) -> tuple[Seat, Level]:
    seat, equals, level = part.strip().partition("=")
    if not equals:
        raise click.BadParameter(f"{part.strip()!r} is not of the form SEAT=LEVEL, such as N={DEFAULT_LEVEL}")
    if seat not in Seat.__members__:
        raise click.BadParameter(f"{seat!r} is no seat; allowed: {_SEATS}")
    if level not in list(Level):
        raise click.BadParameter(f"{seat}: {level!r} is no level; allowed: {LEVELS}")
    return Seat[seat], Level(level)


def rules(_context: click.Context, _option: click.Parameter, text: str) -> Rules:
    """The rules of a JSON object, or of a file with one: options, and a preset's name under `preset`."""
    try:
        options = orjson.loads(_in_file(text) if text.startswith(_FILE_SIGN) else text)
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


def _in_file(text: str) -> bytes:
    name = text.removeprefix(_FILE_SIGN)
    try:
        with Path(name).open("rb") as stream:
            found = stream.read(LARGEST_RULES_FILE + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else error
        raise click.BadParameter(f"{name}: {reason}") from error
    if len(found) > LARGEST_RULES_FILE:
        raise click.BadParameter(f"{name}: larger than {LARGEST_RULES_FILE} bytes")
    return found


def _rules_text(fault: RulesFault) -> str:
    name = fault.option or "preset"
    match fault.refusal:
        case Refusal.UNKNOWN_FIELD:
            return f"{name}: there is no such option"
        case Refusal.RULES_CLASH:
            return f"{name}: clashes with {', '.join(fault.clashes_with)}"
        case _:
            return f"{name}: allowed: {fault.params['allowed']}"

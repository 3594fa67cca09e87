"""`spades play`: a match in the terminal, through the API of a running service."""

import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any

import click

from service.commands._errors import CommandFailed
from service.terminal.client import Client, Refused, ServiceAway
from service.terminal.player import Left, Player
from service.terminal.screen import wrapped
from service.terminal.words import LANGUAGES, Words

SEAT = "S"
LEVELS = ("easy", "normal", "hard")

Body = dict[str, Any]


@click.command()
@click.option("--url", default="http://127.0.0.1:8000", show_default=True, help="Where the service runs.")
@click.option("--name", show_default="Player", help="Your name at the table.")
@click.option(
    "--level", default="normal", show_default=True, type=click.Choice(LEVELS), help="Of the CPU players."
)
@click.option(
    "--rules",
    metavar="JSON",
    default="{}",
    help='A preset and options, such as {"preset": "short"}; `GET /v1/rules` lists them all.',
)
@click.option("--join", "code", metavar="CODE", help="Sit down at a table that somebody made, instead.")
@click.option("--resume", is_flag=True, help="Go on with the match that was played last.")
@click.option(
    "--language", default="en", show_default=True, type=click.Choice(LANGUAGES), help="Of all that is said."
)
def command(
    *, url: str, name: str | None, level: str, rules: str, code: str | None, resume: bool, language: str
) -> None:
    """Play a match against CPU players. The service says what may be played, and why something may not."""
    if resume and code is not None:
        raise click.UsageError("--join sits down anew, --resume goes on: it can't be both")
    words = Words(language)
    kept = _kept_match(words) if resume else None
    client = Client(kept["url"] if kept else url, language, tell=_warn)
    try:
        called = words.say("name") if name is None else name
        seat = kept or _taken_seat(client, url, code, _offer(called, level, rules))
        client.authorize(seat["token"])
        _play(client, seat["table_id"], words, from_now=resume)
    except (Refused, ServiceAway) as error:
        raise CommandFailed(str(error)) from error


def _offer(name: str, level: str, rules: str) -> Body:
    try:
        options = json.loads(rules)
    except json.JSONDecodeError as error:
        raise click.BadParameter(f"not JSON: {error}", param_hint="'--rules'") from error
    if not isinstance(options, dict):
        raise click.BadParameter("it must be a JSON object", param_hint="'--rules'")
    return {"name": name, "level": level, "rules": options}


def _taken_seat(client: Client, url: str, code: str | None, offer: Body) -> Body:
    """A seat among CPUs, or at the table with that join code; written down, so that it can be resumed."""
    if code is not None:
        joined = client.post("/join", {"join_code": code, "name": offer["name"]})
        seat = {"table_id": joined["table_id"], "token": joined["token"]}
    else:
        made = client.post("/tables", _table(client, offer))
        seat = {"table_id": made["table"]["table_id"], "token": made["tokens"]["seats"][SEAT]}
    _keep_match({"url": url, **seat})
    return seat


def _table(client: Client, offer: Body) -> Body:
    """The seats depend on the rules, which the service knows."""
    rules = client.post("/rules/validate", {"rules": offer["rules"]})["rules"]
    others = ("N",) if rules["players"] == 2 else ("N", "E", "W")
    cpu = {"kind": "cpu", "level": offer["level"]}
    seats = {SEAT: {"kind": "player", "name": offer["name"]}, **dict.fromkeys(others, cpu)}
    return {"rules": offer["rules"], "seats": seats}


def _play(client: Client, table_id: str, words: Words, *, from_now: bool) -> None:
    try:
        Player(client, table_id, words, _ask, _tell).play(from_now=from_now)
    except (Left, click.Abort, KeyboardInterrupt):
        click.echo(f"\n{words.say('resume')}")
        return
    _match_file().unlink(missing_ok=True)


def _ask(prompt: str) -> str:
    text: str = click.prompt(_fitted(prompt), default="", show_default=False, prompt_suffix=": ")
    return text


def _tell(line: str) -> None:
    click.echo(_fitted(line))


def _warn(line: str) -> None:
    click.echo(line, err=True)


def _fitted(line: str) -> str:
    """To the width of the terminal, where there is one: who reads a pipe wants lines whole."""
    return wrapped(line, max(20, shutil.get_terminal_size().columns - 1)) if sys.stdout.isatty() else line


def _match_file() -> Path:
    return Path(click.get_app_dir("spades")) / "match.json"


def _keep_match(match: Body) -> None:
    """For its owner's eyes: the token is the seat."""
    path = _match_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as stream:
            json.dump(match, stream)
    except OSError as error:
        click.echo(f"this match can't be resumed: {path}: {error.strerror}", err=True)


def _kept_match(words: Words) -> Body:
    try:
        kept = json.loads(_match_file().read_text())
        return {name: str(kept[name]) for name in ("url", "table_id", "token")}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CommandFailed(words.say("nothing_to_resume")) from error

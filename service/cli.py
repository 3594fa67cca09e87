"""The command `spades`: finds the commands; a failure is one line and an exit status, never a traceback."""

import importlib
import sys
from collections.abc import Sequence
from dataclasses import dataclass

import click

# The help stands here, so that `spades --help` and a command import nothing that they don't need.
COMMANDS = {
    "serve": "Run the whole service on this machine, with its own store.",
    "web": "Run the HTTP processes alone.",
    "worker": "Run one worker: CPU players, expired turns, bulk work.",
    "ticker": "Run the ticker, which sees what is due and queues it.",
    "simulate": "Play whole matches of CPU players.",
    "play": "Play a match against CPU players in the terminal.",
    "verify": "Check the records of matches.",
    "keys": "Make, list and revoke secret keys.",
    "export": "Write the records of finished matches, before they expire.",
    "openapi": "Print the API's OpenAPI document.",
}

FAILED = 1
WRONG_USAGE = 2
INTERRUPTED = 130


@dataclass(slots=True)
class Session:
    """What the options before the command's name set."""

    debug: bool = False


class LazyGroup(click.Group):
    """A group whose command `x` is `service.commands.x:command`, imported when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 (click's signature)
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 (click's signature)
        if cmd_name not in COMMANDS:
            return None
        command = importlib.import_module(f"service.commands.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002 (click's signature)
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="spades-service", prog_name="spades")
@click.option("--debug", is_flag=True, help="Let an unexpected error show its traceback.")
@click.pass_obj
def cli(session: Session, debug: bool) -> None:
    """The card game Spades as a service."""
    session.debug = debug


def main(argv: Sequence[str] | None = None, group: click.Group = cli) -> int:
    """Run one command; the exit status: 0, 1 failed, 2 wrong usage, 130 interrupted, 143 by SIGTERM."""
    args = list(sys.argv[1:] if argv is None else argv)
    session = Session()
    try:
        outcome = group.main(args, prog_name="spades", standalone_mode=False, obj=session)
    except click.ClickException as error:
        return _report(error, args)
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except Exception as error:  # the outermost caller: a bug gets its line too
        if session.debug:
            raise
        _say(_command_of(args), f"unexpected {type(error).__name__}: {error} (spades --debug shows where)")
        return FAILED
    return outcome if isinstance(outcome, int) else 0


def _report(error: click.ClickException, args: Sequence[str]) -> int:
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return WRONG_USAGE
    context = error.ctx if isinstance(error, click.UsageError) else None
    _say(context.command_path if context else _command_of(args), error.format_message())
    return error.exit_code


def _command_of(args: Sequence[str]) -> str:
    return " ".join(["spades", *[word for word in args if word in COMMANDS][:1]])


def _say(command: str, text: str) -> None:
    click.echo(f"{command}: {' '.join(text.split())}", err=True)


if __name__ == "__main__":
    sys.exit(main())

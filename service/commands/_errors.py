"""How a command says that it failed."""

import click


class CommandFailed(click.ClickException):
    """The command did not do what it was asked, for a reason that its user can understand: exit status 1.

    Wrong arguments are a `click.UsageError` instead: exit status 2.
    """

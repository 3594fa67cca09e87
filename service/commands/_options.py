"""Options that several commands have in common."""

import click

host = click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
port = click.option(
    "--port", default=8000, show_default=True, type=click.IntRange(0, 65535), help="0: any free port."
)
web_workers = click.option(
    "--web-workers", default=2, show_default=True, type=click.IntRange(1), help="Number of HTTP processes."
)

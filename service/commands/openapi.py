"""`spades openapi`: the API's OpenAPI document."""

import click

from service.commands._output import tell


@click.command()
def command() -> None:
    """Print the OpenAPI document of the API, as YAML."""
    import yaml

    from service.api.openapi import document
    from service.app import create_app
    from service.settings import Settings

    text = yaml.safe_dump(document(create_app(Settings())), sort_keys=False, allow_unicode=True, width=110)
    tell(text)

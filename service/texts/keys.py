"""The keys of sentences: a group and a name, such as `option.target` or `play.1`."""

from collections.abc import Mapping, Sequence


def keyed(group: str, texts: Mapping[str, str]) -> dict[str, str]:
    return {f"{group}.{name}": text for name, text in texts.items()}


def numbered(group: str, texts: Sequence[str]) -> dict[str, str]:
    """Keys from 1."""
    return {f"{group}.{number}": text for number, text in enumerate(texts, start=1)}


def titled(texts: Mapping[str, tuple[str, str]]) -> dict[str, str]:
    """Of each problem its title and its detail."""
    titles = {f"problem.{code}.title": title for code, (title, _) in texts.items()}
    details = {f"problem.{code}.detail": detail for code, (_, detail) in texts.items()}
    return titles | details

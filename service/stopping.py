"""Who is told when this process is asked to stop, before it stops taking requests."""

from collections.abc import Callable

_told: list[Callable[[], object]] = []


def tell_at_stop(told: Callable[[], object]) -> None:
    _told.append(told)


def stop() -> None:
    """Called once, by whatever runs the application."""
    for each in _told:
        each()

"""What the rounds showed, as a table: by kind how long until the recovery, and how late the tables were."""

from collections.abc import Iterator, Sequence

from fault import Window
from findings import Broken
from lateness import Wait, free_at
from matches import Matches

HEADING = ("fault", "rounds", "recovery, slowest", "table, latest after it", "waits touched")


def table(matches: Matches) -> Iterator[str]:
    """Lines for people."""
    lateness = lateness_by_kind(matches)
    yield row(HEADING)
    for kind in sorted({window.kind for window in matches.windows}):
        windows = [window for window in matches.windows if window.kind == kind]
        late = lateness.get(kind, [])
        slowest, latest = max(window.seconds for window in windows), max(late, default=0.0)
        yield row((kind, str(len(windows)), f"{slowest:.2f} s", f"{latest:.2f} s", str(len(late))))
    late = lateness.get(None, [])
    yield row(("(no fault near)", "", "", f"{max(late, default=0.0):.2f} s", str(len(late))))


def summary(matches: Matches) -> Iterator[str]:
    players = [player for match in matches.finished for player in match.players]
    refused = sum(len(player.refused) for player in players)
    yield f"matches finished and audited: {matches.audited}"
    yield (
        f"actions acknowledged: {matches.acknowledged()}, sent more than once: {matches.resent()}, "
        f"refused because their turn was over: {refused}"
    )
    yield f"in the place of an answer came: {dict(matches.trouble().most_common())}"
    yield ", ".join(f"{promise}: {matches.broken(promise)}" for promise in Broken)


def row(cells: Sequence[str]) -> str:
    return f"{cells[0]:<18}" + "".join(f"{cell:>24}" for cell in cells[1:])


def lateness_by_kind(matches: Matches) -> dict[str | None, list[float]]:
    """Of every wait, by the last fault that was in its way."""
    found: dict[str | None, list[float]] = {}
    for wait in (wait for match in matches.finished for wait in match.waits()):
        found.setdefault(in_the_way(wait, matches.windows), []).append(wait.lateness(matches.windows))
    return found


def in_the_way(wait: Wait, windows: Sequence[Window]) -> str | None:
    free = free_at(wait.due, windows)
    return next((window.kind for window in windows if window.ended == free), None)

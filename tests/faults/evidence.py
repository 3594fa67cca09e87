"""What is kept of a run in which a promise was broken: its faults, its findings, the matches concerned."""

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from matches import Matches


def keep(matches: Matches, folder: Path) -> None:
    """As JSON, beside the service's log and its data."""
    (folder / "findings.txt").write_text("".join(f"{finding}\n" for finding in matches.findings))
    (folder / "windows.json").write_text(json.dumps([asdict(window) for window in matches.windows], indent=1))
    for match in matches.finished:
        if any(finding.where.startswith(match.where) for finding in matches.findings):
            told: dict[str, Any] = {
                player.seat: {
                    "seen": player.seen,
                    "accepted": [asdict(each) for each in player.accepted],
                    "refused": [asdict(each) for each in player.refused],
                }
                for player in match.players
            }
            kept = {"where": match.where, "offer": match.kind.offer, "events": match.events, "told": told}
            (folder / f"match-{match.number}.json").write_text(json.dumps(kept, indent=1))

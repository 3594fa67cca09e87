"""Asks whether a pinned dependency has a known vulnerability: pip-audit on the locks, with its data of today.

python deploy/audit.py PIP_AUDIT [LOCK …]

Exit status 1: some have, which are listed, or pip-audit failed for another reason than its data. Where the
data can't be reached, or knows nothing of a package, that is said, and the status is 0: no fault of ours.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).resolve().parents[1]
LOCKS: Final = ("requirements.lock", "requirements-dev.lock")
SECONDS: Final = 300
UNREACHABLE: Final = ("ConnectionError", "ConnectTimeout", "ReadTimeout", "HTTPError", "NameResolutionError")
"""What stands in the error of a data service that can't be reached."""


def main(argv: list[str]) -> int:
    pip_audit, *locks = argv
    return max([audit(pip_audit, ROOT / name) for name in locks or LOCKS])


def audit(pip_audit: str, lock: Path) -> int:
    """Nothing is installed or resolved: each line of the lock is a version and its hashes already."""
    command = (pip_audit, "--requirement", str(lock), "--require-hashes", "--disable-pip", "--format", "json")
    command += ("--progress-spinner", "off", "--timeout", "10")
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return _say(lock, f"skipped, no answer within {SECONDS} s", 0)
    try:
        found = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        if any(word in done.stderr for word in UNREACHABLE):
            return _say(lock, "skipped, its data can't be reached from here", 0)
        return _say(lock, f"failed: {done.stderr[-2000:]}", 1)
    return judge(lock, found)


def judge(lock: Path, found: list[dict[str, Any]]) -> int:
    """`found`: what pip-audit says of each package: `vulns`, or why it was skipped."""
    known = [each for each in found if "skip_reason" not in each]
    faults = [f"{each['name']} {each['version']}: {vuln['id']}" for each in known for vuln in each["vulns"]]
    if faults:
        return _say(lock, "known vulnerabilities: " + "; ".join(faults), 1)
    if not known:
        return _say(lock, "skipped, the data that is reached from here knows none of the packages", 0)
    beside = "" if len(known) == len(found) else "; of the others nothing is known"
    return _say(lock, f"no known vulnerability in {len(known)} of {len(found)} packages{beside}", 0)


def _say(lock: Path, text: str, status: int) -> int:
    sys.stdout.write(f"audit of {lock.name}: {text}\n")
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

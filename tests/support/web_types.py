"""The types of the web client, from the schemas of our document; run as a program it writes them anew."""

import json
import tempfile
from pathlib import Path
from typing import Any

import yaml

from node_tools import CONTRACT, tool

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "service" / "web" / "api.d.ts"
_SAID_ELSEWHERE = ("description", "example", "examples")


def generated(folder: Path) -> str:
    """The file as it would be made now; `folder` is for what is needed on the way."""
    source, target = folder / "schemas.json", folder / "api.d.ts"
    source.write_text(json.dumps(_schemas()), encoding="utf-8")
    done = tool("openapi-typescript", "bin/cli.js", source, "--output", target, cwd=CONTRACT)
    assert done.returncode == 0, done.stdout
    return target.read_text("utf-8")


def _schemas() -> dict[str, Any]:
    """The document with its schemas alone, without what is said of them."""
    document = yaml.safe_load((ROOT / "openapi" / "openapi.yaml").read_text("utf-8"))
    schemas = {name: _bare(schema) for name, schema in document["components"]["schemas"].items()}
    info = {"title": "Spades", "version": "1"}
    return {"openapi": document["openapi"], "info": info, "paths": {}, "components": {"schemas": schemas}}


def _bare(node: Any, is_schema: bool = True) -> Any:
    """Under `properties` the names are those of fields, and a field may be called as what we leave out is."""
    if isinstance(node, list):
        return [_bare(each) for each in node]
    if not isinstance(node, dict):
        return node
    kept = {name: value for name, value in node.items() if not (is_schema and name in _SAID_ELSEWHERE)}
    return {name: _bare(value, name != "properties") for name, value in kept.items()}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        KEPT.write_text(generated(Path(folder)), encoding="utf-8")

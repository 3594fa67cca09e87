"""The accessibility tree of a page, as a screen reader gets it, in lines of text; and axe's findings."""

from collections.abc import Iterator
from functools import cache
from typing import Any

from playwright.sync_api import Page

from node_tools import WEB, install

Node = dict[str, Any]
STATES = (
    "disabled",
    "focused",
    "checked",
    "pressed",
    "selected",
    "expanded",
    "level",
    "live",
    "roledescription",
    "valuetext",
)
SILENT = ("StaticText", "InlineTextBox", "ListMarker", "LineBreak")
NO_STEP = ("none", "generic", "RootWebArea")


def ax_lines(page: Page) -> str:
    """One line a node: role, name, states, description; indented. Text is told by its holder alone."""
    client = page.context.new_cdp_session(page)
    nodes: list[Node] = client.send("Accessibility.getFullAXTree")["nodes"]
    client.detach()
    by_id = {node["nodeId"]: node for node in nodes}
    return "\n".join(_lines(nodes[0], by_id, 0, "")) + "\n"


def _lines(node: Node, by_id: dict[str, Node], depth: int, said: str) -> Iterator[str]:
    """`said`: the name of the nearest holder, which is not repeated by the text that made it."""
    role, name = _value(node, "role"), str(_value(node, "name")).strip()
    is_shown = not node.get("ignored") and role not in NO_STEP
    if role in SILENT:
        if name and name not in said and not node.get("ignored"):
            yield f"{'  ' * depth}text {name}"
        return
    if is_shown:
        description = str(_value(node, "description")).strip()
        why = f" — {description}" if description and description != name else ""
        yield f"{'  ' * depth}{role}{f' “{name}”' if name else ''}{_states(node)}{why}"
    for child in node.get("childIds", ()):
        if child in by_id:
            yield from _lines(by_id[child], by_id, depth + is_shown, f"{said} {name}" if is_shown else said)


def _value(node: Node, what: str) -> Any:
    return node.get(what, {}).get("value", "")


def _states(node: Node) -> str:
    found = {each["name"]: each["value"].get("value") for each in node.get("properties", ())}
    told = [
        name if found[name] is True else f"{name}={found[name]}"
        for name in STATES
        if found.get(name) not in (None, False, "false", "off", "")
    ]
    return f" [{', '.join(told)}]" if told else ""


@cache
def _axe() -> str:
    return (install(WEB) / "axe-core" / "axe.min.js").read_text("utf-8")


def axe_violations(page: Page) -> list[str]:
    """What breaks WCAG 2.2 A or AA, or axe's best practices: one sentence a place."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(_axe())
    found = page.evaluate("() => axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{each['id']}: {each['help']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]

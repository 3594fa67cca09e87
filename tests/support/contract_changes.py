"""What in a new OpenAPI document would break a client of an old one. Inside `/v1` nothing may."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final

Node = dict[str, Any]
_METHODS: Final = ("get", "post", "put", "patch", "delete")
_AT_LEAST: Final = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
_AT_MOST: Final = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")
_VALUES: Final = ("enum", "const", "type")


def breaking_changes(old: Node, new: Node) -> list[str]:
    """One line for each, in the order of the old document."""
    return [*_Documents(old, new).changes()]


@dataclass(frozen=True, slots=True)
class _Documents:
    old: Node
    new: Node

    def changes(self) -> Iterator[str]:
        for path, operations in self.old["paths"].items():
            for method in (each for each in _METHODS if each in operations):
                where = f"{method.upper()} {path}"
                now = self.new["paths"].get(path, {}).get(method)
                if now is None:
                    yield f"{where}: removed"
                else:
                    yield from self._operation(where, operations[method], now)
        yield from self._codes()

    def _codes(self) -> Iterator[str]:
        gone = _codes(self.old) - _codes(self.new)
        yield from (f"problem code {code}: removed" for code in sorted(gone))

    def _operation(self, where: str, old: Node, new: Node) -> Iterator[str]:
        if old["operationId"] != new["operationId"]:
            yield f"{where}: operationId was {old['operationId']}, which names it in generated clients"
        if {} in _security(old) and {} not in _security(new):
            yield f"{where}: needs a token now"
        yield from self._parameters(where, old, new)
        yield from self._body(where, old, new)
        yield from self._answers(where, old, new)

    def _parameters(self, where: str, old: Node, new: Node) -> Iterator[str]:
        before, after = self._named(self.old, old), self._named(self.new, new)
        for name, parameter in before.items():
            if name not in after:
                yield f"{where}: parameter {name[1]} removed"
            else:
                yield from self._taken(f"{where} {name[1]}", parameter["schema"], after[name]["schema"])
        for name, parameter in after.items():
            was_required = before.get(name, {}).get("required", False)
            if parameter.get("required") and not was_required:
                yield f"{where}: parameter {name[1]} is required now"

    def _named(self, document: Node, operation: Node) -> dict[tuple[str, str], Node]:
        found = (_resolved(document, each) for each in operation.get("parameters", []))
        return {(each["in"], each["name"]): each for each in found}

    def _body(self, where: str, old: Node, new: Node) -> Iterator[str]:
        before, after = old.get("requestBody"), new.get("requestBody")
        if after is None:
            if before is not None:
                yield f"{where}: takes no body any more"
            return
        if after.get("required") and not (before or {}).get("required"):
            yield f"{where}: the body is required now"
        for kind, content in (before or {"content": {}})["content"].items():
            if kind not in after["content"]:
                yield f"{where}: body as {kind} is not taken any more"
            else:
                yield from self._taken(f"{where} body", content["schema"], after["content"][kind]["schema"])

    def _answers(self, where: str, old: Node, new: Node) -> Iterator[str]:
        for status, answer in old["responses"].items():
            if not status.startswith("2"):
                continue
            now = new["responses"].get(status)
            if now is None:
                yield f"{where}: {status} removed"
                continue
            gone = set(answer.get("headers", {})) - set(now.get("headers", {}))
            yield from (f"{where} {status}: header {name} removed" for name in sorted(gone))
            for kind, content in answer.get("content", {}).items():
                if kind not in now.get("content", {}):
                    yield f"{where} {status}: {kind} removed"
                    continue
                yield from self._given(f"{where} {status}", content["schema"], now["content"][kind]["schema"])

    def _taken(self, where: str, old: Node, new: Node) -> Iterator[str]:
        """Requests: what was allowed must be allowed."""
        yield from _Comparison(self.old, self.new, is_request=True).compare(where, old, new, ())

    def _given(self, where: str, old: Node, new: Node) -> Iterator[str]:
        """Answers: what was promised must be kept."""
        yield from _Comparison(self.old, self.new, is_request=False).compare(where, old, new, ())


@dataclass(frozen=True, slots=True)
class _Comparison:
    old: Node
    new: Node
    is_request: bool

    def compare(self, where: str, old: Node, new: Node, seen: tuple[str, ...]) -> Iterator[str]:
        if "$ref" in old:
            if old["$ref"] in seen:
                return
            seen = (*seen, old["$ref"])
        before, after = _resolved(self.old, old), _resolved(self.new, new)
        yield from self._values(where, before, after)
        yield from self._limits(where, before, after)
        yield from self._members(where, before, after, seen)
        for name in ("items", "additionalProperties"):
            if isinstance(before.get(name), dict) and isinstance(after.get(name), dict):
                yield from self.compare(f"{where}[]", before[name], after[name], seen)

    def _values(self, where: str, old: Node, new: Node) -> Iterator[str]:
        """A request may take more than before, an answer hold less; never the other way round."""
        for name in _VALUES:
            before, after = _value_set(old.get(name)), _value_set(new.get(name))
            narrow, wide = (after, before) if self.is_request else (before, after)
            if narrow is not None and (wide is None or wide - narrow):
                added = "" if wide is None else f" ({', '.join(sorted(map(str, wide - narrow)))})"
                yield f"{where}: {name} {'narrowed' if self.is_request else 'widened'}{added}"

    def _limits(self, where: str, old: Node, new: Node) -> Iterator[str]:
        if not self.is_request:
            return
        for name in (*_AT_LEAST, *_AT_MOST):
            sign = 1 if name in _AT_LEAST else -1
            if name in new and (name not in old or sign * new[name] > sign * old[name]):
                yield f"{where}: {name} narrowed to {new[name]}"
        if "pattern" in new and new["pattern"] != old.get("pattern"):
            yield f"{where}: pattern changed"
        if new.get("additionalProperties") is False and old.get("additionalProperties") is not False:
            yield f"{where}: unknown members are refused now"

    def _members(self, where: str, old: Node, new: Node, seen: tuple[str, ...]) -> Iterator[str]:
        before, after = old.get("properties", {}), new.get("properties", {})
        for name, schema in before.items():
            if name not in after:
                yield f"{where}/{name}: removed"
            else:
                yield from self.compare(f"{where}/{name}", schema, after[name], seen)
        was, now = set(old.get("required", ())), set(new.get("required", ()))
        changed, word = (now - was, "required now") if self.is_request else (was - now, "not always there")
        yield from (f"{where}/{name}: {word}" for name in sorted(changed) if name in after)


def _resolved(document: Node, node: Node) -> Node:
    while "$ref" in node:
        found: Any = document
        for part in node["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        node = found
    return node


def _value_set(value: Any) -> frozenset[Any] | None:
    """None: anything goes."""
    if value is None:
        return None
    return frozenset(value) if isinstance(value, list) else frozenset((value,))


def _security(operation: Node) -> list[Node]:
    """As alternatives; one that is empty: no token is needed."""
    return operation.get("security") or [{}]


def _codes(document: Node) -> set[str]:
    words: Iterable[str] = document["components"]["schemas"]["Problem"]["properties"]["code"][
        "x-extensible-enum"
    ]
    return set(words)

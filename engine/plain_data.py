"""Strangers' plain data, as it comes out of JSON: values with their paths, read strictly by type."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeVar

from engine.deal import SEED_BYTES

T = TypeVar("T")
_HEX = frozenset("0123456789abcdefABCDEF")


class BadRecord(Exception):
    """Something that is no record; the message says where and why: `deals[3].dealer: 'X' is no seat`."""


@dataclass(frozen=True, slots=True)
class Node:
    """A value somewhere in plain data, and the path to it. What it can't be read as raises BadRecord."""

    value: object
    path: str = ""

    def fault(self, text: str) -> BadRecord:
        return BadRecord(f"{self.path}: {text}" if self.path else text)

    def expected(self, what: str) -> BadRecord:
        return self.fault(f"{shown(self.value)} is no {what}")

    def members(self) -> dict[str, "Node"]:
        if not isinstance(self.value, dict):
            raise self.expected("object")
        prefix = f"{self.path}." if self.path else ""
        return {str(name): Node(value, f"{prefix}{name}") for name, value in self.value.items()}

    def member(self, name: str) -> "Node":
        found = self.optional(name)
        if found is None:
            raise self.fault(f"{name} is missing")
        return found

    def optional(self, name: str) -> "Node | None":
        if not isinstance(self.value, dict):
            raise self.expected("object")
        if name not in self.value:
            return None
        return Node(self.value[name], f"{self.path}.{name}" if self.path else name)

    def items(self) -> Iterator["Node"]:
        if not isinstance(self.value, list):
            raise self.expected("list")
        return (Node(value, f"{self.path}[{index}]") for index, value in enumerate(self.value))

    def each(self, read: Callable[["Node"], T]) -> tuple[T, ...]:
        return tuple(read(item) for item in self.items())

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.expected("string")
        return self.value

    def text_or_null(self) -> str | None:
        return None if self.value is None else self.text()

    def integer(self) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.expected("integer")
        return self.value

    def hex_digits(self) -> str:
        text = self.text()
        if len(text) != 2 * SEED_BYTES or not set(text) <= _HEX:
            raise self.expected(f"string of {2 * SEED_BYTES} hex digits")
        return text.lower()

    def one_of(self, found: Callable[[str], T], what: str) -> T:
        """The value that `found` knows under this name; `found` raises KeyError or ValueError."""
        try:
            return found(self.text())
        except (KeyError, ValueError):
            raise self.expected(what) from None


def shown(value: object) -> str:
    """The value for a message, on one line and not too long."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:39]}…"

"""A few shapes of SVG, as text. Lengths are pixels, y grows downwards."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil, floor, log10
from typing import Final

Point = tuple[float, float]
_FONT: Final = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif"


def document(width: int, height: int, title: str, parts: Iterable[str]) -> str:
    """A picture on white; `title` is what a screen reader says."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" role="img" font-family="{_FONT}" font-size="13" fill="#222">'
    )
    background = rectangle((0, 0), width, height, "#ffffff")
    return "\n".join((head, f"<title>{escape(title)}</title>", background, *parts, "</svg>")) + "\n"


def text(
    at: Point, words: str, *, anchor: str = "start", size: int = 13, fill: str = "#222", weight: int = 400
) -> str:
    return (
        f'<text x="{at[0]:.1f}" y="{at[1]:.1f}" text-anchor="{anchor}" font-size="{size}" fill="{fill}" '
        f'font-weight="{weight}">{escape(words)}</text>'
    )


def upright_text(at: Point, words: str) -> str:
    """Read from below, for the name of an upright axis."""
    turned = text((0, 0), words, anchor="middle")
    return f'<g transform="translate({at[0]:.1f} {at[1]:.1f}) rotate(-90)">{turned}</g>'


def rectangle(at: Point, width: float, height: float, fill: str, opacity: float = 1.0) -> str:
    seen = "" if opacity >= 1 else f' fill-opacity="{opacity:.3f}"'
    size = f'width="{width:.1f}" height="{height:.1f}"'
    return f'<rect x="{at[0]:.1f}" y="{at[1]:.1f}" {size} fill="{fill}"{seen}/>'


def line(points: Sequence[Point], stroke: str, width: float = 1.0, dashes: str = "") -> str:
    dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
    return (
        f'<polyline points="{_places(points)}" fill="none" stroke="{stroke}" stroke-width="{width}"{dashed}/>'
    )


def area(points: Sequence[Point], fill: str, opacity: float) -> str:
    return f'<polygon points="{_places(points)}" fill="{fill}" fill-opacity="{opacity}"/>'


def dot(at: Point, radius: float, fill: str) -> str:
    return (
        f'<circle cx="{at[0]:.1f}" cy="{at[1]:.1f}" r="{radius}" fill="{fill}" stroke="#ffffff" '
        f'stroke-width="1.5"/>'
    )


def _places(points: Sequence[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


@dataclass(frozen=True, slots=True)
class Scale:
    """From values between `low` and `high` to pixels between `start` and `end`."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        return self.start + (value - self.low) * (self.end - self.start) / (self.high - self.low)

    def ticks(self, most: int) -> Iterable[float]:
        """Round values within, at most about `most`."""
        step = round_step((self.high - self.low) / most)
        for count in range(ceil(self.low / step - 1e-9), floor(self.high / step + 1e-9) + 1):
            yield count * step


def round_step(least: float) -> float:
    """The smallest of 1, 2 and 5 times a power of ten that is no less than `least`."""
    power = 10.0 ** floor(log10(least))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= least * (1 - 1e-9))

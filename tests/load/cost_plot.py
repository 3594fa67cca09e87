"""The costs by the number of live tables as a picture: each beside what it is at the smallest number."""

from collections.abc import Mapping, Sequence
from math import log10
from typing import Any

from service.lab import svg

WIDTH, HEIGHT = 960, 420
LEFT, RIGHT, TOP, BOTTOM = 70, 600, 50, 360
COLOURS = ("#0b6e4f", "#1f77b4", "#c0392b", "#8e44ad", "#b8860b")


def cost_plot(costs: Sequence[Any], shown: Mapping[str, str], bar: float) -> str:
    """`costs`: a `table_growth.Grown` for each size; `shown`: names, attributes; `bar`: what is allowed."""
    x = svg.Scale(log10(costs[0].tables), log10(costs[-1].tables), LEFT, RIGHT)
    grown = {what: [getattr(each.ratios, name) for each in costs] for what, name in shown.items()}
    y = svg.Scale(0.0, max(1.6, *(max(values) for values in grown.values())), BOTTOM, TOP)
    places = [x(log10(each.tables)) for each in costs]
    parts = [*_frame(costs, places, y), svg.line([(LEFT, y(bar)), (RIGHT, y(bar))], "#888", 1.0, "5 4")]
    parts.append(svg.text((RIGHT - 4, y(bar) - 5), f"bar: × {bar:g}", anchor="end", size=12, fill="#666"))
    for number, (what, values) in enumerate(grown.items()):
        last = getattr(costs[-1].costs, shown[what])
        curve = [(place, y(value)) for place, value in zip(places, values, strict=True)]
        parts += _curve(curve, COLOURS[number], f"{what}: {last:,.0f} µs", TOP + 26 * number)
    return svg.document(WIDTH, HEIGHT, "Costs by the number of live tables", parts)


def _frame(costs: Sequence[Any], places: Sequence[float], y: svg.Scale) -> list[str]:
    parts = [svg.text((LEFT, 28), "Costs by the number of live tables", size=17, weight=600)]
    for value in y.ticks(6):
        parts.append(svg.line([(LEFT, y(value)), (RIGHT, y(value))], "#e4e4e4"))
        parts.append(svg.text((LEFT - 8, y(value) + 4), f"{value:g}", anchor="end"))
    for each, place in zip(costs, places, strict=True):
        parts.append(svg.text((place, BOTTOM + 20), f"{each.tables:,}", anchor="middle"))
    parts.append(svg.text(((LEFT + RIGHT) / 2, BOTTOM + 44), "live tables", anchor="middle"))
    parts.append(
        svg.upright_text((22, (TOP + BOTTOM) / 2), f"times the cost at {costs[0].tables} tables, in turn")
    )
    return parts


def _curve(curve: Sequence[svg.Point], colour: str, name: str, top: float) -> list[str]:
    mark = [(RIGHT + 16, top + 6), (RIGHT + 36, top + 6)]
    return [
        svg.line(curve, colour, 2.0),
        *(svg.dot(point, 3.5, colour) for point in curve),
        svg.line(mark, colour, 3.0),
        svg.text((RIGHT + 42, top + 10), name, size=12),
    ]

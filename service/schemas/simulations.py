"""Simulations: as asked for, how far one is, and what it came to."""

from typing import Any, ClassVar, Final

from marshmallow import ValidationError, fields, post_load

from engine.errors import Refusal
from engine.levels import Level
from engine.rules import Rules
from engine.seats import Seat
from service.lab.run import FailureReason, RunStatus
from service.lab.running import RunOffer
from service.lab.simulation import DEFAULT_LEVEL, Unit
from service.schemas import shown
from service.schemas.rules import STANDARD, RulesPart, RulesSchema
from service.schemas.shown import Output
from service.schemas.strict import Flag, Input, Part, Strict, Text, Word, fault

_LEVELS: Final = tuple(level.value for level in Level)
_UNITS: Final = tuple(unit.value for unit in Unit)


MAX_COUNT: Final = 1_000_000_000
"""Of what the document allows: a client can hold it in 32 bits."""


class Count(Strict, fields.Integer):
    """A whole number from 1 on; how many are allowed at most, the settings say."""

    allowed = "a whole number from 1 on"

    def __init__(self, description: str) -> None:
        super().__init__(metadata={"minimum": 1, "maximum": MAX_COUNT, "description": description})

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> int:
        self.refuse_unless(type(value) is int)
        return int(value)


LevelsRequestSchema: Final = Input.from_dict(
    {seat.name: Word(*_LEVELS) for seat in Seat}, name="LevelsRequestSchema"
)


_MEMBERS: Final[dict[str, Any]] = {
    name: {} for name in ("matches", "deals", "duplicate", "levels", "rules", "seed", "records")
}
"""A part of a schema must name every member that it does not forbid."""


class CreateSimulationSchema(Input):
    """Exactly one of `matches` and `deals`. `GET /v1` tells the limits."""

    matches = Count("So many whole matches.")
    deals = Count("Or so many single deals, each the first of a match, which is then closed.")
    duplicate = Flag(
        load_default=False, metadata={"description": "Each twice, the sides swapped: luck evens out."}
    )
    levels = Part(
        LevelsRequestSchema,
        load_default=dict,
        metadata={"description": f"By seat; those that are not named play at `{DEFAULT_LEVEL}`."},
    )
    rules = RulesPart(load_default=lambda: STANDARD)
    seed = Text(1, 100, metadata={"description": "64 hex digits, or any other text; drawn, if not given."})
    records = Flag(load_default=False, metadata={"description": "Keep the record of each match."})

    described: ClassVar = {
        "if": {"required": ["matches"], "properties": _MEMBERS},
        "then": {"properties": {**_MEMBERS, "deals": {"not": {}}}},
        "else": {"required": ["deals"], "properties": _MEMBERS},
    }

    @post_load
    def _offer(self, data: dict[str, Any], **_kwargs: Any) -> RunOffer:
        unit = _unit(data)
        rules, preset = data["rules"].rules, data["rules"].preset
        if data["duplicate"] and rules.seating == "cut":
            clash = fault(Refusal.RULES_CLASH, "", ("seating",))
            raise ValidationError({"duplicate": clash.messages})
        return RunOffer(
            preset=preset,
            rules=rules,
            levels=_by_seat(data["levels"], rules),
            unit=unit,
            count=data[unit],
            seed=data.get("seed"),
            is_duplicate=data["duplicate"],
            keeps_records=data["records"],
        )


def _unit(data: dict[str, Any]) -> Unit:
    """Which of the two numbers is given."""
    given = [unit for unit in Unit if unit in data]
    if len(given) == 1:
        return given[0]
    pointed = Unit.DEALS if given else Unit.MATCHES
    wrong = fault(Refusal.INVALID_FIELD, f"exactly one of {', '.join(_UNITS)}")
    raise ValidationError({pointed.value: wrong.messages})


def _by_seat(levels: dict[str, str], rules: Rules) -> dict[Seat, Level]:
    in_play = [seat.name for seat in rules.lineup.seats]
    wrong = fault(Refusal.INVALID_FIELD, ", ".join(in_play)).messages
    absent = {name: wrong for name in levels if name not in in_play}
    if absent:
        raise ValidationError({"levels": absent})
    return {Seat[name]: Level(level) for name, level in levels.items()}


class IntervalSchema(Output):
    """A mean and its 95 % interval, whose ends are null where a single sample was played."""

    mean = shown.number()
    low = shown.number(null=True)
    high = shown.number(null=True)


def interval(description: str) -> fields.Nested:
    described = f"{description} Null where there is nothing to share out."
    return fields.Nested(IntervalSchema, required=True, allow_none=True, metadata={"description": described})


class SideTotalsSchema(Output):
    """Of the players that sat down on this side, also where the sides are swapped. Shares: from 0 to 1."""

    wins = shown.whole("Of a single deal wins who has more points.")
    win_share = interval("Of the matches or deals.")
    points = shown.whole()
    points_a_deal = interval("The sheet's.")
    contracts = shown.whole("Contracts of at least one trick.")
    contracts_made = shown.whole()
    contract_share = interval("Of these contracts those made.")
    hands = shown.whole("One for each player and deal.")
    nils = shown.whole("Those bid, blind ones not among them.")
    nil_bid_share = interval("Of the hands.")
    nils_made = shown.whole()
    nil_made_share = interval("Of the nils bid.")
    blind_nils = shown.whole()
    blind_nils_made = shown.whole()
    bags = shown.whole()
    bags_a_deal = interval("Bags a deal.")


class TotalsSchema(Output):
    """Of whole samples: matches or deals, or with `duplicate` pairs of them."""

    samples = shown.whole()
    matches = shown.whole("Matches, or single deals.")
    draws = shown.whole()
    deals = shown.whole()
    actions = shown.whole("Bids, cards and the like.")
    difference = interval("Points a deal of the first side less those of the second, sample by sample.")
    sides = shown.by_side(fields.Nested(SideTotalsSchema))


class SimulationProgressSchema(Output):
    done = shown.whole("Matches, or deals, that are finished.")
    total = shown.whole("To be played; with `duplicate` twice the number asked for.")


class SimulationSchema(Output):
    """Whoever knows the id may see and cancel it."""

    simulation_id = shown.text()
    status = shown.word(*(status.value for status in RunStatus))
    reason = shown.word(
        *(reason.value for reason in FailureReason), null=True, description="Why it failed, else null."
    )
    unit = shown.word(*_UNITS)
    count = shown.whole("As asked for.")
    duplicate = shown.flag()
    levels = shown.by_seat(shown.word(*_LEVELS))
    rules = fields.Nested(RulesSchema, required=True)
    rules_hash = shown.text()
    seed = shown.text("In hex; the same seed gives the same matches, here and by `spades simulate`.")
    records = shown.flag("Are the records kept?")
    created_at = shown.moment()
    changed_at = shown.moment()
    expires_at = shown.moment("When all of it goes, unless it changes, or too many newer ones come.")
    progress = shown.part(SimulationProgressSchema)
    totals = shown.part(TotalsSchema)

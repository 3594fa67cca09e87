"""Tables: as asked for, as a spectator sees one, and the view of a seat."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from marshmallow import ValidationError, fields, post_load

from engine.actions import ActionKind
from engine.errors import Refusal
from engine.levels import Level
from engine.options import OPTION_OF
from engine.phases import Phase
from engine.rules import Rules
from engine.seats import Seat
from service.schemas import shown
from service.schemas.deals import (
    BidSchema,
    LastTrickSchema,
    ResultSchema,
    ScoredDealSchema,
    TrickSchema,
    bids,
)
from service.schemas.rules import STANDARD, RulesPart, RulesSchema
from service.schemas.shown import Output
from service.schemas.strict import (
    Flag,
    FlagParameter,
    Input,
    Name,
    Pairs,
    Part,
    Text,
    Whole,
    WholeParameter,
    Word,
    fault,
)
from service.table import TableStatus, Terms, Visibility
from service.table_events import SeatKind
from service.tables.lists import CURSOR_LENGTH, CURSOR_PATTERN, ListQuery, parse_cursor
from service.tables.seating import SeatOffer, TableOffer

_STATUSES: Final = tuple(status.value for status in TableStatus)
VISIBILITIES: Final = tuple(visibility.value for visibility in Visibility)


def player_name() -> Name:
    return Name(40)


_NEVER: Final[Mapping[str, object]] = {"not": {}}


def _members(**limits: Any) -> dict[str, Any]:
    return {"properties": {"kind": {}, "name": {}, "level": {}, **limits}}


class SeatRequestSchema(Input):
    kind = Word(*(kind.value for kind in SeatKind), required=True)
    name = player_name()
    level = Word(*(level.value for level in Level))

    described: ClassVar = {
        "if": _members(kind={"enum": [SeatKind.CPU.value]}),
        "else": {
            **_members(level=_NEVER),
            "if": _members(kind={"enum": [SeatKind.OPEN.value]}),
            "then": _members(name=_NEVER),
        },
    }

    @post_load
    def _offer(self, data: dict[str, Any], **_kwargs: Any) -> SeatOffer:
        kind = SeatKind(data["kind"])
        if "level" in data and kind is not SeatKind.CPU:
            raise ValidationError({"level": fault(Refusal.INVALID_FIELD, "only for a CPU").messages})
        if "name" in data and kind is SeatKind.OPEN:
            raise ValidationError({"name": fault(Refusal.INVALID_FIELD, "not for an open seat").messages})
        return SeatOffer(kind, data.get("name"), Level(data.get("level", Level.EASY)))


SeatsRequestSchema: Final = Input.from_dict(
    {seat.name: Part(SeatRequestSchema) for seat in Seat}, name="SeatsRequestSchema"
)


class CreateTableSchema(Input):
    rules = RulesPart(load_default=lambda: STANDARD)
    seats = Part(SeatsRequestSchema, load_default=dict)
    turn_seconds = Whole(5, 600, allow_none=True, load_default=None)
    rated = Flag(load_default=False)
    cpu_delay_ms = Whole(0, 10_000, load_default=0)
    seed = Text(1, 100, metadata={"description": "64 hex digits, or any other text: a game number."})
    visibility = Word(*VISIBILITIES, load_default=Visibility.UNLISTED.value)
    metadata = Pairs(load_default=tuple)

    @post_load
    def _offer(self, data: dict[str, Any], **_kwargs: Any) -> TableOffer:
        terms = Terms(
            preset=data["rules"].preset,
            rules=data["rules"].rules,
            seed=b"",
            turn_seconds=data["turn_seconds"],
            cpu_delay_ms=data["cpu_delay_ms"],
            is_rated=data["rated"],
            visibility=Visibility(data["visibility"]),
            metadata=data["metadata"],
        )
        return TableOffer(terms, _by_seat(data["seats"], terms.rules), data.get("seed"))


def _by_seat(offers: Mapping[str, SeatOffer], rules: Rules) -> dict[Seat, SeatOffer]:
    in_play = [seat.name for seat in rules.lineup.seats]
    absent = {
        name: fault(Refusal.INVALID_FIELD, ", ".join(in_play)).messages
        for name in offers
        if name not in in_play
    }
    if absent:
        raise ValidationError({"seats": absent})
    return {Seat[name]: offer for name, offer in offers.items()}


class CursorParameter(Text):
    """Gives the place in the list from which it goes on."""

    def __init__(self, **kwargs: Any) -> None:
        more = {"pattern": f"^{CURSOR_PATTERN}$", **kwargs.pop("metadata", {})}
        super().__init__(1, CURSOR_LENGTH, metadata=more, **kwargs)
        self.allowed = "next_cursor of the page before"

    def _deserialize(self, value: Any, *_args: Any, **_kwargs: Any) -> Any:
        place = parse_cursor(value)
        self.refuse_unless(place is not None)
        return place


class ListTablesSchema(Input):
    """The query of a list of tables."""

    status = Word(*_STATUSES)
    players = Word(*(str(number) for number in OPTION_OF["players"].values))
    rated = FlagParameter()
    cursor = CursorParameter(metadata={"description": "`next_cursor` of the page before."})
    limit = WholeParameter(1, 100, load_default=20)
    mine = FlagParameter(
        load_default=False, metadata={"description": "`true`: all tables of the secret key that asks."}
    )

    @post_load
    def _query(self, data: dict[str, Any], **_kwargs: Any) -> ListQuery:
        status, players = data.pop("status", None), data.pop("players", None)
        return ListQuery(status=status and TableStatus(status), players=players and int(players), **data)


class ShuffleSchema(Output):
    commitment = shown.text("SHA-256 of the seed, known before the first deal.")
    chosen_by = shown.word("server", "creator")
    seed = shown.text("In hex, when the match is over.", null=True)


class ChairSchema(Output):
    kind = shown.word(*(kind.value for kind in SeatKind))
    name = shown.text(null=True)
    level = shown.word(*(level.value for level in Level), optional=True, description="Of a CPU.")
    presence = shown.word("open", "present", "away", "cpu")


class PublicExchangeSchema(Output):
    locals()["from"] = shown.seat()
    to = shown.seat()
    count = shown.whole()
    done = shown.flag()


class DealSchema(Output):
    """What everyone sees of the deal in progress."""

    number = shown.whole()
    dealer = shown.seat()
    phase = shown.word(*(phase.value for phase in Phase))
    bids = bids()
    contracts = shown.by_side(fields.Integer(allow_none=True), "By side; null until both partners have bid.")
    unseen = shown.seats("Seats that may still bid blind, and have not seen their hand.")
    exchanges = shown.parts(PublicExchangeSchema)
    stock = shown.whole("Cards left to draw, in a duel.", null=True)
    tricks_taken = shown.by_seat(fields.Integer())
    cards_held = shown.by_seat(fields.Integer())
    trick = shown.part(TrickSchema, null=True)
    spades_broken = shown.flag()


class StandingSchema(Output):
    points = shown.whole()
    bags = shown.whole()


class TableSchema(Output):
    """A table as a spectator sees it."""

    table_id = shown.text()
    version = shown.whole()
    status = shown.word(*_STATUSES)
    rules = fields.Nested(RulesSchema, required=True)
    rules_hash = shown.text()
    turn_seconds = shown.whole("Null: no deadlines.", null=True)
    rated = shown.flag()
    cpu_delay_ms = shown.whole()
    visibility = shown.word(*VISIBILITIES)
    metadata = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    join_code = shown.text("For host and seats, while the table is open.", null=True)
    server_time = shown.moment()
    expires_at = shown.moment("When the table is deleted if nothing happens.")
    shuffle = shown.part(ShuffleSchema)
    cut = fields.Dict(required=True, allow_none=True, metadata={"description": "The cut for seats."})
    seats = shown.by_seat(fields.Nested(ChairSchema))
    deal = shown.part(DealSchema, null=True)
    last_trick = shown.part(LastTrickSchema, null=True)
    last_deal = shown.part(ScoredDealSchema, null=True)
    scores = shown.by_side(fields.Nested(StandingSchema))
    to_act = shown.seats("The seats that the match waits for.")
    deadline = shown.moment("The earliest of `deadlines`.", null=True)
    deadlines = shown.by_seat(shown.moment(), "By seat that has one.")
    remaining_ms = shown.whole("Until `deadline`, by the server's clock.", null=True)
    result = shown.part(ResultSchema, null=True)
    rematch = shown.text("The id of the table that followed this one.", null=True)
    rematch_of = shown.text("The id of the table that this one follows.", null=True)


class OwnExchangeSchema(Output):
    locals()["with"] = shown.seat()
    count = shown.whole()
    given = shown.cards("Null: not yet.", null=True)
    received = shown.cards("Null: not yet.", null=True)


class YouSchema(Output):
    seat = shown.seat()
    side = shown.side()
    partner = shown.seat(null=True)
    hand = shown.cards("Null while it is hidden, and before the deal.", null=True)
    hand_hidden = shown.flag("The seat may still bid blind, and has not looked.")
    exchange = shown.part(OwnExchangeSchema, null=True)


class IllegalCardSchema(Output):
    card = shown.card()
    code = shown.text()
    params = shown.params()
    text = shown.text()


class IllegalBidSchema(Output):
    bid = shown.part(BidSchema)
    code = shown.text()
    params = shown.params()
    text = shown.text()


class TurnSchema(Output):
    """What the seat may do now."""

    id = shown.whole("To be sent with the action; null where the match does not wait for it.", null=True)
    actions = fields.List(
        shown.word(*(kind.value for kind in ActionKind), "draw", "return"),
        required=True,
        metadata={"description": "The calls that are open to the seat."},
    )
    choose = shown.whole("How many cards: 1 for play, the number in an exchange, else 0.")
    drawn = shown.text("In a draw, the top card.", null=True)
    legal_cards = shown.cards()
    illegal_cards = shown.parts(IllegalCardSchema)
    legal_bids = shown.parts(BidSchema)
    illegal_bids = shown.parts(IllegalBidSchema)


class ViewSchema(TableSchema):
    """A table as one of its seats sees it."""

    you = shown.part(YouSchema)
    turn = shown.part(TurnSchema, null=True)


class TokensSchema(Output):
    host = shown.text()
    seats = fields.Dict(keys=fields.String(), values=fields.String(), required=True)


class CreatedTableSchema(Output):
    table = shown.part(TableSchema)
    tokens = shown.part(TokensSchema)
    join_code = shown.text()


class RematchSchema(Output):
    """The next match of the same players, which the same tokens open."""

    table = shown.part(TableSchema)
    seat = shown.seat("The bearer's seat there; null: the host.", null=True)
    view = shown.part(ViewSchema, null=True)


class TablePageSchema(Output):
    tables = shown.parts(TableSchema)
    next_cursor = shown.text("To be sent as `cursor` for the next page; null: there is none.", null=True)

"""Other terms and CPUs for a table that is still open; the same changes of terms make a rematch's."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from engine.errors import Refusal
from engine.options import OptionValue
from engine.rules import IllegalRules, Rules, change_rules, resolve_rules
from engine.seats import Seat
from service.auth import Actor, require_host
from service.ports import Loaded, Ports
from service.refusals import AnyCode, Code, FieldFault, Refused
from service.table import (
    METADATA_ALLOWED,
    METADATA_NAMES,
    Chair,
    Change,
    Table,
    Terms,
    Visibility,
    change_terms,
    cpu_chair,
)
from service.table_events import SeatKind
from service.tables.changing import Done, Request, change_table, require_running
from service.tables.seating import SeatOffer, list_table, require_open


class Kept(Enum):
    """Stands for what is not to be changed, where None is a value."""

    KEPT = "kept"


@dataclass(frozen=True, slots=True)
class RulesChange:
    """`options` on top of the table's rules or, where one is named, of a preset."""

    preset: str | None
    options: Mapping[str, OptionValue]

    def of(self, rules: Rules) -> Rules:
        """Raises Refused with every clash."""
        try:
            if self.preset is not None:
                return resolve_rules(self.preset, self.options)
            return change_rules(rules, self.options)
        except IllegalRules as illegal:
            faults = tuple(
                FieldFault(f"/rules/{each.option}", each.refusal, each.params, each.clashes_with)
                for each in illegal.faults
            )
            raise Refused(Refusal.RULES_CLASH, faults=faults) from None


@dataclass(frozen=True, slots=True)
class TermsChange:
    """`metadata`: by name, None takes a name away. `visibility` None: it is kept."""

    rules: RulesChange | None = None
    turn_seconds: int | Kept | None = Kept.KEPT
    visibility: Visibility | None = None
    metadata: Mapping[str, str | None] | None = None

    def of(self, terms: Terms) -> Terms:
        rules = self.rules
        turn_seconds = terms.turn_seconds if isinstance(self.turn_seconds, Kept) else self.turn_seconds
        metadata = {**dict(terms.metadata), **(self.metadata or {})}
        kept = tuple((name, text) for name, text in metadata.items() if text is not None)
        if len(kept) > METADATA_NAMES:
            _refuse((FieldFault("/metadata", Refusal.INVALID_FIELD, {"allowed": METADATA_ALLOWED}),))
        return replace(
            terms,
            preset=(rules and rules.preset) or terms.preset,
            rules=rules.of(terms.rules) if rules else terms.rules,
            turn_seconds=turn_seconds,
            visibility=self.visibility or terms.visibility,
            metadata=kept,
        )


@dataclass(frozen=True, slots=True)
class TableChange:
    """`seats`: what the host wants on some seats, an open one or a CPU."""

    terms: TermsChange
    seats: Mapping[Seat, SeatOffer]


def configure_table(ports: Ports, table_id: str, asked: TableChange, request: Request) -> Done:
    """The host changes an open table. Nobody who sits there loses the seat by it."""

    def decide(loaded: Loaded, actor: Actor, now: int) -> Change:
        require_host(actor)
        require_running(loaded, request)
        require_open(loaded.table)
        terms = asked.terms.of(loaded.table.terms)
        return change_terms(loaded.table, terms, _chairs(loaded.table, terms.rules, asked.seats), now)

    done = change_table(ports, table_id, request, decide)
    list_table(ports, done.loaded.table)
    return done


def _chairs(table: Table, rules: Rules, offers: Mapping[Seat, SeatOffer]) -> tuple[Chair, ...]:
    in_play = rules.lineup.seats
    allowed = {"allowed": ", ".join(seat.name for seat in in_play)}
    _refuse(
        FieldFault(f"/seats/{seat.name}", Refusal.INVALID_FIELD, allowed)
        for seat in offers
        if seat not in in_play
    )
    require_no_player_off(table, rules)
    _refuse(
        FieldFault(f"/seats/{seat.name}", Code.SEAT_TAKEN, {})
        for seat in offers
        if table.chairs[seat].kind is SeatKind.PLAYER
    )
    return tuple(
        _offered(seat, offers[seat]) if seat in offers else _kept(table, rules, seat) for seat in Seat
    )


def require_no_player_off(table: Table, rules: Rules) -> None:
    """No player sits on a seat that these rules have no use for."""
    lost = [
        seat for seat in Seat if table.chairs[seat].kind is SeatKind.PLAYER and seat not in rules.lineup.seats
    ]
    if lost:
        raise Refused(Code.SEAT_TAKEN, faults=(FieldFault("/rules/players", Code.SEAT_TAKEN, {}),))


def kept_chairs(table: Table, rules: Rules) -> tuple[Chair, ...]:
    """The chairs as they are, on the seats in play."""
    return tuple(_kept(table, rules, seat) for seat in Seat)


def _kept(table: Table, rules: Rules, seat: Seat) -> Chair:
    return table.chairs[seat] if seat in rules.lineup.seats else Chair()


def _offered(seat: Seat, offer: SeatOffer) -> Chair:
    return Chair() if offer.kind is SeatKind.OPEN else cpu_chair(seat, offer.level, offer.name)


def _refuse(found: Iterable[FieldFault]) -> None:
    faults = tuple(found)
    if faults:
        code: AnyCode = faults[0].code
        raise Refused(code, faults=faults)

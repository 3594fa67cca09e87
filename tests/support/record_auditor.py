"""An auditor of match records that shares nothing with the engine: the rule book read a second time.

`audit` goes through a `spades-record/1` object: header, cut, shuffle, every deal, the end of the match.
"""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from audited_deal import deal_faults, sheets_of
from audited_record import Deal, Malformed, Node, Result, read_deal, read_result, show
from audited_rules import AuditedRules, audit_rules
from audited_score import Standing, start_of
from audited_shuffle import cut_of, first_dealer_of, rank_in_cut
from audited_table import FOUR, PLAIN

FORMAT = "spades-record/1"
ABANDONED = "abandoned"
LEVELS = ("easy", "normal", "hard")


@dataclass(frozen=True, slots=True)
class Ending:
    winner: str | None
    end_reason: str


def audit(record: object) -> list[str]:
    """Readable faults of one match record, in its order; an empty list means clean. Raises for no JSON value.

    A part of the wrong shape is a fault, and what depends on it is then left unaudited.
    """
    root = Node("record", record)
    if not isinstance(record, dict):
        return ["record: no object"]
    faults = [fault for part in (format_faults, seed_faults) for fault in collected(part, root)]
    try:
        rules, rule_faults = audit_rules(root)
    except Malformed as fault:
        return [*faults, str(fault)]
    faults += rule_faults
    if rules is not None:
        for part_of_match in (seats_faults, cut_faults, match_faults):
            faults += collected(partial(part_of_match, rules=rules), root)
    return faults


def collected(part: Callable[[Node], Iterator[str]], root: Node) -> list[str]:
    """The faults that a part of the audit finds; a wrong shape is the last of them."""
    found: list[str] = []
    try:
        for fault in part(root):
            found.append(fault)  # noqa: PERF402 - what came before a wrong shape is kept
    except Malformed as fault:
        found.append(str(fault))
    return found


# ---------------------------------------------------------------- the header


def format_faults(root: Node) -> Iterator[str]:
    if root.member("format").value != FORMAT:
        yield f"format: not {FORMAT}"
    if root.member("table_id").value is not None and not root.member("table_id").text().startswith("tb_"):
        yield "table_id: neither null nor tb_…"


def seats_faults(root: Node, rules: AuditedRules) -> Iterator[str]:
    for seat, node in root.member("seats").members(rules.table.seats).items():
        node.member("name").text()
        if node.member("kind").text() == "cpu" and node.member("level").text() not in LEVELS:
            yield f"seats: {seat} has the level {show(node.member('level').value)}"


def cut_faults(root: Node, rules: AuditedRules) -> Iterator[str]:
    """The seed gives the cut; without it the cards must at least be in the order of their seats."""
    if rules.seating != "cut":
        if root.has("cut"):
            yield "cut: only a match with seating cut has one"
        return
    found = {seat: node.word(PLAIN) for seat, node in root.member("cut").members(FOUR.seats).items()}
    seed = seed_of(root)
    if seed is not None and found != cut_of(seed):
        yield f"cut: the seed gives {cut_of(seed)}"
    falling = [rank_in_cut(found[seat]) for seat in "NEWS"]
    if not all(higher > lower for higher, lower in pairwise(falling)):
        yield "cut: these cards do not lead to these seats"


def seed_of(root: Node) -> bytes | None:
    return bytes.fromhex(root.member("seed").digest()) if root.has("seed") else None


def seed_faults(root: Node) -> Iterator[str]:
    """The seed belongs to a match that is over, and to no other; the commitment is its SHA-256."""
    commitment = root.member("commitment").digest()
    is_over = root.member("result").value is not None
    seed = seed_of(root)
    if is_over and seed is None:
        yield "seed: missing though the match is over"
    if seed is not None and not is_over:
        yield "seed: shown before the match is over"
    if seed is not None and hashlib.sha256(seed).hexdigest() != commitment:
        yield "commitment: not the SHA-256 of the seed"


# ---------------------------------------------------------------- the deals


def match_faults(root: Node, rules: AuditedRules) -> Iterator[str]:
    """All deals in their order, then the result."""
    seed = seed_of(root)
    dealer = first_dealer(rules, seed)
    standing, ending = start_of(rules), None
    for number, node in enumerate(root.member("deals").items(), 1):
        deal = read_deal(node, rules.table)
        if ending is not None:
            yield f"deal {number}: the match was over before it"
        yield from place_faults(deal, number, dealer)
        yield from (f"deal {number}: {fault}" for fault in deal_faults(deal, standing, rules, seed))
        expected = sheets_of(deal, standing, rules)
        standing = after(expected)
        ending = ending or ending_after(number, expected, rules)
        dealer = rules.table.left_of(dealer or deal.dealer)
    yield from result_faults(read_result(root.member("result"), rules.table), ending, standing)


def first_dealer(rules: AuditedRules, seed: bytes | None) -> str | None:
    """None: drawn from a seed that is not shown yet."""
    if rules.first_dealer != "random":
        return rules.first_dealer
    return None if seed is None else first_dealer_of(seed, rules.table)


def place_faults(deal: Deal, number: int, dealer: str | None) -> Iterator[str]:
    if deal.number != number:
        yield f"deal {number}: its number is {deal.number}"
    if dealer is not None and deal.dealer != dealer:
        yield f"deal {number}: the dealer is {dealer}, not {deal.dealer}"


def after(scores: Mapping[str, Mapping[str, int]]) -> Standing:
    return Standing(
        {side: lines["running_total"] for side, lines in scores.items()},
        {side: lines["bags_carried"] for side, lines in scores.items()},
    )


# ---------------------------------------------------------------- the end of the match (section 5)


def ending_after(number: int, scores: Mapping[str, Mapping[str, int]], rules: AuditedRules) -> Ending | None:
    """How the match ends with this scored deal, or None when it goes on."""
    points = {side: lines["running_total"] for side, lines in scores.items()}
    reason = end_reason(number, points, rules)
    if reason is None:
        return None
    if better(points) is not None:
        return Ending(better(points), reason)
    if number >= rules.max_deals or rules.tie == "draw":
        return Ending(None, reason)
    if rules.tie == "last_deal":
        return Ending(better({side: lines["deal_total"] for side, lines in scores.items()}), reason)
    return None


def end_reason(number: int, points: Mapping[str, int], rules: AuditedRules) -> str | None:
    if max(points.values()) >= rules.target:
        return "target"
    if rules.floor is not None and min(points.values()) <= rules.floor:
        return "floor"
    if rules.lead_margin is not None and max(points.values()) - min(points.values()) >= rules.lead_margin:
        return "lead_margin"
    return "max_deals" if number >= rules.max_deals else None


def better(points: Mapping[str, int]) -> str | None:
    """The side with the most points; None when the sides are level."""
    most = [side for side, count in points.items() if count == max(points.values())]
    return most[0] if len(most) == 1 else None


def result_faults(result: Result | None, ending: Ending | None, standing: Standing) -> Iterator[str]:
    if result is None:
        if ending is not None:
            yield f"result: null though the match is over ({ending.end_reason})"
        return
    if result.end_reason == ABANDONED:
        if ending is not None:
            yield f"result: abandoned though the match was over ({ending.end_reason})"
        if result.winner is not None:
            yield "result: an abandoned match has no winner"
    elif ending is None:
        yield f"result: {show(result.end_reason)} though no end of the match holds"
    elif (result.winner, result.end_reason) != (ending.winner, ending.end_reason):
        yield f"result: not {ending.winner or 'a draw'} by {ending.end_reason}"
    for side in standing.points:
        if result.scores[side] != standing.points[side]:
            yield f"result: {side} has {standing.points[side]} points, not {result.scores[side]}"

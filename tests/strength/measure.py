"""How strong the CPU players are, on duplicate deals: `.venv/bin/python tests/strength/measure.py 2000`.

Each deal is played twice with the sides swapped, from 0 : 0. Points are the sheet's, and then again with each
bag at its share of the penalty that it brings nearer. Not a test: the product is the output.
Other rules are a preset, then options on top: `measure.py 500 duel jokers=two`.
"""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import sqrt
from random import Random
from statistics import fmean, stdev

from engine.actions import Action, Draw, GiveCards, Look, PlaceBid, PlayCard
from engine.cards import cards_in
from engine.cpu.choice import choose
from engine.deal import decision_seed, match_seed
from engine.levels import Level
from engine.phases import Phase
from engine.play import apply, start
from engine.rules import Rules, resolve_rules
from engine.scoring import Sheet
from engine.seat_view import SeatView
from engine.views import view_for

Player = Callable[[SeatView, bytes], Action]

RUN_SEED = b"strength".ljust(32, b"\0")
# The first of two deals is played, so that no bid is made for the end of the match.
FIRST_OF_TWO = {"max_deals": 2, "target": 2000, "floor": -2000}


def cpu(level: Level) -> Player:
    return lambda view, seed: choose(view, level, seed).action


def random_player(view: SeatView, seed: bytes) -> Action:
    """Any legal bid, any legal card."""
    rng = Random(seed)
    if view.deal.phase is Phase.BIDDING:
        return PlaceBid(rng.choice(view.legal_bids)) if view.legal_bids else Look()
    if view.deal.phase is Phase.DRAWING:
        return Draw(keep=rng.random() < 0.5)
    cards = list(cards_in(view.legal_cards))
    if view.deal.phase is Phase.EXCHANGE:
        return GiveCards(tuple(rng.sample(cards, view.turn.choose if view.turn else 0)))
    return PlayCard(rng.choice(cards))


def random_cards(view: SeatView, seed: bytes) -> Action:
    """The bids of `normal`, any legal card."""
    player = random_player if view.deal.phase is Phase.PLAYING else cpu(Level.NORMAL)
    return player(view, seed)


def played_deal(rules: Rules, index: int, first: Player, second: Player) -> Sheet:
    """A deal between two sides, each of one kind of player."""
    match = start(rules, match_seed(RUN_SEED, index)).match
    while match.last_sheet is None:
        seat, deal = match.to_act[0], match.deal
        seed = decision_seed(match.seed, seat, deal.number, deal.acted[seat] + 1)
        player = (first, second)[rules.lineup.side[seat]]
        match = apply(match, seat, player(view_for(match, seat), seed)).match
    return match.last_sheet


def points(sheet: Sheet, bag: float) -> float:
    """By how much the first side won the deal; `bag`: what a bag is worth beside its point."""
    ours, theirs = (score.deal_total + bag * score.new_bags for score in sheet.scores)
    return ours - theirs


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and the half width of its 95 % interval."""

    mean: float
    half: float

    def __str__(self) -> str:
        return f"{self.mean:+7.1f} ± {self.half:4.1f}  (at least {self.mean - self.half:+.1f})"


def interval(values: list[float]) -> Interval:
    return Interval(fmean(values), 1.96 * stdev(values) / sqrt(len(values)))


def duplicates(rules: Rules, first: Player, second: Player, deals: int) -> Iterator[str]:
    """The advantage of `first`, in points a deal: by the sheet, and with bags at −10 more."""
    pairs = [
        (played_deal(rules, i, first, second), played_deal(rules, i, second, first))
        for i in range(1, deals + 1)
    ]
    for name, bag in (("sheet", 0), ("bags at -10 more", -10)):
        values = [(points(one, bag) - points(other, bag)) / 2 for one, other in pairs]
        yield f"{name}: {interval(values)}"


def bid_quality(rules: Rules, deals: int) -> Iterator[str]:
    """Four `normal`: how far bids are from tricks, and what becomes of nils."""
    normal = cpu(Level.NORMAL)
    sheets = [played_deal(rules, i, normal, normal) for i in range(1, deals + 1)]
    made = [(bid, tricks) for s in sheets for bid, tricks in zip(s.bids, s.tricks_taken, strict=True) if bid]
    errors = [tricks - bid.tricks for bid, tricks in made if not bid.is_nil]
    nils = [tricks == 0 for bid, tricks in made if bid.is_nil]
    if errors:
        error = fmean(map(abs, errors))
        yield f"bid error, ordinary bids: mean absolute {error:.2f}, mean {fmean(errors):+.2f}"
    if nils:
        yield f"nil on {len(nils) / len(made):.1%} of hands, made {fmean(nils):.1%}"
    scores = [score for sheet in sheets for score in sheet.scores]
    yield f"contracts set {fmean(score.contract < 0 for score in scores):.1%}"


def main(deals: int, rules: Rules) -> None:
    normal, easy = cpu(Level.NORMAL), cpu(Level.EASY)
    rows = (
        ("normal over random", normal, random_player),
        ("normal over random cards", normal, random_cards),
        ("normal over easy", normal, easy),
        ("easy over random", easy, random_player),
        ("easy over random cards", easy, random_cards),
    )
    for name, first, second in rows:
        for line in duplicates(rules, first, second, deals):
            sys.stdout.write(f"{name:26} {line}\n")
    for line in bid_quality(rules, deals):
        sys.stdout.write(f"{line}\n")


def rules_of(preset: str, options: list[str]) -> Rules:
    """The preset with options such as `nil_points=50`, `zero_bid=true` or `jokers=two` on top."""
    named = dict(option.split("=", 1) for option in options)
    return resolve_rules(preset, FIRST_OF_TWO | {name: _value(text) for name, text in named.items()})


def _value(text: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


if __name__ == "__main__":
    asked = sys.argv[1:]
    count = int(asked[0]) if asked else 500
    main(count, rules_of(asked[1] if len(asked) > 1 else "standard", asked[2:]))

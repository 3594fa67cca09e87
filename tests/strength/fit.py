"""Fits the numbers of `engine.cpu.fitted` again: `make fit`; with `ARGS=--write` they replace the tree's.

Deals of self-play; three of four hands are fitted to, the fourth tells how good the numbers are. The numbers
of the tree and the fitted ones stand beside each other. After `--write`: `make test` (goldens change, and
the rule that a higher spade never lowers a bid must hold), then `make strength`.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain

from deals import rules_of
from fit_deals import BidHand, bid_hands, bold_nil
from fit_report import calibration, nil_quality, number_table, trick_quality
from fitted_numbers import FILE, Parameter, Values, in_the_tree, module_text
from hand_counts import duel_counts, duel_table_counts, nil_counts, table_counts, trick_counts
from monotone import rising
from regression import Sample, least_squares, logistic, predicted
from workers import cores, in_parallel

_HAND = ("SIDE_", "SPADE_", "KING_", "QUEEN_", "JACK_", "SHORT_")
_TABLE = ("BY_PLACE", "PARTNER_NIL", "THEIR_NIL", "LAST_EACH")
_DUEL_CARDS = ("DUEL_SIDE", "DUEL_SPADE")
_DUEL_TABLE = ("DUEL_FIRST", "DUEL_AFTER_NIL", "DUEL_USUAL", "DUEL_EACH", "DUEL_SHARE")


def fit_tricks(values: Values, deals: int, jobs: int) -> Values:
    """What the cards of a hand and the bids before it are worth, in one fit."""
    hands = _ordinary(in_parallel(partial(bid_hands, rules_of()), deals, jobs))
    samples = [_trick_sample(each) for each in hands]
    learnt, kept = _halves(samples)
    fitted = rising(least_squares(learnt, values, _free(values, (*_HAND, *_TABLE))))
    _report(f"Tricks of a hand: {len(samples)} hands", trick_quality, kept, values, fitted)
    return fitted


def fit_suicide(tree: Values, values: Values, deals: int, jobs: int) -> Values:
    """What more a hand takes where each side bids a nil; the hand's own worth stays."""
    rules = rules_of("suicide")
    hands = _ordinary(in_parallel(partial(bid_hands, rules), deals, jobs))
    samples = [_trick_sample(each, is_suicide=True) for each in hands]
    learnt, kept = _halves(samples)
    fitted = least_squares(learnt, values, _free(values, ("EACH_SIDE_NIL",)))
    _report(f"Suicide: {len(samples)} hands", trick_quality, kept, tree, fitted)
    return fitted


def fit_duel(values: Values, deals: int, jobs: int) -> Values:
    """The worth of a card in a duel, then what the opponent's bid adds to a hand of that worth."""
    hands = _ordinary(in_parallel(partial(bid_hands, rules_of("duel")), deals, jobs))
    cards = [Sample(duel_counts(each.hand), 100 * each.tricks) for each in hands]
    learnt, kept = _halves(cards)
    fitted = rising(least_squares(learnt, values, _free(values, _DUEL_CARDS)))
    _report(f"Duel, the hand alone: {len(cards)} hands", trick_quality, kept, values, fitted)
    before = [_duel_sample(each, values) for each in hands]
    after = [_duel_sample(each, fitted) for each in hands]
    refitted = least_squares(_halves(after)[0], fitted, _free(values, _DUEL_TABLE))
    _say("Duel, with the bid before")
    _say(f"  tree    {trick_quality(_halves(before)[1], values)}")
    _say(f"  fitted  {trick_quality(_halves(after)[1], refitted)}")
    return refitted


def fit_nils(values: Values, deals: int, jobs: int) -> Values:
    """How likely a nil is to be set, from nils bid on good hands and on bad ones."""
    hands = [each for each in in_parallel(partial(bold_nil, rules_of()), deals, jobs) if each]
    samples = [Sample(nil_counts(each.hand), float(each.tricks > 0)) for each in hands]
    learnt, kept = _halves(samples)
    fitted = rising(logistic(learnt, values, _free(values, ("NIL_",))))
    _report(f"Nils: {len(samples)}", nil_quality, kept, values, fitted)
    for line in calibration(kept, fitted):
        _say(line)
    return fitted


def _ordinary(deals: Iterable[Sequence[BidHand]]) -> list[BidHand]:
    return [each for each in chain.from_iterable(deals) if each.bid.tricks]


def _trick_sample(each: BidHand, *, is_suicide: bool = False) -> Sample:
    counts = trick_counts(each.hand)
    counts.update(table_counts(each.before, is_suicide=is_suicide))
    return Sample(counts, 100 * each.tricks)


def _duel_sample(each: BidHand, values: Values) -> Sample:
    """The worth of the hand is taken as known, so that only what the bids add is left to fit."""
    counts = duel_counts(each.hand)
    worth = predicted(Sample(counts, 0), values)
    return Sample({**counts, **duel_table_counts(each.before.opponents[0], worth)}, 100 * each.tricks)


def _halves(samples: Sequence[Sample]) -> tuple[list[Sample], list[Sample]]:
    """Three of four to learn from, the fourth to judge by."""
    learnt = [sample for index, sample in enumerate(samples) if index % 4]
    return learnt, list(samples[::4])


def _free(values: Values, starts: tuple[str, ...]) -> list[Parameter]:
    return [parameter for parameter in values if str(parameter[0]).startswith(starts)]


def _report(
    title: str,
    quality: Callable[[Sequence[Sample], Values], str],
    kept: Sequence[Sample],
    tree: Values,
    fitted: Values,
) -> None:
    _say(f"{title}, {len(kept)} of them to judge by")
    _say(f"  tree    {quality(kept, tree)}")
    _say(f"  fitted  {quality(kept, fitted)}")


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main(argv: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=8_000, help="of a fit; twice as many for nils")
    parser.add_argument("--jobs", type=int, default=cores(), help="processes")
    parser.add_argument("--write", action="store_true", help=f"write {FILE.name}")
    asked = parser.parse_args(argv)
    tree = in_the_tree()
    values = fit_tricks(tree, asked.deals, asked.jobs)
    values = fit_suicide(tree, values, asked.deals // 4, asked.jobs)
    values = fit_duel(values, asked.deals, asked.jobs)
    values = fit_nils(values, 2 * asked.deals, asked.jobs)
    for line in number_table(tree, values):
        _say(line)
    if asked.write:
        FILE.write_text(module_text(values), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

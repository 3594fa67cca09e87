"""The end of a deal: its score sheet, and the next deal or the end of the match."""

from dataclasses import replace

from engine.dealing import start_deal
from engine.events import DealScored, MatchOver
from engine.phases import Phase
from engine.scoring import Sheet, SideScore, result_after, score_side, tallies
from engine.seats import Side
from engine.state import Match
from engine.turns import Step


def score_deal(match: Match) -> Step:
    """The last card also scores, and starts the next deal or ends the match: all in one step."""
    deal, rules = match.deal, match.rules
    scores = tuple(_score_of(match, side) for side in rules.lineup.sides)
    sheet = Sheet(deal.number, deal.dealer, deal.bids, deal.tricks_taken, scores)
    points = tuple(score.running_total for score in scores)
    bags = tuple(score.bags_carried for score in scores)
    result = result_after(rules, deal.number, scores)
    if result:
        deal = replace(deal, phase=Phase.OVER)
        over = replace(match, deal=deal, points=points, bags=bags, last_sheet=sheet, result=result)
        return Step(over, (DealScored(sheet), MatchOver(result)))
    dealer = rules.lineup.next[deal.dealer]
    step = start_deal(
        rules, match.seed, deal.number + 1, dealer, points=points, bags=bags, next_turn=match.next_turn
    )
    following = replace(step.match, last_trick=match.last_trick, last_sheet=sheet)
    return Step(following, (DealScored(sheet), *step.events))


def _score_of(match: Match, side: Side) -> SideScore:
    partners = tallies(match.rules, match.deal.bids, match.deal.tricks_taken, side)
    return score_side(match.rules, partners, match.points[side], match.bags[side])

"""Reviews as they stand in bodies. The study of a seat is its body in every language, written by a worker."""

import orjson

from engine.review import Judged
from service.tables.reviewing import Review
from service.texts import LANGUAGES
from service.wire.advice import action_body, ranking_body, reasons_body
from service.wire.deals import Body


def study_json(judged: tuple[Judged, ...]) -> bytes:
    """What is kept of a seat in a deal: by language, its decisions."""
    return orjson.dumps(
        {language: [_decision_body(each, language) for each in judged] for language in LANGUAGES}
    )


def review_body(review: Review, language: str) -> Body:
    """The decisions of the seats that are ready, seat by seat in the order in which they were taken."""
    ready = {
        seat.name: orjson.loads(result)[language]
        for seat, result in review.found.items()
        if result is not None
    }
    return {
        "deal": review.deal,
        "seats": [seat.name for seat in review.found],
        "waiting": [seat.name for seat in review.found if seat.name not in ready],
        "decisions": [decision for decisions in ready.values() for decision in decisions],
        "points_lost": {seat: _total(decisions) for seat, decisions in ready.items()},
    }


def _total(decisions: list[Body]) -> float:
    return round(sum(each["points_lost"] or 0 for each in decisions), 1)


def _decision_body(judged: Judged, language: str) -> Body:
    made = action_body(judged.made)
    return {
        "turn": judged.turn,
        "trick": judged.trick,
        "seat": judged.seat.name,
        "action": made["action"],
        "made": made,
        "recommended": action_body(judged.recommended),
        "agrees": judged.agrees,
        "points_lost": judged.points_lost,
        "ranking": ranking_body(judged.ranking),
        "reasons": reasons_body(judged.reasons, language),
    }

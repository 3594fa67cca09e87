"""The study of a review: the decisions of one seat in one deal, as they will stand in the body."""

from service.ports import Ports
from service.tables.reviewing import judge_part
from service.wire.reviews import study_json


def make_review(ports: Ports, table_id: str, part: str) -> bytes | None:
    """None: there is no such deal, or its match is not over."""
    judged = judge_part(ports, table_id, part)
    return None if judged is None else study_json(judged)

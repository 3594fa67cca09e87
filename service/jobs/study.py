"""The job of a study: one piece of thinking about a table, kept for whoever asked for it."""

import logging
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from service.jobs.process import ports_of_process
from service.jobs.review import make_review
from service.logs import place_of
from service.ports import NewerFormat, Ports, StoreUnavailable, Study, StudyKind
from service.tables.hints import make_points

Maker = Callable[[Ports, str, str], bytes | None]
"""From the ports, the table's id and the part; None: there is nothing to think about any more."""

MAKERS: Final[Mapping[StudyKind, Maker]] = MappingProxyType(
    {StudyKind.HINT: make_points, StudyKind.REVIEW: make_review}
)

_log = logging.getLogger(__name__)


def make_study(kind: str, table_id: str, part: str) -> None:
    """What RQ is told to run, by its path."""
    make(ports_of_process(), Study(table_id, StudyKind(kind), part))


def make(ports: Ports, study: Study, makers: Mapping[StudyKind, Maker] = MAKERS) -> None:
    """Makes the study, unless somebody has; a failure leaves nothing, and is nobody else's."""
    try:
        if ports.studies.find(study) is None:
            result = makers[study.kind](ports, study.table_id, study.part)
            if result is not None:
                ports.studies.keep(study, result)
    except (StoreUnavailable, NewerFormat) as error:
        _log.warning("study_left", extra={"table": study.table_id, "error": str(error)})
    except Exception as error:  # noqa: BLE001 (whatever it is, and RQ's time-out too, it is this study's)
        fields = {"table": study.table_id, "kind": study.kind.value}
        _log.error("study_failed", extra={**fields, **place_of(error)})

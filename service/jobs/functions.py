"""What a worker runs: these functions, and nothing else that a job may name."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from service.jobs.attend import attend_lane
from service.jobs.study import make_study
from service.queue import JOB, STUDY_JOB

JobFunctions = Mapping[str, Callable[..., object]]
"""By the name under which they are queued."""

FUNCTIONS: Final[JobFunctions] = MappingProxyType({JOB: attend_lane, STUDY_JOB: make_study})

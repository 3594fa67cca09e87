"""All cores at once: the values of a function of an index, in the order of the indices."""

import os
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

T = TypeVar("T")
_CHUNKS_A_JOB = 8


def cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_parallel(work: Callable[[int], T], count: int, jobs: int) -> list[T]:
    """`work(1)` … `work(count)`. New processes are spawned: what they run must be importable by name."""
    indices = range(1, count + 1)
    if jobs == 1 or count == 1:
        return [work(index) for index in indices]
    chunk = max(1, count // (jobs * _CHUNKS_A_JOB))
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        return list(pool.map(work, indices, chunksize=chunk))

"""A rehearsal, and jobs that can tell whether there was one."""

from __future__ import annotations

import os
import resource
import sys
import time

PAGE = os.sysconf("SC_PAGE_SIZE")
JOBS = 12
"""After these a worker is kept ready."""
PAGES = 1000
BLOCK = bytearray(PAGES * PAGE)
MODULES = ("tests.execution.rehearsed", "tests.execution.jobs", "tests.execution.rehearsed:writes")
FAILING = ("tests.execution.rehearsed", "tests.execution.rehearsed:fails")


def writes() -> int:
    """To memory that was there before the fork; how many pages were copied for that."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for place in range(0, len(BLOCK), PAGE):
        BLOCK[place] += 1
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def fails() -> None:
    raise RuntimeError("no rehearsal today")


def block() -> tuple[int, int]:
    """What is in the memory, and in which process."""
    return BLOCK[0], os.getpid()


def sizes(*given: bytes) -> tuple[int, int]:
    return sum(map(len, given)), os.getpid()


def imports(name: str) -> bool:
    """Whether the module was there before."""
    there = name in sys.modules
    __import__(name)
    return there


def age() -> float:
    """Seconds of CPU time that this process has used."""
    return time.process_time()

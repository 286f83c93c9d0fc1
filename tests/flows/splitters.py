"""A splitter, and an analysis that hands over, for tests; in a module that worker processes can import."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import replace

from coveriflow.actors import symbolic
from coveriflow.actors.definition import Produced, actor
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.path_ranges import Range, Ranges, StolenRange, ranges_between
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestCase, TestInput
from coveriflow.execution.processes import worker


@actor(version="1", provides=(Ranges,))
def split_at(task: Task, *, values: str = "") -> Produced:
    """Ranges between tests of one input each; the word ``die`` kills it."""
    if values == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    return (ranges_between(task, [TestCase((TestInput(int(value)),)) for value in values.split()]),)


@actor(version="1", provides=(Answer,))
def gives(task: Task, within: Range | None, *, values: str = "", then: str = "") -> Produced:
    """Of the leftmost range, hands over what lies behind each of ``values`` as soon as it is asked. Then it is killed
    (``die``), or looks at the rest.
    """
    assert within is not None
    for value in values.split() if within.lower is None else ():
        while not worker.is_asked():
            time.sleep(0.01)
        bound = TestCase((TestInput(int(value)),))
        worker.answered()
        worker.report_progress(StolenRange(bound))
        within = replace(within, upper=bound)
    if then == "die" and within.lower is None:
        os.kill(os.getpid(), signal.SIGKILL)
    return symbolic.work((task, within), {})

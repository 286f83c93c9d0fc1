"""A splitter for tests, in a module that worker processes can import."""

from __future__ import annotations

import os
import signal

from coveriflow.actors.contracts import Produced, actor
from coveriflow.artifacts.ranges import Ranges, ranges_between
from coveriflow.artifacts.suites import TestCase, TestInput
from coveriflow.artifacts.tasks import Task


@actor(version="1", provides=(Ranges,))
def split_at(task: Task, *, values: str = "") -> Produced:
    """Ranges between tests of one input each; the word ``die`` kills it."""
    if values == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    return (ranges_between(task, [TestCase((TestInput(int(value)),)) for value in values.split()]),)

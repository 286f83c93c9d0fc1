"""Confirming a violation by compiling and running the program (contract: evidence for ``false``)."""

from __future__ import annotations

from coveriflow.actors.algebra import Actor
from coveriflow.actors.contracts import Produced, actor
from coveriflow.artifacts.answers import Answer, Violation
from coveriflow.artifacts.residuals import Residual
from coveriflow.artifacts.suites import TestSuite
from coveriflow.artifacts.tasks import Task
from coveriflow.execution.compiler import supports


def what_links(_actor: Actor, inputs: tuple[object, ...]) -> tuple[str, ...]:
    """For ``@actor(besides=...)`` of who executes programs: a library for the data model may be installed, or removed,
    and the compiler is still the same.
    """
    tasks = (given.original if isinstance(given, Residual) else given for given in inputs)
    return tuple(str(supports(task.data_model)) for task in tasks if isinstance(task, Task))


@actor(version="1", provides=(Answer, TestSuite), besides=what_links)
def execute(task: Task, violation: Violation) -> Produced:
    """Replay ``violation`` in the automaton, then run the compiled program with its inputs.

    Where the program hides inputs (uninitialised variables, undefined functions) or leaves their order open, the
    printed program, which makes them explicit, is compiled instead. Without a compiler the replay stands, and the
    answer says so.
    """
    from coveriflow.actors.work.confirming import confirmed

    answer, suite = confirmed(task, violation)
    return (answer,) if suite is None else (answer, suite)

"""Whether executions are undefined: what a proof assumes of that, and what is worth to know without a proof."""

from __future__ import annotations

from coveriflow.actors.confirmers import what_links
from coveriflow.actors.definition import Produced, actor
from coveriflow.artifacts.definedness import AssumedChecks, Definedness
from coveriflow.artifacts.display.error_paths import ErrorPath
from coveriflow.artifacts.tasks import Task


@actor(version="6", provides=(Definedness, ErrorPath), besides=what_links)
def check_undefined(task: Task, assumed: AssumedChecks) -> Produced:
    """Check whether the operations that a proof assumes to be defined are: their checks become the error of a program
    that several verifiers verify, one after the other, all checks together and then each by itself.

    It runs after every ``true`` that rests on such assumptions. An execution that is undefined is replayed, and
    executed with the compiler's sanitizers.
    """
    from coveriflow.actors.work.checks.ask import definedness_of

    return definedness_of(task, assumed)


@actor(version="2", provides=(Definedness, ErrorPath), besides=what_links)
def seek_undefined(task: Task) -> Produced:
    """Look for an execution that is undefined, where neither a proof nor a violation was found: a fuzzer executes the
    program with sanitizers.

    An execution that is found is replayed, and executed once more with the compiler's sanitizers.
    """
    from coveriflow.actors.work.checks.ask import undefined_execution

    return undefined_execution(task)

"""The compiled program with the text of an execution that never ends: it must not end there either.

How a text becomes values is what our models of the library say. An execution that ends shows that they are wrong.
"""

from __future__ import annotations

from coveriflow.actors.work.confirm.command_line import command_line, told_inputs
from coveriflow.actors.work.confirm.standard_input import is_read, standard_input
from coveriflow.actors.work.confirm.violations import InputsTaken, reads
from coveriflow.actors.work.entry_function import as_written
from coveriflow.actors.work.greybox.search import refused
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.execution.native.confirmation import execute_test
from coveriflow.program.cfa.edges import InputKind
from coveriflow.program.text.violations import NOTHING

_SECONDS = 1.0


def told(read: InputsTaken) -> str:
    """In words, what an execution with these inputs is given besides what input functions return."""
    return told_inputs(standard_input(read), command_line(read), is_read=is_read(read))


def ends(task: Task, stem: InputsTaken, cycle: InputsTaken, memory: int | None) -> bool:
    """Whether the compiled program was seen to end that is given what an execution reads. Only the library can be the
    reason: where it gives nothing, or the values of the cycle would have an end, the program is not executed.
    """
    if not reads((*stem, *cycle), InputKind.LIBRARY) or reads(cycle, InputKind.CALL) or refused(task):
        return False
    entered = as_written(task, stem)
    run = execute_test(
        entered.sources,
        entered.values,
        NOTHING,
        task.data_model,
        Limits(_SECONDS, None, memory),
        standard_input=standard_input(stem),
        arguments=command_line(stem),
        extra_flags=entered.flags,
    )
    return run.ended

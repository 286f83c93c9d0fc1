"""The compiled program with the text of an execution that never ends: it must not end there either.

How a text becomes values is what our models of the library say. That the program goes on shows them to be right here.
"""

from __future__ import annotations

import signal

from coveriflow.actors.work.confirm.command_line import command_line, told_inputs
from coveriflow.actors.work.confirm.standard_input import is_read, standard_input
from coveriflow.actors.work.confirm.violations import InputsTaken
from coveriflow.actors.work.entry_function import as_written
from coveriflow.actors.work.greybox.search import refused
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.execution.native.compiled_program import CompileError, compile_program
from coveriflow.execution.native.harness import Stop
from coveriflow.program.text.violations import NOTHING

_SECONDS = 1.0
_CYCLES = 100


def told(read: InputsTaken) -> str:
    """In words, what an execution with these inputs is given besides what input functions return."""
    return told_inputs(standard_input(read), command_line(read), is_read=is_read(read))


def goes_on(task: Task, stem: InputsTaken, cycle: InputsTaken, memory: int | None) -> bool:
    """Whether the compiled program that is given what an execution reads was seen not to end: it had to be stopped, or
    it reads the values of ``stem`` and those of many cycles.
    """
    if refused(task):
        return False
    entered = as_written(task, (*stem, *cycle * _CYCLES))
    limits = Limits(_SECONDS, None, memory)
    given = (standard_input(stem), command_line(stem))
    try:
        with compile_program(entered.sources, task.data_model, NOTHING, entered.flags) as program:
            run = program.run(entered.values, limits, *given)
    except (CompileError, OSError):
        return False
    return run.timed_out or run.stop is Stop.EXHAUSTED or run.status == -signal.SIGXFSZ

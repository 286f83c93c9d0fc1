"""From a task to what the algorithms work on."""

from __future__ import annotations

from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.ranges import Range
from coveriflow.artifacts.residuals import Residual
from coveriflow.artifacts.specifications import PropertyKind, Specification
from coveriflow.artifacts.tasks import Task
from coveriflow.program.cfa import Cfa
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.units import program_cfa


def task_of(given: Task | Residual) -> Task:
    """The task to look at: the residual program's where there is one."""
    return given.task if isinstance(given, Residual) else given


def error_function(specification: Specification) -> str:
    """The function that must not be called; ``NotSupported`` for any other property."""
    for one in specification.properties:
        if one.kind is not PropertyKind.UNREACH_CALL:
            raise NotSupported(f"the property {one.kind.value}")
    if len(specification.properties) != 1:
        raise NotSupported("a specification of several properties")
    return specification.properties[0].subject


def automaton_of(task: Task) -> Cfa:
    """The control-flow automaton in which the error location is a call of the specification's function."""
    sources = [(source.name, source.preprocessed) for source in task.sources]
    subject = error_function(task.specification)
    return program_cfa(sources, task.data_model, subject, task.specification.entry)


def check_about(given: Condition | Range, task: Task) -> None:
    """A condition is about one program, specification and data model; any other is refused (contract: Condition). So is
    a range, whose bounds are other paths in another program.
    """
    what_it_is = "range" if isinstance(given, Range) else "condition"
    for what, own, other in (
        ("program", task.program_hash, given.program_hash),
        ("specification", task.specification, given.specification),
        ("data model", task.data_model, given.data_model),
    ):
        if own != other:
            raise InputError(f"the {what_it_is} is about another {what} than the task '{task.name}'")
    if isinstance(given, Condition) and given.preprocessed_hash not in ("", task.preprocessed_hash):
        raise InputError(f"the condition is about '{task.name}' with other macros, or with other included files")

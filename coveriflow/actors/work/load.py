"""From a task to what the algorithms work on."""

from __future__ import annotations

import hashlib

from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.violations import means_the_same, violations_of
from coveriflow.execution.processes.shared_values import shared
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.errors import InputError
from coveriflow.program.frontend import program_cfa
from coveriflow.program.text.violations import NOTHING, Violations, failing_checks
from coveriflow.transform.failing_checks import violating
from coveriflow.transform.leak_checks import with_leak_checks

_SHORT = 4_000
"""Characters of a program that each job reads for itself: that takes as long as it takes to look for who has read it.
"""


def task_of(given: Task | Residual) -> Task:
    """The task to look at: the residual program's where there is one."""
    return given.task if isinstance(given, Residual) else given


def automaton_of(task: Task) -> Cfa:
    """The control-flow automaton in which whatever violates the specification leads to the error location."""
    return violating(with_checks(task), violations_of(task).checks)


def automaton_to_search(task: Task) -> Cfa:
    """The same, but for undefined behaviour that is left open: nothing is known of executions that seem to have it."""
    return violating(with_checks(task), violations_of(task).checks, task.left_open)


def ending_automaton_of(task: Task) -> Cfa:
    """The automaton of a program that is asked whether its executions end: an error function is like any other."""
    return _read(task, NOTHING)


def wrapping_automaton_of(task: Task) -> Cfa:
    """The automaton of a program whose error is that signed arithmetic has a result which its type cannot hold."""
    kinds = frozenset({Undefined.OVERFLOW})
    return violating(_read(task, failing_checks(kinds)), kinds)


def with_checks(task: Task) -> Cfa:
    """The same automaton with undefined behaviour as checks that end executions, also where it violates the
    specification.
    """
    violations = violations_of(task)
    return with_leak_checks(_read(task, violations), violations.checks)


def _read(task: Task, violations: Violations) -> Cfa:
    """The program's automaton. A text that is not short is read once for all jobs of an owner."""
    sources = [(source.name, source.preprocessed) for source in task.sources]

    def reading() -> Cfa:
        return program_cfa(sources, task.data_model, violations, task.specification.entry)

    if sum(len(text) for _, text in sources) < _SHORT:
        return reading()
    return shared(_digest(task, violations), reading)


def _digest(task: Task, violations: Violations) -> str:
    """Of all that the automaton depends on."""
    checks = sorted(check.name for check in violations.checks)
    violating = (sorted(violations.functions), sorted(violations.assertions), violations.label, checks, violations.name)
    sources = tuple((source.name, source.preprocessed) for source in task.sources)
    everything = repr((sources, task.data_model, task.specification.entry, violating))
    return hashlib.sha256(everything.encode("utf-8", "surrogatepass")).hexdigest()


def check_about(given: Condition | Range, task: Task) -> None:
    """A condition is about one program, specification and data model; any other is refused (contract: Condition). So is
    a range, whose bounds are other paths in another program.
    """
    what_it_is = "range" if isinstance(given, Range) else "condition"
    for what, same in (
        ("program", task.program_hash == given.program_hash),
        ("specification", means_the_same(task, given.specification)),
        ("data model", task.data_model == given.data_model),
    ):
        if not same:
            hint = "\nGive the property (--property, --spec) with which it was made." if what == "specification" else ""
            raise InputError(f"the {what_it_is} is about another {what} than the task '{task.name}'{hint}")
    if isinstance(given, Condition) and given.preprocessed_hash not in ("", task.preprocessed_hash):
        raise InputError(f"the condition is about '{task.name}' with other macros, or with other included files")

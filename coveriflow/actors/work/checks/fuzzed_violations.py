"""Violations of every property by greybox fuzzing: what the fuzzer finds violates the property in the automaton."""

from __future__ import annotations

from functools import partial

from coveriflow.actors.definition import Produced
from coveriflow.actors.options import GreyboxOptions
from coveriflow.actors.work.checks.failing_executions import failing_execution
from coveriflow.actors.work.greybox.search import Guessing, guessed, refused
from coveriflow.actors.work.load import automaton_of, with_checks
from coveriflow.actors.work.source_positions import Originals
from coveriflow.actors.work.verify.error_paths import error_path
from coveriflow.actors.work.verify.soft_limits import soft_limits
from coveriflow.actors.work.verify.unsupported import not_supported
from coveriflow.actors.work.verify.violating_input import violating_test
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.artifacts.answers import Answer, Confirmation, ConfirmedTest, Violation
from coveriflow.artifacts.coverage import ExecutedLines
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import violations_of
from coveriflow.program.cfa.edges import Assume, Edge, Skip, Undefined
from coveriflow.program.errors import NotSupported
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter

_UNLIMITED = 60.0
"""Seconds, where nobody says how long."""
_ALL = 1e6
_STEPS = 5_000_000


def greybox_tested(task: Task, options: GreyboxOptions) -> Produced:
    """A violation that an execution shows, or why there is none."""
    limits = soft_limits(options.cpu, options.share)
    if limits.cpu is None and limits.wall is None:
        limits = SoftLimits(_UNLIMITED, None, limits.memory)
    if reason := refused(task):
        return (Answer(Verdict.UNKNOWN, reason),)
    try:
        wanted = Guessing(automaton_of(task), violations_of(task), partial(_violates, task))
    except NotSupported as unsupported:
        return (not_supported(unsupported),)
    found = guessed(task, wanted, limits, options.patience or _ALL, options.seed)
    if isinstance(found, str):
        answer = Answer(Verdict.UNKNOWN, found)
        return (answer, executed_lines(task, wanted)) if wanted.taken else (answer,)
    evidence = ConfirmedTest(violating_test(found.inputs), Confirmation.INTERPRETED)
    values = tuple(value for _, value in found.inputs)
    path = None if found.end is End.TOO_LONG else error_path(Originals(task), wanted.cfa, values)
    answer = Answer(Verdict.FALSE, "", evidence, wanted.cfa.assumptions)
    return (answer, Violation(values)) if path is None else (answer, Violation(values), path)


def executed_lines(task: Task, wanted: Guessing) -> ExecutedLines:
    """What executions took of the lines of the task's files."""
    files = {source.name for source in task.sources}
    lines = {(e.origin.file, e.origin.line) for e in wanted.cfa.edges if e.origin.file in files and _does(e)}
    executed = lines & {(each.origin.file, each.origin.line) for each in wanted.taken}
    return ExecutedLines(tuple(sorted(executed)), tuple(sorted(lines - executed)))


def _does(edge: Edge) -> bool:
    """Whether the text does something here: a failing check is none of its own."""
    operation = edge.operation
    return not isinstance(operation, Skip) and not (isinstance(operation, Assume) and operation.undefined)


def _violates(task: Task, replay: Execution) -> bool:
    """A check of lost memory fails more often than memory is lost; a call of an error function is no check."""
    if replay.end is not End.ERROR or Undefined.LOST not in violations_of(task).checks:
        return replay.end is End.ERROR
    checked, values = with_checks(task), [value for _, value in replay.inputs]
    found = failing_execution(checked, values, _STEPS)
    if found is None:
        return Interpreter(checked, keep_trace=False).run(values, _STEPS).end is End.ERROR
    return found.kind is not Undefined.LOST or found.detail is not None

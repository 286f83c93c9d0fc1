"""Executions in which a check fails: they are replayed, and executed with the compiler's sanitizers."""

from __future__ import annotations

from dataclasses import dataclass

from coveriflow.actors.work.checks.failing_executions import Failing, failing_execution
from coveriflow.actors.work.confirm.command_line import command_line, shell_command, told_inputs
from coveriflow.actors.work.confirm.other_nans import takes_nans, with_other_nans
from coveriflow.actors.work.confirm.sanitizers import sanitized
from coveriflow.actors.work.confirm.standard_input import is_read, standard_input
from coveriflow.actors.work.confirm.violations import (
    LINKED,
    InputsTaken,
    assumed_values,
    hidden_values,
    of_library,
    reads,
    reads_another_text,
    rests_on_order,
)
from coveriflow.actors.work.entry_function import MAIN
from coveriflow.actors.work.greybox.replay import ReplayedInputs
from coveriflow.actors.work.verify.violating_input import test_of
from coveriflow.artifacts.answers import Confirmation
from coveriflow.artifacts.definedness import Left, UndefinedBehaviour
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import Reproduction, reproduction
from coveriflow.artifacts.violations import stopping
from coveriflow.execution.contracts import End
from coveriflow.execution.native.compiled_program import CompileError
from coveriflow.execution.processes.worker import current_limits
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Check, Edge, Input, InputKind, Undefined
from coveriflow.program.errors import Span
from coveriflow.program.library.inline.scanf import SOURCE
from coveriflow.program.library.inline.streams import FAILURE
from coveriflow.program.lowering.environment import of_violations
from coveriflow.program.types.c_types import Array

_STEPS = 10_000_000
_SECONDS = 20.0
NOT_OF_C = frozenset({Undefined.STACK, Undefined.COMPARISON, Undefined.LIFETIME})
"""The size of the stack, and what all compilers do alike although C leaves it open: no bug is reported."""
_NOT_KNOWN = (*LINKED, InputKind.NAN)
"""What is not computed here, and may never have the value that an execution takes it to have."""
_ENDED = "its execution with sanitizers was ended: "
_NO_SEARCH = (
    "the box of the execution keeps AddressSanitizer from looking for leaks (outside of it, '-fsanitize=address' looks)"
)
_MAY_BE_LEFT = "a pointer to the memory may be left"
_NANS = "it may rest on the bits of a NaN that was computed, which are not known here"
_NO_SANITIZER = "no sanitizer of gcc looks for it"
_ALWAYS_SEEN = frozenset({Undefined.DIVISION, Undefined.SHIFT, Undefined.UNREACHABLE})
"""What sanitizers report wherever it happens: without their report our reading of the program is doubted."""


@dataclass(frozen=True, slots=True)
class NotConfirmed:
    """A check that fails in an execution which is no evidence. ``note``: why the sanitizers did not look at it; empty
    if they did, and report nothing there. ``at``: where, in the user's text; ``given``: its texts on standard input
    and its arguments, in words.
    """

    check: Edge
    note: str
    at: Span
    given: str

    @property
    def is_no_violation(self) -> bool:
        """Whether it is known that the execution does not violate the property."""
        return self.note == _MAY_BE_LEFT

    @property
    def kind(self) -> Undefined:
        """What the check excludes."""
        assert isinstance(self.check.operation, Check)
        return self.check.operation.undefined


def confirmed(
    task: Task, cfa: Cfa, values: tuple[int, ...], wanted: frozenset[Undefined] = frozenset()
) -> UndefinedBehaviour | NotConfirmed | None:
    """What happens in the execution of ``cfa`` with ``values``, which a check ends; only this check if that is no
    undefined behaviour of C (but is ``wanted``), or if it rests on what was not confirmed. ``None`` if it takes too
    many steps.
    """
    found = failing_execution(cfa, values, _STEPS)
    if found is None:
        return None
    assert isinstance(found.check.operation, Check)
    kind = found.check.operation.undefined
    given, arguments = standard_input(found.inputs), command_line(found.inputs)
    told = told_inputs(given, arguments, is_read=is_read(found.inputs))
    if kind in NOT_OF_C - wanted:
        return NotConfirmed(found.check, _NO_SANITIZER, found.at, told)
    if kind is Undefined.LOST and found.detail is None:
        return NotConfirmed(found.check, _MAY_BE_LEFT, found.at, told)
    seen, note = (False, _NO_SANITIZER) if kind is Undefined.UNINITIALISED else _executed(task, found)
    asks = Undefined.UNINITIALISED in wanted
    inputs = tuple(each for each in found.inputs if not (asks and _is_of_a_local(*each)))
    if takes_nans(found.inputs) and not _whatever_nans(cfa, found):
        return NotConfirmed(found.check, _NANS, found.at, told)
    is_assumed = bool(wanted) and _rests_on_assumptions_only(cfa, found, note)
    is_open = not is_assumed and _is_open(cfa, found, note)
    if not seen and (_is_doubted(kind, inputs, note) or is_open or rests_on_order(cfa, found.inputs)):
        return NotConfirmed(found.check, note, found.at, told)
    case = test_of(found.inputs, violates=False)
    read = set(found.read)
    others = tuple(each for each in inputs if not _is_of_library(each[0]) and each in read)
    can_run = task.specification.entry == MAIN and not is_assumed
    return UndefinedBehaviour(
        kind,
        (found.at.file, found.at.line, found.at.column),
        found.called,
        found.detail,
        case,
        Confirmation.EXECUTED if seen else Confirmation.INTERPRETED,
        "" if seen else note or "the sanitizers of the compiler report nothing there",
        () if seen else (*of_violations(cfa.assumptions), *assumed_values(others)),
        told,
        "" if case.inputs or is_assumed else shell_command(given, arguments, is_read=is_read(found.inputs)),
        _reproduced(found, given, arguments, is_sanitized=seen or note == _NO_SEARCH) if can_run else None,
    )


def _whatever_nans(cfa: Cfa, found: Failing) -> bool:
    """Whether the same check fails with other bits of these NaNs, too."""
    others = (failing_execution(cfa, values, _STEPS) for values in with_other_nans(found.inputs))
    return all(other is not None and other.check is found.check for other in others)


def _reproduced(found: Failing, given: bytes, arguments: tuple[bytes, ...], *, is_sanitized: bool) -> Reproduction:
    values = tuple(each.value for each in test_of(found.inputs, violates=False).inputs)
    return reproduction(values, given, arguments, is_sanitized=is_sanitized)


def _is_doubted(kind: Undefined, inputs: InputsTaken, note: str) -> bool:
    return kind in _ALWAYS_SEEN and not hidden_values(inputs) and not note


def _rests_on_assumptions_only(cfa: Cfa, found: Failing, note: str) -> bool:
    """Whether the program is not complete, and what it lacks need only give the values of the execution: a violation
    of the property that the user asks about is one under that assumption, as a call of an error function is.
    """
    lacks = reads(found.inputs, *LINKED) and not _were_asked(note)
    given = tuple(each for each in found.inputs if not reads((each,), *LINKED))
    return lacks and is_given(given) and not of_library(cfa, found.inputs) and not _reads_another_text(cfa, found)


def _reads_another_text(cfa: Cfa, found: Failing) -> bool:
    return reads(found.inputs, InputKind.LIBRARY) and reads_another_text(cfa)


def _is_open(cfa: Cfa, found: Failing, note: str) -> bool:
    """Whether the execution may be none of the program, since it takes a value that may never be given to it, and
    sanitizers cannot say; where they were asked and did not see it, nothing that the library gives is taken to be
    right. What its functions read from standard input is known, if the text that is to be given there makes them read
    it.
    """
    if not is_given(found.inputs) or _reads_another_text(cfa, found):
        return True
    return _were_asked(note) and reads(found.inputs, InputKind.LIBRARY)


def _were_asked(note: str) -> bool:
    """Whether the program was executed with sanitizers."""
    return not note or note.startswith(_ENDED)


def is_given(inputs: InputsTaken) -> bool:
    """Whether all that an execution reads from the library is what the text on standard input makes it read."""
    if reads(inputs, *_NOT_KNOWN):
        return False
    replayed = ReplayedInputs((), standard_input(inputs), ())
    given = ((edge, value) for edge, value in inputs if _is_of_library(edge))
    return all(is_of_text(_source(edge)) and replayed(edge) == value for edge, value in given)


def is_of_text(source: str) -> bool:
    """Whether a text on standard input decides what an input with this source is."""
    return source.startswith(SOURCE) or source == FAILURE


def _is_of_library(edge: Edge) -> bool:
    return isinstance(edge.operation, Input) and edge.operation.kind is InputKind.LIBRARY


def _source(edge: Edge) -> str:
    return edge.operation.source if isinstance(edge.operation, Input) else ""


def _is_of_a_local(edge: Edge, _value: int) -> bool:
    """Whether a scalar gets a value that no execution reads, since reading it would be the violation."""
    operation = edge.operation
    if not isinstance(operation, Input) or operation.kind is not InputKind.UNINITIALISED:
        return False
    own, source = (name.rpartition("::")[2] for name in (operation.target.name, operation.source))
    return own == source and not isinstance(operation.target.type, Array)


def _executed(task: Task, found: Failing) -> tuple[bool, str]:
    """Whether the sanitizers report the line; else why the program was not executed with them, if it was not."""
    if task.specification.entry != MAIN:
        return False, f"it begins with {task.specification.entry}, and not with {MAIN}"
    case = test_of(found.inputs, violates=False)
    assert isinstance(found.check.operation, Check)
    kind = found.check.operation.undefined
    hard = current_limits()
    cpu, wall = (_SECONDS if s is None else min(_SECONDS, s / 2) for s in (hard.cpu, hard.wall))
    limits, fails = Limits(cpu, wall, hard.memory), stopping(task)
    given, arguments = standard_input(found.inputs), command_line(found.inputs)
    included = {found.at.file, *(file for file, _ in found.allocations)}
    try:
        run = sanitized(task, [i.value for i in case.inputs], fails, limits, given, arguments, kind, included)
    except CompileError as error:
        return False, str(error)
    places = {(found.at.file, found.at.line)}
    if isinstance(found.detail, Left):
        places = {(file, line) for file, line in found.allocations if line in found.detail.lines}
    is_seen = not places.isdisjoint(run.lines)
    if not is_seen and not run.searches_leaks:
        return False, _NO_SEARCH
    return is_seen, "" if is_seen or run.end is End.FINISHED else f"{_ENDED}{run.end.value}"

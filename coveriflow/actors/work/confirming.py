"""Confirming a violation: replay it, compile the program, run it (contract: evidence for ``false``)."""

from __future__ import annotations

import re
from datetime import UTC, datetime

from coveriflow.actors.work.command_line import command_line
from coveriflow.actors.work.loading import automaton_of, error_function
from coveriflow.actors.work.standard_input import standard_input
from coveriflow.actors.work.violations import violating_test
from coveriflow.artifacts.answers import Answer, Confirmation, ConfirmedTest, Violation
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.suites import TestCase, TestSuite
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.compiler import Linkage, find_compiler, is_of_system
from coveriflow.execution.confirmation import Execution as Compiled
from coveriflow.execution.confirmation import ExecutionVerdict, execute_test
from coveriflow.execution.worker import current_limits
from coveriflow.program.cfa import Cfa
from coveriflow.program.edges import Input, InputKind
from coveriflow.program.errors import Span
from coveriflow.program.interpreter import End, Execution, Interpreter
from coveriflow.program.library import REDECLARED
from coveriflow.program.library_names import is_library
from coveriflow.program.printer import printed

_REPLAY_STEPS = 50_000_000
_RUN_SECONDS = 60.0
_SHOWN = 20
_LONGEST = 200
_UNDEFINED = re.compile(r"the undefined function (\w+) ")
_ESCAPES = {10: "\\n", 9: "\\t"}


def confirmed(task: Task, violation: Violation) -> tuple[Answer, TestSuite | None]:
    """The answer about ``violation``, and the test if it does reach the error in the automaton."""
    cfa = automaton_of(task)
    replay = Interpreter(cfa, keep_trace=False).run(violation.values, _REPLAY_STEPS)
    if replay.end is End.TOO_LONG and len(replay.inputs) == len(violation.values):
        return _executed(task, violating_test(replay.inputs))
    if replay.end is not End.ERROR:
        reason = f"the claimed violation does not reach the error: {replay.end.value}"
        return Answer(Verdict.UNKNOWN, reason), None
    case = violating_test(replay.inputs)
    return _answer(task, cfa, replay, case), _suite(task, case)


def _executed(task: Task, case: TestCase) -> tuple[Answer, TestSuite | None]:
    """By the compiled program alone, which is faster: the execution is too long for the interpreter."""
    reason = f"it takes more steps than are replayed, and {cannot_execute(task)}"
    if not cannot_execute(task):
        sources, values = [(s.name, s.preprocessed) for s in task.sources], [i.value for i in case.inputs]
        compiled = _run(task, sources, values)
        if compiled.verdict is ExecutionVerdict.CONFIRMED:
            return Answer(Verdict.FALSE, "", ConfirmedTest(case, executed_with(compiled))), _suite(task, case)
        reason = f"it takes more steps than are replayed, and executed it is not seen ({compiled.reason})"
    return Answer(Verdict.UNKNOWN, f"the claimed violation was not confirmed: {reason}"), None


def cannot_execute(task: Task) -> str:
    """Why programs of the task's data model are not executed here; empty if they are."""
    compiler = find_compiler()
    if compiler is None:
        return "no C compiler was found"
    here = compiler.linkage(task.data_model)
    return f"this machine runs no programs of {task.data_model.value}" if here is Linkage.NONE else ""


def _answer(task: Task, cfa: Cfa, replay: Execution, case: TestCase) -> Answer:
    reason = cannot_execute(task)
    if reason and not (_rests_on_library(replay) or _calls_of_system(cfa)):
        return _replayed(cfa, replay, case, reason)
    written = Compiled(ExecutionVerdict.INCONCLUSIVE, reason)
    given, arguments = standard_input(replay.inputs), command_line(replay.inputs)
    if not reason:
        sources, values = [(s.name, s.preprocessed) for s in task.sources], [i.value for i in case.inputs]
        written = _run(task, sources, values, given, arguments)
    if written.verdict is ExecutionVerdict.CONFIRMED:
        told = [f"{_shown(given)} on standard input"] if given else []
        if arguments:
            told.append(f"argv {' '.join(map(_shown, arguments[:_SHOWN]))}")
        reason = f"with {' and '.join(told)}" if told else ""
        return Answer(Verdict.FALSE, reason, ConfirmedTest(case, executed_with(written)))
    missing = bool(reason) or (written.linkage is None and _lacks_library(task))
    if _reads(replay, InputKind.LIBRARY) or (missing and (_rests_on_library(replay) or _calls_of_system(cfa))):
        reason = f"it may rest on a value that a function of the C library never has ({written.reason})"
        return Answer(Verdict.UNKNOWN, f"the violation could not be confirmed: {reason}")
    if written.ended and (_reads(replay, *_LINKED) or not hidden(replay)):
        reason = f"executed as written, which leaves no such value open, it is not seen ({written.reason})"
        return Answer(Verdict.UNKNOWN, f"the violation could not be confirmed: {reason}")
    return _as_printed(task, cfa, replay, case, written)


def _as_printed(task: Task, cfa: Cfa, replay: Execution, case: TestCase, written: Compiled) -> Answer:
    explicit = _run(task, [("printed.c", printed(cfa).text)], [value for _, value in replay.inputs])
    if explicit.verdict is ExecutionVerdict.CONFIRMED:
        evidence = ConfirmedTest(case, _printed_with(explicit))
        assumed = (*cfa.assumptions, *hidden(replay))
        return Answer(Verdict.FALSE, f"as written: {written.reason}", evidence, assumed)
    if _lacks_library(task) and explicit.lacks_library and (written.lacks_library or written.ended):
        return _replayed(cfa, replay, case, explicit.reason)
    reason = f"the violation could not be confirmed: {written.reason}; with explicit inputs: {explicit.reason}"
    return Answer(Verdict.UNKNOWN, reason)


def _lacks_library(task: Task) -> bool:
    compiler = find_compiler()
    return compiler is not None and compiler.linkage(task.data_model) is Linkage.OWN


def _replayed(cfa: Cfa, replay: Execution, case: TestCase, reason: str) -> Answer:
    """Where the machine lacks what an execution needs, the replay stands (contract: evidence for ``false``)."""
    sentence = f"{reason}: the violation was replayed by the interpreter only"
    evidence = ConfirmedTest(case, Confirmation.INTERPRETED)
    return Answer(Verdict.FALSE, "", evidence, (*cfa.assumptions, *hidden(replay), sentence))


def executed_with(execution: Compiled) -> Confirmation:
    """The evidence that an execution of the program as written is."""
    own = execution.linkage is Linkage.OWN
    return Confirmation.EXECUTED_FREESTANDING if own else Confirmation.EXECUTED


def _printed_with(execution: Compiled) -> Confirmation:
    own = execution.linkage is Linkage.OWN
    return Confirmation.EXECUTED_PRINTED_FREESTANDING if own else Confirmation.EXECUTED_PRINTED


def _shown(text: bytes) -> str:
    """``text`` as a string literal of C would have it, or the beginning of it."""
    whole = "".join(chr(b) if 32 <= b < 127 and b not in b'"\\' else _ESCAPES.get(b, f"\\{b:03o}") for b in text)
    return f'"{whole}"' if len(whole) <= _LONGEST else f'"{whole[:_LONGEST]}"...'


def _reads(replay: Execution, *kinds: InputKind) -> bool:
    """Whether the execution took values of such kinds."""
    read = (edge.operation for edge, _ in replay.inputs)
    return any(isinstance(each, Input) and each.kind in kinds for each in read)


def _rests_on_library(replay: Execution) -> bool:
    """Whether it took values of what the C library gives, also of what our headers do not declare. Only the program as
    written, when it is executed with a library that has it, says which values there are.
    """
    read = [edge.operation for edge, _ in replay.inputs if isinstance(edge.operation, Input)]
    names = {each.source.rpartition("::")[2] for each in read if each.kind in _LINKED}
    return _reads(replay, InputKind.LIBRARY) or any(map(is_of_system, sorted(names)))


def _calls_of_system(cfa: Cfa) -> bool:
    """Whether a function that counts as undefined, since our headers do not declare it so, is one of the system's."""
    names = [found[1] for each in cfa.assumptions if (found := _UNDEFINED.match(each))]
    return any(is_of_system(name) and (name in REDECLARED or not is_library(name)) for name in names)


_LINKED = (InputKind.UNDEFINED, InputKind.VARIABLE)
"""What a program that could be linked does have: someone defines it."""


def hidden(replay: Execution) -> tuple[str, ...]:
    """What the violation needs beside the inputs of the program as written; the first few of it."""
    sentences = [
        f"{edge.operation.kind.value} '{edge.operation.source.rpartition('::')[2]}' has the value {value} at "
        f"{Span(edge.origin.file, edge.origin.line)}"
        for edge, value in replay.inputs
        if isinstance(edge.operation, Input) and edge.operation.kind is not InputKind.CALL
    ]
    return tuple(dict.fromkeys(sentences))[:_SHOWN]


def _run(
    task: Task,
    sources: list[tuple[str, str]],
    values: list[int],
    given: bytes = b"",
    arguments: tuple[bytes, ...] = (),
) -> Compiled:
    hard = current_limits()
    seconds = min([_RUN_SECONDS, *(s / 3 for s in (hard.cpu, hard.wall) if s is not None)])
    limits = Limits(seconds, seconds, hard.memory)
    return execute_test(
        sources,
        values,
        error_function(task.specification),
        task.data_model,
        limits,
        standard_input=given,
        arguments=arguments,
    )


def _suite(task: Task, case: TestCase) -> TestSuite:
    created = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return TestSuite((case,), task.name, task.program_hash, task.specification, task.data_model, created=created)

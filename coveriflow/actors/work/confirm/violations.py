"""Confirming a violation: replay it, compile the program, run it (contract: evidence for ``false``)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from math import inf
from typing import cast

from coveriflow.actors.work.confirm.command_line import command_line, is_of_command_line, shell_command, told_inputs
from coveriflow.actors.work.confirm.other_memory import rests_on_memory
from coveriflow.actors.work.confirm.other_nans import takes_nans, with_other_nans
from coveriflow.actors.work.confirm.reached import is_open, reached
from coveriflow.actors.work.confirm.sanitizers import undefined_before
from coveriflow.actors.work.confirm.smaller_inputs import smaller_inputs
from coveriflow.actors.work.confirm.standard_input import is_read, standard_input
from coveriflow.actors.work.entry_function import MAIN, Entered, as_printed, as_written
from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.verify.violating_input import violating_test
from coveriflow.artifacts.answers import Answer, Confirmation, ConfirmedTest, Violation
from coveriflow.artifacts.resources import Limits, used_here
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import Reproduction, TestCase, TestSuite, reproduction
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import violations_of
from coveriflow.execution.confinement.probing import chosen
from coveriflow.execution.native.compiled_program import NO_PROGRAM
from coveriflow.execution.native.compiler import Linkage, find_compiler, is_of_system
from coveriflow.execution.native.confirmation import Execution as Compiled
from coveriflow.execution.native.confirmation import ExecutionVerdict, execute_test
from coveriflow.execution.processes.worker import current_limits
from coveriflow.logic.cpu_time import in_seconds
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind, Location
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions.compile import Environment, compiled
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter
from coveriflow.program.library.inline.scanf import SOURCE
from coveriflow.program.library.needed_models import REDECLARED
from coveriflow.program.library.unmodelled import changes_what_is_read, library_names
from coveriflow.program.lowering.environment import of_violations
from coveriflow.program.lowering.expressions.object_order import where_orders_matter
from coveriflow.program.printing.printer import printed
from coveriflow.program.text.violations import Violations, calls_of
from coveriflow.program.wording import UNCONFIRMED

REPLAY_STEPS = 50_000_000
_REPLAY_SHARE = 1 / 3
"""Of the time, for a replay that shows what the compiled program would not: what is longer, it executes alone."""
_RUN_SECONDS = 60.0
_LEAST = 0.1
"""CPU seconds of an execution."""
_SHRINKING = 1.0
"""CPU seconds for making inputs smaller."""
_SHOWN = 20
InputsTaken = tuple[tuple[Edge, int], ...]
"""The input edges that an execution takes, with the values read."""
_UNDEFINED = re.compile(r"the undefined function (\w+) ")


def never_given(_inputs: InputsTaken) -> bool:
    """Nothing is known of what the library gives."""
    return False


def confirmed(
    task: Task, violation: Violation, is_given: Callable[[InputsTaken], bool] = never_given
) -> tuple[Answer, TestSuite | None]:
    """The answer about ``violation``, and the test if it does reach the error in the automaton. ``is_given``: whether
    all that an execution reads from the library is what a text on standard input makes it read.
    """
    cfa, replaying = automaton_of(task), in_seconds(_REPLAY_SHARE * (current_limits().cpu or inf))
    replay = Interpreter(cfa, keep_trace=False).run(violation.values, REPLAY_STEPS, is_over=replaying.is_over)
    if replay.end is End.TOO_LONG and len(replay.inputs) == len(violation.values) and not takes_nans(replay.inputs):
        return _executed(task, replay)
    if replay.end is not End.ERROR:
        reason = f"the claimed violation does not reach the error: {replay.end.value}"
        return Answer(Verdict.UNKNOWN, reason), None
    case = violating_test(replay.inputs)
    return _answer(task, cfa, replay, case, is_given), suite_of(task, case)


def simplest(cfa: Cfa, values: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Inputs that lead to the same violation, the ones to be executed first; ``values`` are among them."""
    left = current_limits().cpu
    seconds = _SHRINKING if left is None else min(_SHRINKING, left / 10)
    return tuple(dict.fromkeys((smaller_inputs(cfa, values, seconds), values)))


def _executed(task: Task, replay: Execution) -> tuple[Answer, TestSuite | None]:
    """By the compiled program alone, which is faster: the execution is too long for the interpreter. An undefined step
    does something there, too: sanitizers look whether there is one.
    """
    case = violating_test(replay.inputs)
    if why := cannot_execute(task):
        return _unconfirmed_length(why), None
    entered = as_written(task, replay.inputs)
    entered = replace(entered, flags=(*entered.flags, DIALECT))
    compiled = _run(task, entered)
    if compiled.verdict is not ExecutionVerdict.CONFIRMED:
        return _unconfirmed_length(f"its execution does not show it ({compiled.reason})"), None
    undefined, missed = undefined_before(task, entered, violations_of(task), _limits_of_another())
    if undefined:
        return _unconfirmed_length(f"it is undefined before it reaches the error: {undefined}"), None
    evidence = ConfirmedTest(case, executed_with(compiled))
    assumed = (f"{_DEFINED} ({missed})",) if missed else ()
    return Answer(Verdict.FALSE, entered.told, evidence, assumed), suite_of(task, case)


DIALECT = "-std=gnu11"
"""In an older one constants have other types."""


def _unconfirmed_length(reason: str) -> Answer:
    return Answer(Verdict.UNKNOWN, f"{UNCONFIRMED}: it takes more steps than are replayed, and {reason}")


_DEFINED = "nothing undefined is done before the error is reached: sanitizers did not look at all of the execution"


def cannot_execute(task: Task) -> str:
    """Why programs of the task's data model are not executed here; empty if they are."""
    compiler = find_compiler()
    if compiler is None:
        return "no C compiler was found"
    if not (box := chosen()).is_enough:
        return f"no program is executed outside a full box, which is not to be had: {box.why_not_full}"
    here = compiler.linkage(task.data_model)
    return f"this machine runs no programs of {task.data_model.value}" if here is Linkage.NONE else ""


def _answer(task: Task, cfa: Cfa, replay: Execution, case: TestCase, is_given: Callable[[InputsTaken], bool]) -> Answer:
    reason = cannot_execute(task)
    library, order = of_library(cfa, replay.inputs), rests_on_order(cfa, replay.inputs)
    nans = takes_nans(replay.inputs)
    if reason and not library and not order and not nans:
        return _replayed(cfa, replay, case, reason)
    written = Compiled(ExecutionVerdict.INCONCLUSIVE, reason)
    given, arguments, entered = standard_input(replay.inputs), command_line(replay.inputs), _entered(task, replay)
    if nans and not _whatever_nans(cfa, replay):
        return Answer(Verdict.UNKNOWN, f"{UNCONFIRMED}: it may rest on {_NANS}, which are not known here")
    if not reason and entered is not None:
        written = _run(task, entered, given, arguments)
    if written.verdict is ExecutionVerdict.CONFIRMED and entered is not None:
        open_ = is_open(task, cfa, replay.inputs)
        said = reached(task, entered, given, arguments, _limits()) if open_ else None
        takes_text = is_read(replay.inputs)
        command = "" if entered.values else shell_command(given, arguments, is_read=takes_text)
        run = _run_again(task, entered, written, given, arguments)
        evidence = ConfirmedTest(case, executed_with(written), said, command=command, run=run)
        told = told_inputs(given, arguments, is_read=takes_text)
        return Answer(Verdict.FALSE, ", ".join(filter(None, (entered.told, told))), evidence)
    missing = bool(reason) or (written.linkage is None and _lacks_library(task))
    if written.ended and not library and _rests_on_evaluation_only(replay.inputs):
        return Answer(Verdict.UNKNOWN, f"{UNCONFIRMED}: {OTHER_ORDER}")
    if nans:
        return Answer(Verdict.UNKNOWN, f"{UNCONFIRMED}: it takes {_NANS}, which are not known here ({written.reason})")
    unwritten = written.ended and bool(_unwritten(replay.inputs))
    rests = not unwritten or rests_on_memory(cfa, replay.inputs, REPLAY_STEPS)
    is_known = not order and is_given(replay.inputs) and not reads_another_text(cfa)
    if unwritten and rests and is_known:
        told = told_inputs(given, arguments, is_read=is_read(replay.inputs))
        return _as_printed(task, cfa, replay, case, written, told)
    if order or reads(replay.inputs, InputKind.LIBRARY) or (missing and library):
        named = [f"the value of '{name}', which nothing has initialised" for name in _unwritten(replay.inputs)]
        named = list(dict.fromkeys((*named, *map(_named, library))))[:_SHOWN]
        names = " and ".join([*named, *[_orders(replay.inputs)] * order])
        reason = f"it may rest on {names}, which is not computed here ({written.reason})"
        return Answer(Verdict.UNKNOWN, f"{UNCONFIRMED}: {reason}")
    if written.ended and (reads(replay.inputs, *LINKED) or not hidden_values(replay.inputs) or not rests):
        reason = f"its execution as written, which leaves no such value open, does not show it ({written.reason})"
        return Answer(Verdict.UNKNOWN, f"{UNCONFIRMED}: {reason}")
    return _as_printed(task, cfa, replay, case, written)


_NANS = "the bits of a NaN that was computed"


def _whatever_nans(cfa: Cfa, replay: Execution) -> bool:
    """Whether the error is reached with other bits of these NaNs, too."""
    runs = (Interpreter(cfa, keep_trace=False).run(each, REPLAY_STEPS) for each in with_other_nans(replay.inputs))
    return all(run.end is End.ERROR for run in runs)


def _run_again(
    task: Task,
    entered: Entered,
    done: Compiled,
    given: bytes = b"",
    arguments: tuple[bytes, ...] = (),
    printed: str = "",
    stops: str = "",
) -> Reproduction | None:
    """What repeats the execution that was ``done``; not with our C library, or where another function begins."""
    if done.linkage is not Linkage.SYSTEM or task.specification.entry != MAIN:
        return None
    return reproduction(tuple(entered.values), given, arguments, printed=printed, stops=stops)


OTHER_ORDER = (
    "C leaves the order of evaluation open, one order violates the property, and "
    "the compiled program was not seen to take it"
)


def _named(source: str) -> str:
    """What gives a value that the execution takes, without what exactly is read of it."""
    name = source.partition(" ")[0]
    return "what is read from standard input" if source.startswith(SOURCE) else f"what '{name}' gives"


def _is_of_library(edge: Edge) -> bool:
    return isinstance(edge.operation, Input) and edge.operation.kind is InputKind.LIBRARY


def _rests_on_evaluation_only(inputs: InputsTaken) -> bool:
    """Whether only the order of operands is open, besides the inputs of the program."""
    kinds = {edge.operation.kind for edge, _ in inputs if isinstance(edge.operation, Input)}
    return InputKind.EVALUATION in kinds and kinds <= {InputKind.CALL, InputKind.EVALUATION}


def _orders(inputs: InputsTaken) -> str:
    return "the order of evaluation" if reads(inputs, InputKind.EVALUATION) else "the order of objects in memory"


def _as_printed(
    task: Task, cfa: Cfa, replay: Execution, case: TestCase, written: Compiled, given: str | None = None
) -> Answer:
    """``given``: in words, what makes the program read what it does from the library and its arguments."""
    text = printed(cfa).text
    entered = as_printed(task, text, replay.inputs)
    explicit = _run(task, entered, violations=calls_of(cfa.error_function))
    if explicit.verdict is ExecutionVerdict.CONFIRMED:
        again = _run_again(task, entered, explicit, printed=text, stops=cfa.error_function)
        evidence = ConfirmedTest(case, _printed_with(explicit), run=again)
        chosen_by_nobody = tuple(each for each in replay.inputs if given is None or not _is_of_library(each[0]))
        why = "; ".join(filter(None, (_why_printed(written.reason, _unwritten(replay.inputs)), given)))
        return Answer(
            Verdict.FALSE, why, evidence, (*of_violations(cfa.assumptions), *assumed_values(chosen_by_nobody))
        )
    has_none = _lacks_library(task) and explicit.lacks_library and (written.lacks_library or written.ended)
    if has_none or (explicit.lacks_room and (written.lacks_room or written.ended)):
        return _replayed(cfa, replay, case, explicit.reason)
    reason = f"{UNCONFIRMED}: {written.reason}; with explicit inputs: {explicit.reason}"
    return Answer(Verdict.UNKNOWN, reason)


def _lacks_library(task: Task) -> bool:
    compiler = find_compiler()
    return compiler is not None and compiler.linkage(task.data_model) is Linkage.OWN


def _replayed(cfa: Cfa, replay: Execution, case: TestCase, reason: str) -> Answer:
    """Where the machine lacks what an execution needs, the replay stands (contract: evidence for ``false``)."""
    sentence = f"{reason}: the violation was replayed by the interpreter only"
    evidence = ConfirmedTest(case, Confirmation.INTERPRETED)
    values = assumed_values(replay.inputs)
    return Answer(Verdict.FALSE, "", evidence, (*of_violations(cfa.assumptions), *values, sentence))


def executed_with(execution: Compiled) -> Confirmation:
    """The evidence that an execution of the program as written is."""
    own = execution.linkage is Linkage.OWN
    return Confirmation.EXECUTED_FREESTANDING if own else Confirmation.EXECUTED


def _printed_with(execution: Compiled) -> Confirmation:
    own = execution.linkage is Linkage.OWN
    return Confirmation.EXECUTED_PRINTED_FREESTANDING if own else Confirmation.EXECUTED_PRINTED


def _entered(task: Task, replay: Execution) -> Entered | None:
    """``None`` where the call of the entry function cannot be written."""
    try:
        return as_written(task, replay.inputs)
    except NotSupported:
        return None


def _why_printed(reason: str, unwritten: tuple[str, ...]) -> str:
    """Why the program that was executed is the printed one, whose hidden inputs are explicit. ``unwritten``: variables
    that the execution reads before they have a value.
    """
    if _LINKING.search(reason):
        return f"the program as written is not complete ({reason.rpartition(': ')[2]}), so it was executed as printed"
    if reason.startswith(NO_PROGRAM):
        complaint = reason.removeprefix(NO_PROGRAM)
        return f"the compiler refuses the program as written, so it was executed as printed ({complaint})"
    if unwritten:
        names = " and ".join(f"'{name}'" for name in unwritten[:_SHOWN])
        return (
            f"it rests on the value of {names}, which nothing has initialised; it was executed as printed, where that "
            f"value is an input (as written, memory held another one: {reason})"
        )
    return f"it was executed as printed, with hidden inputs made explicit; as written, {reason}"


def _unwritten(inputs: InputsTaken) -> tuple[str, ...]:
    """The variables that were read before they had a value: those with a value that is not zero, if there are any."""
    read = [
        (edge.operation.source.rpartition("::")[2], value)
        for edge, value in inputs
        if isinstance(edge.operation, Input) and edge.operation.kind is InputKind.UNINITIALISED
    ]
    return tuple(dict.fromkeys(name for name, value in read if value) or dict.fromkeys(name for name, _ in read))


_LINKING = re.compile("undefined reference|unresolved|undefined symbol", re.IGNORECASE)


def reads(inputs: InputsTaken, *kinds: InputKind) -> bool:
    """Whether the execution took values of such kinds."""
    read = (edge.operation for edge, _ in inputs)
    return any(isinstance(each, Input) and each.kind in kinds for each in read)


LINKED = (InputKind.UNDEFINED, InputKind.VARIABLE)
"""What a program that could be linked does have: someone defines it."""


def of_library(cfa: Cfa, inputs: InputsTaken) -> dict[str, None]:
    """What is of the C library and gives values that the execution took, or counts as undefined, since our headers do
    not declare it so. Only the program as written, when it is executed with a library that has it, says what it does.
    """
    read = [edge.operation for edge, _ in inputs if isinstance(edge.operation, Input)]
    named = [(each.kind, each.source.rpartition("::")[2]) for each in read]
    given = [name for kind, name in named if kind is InputKind.LIBRARY or (kind in LINKED and is_of_system(name))]
    of_system = filter(is_of_system, undefined_functions(cfa))
    called = [name for name in of_system if name in REDECLARED or name not in library_names()]
    return dict.fromkeys((*given, *called))


def reads_another_text(cfa: Cfa) -> bool:
    """Whether the program may change what it reads: by ``ungetc``, say, which counts as a function that changes
    nothing. Then only the program as written says what it reads.
    """
    return any(changes_what_is_read(name) for name in undefined_functions(cfa))


def undefined_functions(cfa: Cfa) -> list[str]:
    """The functions that are taken to change nothing."""
    return [found[1] for each in cfa.assumptions if (found := _UNDEFINED.match(each))]


def rests_on_order(cfa: Cfa, inputs: InputsTaken) -> bool:
    """Whether operands are evaluated in one of two orders, or pointers to different objects are compared: in the
    program that is executed the order is perhaps the other one.
    """
    if reads(inputs, InputKind.EVALUATION):
        return True
    if not reads(inputs, InputKind.ORDER):
        return False
    asked = {at: [compiled(each) for each in told] for at, told in where_orders_matter(cfa).items()}
    found: list[bool] = []

    def look(at: Location, _stack: object, memory: object) -> None:
        found.append(any(differ(cast(Environment, memory)) for differ in asked[at]))

    Interpreter(cfa, keep_trace=False).visit([value for _, value in inputs], REPLAY_STEPS, asked.keys(), look)
    return any(found)


_NOT_HIDDEN = (InputKind.CALL, InputKind.ORDER, InputKind.EVALUATION)


def hidden_values(inputs: InputsTaken) -> tuple[str, ...]:
    """What an execution needs beside the inputs of the program as written; the first few of it."""
    sentences = [
        f"{edge.operation.kind.value} '{edge.operation.source.rpartition('::')[2]}' has the value {value} at "
        f"{Span(edge.origin.file, edge.origin.line)}"
        for edge, value in inputs
        if isinstance(edge.operation, Input) and edge.operation.kind not in _NOT_HIDDEN
    ]
    return tuple(dict.fromkeys(sentences))[:_SHOWN]


def assumed_values(inputs: InputsTaken) -> tuple[str, ...]:
    """Those of them that the caller of the program cannot choose: its arguments are no assumption."""
    return hidden_values(tuple(each for each in inputs if not is_of_command_line(each[0])))


def _run(
    task: Task,
    entered: Entered,
    given: bytes = b"",
    arguments: tuple[bytes, ...] = (),
    violations: Violations | None = None,
) -> Compiled:
    """``violations``: other ones than those of the task."""
    return execute_test(
        entered.sources,
        entered.values,
        violations or violations_of(task),
        task.data_model,
        _limits(),
        standard_input=given,
        arguments=arguments,
        extra_flags=entered.flags,
    )


def _limits() -> Limits:
    """Of one execution."""
    hard = current_limits()
    seconds = min([_RUN_SECONDS, *(s / 3 for s in (hard.cpu, hard.wall) if s is not None)])
    return Limits(seconds, seconds, hard.memory)


def _limits_of_another() -> Limits:
    """Of one more execution: what is left, but for its compiler and the rest of this job."""
    usual, hard = _limits(), current_limits().cpu
    left = inf if hard is None else max(_LEAST, (hard - used_here()) / 2)
    return Limits(min(usual.cpu or inf, left), usual.wall, usual.memory)


def suite_of(task: Task, case: TestCase) -> TestSuite:
    """``case`` as a test suite about ``task``."""
    created = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return TestSuite((case,), task.name, task.program_hash, task.specification, task.data_model, created=created)

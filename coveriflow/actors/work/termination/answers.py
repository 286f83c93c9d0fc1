"""From the analysis of termination to what its actor says."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import assert_never

from coveriflow.actors.definition import Produced
from coveriflow.actors.work.confirm.violations import reads_another_text, undefined_functions
from coveriflow.actors.work.load import ending_automaton_of, wrapping_automaton_of
from coveriflow.actors.work.source_positions import Originals
from coveriflow.actors.work.termination.executed import goes_on, told
from coveriflow.actors.work.termination.fuzzed_executions import FuzzedExecutions
from coveriflow.actors.work.termination.given_texts import is_given
from coveriflow.actors.work.termination.witnesses import lasso_witnesses, proof_witnesses, set_witnesses
from coveriflow.actors.work.verify.error_paths import endless_path
from coveriflow.actors.work.verify.soft_limits import counted_from_now
from coveriflow.actors.work.verify.unsupported import not_supported, undefined_in
from coveriflow.analysis.data_flow.beside import beside
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.analysis.termination.closed_sets import ClosedSet
from coveriflow.analysis.termination.lassos import Lasso, nothing_is_given, place_of
from coveriflow.analysis.termination.verifier import Ends, Open, Termination
from coveriflow.artifacts.answers import Answer, Recurrence
from coveriflow.artifacts.display.error_paths import ErrorPath
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import is_termination
from coveriflow.execution.processes.worker import report_progress
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.display import rendered
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.cfa.presumptions import LOOPS_END, ONLY_OUTPUTS
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.library.unmodelled import may_end, may_wait, may_wait_for_others
from coveriflow.program.text.violations import ASSERTING, ERROR_FUNCTION, FORMER_ERROR

_SHOWN = 40
"""Edges of an execution that is in a closed set, as an example of how it goes on."""
_MAKING_PIPES = frozenset({"mkfifo", "mkfifoat", "mknod", "mknodat"})


def answered(task: Task, limits: SoftLimits) -> Produced:
    """Another property than termination is refused."""
    if not is_termination(task.specification):
        kinds = ", ".join(one.kind.value for one in task.specification.properties)
        return (Answer(Verdict.UNKNOWN, f"the actor termination shows that executions end, and not {kinds}"),)
    left = counted_from_now(limits)
    try:
        cfa = ending_automaton_of(task)
        gives = nothing_is_given if reads_another_text(cfa) else is_given
        found = Termination(cfa, left(), report_progress, beside, FuzzedExecutions(task), gives).run()
    except NotSupported as unsupported:
        return (not_supported(unsupported),)
    if not isinstance(found, Open) and (reason := not_known(cfa, ends=isinstance(found, Ends))):
        return (Answer(Verdict.UNKNOWN, reason),)
    match found:
        case Ends():
            assumptions = (*cfa.assumptions, *undefined_in(task, cfa, found.undefined))
            answer = Answer(Verdict.TRUE, "", found.proof, tuple(dict.fromkeys(assumptions)))
            return (answer, *proof_witnesses(Originals(task), cfa, found))
        case Lasso():
            return _of_recurring_state(task, cfa, found, limits.memory)
        case ClosedSet():
            witnesses = set_witnesses(Originals(task), cfa, found)
            return (*_endless(task, cfa, set_answer(cfa, found), found.edges, found.edges + _SHOWN), *witnesses)
        case Open(reason, place):
            return (Answer(Verdict.UNKNOWN, reason, None, (), _where(place)),)
        case _:
            assert_never(found)


def not_known(cfa: Cfa, *, ends: bool) -> str:
    """Why it is not known that executions end, or that one does not, whatever was shown: the library may wait for
    ever, or let the program end, and assembly may do either. Empty if it does not.
    """
    assembly = next((each for each in cfa.assumptions if each.endswith(ONLY_OUTPUTS)), "")
    if assembly:
        where = assembly.removesuffix(ONLY_OUTPUTS).rstrip()
        return f"{where}, which may end the program or go on for ever, is not supported"
    undefined = undefined_functions(cfa)
    if ends and (loops := next((each for each in cfa.assumptions if each.startswith(LOOPS_END)), "")):
        return f"it is open whether {loops}: in another order of evaluation they come first"
    if ends:
        is_open: Callable[[str], bool] = may_wait if _MAKING_PIPES.isdisjoint(undefined) else may_wait_for_others
        what = "which may wait for ever"
    else:
        is_open, what = _may_end, "after which the program may end"
    found = next(filter(is_open, undefined), "")
    return f"the library function {found}, {what}, is not supported" if found else ""


def _may_end(name: str) -> bool:
    """Also where a violation of other properties has no definition here: elsewhere it ends the program."""
    return may_end(name) or name in ASSERTING or name in (ERROR_FUNCTION, FORMER_ERROR)


def _of_recurring_state(task: Task, cfa: Cfa, found: Lasso, memory: int | None) -> Produced:
    """What rests on a text must be seen in the compiled program, too."""
    read = Interpreter(cfa, keep_trace=False).run(found.stem + found.cycle, found.again).inputs
    stem, cycle = read[: len(found.stem)], read[len(found.stem) :]
    if found.is_given and not goes_on(task, stem, cycle, memory):
        reason = "an execution never ends in the automaton, and the compiled program was not seen to go on as it does"
        return (Answer(Verdict.UNKNOWN, reason, None, (), _where(place_of(found))),)
    answer = replace(lasso_answer(cfa, found), reason=told(read))
    witnesses = lasso_witnesses(Originals(task), cfa, found)
    return (*_endless(task, cfa, answer, found.first, found.again), *witnesses)


def _where(place: Span | None) -> tuple[str, int, int] | None:
    return None if place is None else (place.file, place.line, place.column)


def lasso_answer(cfa: Cfa, lasso: Lasso) -> Answer:
    """That an execution never ends, since its state recurs."""
    return Answer(Verdict.FALSE, "", _of_lasso(lasso), cfa.assumptions)


def set_answer(cfa: Cfa, found: ClosedSet) -> Answer:
    """That an execution never ends, since it does not leave a set of states."""
    return Answer(Verdict.FALSE, "", _of_set(cfa, found), cfa.assumptions)


def _wrapped(task: Task, cfa: Cfa, values: tuple[int, ...], steps: int) -> tuple[str, ...]:
    """Where arithmetic wraps in an execution, within so many steps. C leaves it undefined: compilers may do otherwise.
    Nothing is told where inputs of the two automata may differ.
    """
    try:
        wrapping = wrapping_automaton_of(task)
    except NotSupported:
        return ()
    if any(_is_order(edge) for each in (cfa, wrapping) for edge in each.edges):
        return ()
    found = Interpreter(wrapping).run(values, 2 * steps)  # there are checks, too
    if found.end is not End.ERROR or not found.trace:
        return ()
    place = found.trace[-1].origin
    return (f"signed arithmetic wraps where its type cannot hold the result, as at {place.file}, line {place.line}",)


def _is_order(edge: Edge) -> bool:
    return isinstance(edge.operation, Input) and edge.operation.kind is InputKind.EVALUATION


def _endless(task: Task, cfa: Cfa, answer: Answer, first: int, again: int) -> Produced:
    evidence = answer.evidence
    assert isinstance(evidence, Recurrence)
    values = evidence.stem + evidence.cycle * (1 if not evidence.conditions else _SHOWN)
    answer = replace(answer, assumptions=(*answer.assumptions, *_wrapped(task, cfa, values, again)))
    path: ErrorPath | None = endless_path(Originals(task), cfa, values, first, again, recurs=not evidence.conditions)
    return (answer,) if path is None else (answer, path)


def _of_lasso(lasso: Lasso) -> Recurrence:
    return Recurrence(str(_line(place_of(lasso))), lasso.stem, lasso.cycle)


def _of_set(cfa: Cfa, found: ClosedSet) -> Recurrence:
    lines = loops_of(cfa).lines
    conditions = tuple((str(lines[p.location]), rendered(each)) for p, some in found.sets.items() for each in some)
    cycle = () if found.fixed is None else (found.fixed,)
    always = conditions or ((str(lines[found.head.location]), "1"),)
    return Recurrence(str(lines[found.head.location]), found.stem, cycle, always)


def _line(place: Span) -> Span:
    return Span(place.file, place.line)

"""Witnesses of violations: a search along the witness, whose find is executed.

The inputs that the witness tells are tried first. Then the program is searched as far as the witness goes, and what is
found is executed. It is refuted if nothing can be on its way, or if the program is proved.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

from coveriflow.actors.work.checks.violations import confirmed
from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.validate.probes import NotMatchedError
from coveriflow.actors.work.validate.waypoints import Observed
from coveriflow.actors.work.verify.portfolio import decided
from coveriflow.actors.work.verify.soft_limits import counted_from_now, soft_limits
from coveriflow.analysis.domains.observer import Matching, ObserverDomain
from coveriflow.analysis.search.findings import Findings
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.analysis.unwinding.bmc import BoundedModelChecker
from coveriflow.artifacts.answers import Answer, Violation
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.artifacts.witnesses.yaml import WitnessPlace
from coveriflow.execution.processes.worker import report_progress
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.interpreter.interpreter import End, Execution, Inputs, Interpreter
from coveriflow.program.types.c_types import Integer

_STEPS = 5_000_000
_REPLAY_STEPS = 50_000_000
_SEARCH_SHARE = 0.35
_PERMISSIVE_SHARE = 0.15

Places = Callable[[int], WitnessPlace | None]
"""The place of the part of the witness that has a number."""


@dataclass(frozen=True, slots=True)
class _Found:
    """Values that lead to the error on a path of the witness, or why there are none."""

    values: tuple[int, ...] | None = None
    reason: str = ""
    nothing: bool = False
    """No execution is on a path of the witness."""


def validated(task: Task, subject: str, observe: Callable[[Task], Observed], places: Places) -> tuple[object, ...]:
    """Search ``task`` along a witness, of which ``observe`` makes an observer."""
    alone = automaton_of(task)
    try:
        observed = observe(task)
    except NotMatchedError as error:
        return _unknown(
            subject, f"part {error.number}: {error.reason}" if error.number else error.reason, places(error.number)
        )
    if more := [each for each in observed.cfa.assumptions if each not in alone.assumptions]:
        return _unknown(subject, f"an expression has a value only under an assumption: {more[0]}")
    found = _by_its_values(observed) or _searched(observed)
    if found.values is not None:
        return _executed(task, subject, observed, found.values)
    if found.nothing:
        reason = "no execution that the witness describes reaches the error"
        refuted = Validation(Outcome.REFUTED, subject, reason, None, observed.cfa.assumptions)
        return refuted, Answer(Verdict.UNKNOWN, f"the witness is wrong: {reason}")
    return _by_proof(task, subject, found.reason)


def _by_its_values(observed: Observed) -> _Found | None:
    """Where the inputs of the witness lead to the error, and all else that it says is true then."""
    report_progress("the inputs of the witness")
    run = Interpreter(observed.cfa).run(_told(observed), _STEPS)
    if run.end is not End.ERROR or not observed.observer.accepts(run.trace):
        return None
    return _Found(tuple(value for _, value in run.inputs))


def inputs_along(task: Task, observed: Observed, limits: SoftLimits) -> tuple[int, ...] | str:
    """What an execution of ``task`` reads that reaches the error: one with the inputs of the witness, whatever else
    that says, or one on its way; else why there is none. Whether it does reach the error has to be shown in the program
    itself.
    """
    left = counted_from_now(limits)
    run = Interpreter(observed.cfa, keep_trace=False).run(_told(observed), _STEPS)
    if run.end is End.ERROR:
        return _as_alone(run, automaton_of(task))
    domain = ObserverDomain(observed.observer, Matching.FIRST)
    findings = BoundedModelChecker(observed.cfa, left(), progress=report_progress, observers=(domain,)).run()
    if findings.verdict is not Verdict.FALSE:
        return findings.reason or "no execution was found on the way of its witness"
    assert findings.counterexample is not None
    values = tuple(value for _, value in findings.counterexample.inputs)
    found = Interpreter(observed.cfa, keep_trace=False).run(values, _REPLAY_STEPS)
    return _as_alone(found, automaton_of(task)) if found.end is End.ERROR else values


def _as_alone(run: Execution, cfa: Cfa) -> tuple[int, ...]:
    """The same inputs as ``cfa`` reads them: variables without an initial value are inputs only where they are used,
    and a witness that names some uses them.
    """
    left = defaultdict[tuple[InputKind, str], list[int]](list)
    for edge, value in run.inputs:
        if isinstance(edge.operation, Input):
            left[edge.operation.kind, edge.operation.source].append(value)

    def given(edge: Edge) -> int:
        assert isinstance(edge.operation, Input)
        values = left[edge.operation.kind, edge.operation.source]
        return values.pop(0) if values else 0

    return tuple(value for _, value in Interpreter(cfa, keep_trace=False).run(given, _REPLAY_STEPS).inputs)


def _told(observed: Observed) -> Inputs:
    """Of what is read on a line, the values that the witness has for it, in its order; else zeros."""
    left = {line: list(values) for line, values in observed.values.items()}

    def value(edge: Edge) -> int:
        operation = edge.operation
        assert isinstance(operation, Input)
        values = left.get(edge.origin.line)
        return operation.type.wrap(values.pop(0)) if values and isinstance(operation.type, Integer) else 0

    return value


def _searched(observed: Observed) -> _Found:
    report_progress("search along the witness")
    first = _search(observed, Matching.FIRST, _SEARCH_SHARE)
    if first.verdict is Verdict.FALSE:
        return _values_of(first)
    if first.verdict is Verdict.UNKNOWN or not observed.exact:
        return _Found(None, first.reason or "the witness has too few details to be refuted by a search along it")
    any_way = _search(observed, Matching.ANY, _PERMISSIVE_SHARE)
    if any_way.verdict is Verdict.FALSE:
        return _values_of(any_way)
    if any_way.verdict is Verdict.UNKNOWN or any_way.undefined:
        return _Found(None, any_way.reason or "executions that become undefined were not searched")
    return _Found(nothing=True)


def _search(observed: Observed, matching: Matching, share: float) -> Findings:
    left = counted_from_now(soft_limits(None, share))
    domain = ObserverDomain(observed.observer, matching)
    return BoundedModelChecker(observed.cfa, left(), progress=report_progress, observers=(domain,)).run()


def _values_of(findings: Findings) -> _Found:
    assert findings.counterexample is not None
    return _Found(tuple(value for _, value in findings.counterexample.inputs))


def _executed(task: Task, subject: str, observed: Observed, values: tuple[int, ...]) -> tuple[object, ...]:
    along, cfa = Interpreter(observed.cfa).run(values, _REPLAY_STEPS), automaton_of(task)
    alone = Interpreter(cfa, keep_trace=False).run(values, _REPLAY_STEPS)
    if _read(along) != _read(alone):
        values = _as_alone(along, cfa)
        alone = Interpreter(cfa, keep_trace=False).run(values, _REPLAY_STEPS)
    if not observed.observer.accepts(along.trace) or alone.end is not End.ERROR:
        return _unknown(subject, "the execution that was found needs the assumptions of the witness")
    answer, suite = confirmed(task, Violation(values))
    if answer.verdict is not Verdict.FALSE or suite is None:
        return _unknown(subject, answer.reason)
    inputs = ", ".join(map(str, suite.cases[0].inputs))
    reason = f"an execution that it describes reaches the error{f', with the inputs {inputs}' if inputs else ''}"
    return Validation(Outcome.CONFIRMED, subject, reason, None, answer.assumptions), answer, suite


def _read(run: Execution) -> list[tuple[InputKind, str]]:
    operations = (edge.operation for edge, _ in run.inputs)
    return [(each.kind, each.source) for each in operations if isinstance(each, Input)]


def _by_proof(task: Task, subject: str, reason: str) -> tuple[object, ...]:
    """A witness of a violation of a program that has none is wrong, whatever it says."""
    cfa = automaton_of(task)
    found = decided(task, cfa, lambda findings: not findings.undefined, 1 - _SEARCH_SHARE - _PERMISSIVE_SHARE)
    if isinstance(found, str):
        return _unknown(subject, reason)
    if found.findings.verdict is Verdict.FALSE:
        return _unknown(subject, f"the program does violate the property, but not as the witness describes ({reason})")
    proof = Answer(Verdict.TRUE, "", found.findings.proof, cfa.assumptions)
    refuted = f"no execution of the program reaches the error: proved by {found.analysis}"
    return Validation(Outcome.REFUTED, subject, refuted, None, cfa.assumptions), proof


def _unknown(subject: str, reason: str, place: WitnessPlace | None = None) -> tuple[object, ...]:
    at = (place.file, place.line, place.column) if place is not None and place.line else None
    return Validation(Outcome.UNKNOWN, subject, reason, at), Answer(Verdict.UNKNOWN, reason, place=at)

"""The embedded verifiers as actors. Each answers, and says by a condition how far it came when something stopped it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import reduce as folded_left

from coveriflow.actors.contracts import Produced, actor
from coveriflow.actors.loading import automaton_of, check_about, task_of
from coveriflow.actors.violations import violating_test
from coveriflow.actors.witnesses import correctness_witness, violation_witness
from coveriflow.analysis.bmc import BoundedModelChecker, UnwindingLimits
from coveriflow.analysis.explicit import ExplicitValueAnalysis, PathLimits
from coveriflow.analysis.findings import Findings, assumption_of
from coveriflow.analysis.limits import SoftLimits
from coveriflow.analysis.reached import Order
from coveriflow.artifacts.answers import (
    Answer,
    Composite,
    Confirmation,
    ConfirmedTest,
    Evidence,
    Justification,
    Violation,
)
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residuals import Residual
from coveriflow.artifacts.resolution import ResolvedCondition, resolved
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses import Witness
from coveriflow.execution.worker import current_limits, report_progress
from coveriflow.program.cfa import Cfa
from coveriflow.program.errors import NotSupported

_PROVIDES = (Answer, Condition, Justification, Violation, Witness)
_Run = Callable[[Cfa, ResolvedCondition | None], Findings]


@actor(version="1", provides=_PROVIDES)
def value(
    task: Task | Residual,
    *,
    cpu: float | None = None,
    share: float = 1.0,
    states: int | None = None,
    loop_bound: int | None = None,
    path_length: int | None = None,
    assume_edges: int | None = None,
    repetitions: int | None = None,
    order: str = "dfs",
) -> Produced:
    """Explicit-value analysis.

    ``cpu``: soft limit in seconds; ``share``: of what is left of the budget; the others: the CMC paper's Fig. 7.
    """
    limits = _soft_limits(cpu, share, states)
    paths = PathLimits(loop_bound, path_length, assume_edges, repetitions)
    return _verified(task, "value", _explicit(limits, paths, Order(order)), None, None)


@actor(version="1", provides=_PROVIDES)
def value_given(
    task: Task,
    condition: Condition,
    justification: Justification | None,
    *,
    cpu: float | None = None,
    share: float = 1.0,
) -> Produced:
    """Explicit-value analysis of what ``condition`` leaves (conditional model checking without a reducer)."""
    run = _explicit(_soft_limits(cpu, share, None), PathLimits(), Order.DEPTH_FIRST)
    return _verified(task, "value", run, condition, justification)


@actor(version="1", provides=_PROVIDES)
def bmc(
    task: Task | Residual,
    *,
    cpu: float | None = None,
    share: float = 1.0,
    states: int | None = None,
    first_bound: int = 1,
    last_bound: int | None = None,
    path_length: int | None = None,
    assume_edges: int | None = None,
) -> Produced:
    """Bounded model checking: unwinds ``first_bound`` times, then doubles until ``last_bound`` or until a limit."""
    limits = _soft_limits(cpu, share, states)
    unwinding = UnwindingLimits(first_bound, last_bound, path_length, assume_edges)
    return _verified(task, "bmc", _bounded(limits, unwinding), None, None)


@actor(version="1", provides=_PROVIDES)
def bmc_given(
    task: Task,
    condition: Condition,
    justification: Justification | None,
    *,
    cpu: float | None = None,
    share: float = 1.0,
    last_bound: int | None = None,
) -> Produced:
    """Bounded model checking of what ``condition`` leaves."""
    run = _bounded(_soft_limits(cpu, share, None), UnwindingLimits(last=last_bound))
    return _verified(task, "bmc", run, condition, justification)


def _explicit(limits: SoftLimits, paths: PathLimits, order: Order) -> _Run:
    return lambda cfa, given: ExplicitValueAnalysis(cfa, limits, paths, order, given, report_progress).run()


def _bounded(limits: SoftLimits, unwinding: UnwindingLimits) -> _Run:
    return lambda cfa, given: BoundedModelChecker(cfa, limits, unwinding, given, report_progress).run()


def _soft_limits(cpu: float | None, share: float, states: int | None) -> SoftLimits:
    """Inside the hard limits, with room to write the condition: a tenth, and at least a second if there is as much."""
    hard = current_limits()
    soft_cpu = None if hard.cpu is None else share * _inside(hard.cpu)
    if cpu is not None:
        soft_cpu = cpu if soft_cpu is None else min(cpu, soft_cpu)
    wall = None if hard.wall is None else share * _inside(hard.wall)
    memory = None if hard.memory is None else int(0.8 * hard.memory)
    return SoftLimits(soft_cpu, wall, memory, states)


def _inside(seconds: float) -> float:
    return max(seconds / 2, min(0.9 * seconds, seconds - 1.0))


def _verified(
    given: Task | Residual,
    name: str,
    run: _Run,
    condition: Condition | None,
    justification: Justification | None,
) -> Produced:
    task = task_of(given)
    if condition is not None:
        check_about(condition, task)
    try:
        cfa = automaton_of(task)
        findings = run(cfa, resolved(condition, cfa) if condition is not None else None)
    except NotSupported as unsupported:
        return (not_supported(unsupported),)
    produced = _produced(task, name, cfa, findings)
    return tuple(_completed(p, given, condition, justification) for p in produced)


def not_supported(error: NotSupported) -> Answer:
    """The answer for a program that cannot be handled."""
    span = error.span
    place = (span.file, span.line, span.column) if span else None
    return Answer(Verdict.UNKNOWN, f"{error.feature} is not supported", None, (), place)


def _produced(task: Task, name: str, cfa: Cfa, findings: Findings) -> Produced:
    assumptions = (*cfa.assumptions, *map(assumption_of, findings.undefined))
    match findings.verdict:
        case Verdict.TRUE:
            witness = correctness_witness(task, cfa)
            return (Answer(Verdict.TRUE, "", findings.proof, assumptions), witness)
        case Verdict.FALSE:
            assert findings.counterexample is not None
            values = tuple(v for _, v in findings.counterexample.inputs)
            evidence = ConfirmedTest(violating_test(findings.counterexample.inputs), Confirmation.INTERPRETED)
            answer = Answer(Verdict.FALSE, "", evidence, cfa.assumptions)
            return (answer, Violation(values), violation_witness(task, cfa, values))
        case Verdict.UNKNOWN:
            return (Answer(Verdict.UNKNOWN, findings.reason), *_partial(task, name, findings, assumptions))


def _partial(task: Task, name: str, findings: Findings, assumptions: tuple[str, ...]) -> Produced:
    """The condition of what was verified, and why it is true."""
    automaton = findings.automaton
    condition = Condition(
        automaton.initial,
        automaton.accepting,
        automaton.transitions,
        task.program_hash,
        task.specification,
        task.data_model,
        f"coveriflow {name}",
    )
    if findings.proof is None:
        return (condition,)
    return (condition, Justification(condition.digest, findings.proof, assumptions))


def _completed(
    product: object, given: Task | Residual, condition: Condition | None, justification: Justification | None
) -> object:
    """A proof of what a condition leaves is one of the whole only together with what justifies the condition."""
    if not isinstance(product, Answer | Justification):
        return product
    reasons, assumptions = _reasons(given, condition, justification)
    assumed = tuple(dict.fromkeys((*assumptions, *product.assumptions)))
    if isinstance(product, Justification):
        return product if isinstance(given, Residual) else replace(product, assumptions=assumed)
    if product.verdict is not Verdict.TRUE:
        return product
    return replace(product, assumptions=assumed, evidence=_composite(reasons, product.evidence))


def _reasons(
    given: Task | Residual, condition: Condition | None, justification: Justification | None
) -> tuple[tuple[Justification, ...], tuple[str, ...]]:
    if isinstance(given, Residual):
        return given.justifications, given.assumptions
    if condition is None:
        return (), ()
    return justified(condition, justification)


def justified(
    condition: Condition, justification: Justification | None
) -> tuple[tuple[Justification, ...], tuple[str, ...]]:
    """What supports ``condition``: a justification made for it, else the assumption that it is true."""
    if justification is not None and justification.condition == condition.digest:
        return (justification,), justification.assumptions
    return (), (f"the condition written by {condition.producer} is true",)


def _composite(reasons: tuple[Justification, ...], evidence: Evidence | None) -> Evidence | None:
    if evidence is None or isinstance(evidence, ConfirmedTest):
        return evidence
    return folded_left(lambda proof, reason: Composite(reason.proof, proof), reversed(reasons), evidence)

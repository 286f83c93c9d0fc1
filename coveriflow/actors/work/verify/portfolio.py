"""A verification by several analyses, one after the other, in one process: what validators rest on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from coveriflow.actors.work.verify.explicit_values import explicit
from coveriflow.actors.work.verify.predicate import abstracting, configuration
from coveriflow.actors.work.verify.soft_limits import soft_limits
from coveriflow.actors.work.verify.solver_based import bounded, inductive
from coveriflow.analysis.induction.kinduction import InductionLimits
from coveriflow.analysis.search.findings import Findings
from coveriflow.analysis.unwinding.bmc import UnwindingLimits
from coveriflow.artifacts.answers import Composite
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition, resolved
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.worker import report_progress
from coveriflow.program.cfa.cfa import Cfa

_ROUNDS: tuple[tuple[float | None, float], ...] = ((3.0, 0.4), (None, 0.6))
"""Seconds for each analysis, at most, and the share of the time for all together."""

Accepted = Callable[[Findings], bool]


@dataclass(frozen=True, slots=True)
class Decided:
    """``analysis``: whose findings these are."""

    analysis: str
    findings: Findings


def decided(task: Task, cfa: Cfa, accepted: Accepted, share: float = 1.0) -> Decided | str:
    """The first findings that are decisive and that ``accepted`` takes; else why there are none.

    k-induction, explicit values, bounded model checking of what these leave, and predicate abstraction have
    some seconds each, and then what is left of ``share`` of the time.
    """
    reasons: dict[str, str] = {}
    for seconds, part in _ROUNDS:
        for found in _in_turn(task, cfa, seconds, share * part):
            if found.findings.verdict.decisive and accepted(found.findings):
                return found
            rests = "the proof rests on something that is not excluded"
            reasons[found.analysis] = found.findings.reason if not found.findings.verdict.decisive else rests
    return "; ".join(f"{analysis}: {reason}" for analysis, reason in reasons.items())


def _in_turn(task: Task, cfa: Cfa, seconds: float | None, share: float) -> Iterator[Decided]:
    report_progress("k-induction")
    yield Decided("kinduction", inductive(soft_limits(seconds, 0.4 * share), InductionLimits())(cfa, None))
    report_progress("explicit values")
    brief = None if seconds is None else seconds / 3
    value = explicit(soft_limits(brief, 0.15 * share))(cfa, None)
    yield Decided("value", value)
    report_progress("bounded model checking")
    given = _condition(task, cfa, value)
    bmc = bounded(soft_limits(seconds, 0.2 * share), UnwindingLimits())(cfa, given)
    yield Decided("bmc", bmc if given is None else _together(value, bmc))
    report_progress("predicate abstraction")
    yield Decided("predicate", abstracting(soft_limits(seconds, 0.25 * share), configuration("predicate"))(cfa, None))


def _condition(task: Task, cfa: Cfa, findings: Findings) -> ResolvedCondition | None:
    """What explicit values have verified, if that is something and was shown."""
    automaton = findings.automaton
    if findings.proof is None or not automaton.accepting:
        return None
    condition = Condition(automaton.initial, automaton.accepting, automaton.transitions, task.program_hash)
    return resolved(condition, cfa)


def _together(first: Findings, second: Findings) -> Findings:
    """The proof of the whole; invariants of a part are none of it."""
    if second.verdict is not Verdict.TRUE or first.proof is None or second.proof is None:
        return second
    undefined = tuple(dict.fromkeys((*first.undefined, *second.undefined)))
    return replace(second, proof=Composite(first.proof, second.proof), undefined=undefined, invariants={})

"""A verification by several analyses, one after the other, in one process: what validators rest on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from coveriflow.actors.work.verify.explicit_values import explicit
from coveriflow.actors.work.verify.horn_clauses import solving
from coveriflow.actors.work.verify.predicate import abstracting, configuration
from coveriflow.actors.work.verify.soft_limits import soft_limits
from coveriflow.actors.work.verify.solver_based import bounded, inductive
from coveriflow.actors.work.verify.unsupported import not_supported
from coveriflow.actors.work.verify.within_range import AnalysisRun
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
from coveriflow.program.errors import NotSupported

_ROUNDS: tuple[tuple[float | None, float], ...] = ((3.0, 0.4), (None, 0.6))
"""Seconds for each analysis, at most, and the share of the time for all together."""

Accepted = Callable[[Findings], bool]


@dataclass(frozen=True, slots=True)
class Decided:
    """``analysis``: whose findings these are."""

    analysis: str
    findings: Findings


@dataclass(frozen=True, slots=True)
class _Refused:
    """``analysis`` does not support the program; ``reason``: why. The others may."""

    analysis: str
    reason: str


def decided(task: Task, cfa: Cfa, accepted: Accepted, share: float = 1.0) -> Decided | str:
    """The first findings that are decisive and that ``accepted`` takes; else why there are none.

    k-induction, explicit values, bounded model checking of what these leave, and predicate abstraction have
    some seconds each, and then what is left of ``share`` of the time. Where k-induction does not support the program
    (recursion), Horn clauses take its place. What one does not support, the others are still asked.
    """
    reasons: dict[str, str] = {}
    for seconds, part in _ROUNDS:
        for found in _in_turn(task, cfa, seconds, share * part):
            if isinstance(found, _Refused):
                reasons[found.analysis] = found.reason
                continue
            if found.findings.verdict.decisive and accepted(found.findings):
                return found
            rests = "the proof rests on something that is not excluded"
            reasons[found.analysis] = found.findings.reason if not found.findings.verdict.decisive else rests
    return "; ".join(f"{analysis}: {reason}" for analysis, reason in reasons.items())


def _in_turn(task: Task, cfa: Cfa, seconds: float | None, share: float) -> Iterator[Decided | _Refused]:
    report_progress("k-induction")
    induction = _asked("kinduction", inductive(soft_limits(seconds, 0.4 * share), InductionLimits()), cfa)
    yield induction
    if isinstance(induction, _Refused):
        report_progress("Horn clauses")
        yield _asked("horn", solving(soft_limits(seconds, 0.4 * share), "each"), cfa)
    report_progress("explicit values")
    brief = None if seconds is None else seconds / 3
    value = _asked("value", explicit(soft_limits(brief, 0.15 * share)), cfa)
    yield value
    report_progress("bounded model checking")
    given = None if isinstance(value, _Refused) else _condition(task, cfa, value.findings)
    bmc = _asked("bmc", bounded(soft_limits(seconds, 0.2 * share), UnwindingLimits()), cfa, given)
    yield bmc if given is None else _together(value, bmc)
    report_progress("predicate abstraction")
    yield _asked("predicate", abstracting(soft_limits(seconds, 0.25 * share), configuration("predicate")), cfa)


def _asked(analysis: str, run: AnalysisRun, cfa: Cfa, given: ResolvedCondition | None = None) -> Decided | _Refused:
    try:
        return Decided(analysis, run(cfa, given))
    except NotSupported as error:
        return _Refused(analysis, not_supported(error).reason)


def _condition(task: Task, cfa: Cfa, findings: Findings) -> ResolvedCondition | None:
    """What explicit values have verified, if that is something and was shown."""
    automaton = findings.automaton
    if findings.proof is None or not automaton.accepting:
        return None
    condition = Condition(automaton.initial, automaton.accepting, automaton.transitions, task.program_hash)
    return resolved(condition, cfa)


def _together(first: Decided | _Refused, second: Decided | _Refused) -> Decided | _Refused:
    """The proof of the whole; invariants of a part are none of it."""
    if isinstance(first, _Refused) or isinstance(second, _Refused) or second.findings.verdict is not Verdict.TRUE:
        return second
    earlier, later = first.findings, second.findings
    if earlier.proof is None or later.proof is None:
        return second
    undefined = tuple(dict.fromkeys((*earlier.undefined, *later.undefined)))
    proof = Composite(earlier.proof, later.proof)
    return replace(second, findings=replace(later, proof=proof, undefined=undefined, invariants={}))

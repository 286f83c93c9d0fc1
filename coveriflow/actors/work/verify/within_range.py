"""An analysis within a range of paths, and what its results are worth (ranged analysis, Sect. 3.1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from coveriflow.actors.definition import Produced
from coveriflow.actors.work.verify.work_stealing import SharedRange
from coveriflow.analysis.search.findings import Findings
from coveriflow.artifacts.answers import (
    Answer,
    Composite,
    ConfirmedTest,
    Elsewhere,
    Evidence,
    Justification,
    Recurrence,
)
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition, either, resolved
from coveriflow.artifacts.automata.range_observer import outside, resolved_range
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.range_results import RangeInvariants
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import InvariantSet, WitnessEntries
from coveriflow.program.cfa.cfa import Cfa

AnalysisRun = Callable[[Cfa, ResolvedCondition | None], Findings]


def ranging(run: AnalysisRun, within: Range | SharedRange, condition: Condition | None = None) -> AnalysisRun:
    """``run`` with the range reduction beside it: what is outside of ``within`` is covered, by others. So is what
    ``condition`` covers, but for transitions with assumptions.

    This holds for every analysis that takes a condition, k-induction too: its base case ends where a path leaves the
    range, and its step case is about any state, so that it says more than is asked for.
    """

    def ranged(cfa: Cfa, _nothing_else: ResolvedCondition | None) -> Findings:
        covered = None if condition is None else resolved(condition, cfa)
        if isinstance(within, SharedRange):
            return run(cfa, within.begin(cfa, covered))
        others = outside(resolved_range(within, cfa), cfa)
        return run(cfa, others if covered is None else either(others, covered))

    return ranged


def limited(produced: Produced, within: Range) -> Produced:
    """What was shown of the executions in ``within`` only: no witness says that the program is correct, and all
    evidence has the range, and so have the invariants. A violation is one of the program.
    """
    if within.is_full:
        return produced
    kept = without_witnesses_of_proofs(produced)
    contents = [e.content for p in produced if isinstance(p, WitnessEntries) and p not in kept for e in p.entries]
    invariants = [i for content in contents if isinstance(content, InvariantSet) for i in content.invariants]
    told = (RangeInvariants(within, tuple(invariants)),) if len(kept) < len(produced) else ()
    return (*(_limited(p, within) for p in kept), *told)


def without_witnesses_of_proofs(produced: Produced) -> Produced:
    """A proof about some executions is none for a witness, which speaks of the whole program."""
    is_proof = any(isinstance(p, Answer) and p.verdict is Verdict.TRUE for p in produced)
    return tuple(p for p in produced if not (is_proof and isinstance(p, Witness | WitnessEntries)))


def is_of_a_range(given: Task | Residual) -> bool:
    """Whether this is the program of a range, or one that was made of it."""
    return isinstance(given, Residual) and any(isinstance(each.proof, Elsewhere) for each in given.justifications)


def _limited(product: object, within: Range) -> object:
    match product:
        case Answer(evidence=evidence) if product.verdict is Verdict.TRUE:
            return replace(product, evidence=_up_to(evidence, within))
        case Justification(proof=proof):
            return replace(product, proof=Composite(Elsewhere(within), proof))
        case _:
            return product


def _up_to(evidence: Evidence | None, within: Range) -> Evidence | None:
    if evidence is None or isinstance(evidence, ConfirmedTest | Recurrence):
        return evidence
    return Composite(Elsewhere(within), evidence)

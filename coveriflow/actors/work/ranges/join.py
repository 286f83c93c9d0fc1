"""Joining what was found out about ranges (ranged analysis, Sect. 3: aggregation)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import reduce

from coveriflow.actors.definition import Produced
from coveriflow.actors.work.load import automaton_of, check_about
from coveriflow.actors.work.source_positions import Originals
from coveriflow.actors.work.verify.invariants import joined_invariants
from coveriflow.actors.work.verify.witness_graphml import correctness_witness
from coveriflow.actors.work.verify.witness_yaml import invariant_entries
from coveriflow.artifacts.answers import (
    Answer,
    Composite,
    ConfirmedTest,
    Elsewhere,
    Evidence,
    InRanges,
    Justification,
    Proof,
    Recurrence,
    is_claimed,
)
from coveriflow.artifacts.automata.guarded_files import with_files_of
from coveriflow.artifacts.automata.range_observer import outside, resolved_range
from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.range_results import RangeResult, RangeResults
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.errors import NotSupported
from coveriflow.transform.conditions.operations import intersected

_START = "start"
_NAMED = 3
_PRODUCER = "coveriflow ranges"


def aggregated(task: Task, found: RangeResults) -> Produced:
    """The answer for all ranges together: the violation that one of them has; else ``unknown`` if one is open, with the
    condition of what has been verified; else ``true``, with the evidence of all.
    """
    check_about(found.ranges.parts[0], task)
    results = found.results
    violated = next((r.answer for r in results if r.answer.verdict is Verdict.FALSE), None)
    if violated is not None:
        return (violated,)
    proofs = [_proof(r) for r in results]
    assumptions = tuple(dict.fromkeys(each for r in results for each in r.answer.assumptions))
    if all(r.answer.verdict is Verdict.TRUE for r in results) and None not in proofs:
        together = InRanges(tuple(p for p in proofs if p is not None))
        return (Answer(Verdict.TRUE, "", together, assumptions), *_witnesses(task, results, together))
    answer = Answer(Verdict.UNKNOWN, _why_open(results), assumptions=assumptions)
    try:
        condition = _verified(task, results)
    except NotSupported:
        return (answer,)
    believed = InRanges(tuple(p for p in proofs if p is not None))
    return (answer, condition, Justification(condition.digest, believed, tuple(_assumptions(results))))


def _witnesses(task: Task, results: Iterable[RangeResult], evidence: Evidence) -> Produced:
    """That the program is correct, with the invariants of all ranges."""
    if is_claimed(evidence):
        return ()
    cfa, originals = automaton_of(task), Originals(task)
    parts = [result.invariants.invariants if result.invariants is not None else () for result in results]
    proved = joined_invariants(originals, cfa, parts)
    return (correctness_witness(originals, cfa, proved), invariant_entries(task, proved))


def _is_open(result: RangeResult) -> bool:
    return result.answer.verdict is not Verdict.TRUE or _proof(result) is None


def _proof(result: RangeResult) -> Proof | None:
    """Why what was verified in a range is true; ``None`` where nothing was."""
    evidence: Evidence | None = None
    if result.answer.verdict is Verdict.TRUE:
        evidence = result.answer.evidence
    elif _is_justified(result) and result.justification is not None:
        evidence = result.justification.proof
    if evidence is None or isinstance(evidence, ConfirmedTest | Recurrence) or not _speaks_of(evidence, result.within):
        return None
    return _of_all(evidence, result.within)


def _is_justified(result: RangeResult) -> bool:
    reason, condition = result.justification, result.condition
    if condition is None or reason is None or reason.condition != condition.digest:
        return False
    return _speaks_of(reason.proof, result.within)


def _speaks_of(proof: Proof, within: Range) -> bool:
    """Whether it leaves no more to others than what is outside of ``within``."""
    match proof:
        case Elsewhere(where):
            return where == within
        case Composite(covered, rest):
            return _speaks_of(covered, within) and _speaks_of(rest, within)
        case InRanges(parts):
            return all(_speaks_of(part, within) for part in parts)
        case _:
            return True


def _of_all(proof: Proof, within: Range) -> Proof:
    """``proof`` without what it leaves to those who look at other ranges: these have been looked at."""
    match proof:
        case Composite(Elsewhere(where), rest) if where == within:
            return _of_all(rest, within)
        case Composite(covered, rest):
            return Composite(_of_all(covered, within), _of_all(rest, within))
        case _:
            return proof


def _verified(task: Task, results: Iterable[RangeResult]) -> Condition:
    """What is verified, or outside, for each range that is open: a path of no open range has been verified."""
    cfa = automaton_of(task)
    together = reduce(intersected, (_covered(r, cfa) for r in results if _is_open(r)))
    return with_files_of(task, replace(together, producer=_PRODUCER, preprocessed_hash=task.preprocessed_hash))


def _covered(result: RangeResult, cfa: Cfa) -> Condition:
    if _is_justified(result) and result.condition is not None:
        return result.condition
    return condition_outside(result.within, cfa)


def inside(task: Task, condition: Condition, justification: Justification | None, within: Range) -> Produced:
    """What ``condition`` covers inside of ``within``, without the bounds; a range's own condition covers all that is
    outside, too.
    """
    check_about(within, task)
    cfa = automaton_of(task)
    left = replace(within, lower=None, upper=within.lower) if within.lower is not None else None
    right = replace(within, lower=within.upper, upper=None) if within.upper is not None else None
    try:
        if within.alternative is not None:
            raise NotSupported("what is inside of an alternative")
        found = reduce(intersected, (condition_outside(each, cfa) for each in (left, right) if each), condition)
    except NotSupported:
        found = replace(condition, accepting=frozenset(), transitions=())
    found = replace(found, producer=condition.producer, preprocessed_hash=condition.preprocessed_hash)
    found = with_files_of(task, found)
    if justification is None or justification.condition != condition.digest:
        return (found,)
    if not _speaks_of(justification.proof, within):
        return (found,)
    return (found, Justification(found.digest, _of_all(justification.proof, within), justification.assumptions))


def condition_outside(within: Range, cfa: Cfa) -> Condition:
    """What is outside of a range, as a condition (which is true only together with what others show there)."""
    observer = outside(resolved_range(within, cfa), cfa)
    moves = [(s, e, t) for (s, e), targets in observer.moves.items() for t in sorted(targets)]
    first = [Transition(_START, e.label, t) for s, e, t in moves if s in observer.initial]
    others = [Transition(s, e.label, t) for s, e, t in moves]
    about = (within.program_hash, within.specification, within.data_model)
    return Condition(_START, observer.accepting, (*first, *others), *about, producer=_PRODUCER)


def _assumptions(results: Iterable[RangeResult]) -> Iterator[str]:
    found: dict[str, None] = {}
    for result in results:
        if result.answer.verdict is Verdict.TRUE:
            found |= dict.fromkeys(result.answer.assumptions)
        elif _is_justified(result) and result.justification is not None:
            found |= dict.fromkeys(result.justification.assumptions)
    return iter(found)


def _why_open(results: tuple[RangeResult, ...]) -> str:
    left = [r for r in results if _is_open(r)]
    named = "; ".join(f"{r.within}: {r.answer.reason or 'there is no evidence'}" for r in left[:_NAMED])
    more = f"; and {len(left) - _NAMED} more" if len(left) > _NAMED else ""
    return f"{len(results) - len(left)} of {len(results)} ranges were verified; {named}{more}"

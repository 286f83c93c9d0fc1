"""From an analysis to what an actor says: answer, evidence, condition, and why the condition is true."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from enum import Enum
from functools import reduce as folded_left
from typing import TypeVar

from coveriflow.actors.definition import Produced
from coveriflow.actors.options import SearchOptions
from coveriflow.actors.work.load import automaton_of, check_about, task_of
from coveriflow.actors.work.source_positions import Originals
from coveriflow.actors.work.verify.accelerated_inputs import read_by_original, violated_original
from coveriflow.actors.work.verify.invariants import proved_invariants
from coveriflow.actors.work.verify.overflow import without_overflows
from coveriflow.actors.work.verify.violating_input import violating_test
from coveriflow.actors.work.verify.within_range import (
    AnalysisRun,
    is_of_a_range,
    limited,
    ranging,
    without_witnesses_of_proofs,
)
from coveriflow.actors.work.verify.witness_graphml import correctness_witness, violation_witness
from coveriflow.actors.work.verify.witness_yaml import invariant_entries, violation_entries
from coveriflow.actors.work.verify.work_stealing import SharedRange
from coveriflow.analysis.cpa.reached import Order
from coveriflow.analysis.domains.value_precision import Scope
from coveriflow.analysis.explicit.refinement import Refinement
from coveriflow.analysis.explicit.verifier import ExplicitValueAnalysis, Merge, Strategy
from coveriflow.analysis.search.findings import Findings
from coveriflow.analysis.search.limits import CONDITION_SIZE, SoftLimits
from coveriflow.analysis.search.path_limits import PathLimits
from coveriflow.artifacts.answers import (
    Answer,
    Composite,
    Confirmation,
    ConfirmedTest,
    Evidence,
    Justification,
    Proof,
    Violation,
    given_condition,
)
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.violations import violations_of
from coveriflow.execution.processes.worker import current_limits, report_progress
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Check, Edge
from coveriflow.program.cfa.labels import EdgeLabel
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.interpreter.interpreter import Interpreter
from coveriflow.program.library.check_places import CheckPlace, assumptions_of, is_model, places_of, sentence
from coveriflow.transform.conditions.assumptions_to_branches import with_branches

_Choice = TypeVar("_Choice", bound=Enum)
_MORE = 0.9
"""Of CPU time that is granted later; the rest is for the hard limit to be larger."""


def explicit(limits: SoftLimits, paths: PathLimits | None = None, strategy: Strategy | None = None) -> AnalysisRun:
    """Explicit-value analysis."""
    left = counted_from_now(limits)
    return lambda cfa, given: ExplicitValueAnalysis(
        cfa, left(), paths or PathLimits(), strategy or Strategy(), given, report_progress
    ).run()


def strategy(order: str, seed: int, merge: str, refinement: str, precision: str) -> Strategy:
    """The search that these words stand for; ``InputError`` for one that stands for none."""
    return Strategy(
        chosen_by(Order, "value", "order", order),
        seed,
        chosen_by(Merge, "value", "merge", merge),
        chosen_by(Refinement, "value", "refinement", refinement),
        chosen_by(Scope, "value", "precision", precision),
    )


def chosen_by(choices: Iterable[_Choice], actor: str, parameter: str, word: str) -> _Choice:
    """The member of ``choices`` that ``word`` names; ``InputError`` if it names none."""
    there = list(choices)
    found = next((choice for choice in there if choice.value == word), None)
    if found is None:
        known = ", ".join(str(choice.value) for choice in there)
        raise InputError(f"{actor} has no {parameter} '{word}': there are {known}")
    return found


def counted_from_now(limits: SoftLimits) -> Callable[[], SoftLimits]:
    """What is left of ``limits`` whenever it is called: building the automaton takes time, too."""
    cpu, wall = time.process_time(), time.monotonic()
    return lambda: limits.after(time.process_time() - cpu, time.monotonic() - wall)


def soft_limits(
    cpu: float | None, share: float, states: int | None = None, condition_size: int | None = None
) -> SoftLimits:
    """Inside the hard limits, with room to write the condition: a tenth, and at least a second if there is as much."""
    hard = current_limits()
    soft_cpu = None if hard.cpu is None else share * _inside(hard.cpu)
    if cpu is not None:
        soft_cpu = cpu if soft_cpu is None else min(cpu, soft_cpu)
    wall = None if hard.wall is None else share * _inside(hard.wall)
    memory = None if hard.memory is None else int(0.8 * hard.memory)
    size = CONDITION_SIZE if condition_size is None else condition_size
    return SoftLimits(soft_cpu, wall, memory, states, size, 0.0 if cpu is not None else _MORE * share)


def search_limits(options: SearchOptions) -> SoftLimits:
    """Those of a verifier with these options."""
    return soft_limits(options.cpu, options.share, options.states, options.condition_size)


def _inside(seconds: float) -> float:
    return max(seconds / 2, min(0.9 * seconds, seconds - 1.0))


def verified(
    given: Task | Residual,
    name: str,
    run: AnalysisRun,
    condition: Condition | None = None,
    justification: Justification | None = None,
    within: Range | SharedRange | None = None,
    *,
    overflow: bool | None = None,
) -> Produced:
    """Run an analysis on a task, a residual program, what ``condition`` leaves, or ``within`` a range; make artifacts
    of its findings. A range that is shared may be smaller in the end. ``overflow``: paths end where a signed operation
    may overflow.
    """
    run = without_overflows(run) if overflow else run
    task, shared = task_of(given), within
    within = shared.within if isinstance(shared, SharedRange) else shared
    for about in (condition, within):
        if about is not None:
            check_about(about, task)
    try:
        cfa = automaton_of(task)
        findings = _findings(run, cfa, condition) if shared is None else ranging(run, shared, condition)(cfa, None)
        within = shared.within if isinstance(shared, SharedRange) else within
    except NotSupported as unsupported:
        return (not_supported(unsupported),)
    if condition is not None:
        findings = replace(findings, invariants={})
    assumptions = (*cfa.assumptions, *undefined_in(given, cfa, findings.undefined))
    by = name if within is None or within.is_full else f"{name} in {within}"
    produced = _produced(given, by, cfa, findings, tuple(dict.fromkeys(assumptions)))
    produced += (findings.graph,) if findings.graph is not None else ()
    if within is not None:
        produced = limited(produced, within)
    elif is_of_a_range(given):
        produced = without_witnesses_of_proofs(produced)
    return tuple(completed(p, given, condition, justification) for p in produced)


def _findings(run: AnalysisRun, cfa: Cfa, condition: Condition | None) -> Findings:
    """With the automaton over the edges of ``cfa``, also where the condition's assumptions became branches."""
    if condition is None:
        return run(cfa, None)
    prepared = with_branches(cfa, [condition])
    found = run(prepared.cfa, prepared.condition)
    transitions = prepared.over_program(found.automaton.transitions)
    return replace(found, automaton=replace(found.automaton, transitions=transitions))


def not_supported(error: NotSupported) -> Answer:
    """The answer for a program that cannot be handled."""
    span = error.span
    place = (span.file, span.line, span.column) if span else None
    return Answer(Verdict.UNKNOWN, f"{error.feature} is not supported", None, (), place)


def undefined_in(given: Task | Residual, cfa: Cfa, checks: Iterable[Edge]) -> Iterator[str]:
    """The sentences about checks of ``cfa`` that may fail, with their places in the original program."""
    if not isinstance(given, Residual):
        yield from (each for edge in checks for each in assumptions_of(cfa, edge))
        return
    labels, asked = dict(given.origin), violations_of(given.original).checks
    for edge in checks:
        if isinstance(edge.operation, Check) and edge.operation.undefined in asked:
            continue  # the residual program asks before, and comes to the error where it fails
        label = labels.get(edge.origin.line)
        if label is None:
            yield from assumptions_of(cfa, edge)
            continue
        assert isinstance(edge.operation, Check)
        what = label.statement.partition(":")[0]
        undefined = what.removeprefix("no ") if what.startswith("no ") else edge.operation.undefined.value
        yield from (sentence(undefined, place) for place in _places(given.original, label))


def _places(original: Task, label: EdgeLabel) -> tuple[CheckPlace, ...]:
    at = Span(label.file, label.line)
    known = automaton_of(original) if is_model(at) else None
    edge = None if known is None else known.by_label.get(label)
    return (CheckPlace(at),) if known is None or edge is None else places_of(known, edge)


def _produced(
    given: Task | Residual, name: str, cfa: Cfa, findings: Findings, assumptions: tuple[str, ...]
) -> Produced:
    """Witnesses are about the original program: a residual program reads the same values."""
    task = given.original if isinstance(given, Residual) else given
    original, originals = automaton_of(task) if isinstance(given, Residual) else cfa, Originals(task)
    match findings.verdict:
        case Verdict.TRUE:
            answer = Answer(Verdict.TRUE, "", findings.proof, assumptions)
            proved = proved_invariants(originals, cfa, findings.invariants) if original is cfa else ()
            witness = correctness_witness(originals, original, proved)
            return (answer, witness, invariant_entries(task, proved))
        case Verdict.FALSE:
            assert findings.counterexample is not None
            read = findings.counterexample.inputs
            if isinstance(given, Residual) and given.acceleration is not None:
                return violated_original(given, original, read)
            read = read_by_original(read) if isinstance(given, Residual) else read
            values = tuple(v for _, v in read)
            evidence = ConfirmedTest(violating_test(read), Confirmation.INTERPRETED)
            answer = Answer(Verdict.FALSE, "", evidence, original.assumptions)
            execution = Interpreter(original).run(values)
            entries = violation_entries(originals, original, execution)
            found = (answer, Violation(values), violation_witness(originals, execution), entries)
            from coveriflow.actors.work.verify.error_paths import error_path  # not every run finds a violation

            return tuple(each for each in (*found, error_path(originals, original, values)) if each is not None)
        case Verdict.UNKNOWN:
            partial = _partial(task_of(given), name, findings, assumptions)
            return (_undecided(given, cfa, findings.reason), *partial)


def _undecided(given: Task | Residual, cfa: Cfa, reason: str) -> Answer:
    """With the place in the original program, where the reason is that something is not supported."""
    error = next((e for e in cfa.unsupported if str(e) == reason), None)
    if error is None:
        return Answer(Verdict.UNKNOWN, reason)
    return not_supported(_in_original(given, error) if isinstance(given, Residual) else error)


def _in_original(given: Residual, error: NotSupported) -> NotSupported:
    label = dict(given.origin).get(error.span.line) if error.span is not None else None
    if label is None:
        return NotSupported(error.feature)
    named = automaton_of(given.original).unsupported
    same = (e for e in named if e.span and (e.span.file, e.span.line) == (label.file, label.line))
    return next(same, NotSupported(error.feature, Span(label.file, label.line)))


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
        task.preprocessed_hash,
    )
    if findings.proof is None:
        return (condition,)
    return (condition, Justification(condition.digest, findings.proof, assumptions))


def completed(
    product: object, given: Task | Residual, condition: Condition | None, justification: Justification | None
) -> object:
    """A proof of what a condition leaves is one of the whole only together with what justifies the condition. So it is
    with what justifies a condition that covers all that the one before it does.
    """
    if not isinstance(product, Answer | Justification):
        return product
    reasons, assumptions = _reasons(given, condition, justification)
    assumed = tuple(dict.fromkeys((*assumptions, *product.assumptions)))
    if isinstance(product, Justification):
        if isinstance(given, Residual):
            return product
        together = _composite(reasons, product.proof)
        assert together is not None and not isinstance(together, ConfirmedTest)
        return replace(product, assumptions=assumed, proof=together)
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
    """What supports ``condition``: a justification made for it, else that it was given, and assumed to be true; nothing
    where it covers nothing.
    """
    if not condition.accepting:
        return (), ()
    if justification is None or justification.condition != condition.digest:
        justification = given_condition(condition.digest, condition.producer)
    return (justification,), justification.assumptions


def _composite(reasons: tuple[Justification, ...], evidence: Evidence | None) -> Evidence | None:
    if evidence is None or isinstance(evidence, ConfirmedTest):
        return evidence
    return composite(reasons, evidence)


def composite(reasons: tuple[Justification, ...], proof: Proof) -> Proof:
    """The proofs of conditions, outermost first, and that of what they leave."""
    return folded_left(lambda inner, reason: Composite(reason.proof, inner), reversed(reasons), proof)

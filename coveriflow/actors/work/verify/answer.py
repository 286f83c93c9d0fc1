"""From an analysis to what an actor says: answer, evidence, witness, condition."""

from __future__ import annotations

from dataclasses import replace

from coveriflow.actors.definition import Produced
from coveriflow.actors.work.load import automaton_of, automaton_to_search, check_about, task_of
from coveriflow.actors.work.source_positions import Originals
from coveriflow.actors.work.verify.accelerated_inputs import read_by_original, violated_original
from coveriflow.actors.work.verify.invariants import proved_invariants
from coveriflow.actors.work.verify.justification import completed
from coveriflow.actors.work.verify.overflow import without_overflows
from coveriflow.actors.work.verify.unsupported import ABSTRACT, foreign, not_supported, undecided, undefined_in
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
from coveriflow.analysis.search.findings import NOTHING, Findings
from coveriflow.artifacts.answers import Answer, Confirmation, ConfirmedTest, Justification, Violation
from coveriflow.artifacts.automata.guarded_files import with_files_of
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.errors import NotSupported
from coveriflow.program.interpreter.interpreter import Interpreter
from coveriflow.program.types.granules import WIDE
from coveriflow.transform.conditions.assumptions_to_branches import with_branches

_EXACT = ("symbolic", "shape")
"""These find that memory is lost on one path, or with one shape, and may find another one that is no violation."""
_FOREIGN = "the residual program needs an assumption that the program itself does not need"


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
        is_whole = condition is None and within is None and name not in _EXACT
        cfa = automaton_to_search(task) if is_whole else automaton_of(task)
        findings = _findings(run, cfa, condition) if shared is None else ranging(run, shared, condition)(cfa, None)
        within = shared.within if isinstance(shared, SharedRange) else within
    except NotSupported as unsupported:
        return (not_supported(unsupported),)
    if condition is not None:
        findings = replace(findings, invariants={})
    if findings.counterexample is not None and cfa.granules == WIDE:
        from coveriflow.analysis.search.small_inputs import with_small_inputs  # with a solver, which few runs need

        findings = replace(findings, counterexample=with_small_inputs(cfa, findings.counterexample))
    if isinstance(given, Residual) and findings.verdict is not Verdict.FALSE:
        needed = next(foreign(given, cfa, findings.undefined), None)
        if needed is not None:
            return (Answer(Verdict.UNKNOWN, f"{_FOREIGN}: {needed}"),)
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
            if isinstance(given, Residual) and given.is_abstract:
                return (Answer(Verdict.UNKNOWN, ABSTRACT),)
            read = findings.counterexample.inputs
            if isinstance(given, Residual) and given.acceleration is not None:
                return violated_original(given, original, read)
            read = read_by_original(read) if isinstance(given, Residual) else read
            values = tuple(v for _, v in read)
            evidence = ConfirmedTest(violating_test(read), Confirmation.INTERPRETED)
            answer = Answer(Verdict.FALSE, "", evidence, original.assumptions)
            execution = Interpreter(original).run(values)
            entries = violation_entries(originals, original, execution)
            found = (answer, Violation(values), violation_witness(originals, original, execution), entries)
            from coveriflow.actors.work.verify.error_paths import error_path  # not every run finds a violation

            return tuple(each for each in (*found, error_path(originals, original, values)) if each is not None)
        case Verdict.UNKNOWN:
            partial = _partial(task_of(given), name, findings, assumptions)
            return (undecided(given, cfa, findings.reason), *partial)


def _partial(task: Task, name: str, findings: Findings, assumptions: tuple[str, ...]) -> Produced:
    """The condition of what was verified, and why it is true."""
    automaton = findings.automaton
    if automaton == NOTHING:
        return ()
    found = Condition(
        automaton.initial,
        automaton.accepting,
        automaton.transitions,
        task.program_hash,
        task.specification,
        task.data_model,
        f"coveriflow {name}",
        task.preprocessed_hash,
    )
    condition = with_files_of(task, found)
    if findings.proof is None:
        return (condition,)
    return (condition, Justification(condition.digest, findings.proof, assumptions))

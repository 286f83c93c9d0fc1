"""External conditions: what they cover is verified, with the roles of what is covered and what is left swapped."""

from __future__ import annotations

from coveriflow.actors.definition import Produced
from coveriflow.actors.work.checks.violations import confirmed
from coveriflow.actors.work.load import automaton_of, check_about
from coveriflow.actors.work.tests.sample import sampled_violation
from coveriflow.actors.work.verify.portfolio import Decided, decided
from coveriflow.actors.work.verify.unsupported import not_supported
from coveriflow.artifacts.answers import Answer, Evidence, Justification, Violation
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.validations import Outcome, Validation
from coveriflow.execution.processes.worker import report_progress
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.errors import NotSupported
from coveriflow.program.library.check_places import assumptions_of
from coveriflow.transform.conditions.assumptions_to_branches import with_branches
from coveriflow.transform.reducers.parallel_composition import covered_part

_SUBJECT = "condition"
_SECONDS = 5.0


def validated_condition(task: Task, condition: Condition, samples: int) -> Produced:
    """The justification, where what the condition covers is proved; a test, where that is violated."""
    check_about(condition, task)
    try:
        cfa = automaton_of(task)
        prepared = with_branches(cfa, [condition])
        covered = covered_part(prepared.cfa, prepared.condition).cfa
        report_progress("executions with random inputs")
        violated = sampled_violation(covered, samples, _SECONDS)
        found = decided(task, covered, lambda _: True) if violated is None else None
    except NotSupported as error:
        answer = not_supported(error)
        return Validation(Outcome.UNKNOWN, _SUBJECT, answer.reason, answer.place), answer
    if isinstance(found, str):
        return _unknown(f"what it covers was neither proved nor refuted ({found})")
    if found is not None and found.findings.verdict is Verdict.TRUE:
        return _justified(condition, cfa, found)
    if found is not None:
        assert found.findings.counterexample is not None
        violated = tuple(value for _, value in found.findings.counterexample.inputs)
    assert violated is not None
    return _refuted(task, violated)


def _unknown(reason: str) -> Produced:
    return Validation(Outcome.UNKNOWN, _SUBJECT, reason), Answer(Verdict.UNKNOWN, reason)


def _justified(condition: Condition, cfa: Cfa, found: Decided) -> Produced:
    proof = found.findings.proof
    assert proof is not None
    undefined = (each for edge in found.findings.undefined for each in assumptions_of(cfa, edge))
    assumptions = tuple(dict.fromkeys((*cfa.assumptions, *undefined)))
    justification = Justification(condition.digest, proof, assumptions)
    reason = f"justified: no execution that it covers reaches the error, proved by {found.analysis}"
    whole: Evidence | None = proof if condition.covers_everything else None
    said = "the condition is justified, and covers a part of the program"
    answer = Answer(Verdict.TRUE, "", whole, assumptions) if whole else Answer(Verdict.UNKNOWN, said)
    return Validation(Outcome.CONFIRMED, _SUBJECT, reason, None, assumptions), justification, answer


def _refuted(task: Task, values: tuple[int, ...]) -> Produced:
    answer, suite = confirmed(task, Violation(values))
    if answer.verdict is not Verdict.FALSE or suite is None:
        return _unknown(f"a violation in what it covers was not confirmed: {answer.reason}")
    inputs = ", ".join(map(str, suite.cases[0].inputs))
    reason = f"an execution that it covers reaches the error{f', with the inputs {inputs}' if inputs else ''}"
    return Validation(Outcome.REFUTED, _SUBJECT, reason), answer, suite

"""Proofs that are only claimed, and whether the program itself can be proved."""

from __future__ import annotations

from coveriflow.actors.definition import Produced
from coveriflow.actors.work.verify import answer as verifying
from coveriflow.actors.work.verify import solver_based
from coveriflow.actors.work.verify.soft_limits import soft_limits
from coveriflow.analysis.induction.kinduction import InductionLimits
from coveriflow.artifacts.answers import Answer, is_claimed
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import WitnessEntries


def proved_again(task: Task, claimed: Answer, cpu: float | None, share: float) -> Produced:
    """What k-induction shows of ``task``; ``claimed`` where it is confirmed already, or k-induction shows nothing.

    Where k-induction finds a violation the two contradict each other, and the answer is ``unknown``.
    """
    if claimed.verdict is not Verdict.TRUE or not is_claimed(claimed.evidence):
        return (claimed,)
    run = solver_based.inductive(soft_limits(cpu, share), InductionLimits())
    produced = verifying.verified(task, "kinduction", run)
    answer = next(each for each in produced if isinstance(each, Answer))
    match answer.verdict:
        case Verdict.TRUE:
            return tuple(each for each in produced if isinstance(each, Answer | Witness | WitnessEntries))
        case Verdict.FALSE:
            return (Answer(Verdict.UNKNOWN, "the program is claimed to be safe, and k-induction finds a violation"),)
        case Verdict.UNKNOWN:
            return (claimed,)

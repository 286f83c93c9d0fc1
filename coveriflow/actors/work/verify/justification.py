"""Why a condition is true, and a proof of what it leaves one of the whole."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce as folded_left

from coveriflow.artifacts.answers import (
    Answer,
    Composite,
    ConfirmedTest,
    Evidence,
    Justification,
    Proof,
    Recurrence,
    given_condition,
)
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict


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
        assert together is not None and not isinstance(together, ConfirmedTest | Recurrence)
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
    if evidence is None or isinstance(evidence, ConfirmedTest | Recurrence):
        return evidence
    return composite(reasons, evidence)


def composite(reasons: tuple[Justification, ...], proof: Proof) -> Proof:
    """The proofs of conditions, outermost first, and that of what they leave."""
    return folded_left(lambda inner, reason: Composite(reason.proof, inner), reversed(reasons), proof)

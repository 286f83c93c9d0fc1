"""From what was verified of a residual program to what is verified of the program that it comes from."""

from __future__ import annotations

from coveriflow.actors.definition import Produced
from coveriflow.actors.work.load import automaton_of, check_about
from coveriflow.actors.work.reduce.residual import printed_residual
from coveriflow.actors.work.verify.justification import composite
from coveriflow.artifacts.answers import Justification
from coveriflow.artifacts.automata.guarded_files import with_files_of
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.program.errors import NotSupported
from coveriflow.transform.conditions.assumptions_to_branches import with_branches
from coveriflow.transform.conditions.operations import united
from coveriflow.transform.conditions.residual_to_original import COVERED, Printed, carried_back


def brought_back(residual: Residual, condition: Condition, justification: Justification | None) -> Produced:
    """One condition about the original, and why it is true if that is known; nothing where that is not supported."""
    try:
        found = over_original(residual, condition)
    except NotSupported:
        return ()
    if justification is None or justification.condition != condition.digest:
        return (found,)
    proof = composite(residual.justifications, justification.proof)
    assumptions = tuple(dict.fromkeys((*residual.assumptions, *justification.assumptions)))
    return found, Justification(found.digest, proof, assumptions)


def over_original(residual: Residual, condition: Condition) -> Condition:
    """What ``condition``, about ``residual``, or the conditions of ``residual`` cover of the original.

    ``NotSupported`` as ``carried_back``, and for a program that was only printed.
    """
    applied = residual.applied
    if applied is None:
        raise NotSupported("a condition about a program that was only printed")
    check_about(condition, residual.task)
    made = printed_residual(applied.outer or residual.original, applied.condition, applied.reduction)
    if made.page.text != residual.task.sources[0].text:
        raise NotSupported("a condition about a residual program that is printed differently now")
    text = with_branches(automaton_of(residual.task), [condition])
    found = carried_back(Printed(made.residual, text.cfa, made.page.lines), text.condition)
    first = applied.condition
    own = Condition(
        found.initial,
        frozenset({COVERED}),
        made.prepared.over_program(found.transitions),
        first.program_hash,
        first.specification,
        first.data_model,
        condition.producer,
    )
    within = residual.original if applied.outer is None else applied.outer.task
    together = united(first, with_files_of(within, own))
    return together if applied.outer is None else over_original(applied.outer, together)

"""What happens between two visits of loop heads, as formulas: every infinite execution is a chain of such steps."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.contracts import Outcome, Watch
from coveriflow.analysis.domains.symbolic import PathFormula
from coveriflow.analysis.induction.unrolling import Invariants, Unrolling, formula_of
from coveriflow.logic import build
from coveriflow.logic.terms import FALSE, TRUE, Term
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.cfa.loops import Loops


@dataclass(frozen=True, slots=True)
class Transition:
    """From a visit of ``source`` in the state ``before`` to the next visit of a head, of ``target``, in ``after``.

    ``holds``: when that happens, over the state before and the inputs of the step.
    """

    source: Position
    target: Position
    holds: Term
    before: PathFormula
    after: PathFormula


@dataclass(frozen=True, slots=True)
class Relation:
    """All steps between visits of heads in which the invariants hold that were given.

    Law: an execution that visits heads for ever does so by ``transitions``, whatever it does before the first visit.
    ``lost``: when something is met of which nothing is known. ``undefined``: for each check, when it would fail.
    ``inputs``: what is read. ``starts``: that a step begins at a head, in a state in which the invariants hold.
    """

    transitions: tuple[Transition, ...]
    lost: tuple[tuple[Term, str], ...]
    undefined: tuple[tuple[Edge, Term], ...]
    inputs: tuple[tuple[Edge, Term], ...]
    starts: Mapping[Position, Term]


def relation(
    cfa: Cfa, loops: Loops, positions: Sequence[Position], invariants: Invariants, watch: Watch
) -> Relation | None:
    """``None`` if there was no time. ``positions``: all heads, with each call stack."""
    step = Unrolling(cfa, loops, 1, positions, invariants)
    if step.run(watch) is Outcome.STOPPED:
        return None
    found = []
    for node in step.arrivals():
        after = formula_of(node)
        for position, here, before in step.starts:
            holds = build.conjoin(here, after.guard)
            if holds is not FALSE:
                found.append(Transition(position, node.state.position, holds, before, after))
    arrivals = set(step.arrivals())
    lost = [(formula_of(n).guard, n.left_out or "") for n in step.cut() if n not in arrivals]
    read = dict.fromkeys(
        pair for node in step.reached.nodes for arc in node.arcs for pair in arc.arrived.elements[0].inputs
    )
    starts = {position: before.guard for position, _, before in step.starts}
    return Relation(tuple(found), tuple(lost), tuple(step.domain.undefined), tuple(read), starts)


def lead_in(cfa: Cfa, loops: Loops, invariants: Invariants, watch: Watch) -> Relation | None:
    """The same from the start of the program to the first visit of a head, which is no transition between heads."""
    start = Unrolling(cfa, loops, 0, (), invariants)
    if start.run(watch) is Outcome.STOPPED:
        return None
    arrivals = set(start.arrivals())
    lost = [(formula_of(n).guard, n.left_out or "") for n in start.cut() if n not in arrivals]
    return Relation((), tuple(lost), tuple(start.domain.undefined), (), {})


def conjunction(terms: Sequence[Term]) -> Term:
    """All of them."""
    result = TRUE
    for term in terms:
        result = build.conjoin(result, term)
    return result

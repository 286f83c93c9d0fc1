"""Invariants and summaries as text for people, and as expressions for witnesses."""

from __future__ import annotations

from collections.abc import Mapping

from coveriflow.analysis.horn.blocks import entry_name
from coveriflow.analysis.horn.certificate import Formulas
from coveriflow.analysis.horn.clauses import System
from coveriflow.analysis.predicate.c_invariants import at_locations
from coveriflow.analysis.predicate.formulas import now
from coveriflow.analysis.predicate.invariants import Place
from coveriflow.analysis.predicate.rendering import rendered
from coveriflow.logic import build
from coveriflow.logic.horn.contracts import Predicate
from coveriflow.logic.substitution import Substitution
from coveriflow.logic.terms import TRUE, Term
from coveriflow.logic.terms import variable as logic_variable
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Location
from coveriflow.program.expressions.expressions import Expression


def described(system: System, formulas: Formulas) -> tuple[tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]:
    """The invariants, each with its place, and the summaries, each with its function."""
    lines = system.blocks.loops.lines
    invariants = []
    for place, predicate in system.places.items():
        location = place.position.location
        if system.blocks.loops.is_head(location):
            invariants.append((str(lines.get(location, location.function)), _text(predicate, formulas)))
    summaries = [(at.activation.function, _text(predicate, formulas)) for at, predicate in system.summaries.items()]
    return tuple(invariants), tuple(summaries)


def _text(predicate: Predicate, formulas: Formulas) -> str:
    old = {p: logic_variable(f"old({n.rpartition('::')[2]})", p.sort) for p, n in _at_entry(predicate).items()}
    return rendered(Substitution(old)(formulas.get(predicate, TRUE)))


def _at_entry(predicate: Predicate) -> dict[Term, str]:
    return {p: name for p in predicate.parameters if (name := entry_name(p)) is not None}


def known_at(cfa: Cfa, system: System, formulas: Formulas) -> Mapping[Location, tuple[Expression, ...]]:
    """What holds at each location where blocks end, whatever the call stack. The values at the entry of a function are
    those now where they do not change.
    """
    found: dict[Place, Term] = {}
    for place, predicate in system.places.items():
        frame = system.blocks.frame_of(place.activation)
        same = {p: now(n, p.sort) for p, n in _at_entry(predicate).items() if n not in frame.changed}
        formula = Substitution(same)(formulas.get(predicate, TRUE))
        here = Place(place.position)
        found[here] = build.disjoin(found[here], formula) if here in found else formula
    return at_locations(cfa, found)

"""Invariants that are terms as expressions over the program's variables, for witnesses."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from coveriflow.analysis.predicate.formulas import program_name
from coveriflow.analysis.predicate.invariants import InvariantMap
from coveriflow.analysis.search.atoms import integer_places, name_of
from coveriflow.analysis.search.term_expressions import TermExpressions
from coveriflow.logic import build
from coveriflow.logic.build import any_of
from coveriflow.logic.terms import Op, Term
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Location
from coveriflow.program.expressions.expressions import Expression


def at_locations(cfa: Cfa, invariants: InvariantMap) -> dict[Location, tuple[Expression, ...]]:
    """What holds at each location whatever the call stack: what all disjuncts have in common, and the disjunction as a
    whole. What no expression can say is left out.
    """
    found: defaultdict[Location, list[Term]] = defaultdict(list)
    for place, formula in invariants.items():
        found[place.position.location] += _disjuncts(formula)
    places = {name_of(place): place for place in integer_places(cfa)}
    translation = TermExpressions(lambda term: places.get(program_name(term) or ""))
    return {at: _said(translation, disjuncts) for at, disjuncts in found.items()}


def _said(translation: TermExpressions, disjuncts: Sequence[Term]) -> tuple[Expression, ...]:
    first, *others = (_conjuncts(each) for each in dict.fromkeys(disjuncts))
    common = [each for each in first if all(each in other for other in others)]
    whole = [any_of(dict.fromkeys(disjuncts))] if others else []
    said = (translation.condition(each) for each in (*common, *whole))
    return tuple(dict.fromkeys(each for each in said if each is not None))


def _disjuncts(formula: Term) -> list[Term]:
    return [build.negate(each) for each in _conjuncts(build.negate(formula))]


def _conjuncts(formula: Term) -> list[Term]:
    """Terms that hold together where ``formula`` holds; a negated disjunction is a conjunction."""
    parts, pending = [], [formula]
    while pending:
        term = pending.pop()
        if term.op is Op.AND:
            pending += reversed(term.args)
        elif term.op is Op.NOT and term.args[0].op is Op.OR:
            pending += [build.negate(each) for each in reversed(term.args[0].args)]
        else:
            parts.append(term)
    return parts

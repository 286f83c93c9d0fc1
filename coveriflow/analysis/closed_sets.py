"""Invariants that a closed reached set of explicit values stands for."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import reduce

from coveriflow.analysis.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.domains.values import Environment
from coveriflow.analysis.induction.samples import Place, integer_places, name_of
from coveriflow.analysis.reached import Reached
from coveriflow.program import folding
from coveriflow.program.cfa import Cfa
from coveriflow.program.edges import Assume, Location
from coveriflow.program.expressions import BinaryOp, Constant, Expression, scalar_type

_FEW = 6
"""So many values of a variable are listed; of more, the least and the greatest are told."""


def invariants_of(
    analysis: CompositeAnalysis, reached: Reached[CompositeState]
) -> dict[Location, tuple[Expression, ...]]:
    """For each head of a loop of the program text: what the values there have in common in all reached states.

    The values are the analysis' first component. A location that control may pass within a step is left out: no state
    is reached there.
    """
    heads = {each.head for each in analysis.cfa.control if each.is_loop and _ends_steps(analysis, each.head)}
    found: defaultdict[Location, list[Environment]] = defaultdict(list)
    for node in reached.nodes:
        location = node.state.position.location
        if location in heads:
            found[location].append(node.state.elements[0].known)
    places = integer_places(analysis.cfa) if found else ()
    return {location: tuple(_common(places, known)) for location, known in found.items()}


def _ends_steps(analysis: CompositeAnalysis, location: Location) -> bool:
    return analysis.loops.is_head(location) or _is_branch(analysis.cfa, location)


def _is_branch(cfa: Cfa, location: Location) -> bool:
    return any(isinstance(edge.operation, Assume) for edge in cfa.leaving[location])


def _common(places: Sequence[Place], known: Sequence[Environment]) -> Iterator[Expression]:
    for place in places:
        name, type_ = name_of(place), scalar_type(place)
        if all(name in each for each in known):
            values = sorted({type_.wrap(each[name]) for each in known})
            if len(values) <= _FEW:
                tests = [_compared(BinaryOp.EQ, place, value) for value in values]
                yield reduce(folding.disjunction, tests)
                continue
            if values[0] > type_.minimum:
                yield _compared(BinaryOp.GE, place, values[0])
            if values[-1] < type_.maximum:
                yield _compared(BinaryOp.LE, place, values[-1])


def _compared(operator: BinaryOp, place: Place, value: int) -> Expression:
    return folding.binary(operator, place, Constant(value, scalar_type(place)))

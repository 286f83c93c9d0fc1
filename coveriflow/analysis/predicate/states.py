"""Abstract states and precisions of the predicate CPA (unifying paper, Sects. 3.1.1 and 3.1.2)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.domains.symbolic import PathFormula
from coveriflow.logic.terms import Term
from coveriflow.program.cfa.edges import Location

Predicates = frozenset[Term]


@dataclass(frozen=True, slots=True)
class Precision:
    """For each location the predicates that an abstraction there may use; none where nothing is known."""

    predicates: Mapping[Location, Predicates] = field(default_factory=dict)

    def at(self, location: Location) -> Predicates:
        """The predicates for ``location``."""
        return self.predicates.get(location, frozenset())

    def joined(self, other: Precision) -> Precision:
        """Location by location what either of them has."""
        if self is other or not other.predicates:
            return self
        added = {location: self.at(location) | some for location, some in other.predicates.items()}
        return Precision({**self.predicates, **added})


def precision_of(found: Iterable[tuple[Location, Predicates]]) -> Precision:
    """The precision with all predicates that are ``found`` for a location."""
    table: dict[Location, Predicates] = {}
    for location, some in found:
        if some:
            table[location] = table.get(location, frozenset()) | some
    return Precision(table)


@dataclass(slots=True, eq=False)
class Abstraction:
    """The abstraction formula of one abstraction state, shared by all states of the block that begins there.

    ``formula`` is over the values that variables have at ``position``; a refinement may strengthen it, nothing weakens
    it. ``block`` is the block formula that leads here from the abstraction ``before``; ``start`` is the path formula
    *true* of the next block. ``number``: in the order of their making. The first has neither ``block`` nor ``before``:
    its ``start`` says the values at the beginning of the program.
    """

    formula: Term
    position: Position
    start: PathFormula
    number: int
    block: PathFormula | None = None
    before: Abstraction | None = None
    depth: int = 0

    def path(self) -> list[Abstraction]:
        """The abstractions from the first one to this one."""
        found = [self]
        while found[-1].before is not None:
            found.append(found[-1].before)
        return found[::-1]


@dataclass(frozen=True, slots=True, eq=False)
class PredicateState:
    """The triple of abstraction formula, abstraction location and path formula; ``precision`` goes with it."""

    abstraction: Abstraction
    path: PathFormula
    precision: Precision

    @property
    def is_abstraction(self) -> bool:
        """Whether the path formula is *true*; the others are intermediate states."""
        return self.path is self.abstraction.start

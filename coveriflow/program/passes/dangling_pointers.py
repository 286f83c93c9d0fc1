"""The value of a pointer is indeterminate once the lifetime of the object that it points to is over (C11 6.2.4 p2): a
compiler may give it any value, so that no comparison of it says anything. What is allocated on the heap is asked where
two pointers are compared (``pointer_arithmetic``), local objects wherever one is compared or tested.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass

from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.edges import Location, Undefined
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Constant,
    Expression,
    is_pointer,
)
from coveriflow.program.memory.addresses import extent_of
from coveriflow.program.memory.points_to import Area, PointsTo
from coveriflow.program.passes.check_insertion import with_checks
from coveriflow.program.types.c_types import BOOL
from coveriflow.program.types.granules import Granules


@dataclass(frozen=True, slots=True)
class Expired:
    """A check goes before each comparison and test of a pointer that may point to where a local object was. ``kept``:
    areas of those to which pointers may be kept for longer than they exist.
    """

    points_to: PointsTo
    kept: Set[Area]
    granules: Granules
    beside: Callable[[Location], Location]

    def excluded(self, edges: Iterable[RawEdge]) -> list[RawEdge]:
        """``edges`` with these checks."""
        return list(with_checks(edges, Undefined.LIFETIME, self._checks, self.beside)) if self.kept else list(edges)

    def _checks(self, part: Expression) -> Iterator[Expression]:
        for pointer, other in _asked(part):
            reference = self.points_to.reference(pointer)
            if reference is not None and self.points_to.found(reference).area in self.kept:
                exists = make.truth(extent_of(pointer, self.granules))
                if isinstance(other, Constant):
                    exists = make.disjunction(make.binary(BinaryOp.EQ, pointer, other), exists)
                yield make.disjunction(make.negation(pointer), exists)


def _asked(part: Expression) -> Iterator[tuple[Expression, Expression | None]]:
    """The pointers of which ``part`` asks the value, each with what it is compared with; named objects exist."""
    match part:
        case Binary(operator, left, right) if operator in COMPARISONS:
            pairs: list[tuple[Expression, Expression | None]] = [(left, right), (right, left)]
        case Cast(operand) if part.type == BOOL:
            pairs = [(operand, None)]
        case _:
            return
    for pointer, other in pairs:
        if is_pointer(pointer) and not isinstance(pointer, Constant | Address):
            yield pointer, other

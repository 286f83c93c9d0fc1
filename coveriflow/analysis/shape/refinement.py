"""What a condition says of a heap in which it holds, or does not."""

from __future__ import annotations

from dataclasses import dataclass

from coveriflow.analysis.data_flow.values.arithmetic import compared
from coveriflow.analysis.data_flow.values.value_sets import Range, ValueSet, exactly
from coveriflow.analysis.shape.evaluation import Evaluation, is_counter, is_extent, is_single
from coveriflow.analysis.shape.heaps import Heap
from coveriflow.analysis.shape.objects import Computed, Value
from coveriflow.analysis.shape.values import NUMBERS, Granule
from coveriflow.program.cfa.names import ALLOCATED
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Expression,
    Variable,
    scalar_type,
)
from coveriflow.program.types.c_types import Floating, Integer, Pointer, Rank

_OPPOSITE = {
    BinaryOp.EQ: BinaryOp.NE,
    BinaryOp.NE: BinaryOp.EQ,
    BinaryOp.LT: BinaryOp.GE,
    BinaryOp.GE: BinaryOp.LT,
    BinaryOp.GT: BinaryOp.LE,
    BinaryOp.LE: BinaryOp.GT,
}
_MIRRORED = {
    BinaryOp.LT: BinaryOp.GT,
    BinaryOp.GT: BinaryOp.LT,
    BinaryOp.LE: BinaryOp.GE,
    BinaryOp.GE: BinaryOp.LE,
    BinaryOp.EQ: BinaryOp.EQ,
    BinaryOp.NE: BinaryOp.NE,
}


@dataclass(frozen=True)
class Refinement:
    """By conditions. Law: no concrete state in which the condition has that truth is lost."""

    evaluation: Evaluation

    def assume(self, heap: Heap, condition: Expression, *, truth: bool) -> bool:
        """Change ``heap``; whether anything is left of it."""
        if _is_about_sites(condition):
            return truth
        known = self.evaluation.numbers(self.evaluation.value(condition, heap))
        if known.constant == 0 or 0 not in known:
            return (known.constant != 0) is truth
        match condition:
            case Binary(BinaryOp.AND, left, right) if truth and _is_truth(left) and _is_truth(right):
                return self.assume(heap, left, truth=True) and self.assume(heap, right, truth=True)
            case Binary(BinaryOp.OR, left, right) if not truth and _is_truth(left) and _is_truth(right):
                return self.assume(heap, left, truth=False) and self.assume(heap, right, truth=False)
            case Binary(BinaryOp.EQ | BinaryOp.NE as op, inner, Constant(0)) if _is_truth(inner):
                return self.assume(heap, inner, truth=truth is (op is BinaryOp.NE))
            case Binary(op, left, right) if op in COMPARISONS and not isinstance(left.type, Floating):
                op = op if truth else _OPPOSITE[op]
                return self._compared(heap, op, left, right) and self._compared(heap, _MIRRORED[op], right, left)
            case Variable() | Cell() | Cast() if not isinstance(condition.type, Floating):
                op = BinaryOp.NE if truth else BinaryOp.EQ
                return self._restrict(heap, op, condition, exactly(0))
            case _:
                return True

    def _compared(self, heap: Heap, op: BinaryOp, left: Expression, right: Expression) -> bool:
        return self._restrict(heap, op, left, self.evaluation.value(right, heap))

    def _restrict(self, heap: Heap, op: BinaryOp, expression: Expression, other: Computed) -> bool:
        """Keep of what a variable or a field holds only what compares so with ``other``."""
        match expression:
            case Cast(operand, Integer() | Pointer() as type_) if not isinstance(operand.type, Floating):
                known = self.evaluation.value(operand, heap)
                is_kept = isinstance(known, ValueSet) and known.within(type_.minimum, type_.maximum)
                is_bool = isinstance(type_, Integer) and type_.rank is Rank.BOOL
                return self._restrict(heap, op, operand, other) if is_kept and not is_bool else True
            case Variable() if expression != ALLOCATED and not is_counter(expression):
                known = self.evaluation.stored(expression, heap)
                kept = self._kept(known, op, other)
                if kept is not None:
                    heap.variables[expression.name] = kept
                return kept is not None
            case Cell() if not is_extent(expression):
                return self._restrict_cell(heap, op, expression, other)
            case _:
                return True

    def _restrict_cell(self, heap: Heap, op: BinaryOp, cell: Cell, other: Computed) -> bool:
        kept = self._kept(self.evaluation.stored(cell, heap), op, other)
        if kept is None:
            return False
        if is_single(cell.region):
            region = cell.region.type
            if scalar_type(cell).width == getattr(region, "width", 0):
                heap.variables[cell.region.name] = kept
            return True
        found = self.evaluation.place(cell, heap)
        if found is not None and found[0].object in heap.objects:
            heap.set_field(found[0].object, found[1], kept)
        return True

    def _kept(self, known: Value, op: BinaryOp, other: Computed) -> Value | None:
        if not isinstance(known, ValueSet) or isinstance(other, Granule):
            return known
        if not isinstance(other, ValueSet):
            return other if op is BinaryOp.EQ else known
        return _restricted(known, op, other)


def _restricted(known: ValueSet, op: BinaryOp, other: ValueSet) -> ValueSet | None:
    if op is BinaryOp.EQ:
        return NUMBERS.meet(known, other)
    if compared(op, known, other).constant == 0:
        return None
    if op is BinaryOp.NE:
        return known if other.constant is None else _without(known, other.constant)
    ends: Range = {
        BinaryOp.LT: (known.low, other.high - 1),
        BinaryOp.LE: (known.low, other.high),
        BinaryOp.GT: (other.low + 1, known.high),
        BinaryOp.GE: (other.low, known.high),
    }[op]
    parts = ((max(low, ends[0]), min(high, ends[1])) for low, high in known.ranges)
    return NUMBERS.restricted(known, parts, known.modulus, known.rest)


def _without(known: ValueSet, number: int) -> ValueSet | None:
    parts = [
        part for low, high in known.ranges for part in ((low, min(high, number - 1)), (max(low, number + 1), high))
    ]
    return NUMBERS.restricted(known, parts, known.modulus, known.rest)


def _is_truth(expression: Expression) -> bool:
    """Whether it is 0 or 1."""
    match expression:
        case Binary(op) if op in COMPARISONS:
            return True
        case Binary(BinaryOp.AND | BinaryOp.OR, left, right):
            return _is_truth(left) and _is_truth(right)
        case _:
            return False


def _is_about_sites(condition: Expression) -> bool:
    """Whether it asks if a site has room for one more object: here it always has."""
    match condition:
        case Binary(BinaryOp.LT, Variable() as counter, Constant()):
            return is_counter(counter)
        case _:
            return False

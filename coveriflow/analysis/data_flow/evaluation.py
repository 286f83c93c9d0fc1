"""What expressions may be in an abstract state: as a set of numbers, and near which variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import assert_never

from coveriflow.analysis.data_flow.differences import Offset, opposite
from coveriflow.analysis.data_flow.floating import FloatEvaluation
from coveriflow.analysis.data_flow.states import Lattice, State, Tracked
from coveriflow.analysis.data_flow.text_ends import End
from coveriflow.analysis.data_flow.values.arithmetic import EITHER, Arithmetic, compared, everything
from coveriflow.analysis.data_flow.values.contents import MOST_PLACES, cell_name, joined_values
from coveriflow.analysis.data_flow.values.value_sets import ValueSet, exactly
from coveriflow.program.cfa.recursion import is_saving
from coveriflow.program.expressions import float_sets
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    Address,
    ArrayValue,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Element,
    Expression,
    NewObject,
    Unary,
    UnaryOp,
    Variable,
    scalar_type,
)
from coveriflow.program.expressions.float_sets import FloatSet
from coveriflow.program.memory.layout import EXTENT, FIRST_ADDRESS
from coveriflow.program.types.c_types import Array, Floating, Integer, Pointer, Rank, Region, Scalar

_EXACT = {BinaryOp.ADD: Arithmetic.added, BinaryOp.SUB: Arithmetic.subtracted, BinaryOp.MUL: Arithmetic.multiplied}
Valued = tuple[Expression, ValueSet]
"""An expression, and all that it may be."""
_NEVER_GREATER = frozenset({BinaryOp.DIV, BinaryOp.MOD, BinaryOp.AND, BinaryOp.SHR})
"""Of operands that are not negative, the result is not greater than the left one."""


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Of expressions in states of ``lattice``."""

    lattice: Lattice
    arithmetic: Arithmetic

    @property
    def types(self) -> Mapping[str, Tracked]:
        """What is tracked. What lies in memory is an integer of the region's width there, and no ``_Bool``."""
        return self.lattice.types

    def place(self, expression: Expression) -> str | None:
        """The name of what is tracked, if that is what the expression reads."""
        match expression:
            case Variable(name, Integer() | Pointer()):
                return name if name in self.types else None
            case Cell(Variable(name, Region(width, True)), _, type_) if isinstance(type_, Integer | Pointer):
                return name if name in self.types and type_.width == width else None
            case _:
                return None

    def value(self, expression: Expression, state: State) -> ValueSet:
        """All numbers that the expression may be."""
        match expression:
            case Constant(value):
                return exactly(value)
            case Address():
                return exactly(expression.value)
            case Variable() | Cell():
                return self._stored(expression, state)
            case Cast(operand, type_):
                if isinstance(operand.type, Floating):
                    return self._cut(self.floating(operand, state), type_)
                if isinstance(type_, Floating):
                    return everything(type_)
                return self.arithmetic.wrapped(self.value(operand, state), type_)
            case Unary(operator, operand, type_):
                if isinstance(operand.type, Floating):
                    return EITHER if operator is UnaryOp.SIGN else everything(type_)
                apply = self.arithmetic.negated if operator is UnaryOp.NEGATE else self.arithmetic.complemented
                return self.arithmetic.wrapped(apply(self.value(operand, state)), type_)
            case Binary():
                return self._binary(expression, state)
            case Element(array, index):
                return self._element(array, self.value(index, state), expression.type, state)
            case NewObject(address):
                return self.value(address, state)
            case ArrayValue():
                raise TypeError("the value of a whole array is no number")
            case _:
                assert_never(expression)

    def _stored(self, expression: Variable | Cell, state: State) -> ValueSet:
        name, type_ = self.place(expression), scalar_type(expression)
        if name is None:
            return self._loaded(expression, state) if isinstance(expression, Cell) else everything(type_)
        known = self.lattice.number(state, name)
        return known if isinstance(expression, Variable) else self.arithmetic.wrapped(known, type_)

    def _loaded(self, cell: Cell, state: State) -> ValueSet:
        """The numbers that make up a value, the lowest first; those of memory are without sign."""
        contents, type_ = state.memory.get(cell.region.name), scalar_type(cell)
        if contents is None or isinstance(type_, Floating):
            return everything(type_)
        addresses, parts = self.addresses(cell, state), parts_of(cell)
        if addresses is None:
            return everything(type_)
        if parts == 1:
            return self.arithmetic.wrapped(contents.among(addresses, self.arithmetic.shape), type_)
        few, width = addresses.few(MOST_PLACES), self.lattice.regions[cell.region.name].width
        if few is None:
            return everything(type_)
        wholes = (contents.whole((each, parts), self.arithmetic, width) for each in few)
        return self.arithmetic.wrapped(joined_values(wholes, self.arithmetic.shape), type_)

    def cell(self, cell: Cell, state: State) -> str | None:
        """The name of a value in memory, where it is one that relations speak of."""
        if not self.lattice.regions or not isinstance(cell.type, Integer) or cell.type.signed or not is_whole(cell):
            return None
        if cell.region.name not in self.lattice.regions or _is_bool(cell.type):
            return None
        addresses = self.addresses(cell, state)
        address = None if addresses is None else addresses.constant
        return None if address is None else cell_name(cell.region.name, (address, parts_of(cell)))

    def addresses(self, cell: Cell, state: State) -> ValueSet | None:
        """Where it may lie. A ``Check`` before every access of an object ends executions in which no object is there;
        ``None``: nowhere.
        """
        found = self.value(cell.address, state)
        if found.low >= FIRST_ADDRESS or not holds_objects(cell.region):
            return found
        parts = ((max(low, FIRST_ADDRESS), high) for low, high in found.ranges if high >= FIRST_ADDRESS)
        return self.arithmetic.shape.restricted(found, parts, found.modulus, found.rest)

    def _element(self, array: Variable, index: ValueSet, type_: Scalar, state: State) -> ValueSet:
        contents = state.memory.get(array.name)
        assert isinstance(array.type, Array)
        if contents is None or isinstance(type_, Floating):
            return everything(type_)
        return self.arithmetic.wrapped(contents.among(index, self.arithmetic.shape), type_)

    def _binary(self, expression: Binary, state: State) -> ValueSet:
        op, left, right = expression.operator, expression.left, expression.right
        if isinstance(left.type, Floating):
            return self.float_comparison(op, left, right, state) if op in COMPARISONS else everything(expression.type)
        if op in _EXACT:
            return self.arithmetic.wrapped(self.exact(expression, state), expression.type)
        if op in COMPARISONS:
            return self.comparison(op, left, right, state)
        one, other = self.value(left, state), self.value(right, state)
        return self.arithmetic.applied(op, one, other, expression.type)

    def comparison(self, op: BinaryOp, left: Expression, right: Expression, state: State) -> ValueSet:
        """Whether ``left op right`` holds, of numbers: always, never, or either."""
        return self.compared(op, (left, self.value(left, state)), (right, self.value(right, state)), state)

    def compared(self, op: BinaryOp, left: Valued, right: Valued, state: State) -> ValueSet:
        """The same of expressions whose values are known."""
        by_numbers = compared(op, left[1], right[1])
        between = (
            self._difference(left[0], right[0], state)
            if by_numbers is EITHER and (state.bounds or state.ends)
            else None
        )
        return by_numbers if between is None else compared(op, between, exactly(0))

    def floating(self, expression: Expression, state: State) -> FloatSet:
        """All numbers that an expression of floating type may be."""
        return FloatEvaluation(self.lattice, state, self.value)(expression)

    def float_comparison(self, op: BinaryOp, left: Expression, right: Expression, state: State) -> ValueSet:
        """Whether ``left op right`` holds, of floating-point numbers."""
        may_hold, may_fail = float_sets.compared(op, self.floating(left, state), self.floating(right, state))
        return EITHER if may_hold is may_fail else exactly(int(may_hold))

    def _cut(self, value: FloatSet, type_: Scalar) -> ValueSet:
        """A floating-point number as an integer; a check has shown that it fits."""
        if isinstance(type_, Floating):
            return everything(type_)
        if _is_bool(type_):
            zero = float_sets.exactly(value.form, 0)
            may_hold, may_fail = float_sets.compared(BinaryOp.NE, value, zero)
            return EITHER if may_hold is may_fail else exactly(int(may_hold))
        ends = float_sets.integers(value, type_.minimum, type_.maximum)
        found = None if ends is None else self.arithmetic.shape.between(*ends)
        return everything(type_) if found is None else found

    def exact(self, expression: Binary, state: State) -> ValueSet:
        """The sum, difference or product, not wrapped."""
        one, other = self.value(expression.left, state), self.value(expression.right, state)
        found = _EXACT[expression.operator](self.arithmetic, one, other)
        varies = one.modulus != 0 and other.modulus != 0
        if varies and state.bounds and expression.operator is not BinaryOp.MUL:
            between = self._nearer(expression, state)
            nearer = None if between is None else self.arithmetic.shape.meet(found, between)
            found = nearer or found
        if varies and expression.operator is BinaryOp.ADD and _has_texts_after_sums(state):
            return self._within_text(expression, found, state)
        return found

    def _within_text(self, total: Binary, known: ValueSet, state: State) -> ValueSet:
        """A sum of variables, after which a text ends."""
        for end, between in self._ends_after(total, state):
            most = end.last - end.offset + between
            if known.high > most:
                parts = ((low, min(high, most)) for low, high in known.ranges)
                known = self.arithmetic.shape.restricted(known, parts, known.modulus, known.rest) or known
        return known

    def _ends_after(self, total: Expression, state: State) -> Iterator[tuple[End, int]]:
        """Facts about a sum of variables that ``total`` is not greater than, but for a number."""
        names = self._summed(total, state)
        if names is None:
            return
        for (_, summands, _), end in state.ends.items():
            if summands == names:
                yield end, 0
            elif len(summands) == len(names) > 1:
                ours, theirs = set(names).difference(summands), set(summands).difference(names)
                if len(ours) == len(theirs) == 1:
                    between = state.bounds.get((ours.pop(), theirs.pop()))
                    if between is not None:
                        yield end, between

    def _below_tops(self, total: Expression, state: State) -> Iterator[Offset]:
        """Not after what of a text is not before its end."""
        for end, between in self._ends_after(total, state):
            low = self.value(total, state).low
            for name, most in end.tops:
                yield name, low - self.lattice.ends(state, name)[1], most - end.offset + between

    def _summed(self, expression: Expression, state: State) -> tuple[str, ...] | None:
        """The variables of which the value is the sum, without wrapping."""
        match expression:
            case Variable():
                name = self.place(expression)
                return (name,) if name is not None and _is_as_stored(expression, self.types[name]) else None
            case Cast(operand, Integer() | Pointer() as type_) if not isinstance(operand.type, Floating):
                is_kept = self.value(operand, state).within(type_.minimum, type_.maximum) and not _is_bool(type_)
                return self._summed(operand, state) if is_kept else None
            case Binary(BinaryOp.MUL, left, Constant(1)):
                return self._summed(left, state)
            case Binary(BinaryOp.ADD, left, right, Integer() | Pointer() as type_):
                first, second = self.value(left, state), self.value(right, state)
                is_kept = type_.minimum <= first.low + second.low and first.high + second.high <= type_.maximum
                one, other = self._summed(left, state), self._summed(right, state)
                return tuple(sorted((*one, *other))) if is_kept and one is not None and other is not None else None
            case _:
                return None

    def _nearer(self, expression: Binary, state: State) -> ValueSet | None:
        """A sum or a difference, by the bounds that are known."""
        if expression.operator is BinaryOp.SUB:
            return self._difference(expression.left, expression.right, state)
        right = self.offsets(expression.right, state) if self.lattice.has_sums else ()
        others = [(opposite(name), -high, -low) for name, low, high in right]
        return self._between(expression.left, others, state) if others else None

    def _difference(self, left: Expression, right: Expression, state: State) -> ValueSet | None:
        """``left - right``, by the bounds that are known; ``None`` where these say nothing."""
        return self._between(left, self.offsets(right, state, ends=True), state)

    def _between(self, left: Expression, others: Sequence[Offset], state: State) -> ValueSet | None:
        lows, highs = [], []
        for one, low, high in self.offsets(left, state, ends=True) if others else ():
            for other, other_low, other_high in others:
                if one == other or (one, other) in state.bounds or (other, one) in state.bounds:
                    most = 0 if one == other else self.lattice.difference(state, one, other)
                    least = 0 if one == other else -self.lattice.difference(state, other, one)
                    lows.append(least + low - other_high)
                    highs.append(most + high - other_low)
        return self.arithmetic.shape.between(max(lows), min(highs)) if lows else None

    def offsets(self, expression: Expression, state: State, *, ends: bool = False) -> list[Offset]:
        """Variables with partners that the value is known to be near; with ``ends`` also those that it is not after
        since a text ends there.
        """
        return list(self._offsets(expression, state, ends=ends)) if self.lattice.partners else []

    def _offsets(self, expression: Expression, state: State, *, ends: bool) -> Iterator[Offset]:
        match expression:
            case Variable() | Cell():
                name = self.place(expression)
                if name is not None and name in self.lattice.partners and _is_as_stored(expression, self.types[name]):
                    if not self.lattice.regions or self.lattice.number(state, name).modulus != 0:
                        yield name, 0, 0
                elif isinstance(expression, Cell) and expression.region.name in self.lattice.cells:
                    cell = self.cell(expression, state)
                    if cell is not None and cell in self.lattice.partners:
                        yield cell, 0, 0
                if ends and isinstance(expression, Variable):
                    yield from self._below_tops(expression, state)
            case Cast(operand, type_) if not isinstance(type_, Floating) and not isinstance(operand.type, Floating):
                value = self.value(operand, state)
                if value.within(type_.minimum, type_.maximum) and not _is_bool(type_):
                    yield from self._offsets(operand, state, ends=ends)
            case Binary(BinaryOp.ADD | BinaryOp.SUB as op, left, right, type_) if isinstance(type_, Integer | Pointer):
                if self.exact(expression, state).within(type_.minimum, type_.maximum):
                    yield from self._moved(expression, state, ends=ends)
                    if ends and op is BinaryOp.ADD:
                        yield from self._below_tops(expression, state)
            case Binary(BinaryOp.MUL, left, Constant(1)) if isinstance(expression.type, Integer):
                yield from self._offsets(left, state, ends=ends)
            case Binary(BinaryOp.AND, left, Constant(mask)) if (base := self._block(left, mask, state)) is not None:
                yield from (
                    (name, low - base, high - base) for name, low, high in self._offsets(left, state, ends=ends)
                )
            case Binary(op, left, right) if op in _NEVER_GREATER and isinstance(expression.type, Integer):
                value, one = self.value(expression, state), self.value(left, state)
                if one.low >= 0 and self.value(right, state).low >= 0:
                    yield from (
                        (name, value.low - self.lattice.ends(state, name)[1], high)
                        for name, _, high in self._offsets(left, state, ends=ends)
                    )

    def _block(self, value: Expression, mask: int, state: State) -> int | None:
        """What ``mask``, one less than a power of two, takes from ``value``, where that is always the same."""
        if mask & (mask + 1) or mask < 0:
            return None
        whole = self.value(value, state)
        base = whole.low & ~mask
        return base if whole.high <= base | mask else None

    def _moved(self, total: Binary, state: State, *, ends: bool) -> Iterator[Offset]:
        op, left, right = total.operator, total.left, total.right
        one, other = self.value(left, state), self.value(right, state)
        sign = 1 if op is BinaryOp.ADD else -1
        least, most = sorted((sign * other.low, sign * other.high))
        yield from ((name, low + least, high + most) for name, low, high in self._offsets(left, state, ends=ends))
        if op is BinaryOp.ADD:
            yield from (
                (name, low + one.low, high + one.high) for name, low, high in self._offsets(right, state, ends=ends)
            )
        elif self.lattice.has_sums:
            for name, low, high in self._offsets(right, state, ends=ends):
                if opposite(name) in self.lattice.partners:
                    yield opposite(name), one.low - high, one.high - low


def _has_texts_after_sums(state: State) -> bool:
    """Whether a fact about the end of a text speaks of several variables."""
    return any(len(names) > 1 for _, names, _ in state.ends)


def holds_objects(region: Variable) -> bool:
    """Whether objects of the program lie in ``region``: not so for sizes of objects, and for what callers save, by the
    depth of their calls.
    """
    return not region.name.startswith(EXTENT.name) and not is_saving(region)


def parts_of(cell: Cell) -> int:
    """How many numbers in memory make up a value."""
    region = cell.region.type
    assert isinstance(region, Region)
    return max(1, scalar_type(cell).width // region.width)


def is_whole(cell: Cell) -> bool:
    """Whether a value in memory has all bits of the numbers that make it up."""
    region = cell.region.type
    assert isinstance(region, Region)
    return scalar_type(cell).width % region.width == 0


def _is_bool(type_: object) -> bool:
    return isinstance(type_, Integer) and type_.rank is Rank.BOOL


def _is_as_stored(expression: Variable | Cell, type_: Tracked) -> bool:
    """Whether what is read is the number that is tracked."""
    read = expression.type
    return isinstance(read, Integer | Pointer) and not _is_bool(read) and read.signed == type_.signed

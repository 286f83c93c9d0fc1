"""What a state tells where a condition holds: numbers are narrowed backwards through expressions (HC4), and bounds of
differences are learnt from comparisons.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd

from coveriflow.analysis.data_flow.differences import constrain, is_first, is_negative, opposite
from coveriflow.analysis.data_flow.evaluation import Evaluation, is_whole, parts_of
from coveriflow.analysis.data_flow.floating import float_place
from coveriflow.analysis.data_flow.states import State
from coveriflow.analysis.data_flow.text_transfer import TextTransfer
from coveriflow.analysis.data_flow.values.arithmetic import FALSE, everything, is_bool
from coveriflow.analysis.data_flow.values.value_sets import Shape, ValueSet, covers
from coveriflow.program.expressions import float_sets
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    Binary,
    BinaryOp,
    Cast,
    Cell,
    Constant,
    Expression,
    Unary,
    UnaryOp,
    Variable,
    scalar_type,
    subexpressions,
)
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.expressions.float_sets import FloatSet
from coveriflow.program.memory.layout import FIRST_ADDRESS
from coveriflow.program.types.c_types import Floating, Integer, Region, Scalar

_OPPOSITE = {
    BinaryOp.EQ: BinaryOp.NE,
    BinaryOp.NE: BinaryOp.EQ,
    BinaryOp.LT: BinaryOp.GE,
    BinaryOp.GE: BinaryOp.LT,
    BinaryOp.GT: BinaryOp.LE,
    BinaryOp.LE: BinaryOp.GT,
}
_MIRRORED = {BinaryOp.GT: BinaryOp.LT, BinaryOp.GE: BinaryOp.LE}
_MOST_WINDOWS = 4
_MOST_WAYS = 16


@dataclass(frozen=True, slots=True)
class Refinement:
    """Changes states in place. Law: a concrete state in which the condition holds stays in the state; ``False`` is
    returned only where there is none.
    """

    evaluation: Evaluation

    @property
    def texts(self) -> TextTransfer:
        """For facts about the ends of texts."""
        return TextTransfer(self.evaluation)

    def assume(self, state: State, condition: Expression, *, truth: bool) -> bool:
        """``condition != 0`` has the value ``truth``."""
        if not self._narrowed(state, condition, truth=truth):
            return False
        return not self.evaluation.lattice.regions or self.texts.assume(state, condition, truth=truth)

    def _narrowed(self, state: State, condition: Expression, *, truth: bool) -> bool:
        if state.memory and (choice := self._choice(state, condition)) is not None:
            return self._each_way(state, *choice, condition, truth=truth)
        return self._at_once(state, condition, truth=truth)

    def _at_once(self, state: State, condition: Expression, *, truth: bool) -> bool:
        if not self._assume(state, condition, truth=truth):
            return False
        return not state.bounds or self.tightened(state)

    def _choice(self, state: State, condition: Expression) -> tuple[Expression, list[ValueSet]] | None:
        """What the address of a number in ``condition`` is computed from, if it is in one of several objects; with
        what it may be in each of them.
        """
        for cell in subexpressions(condition):
            if isinstance(cell, Cell) and not _is_single(cell):
                for part in subexpressions(cell.address):
                    if isinstance(part, Variable | Cell) and self._is_resolved(state, part):
                        ways = _ways(self.evaluation.value(part, state))
                        if ways:
                            return part, ways
        return None

    def _is_resolved(self, state: State, part: Variable | Cell) -> bool:
        """Whether what is known of ``part`` is that of one place."""
        if self.evaluation.place(part) is not None:
            return True
        if isinstance(part, Variable) or part.region.name not in state.memory or _is_single(part):
            return False
        if not is_whole(part):
            return False
        addresses = self.evaluation.addresses(part, state)
        return addresses is not None and addresses.constant is not None

    def _each_way(
        self, state: State, part: Expression, ways: list[ValueSet], condition: Expression, *, truth: bool
    ) -> bool:
        """``condition`` for each of ``ways``, and all that may be in one of them."""
        found: State | None = None
        for way in ways:
            one = state.copy()
            if self.narrow(one, part, way) and self._narrowed(one, condition, truth=truth):
                found = one if found is None else self.evaluation.lattice.joined(found, one)
        if found is None:
            return False
        state.numbers, state.floats, state.bounds = found.numbers, found.floats, found.bounds
        state.memory, state.ends, state.reads = found.memory, found.ends, found.reads
        return True

    def _assume(self, state: State, condition: Expression, *, truth: bool) -> bool:
        if isinstance(condition, Binary) and condition.operator in COMPARISONS:
            if isinstance(condition.left.type, Floating):
                return self._compare_floats(state, condition, truth=truth)
            op = condition.operator if truth else _OPPOSITE[condition.operator]
            return self._compare(state, op, condition.left, condition.right)
        value = self.evaluation.value(condition, state)
        wanted = self.without(value, 0) if truth else self._meet(value, FALSE)
        return wanted is not None and self.narrow(state, condition, wanted)

    def _compare(self, state: State, op: BinaryOp, left: Expression, right: Expression) -> bool:
        if op in _MIRRORED:
            return self._compare(state, _MIRRORED[op], right, left)
        one, other = self.evaluation.value(left, state), self.evaluation.value(right, state)
        if self.evaluation.compared(op, (left, one), (right, other), state) == FALSE:
            return False
        wanted, other_wanted = self._wanted(op, one, other)
        if wanted is None or other_wanted is None:
            return False
        if wanted is not one and not self.narrow(state, left, wanted):
            return False
        if other_wanted is not other and not self.narrow(state, right, other_wanted):
            return False
        return not self.evaluation.lattice.partners or self._relate(state, op, left, right)

    def _compare_floats(self, state: State, condition: Binary, *, truth: bool) -> bool:
        op, left, right = condition.operator, condition.left, condition.right
        one, other = self.evaluation.floating(left, state), self.evaluation.floating(right, state)
        if left == right and op in (BinaryOp.EQ, BinaryOp.NE):
            is_number = truth is (op is BinaryOp.EQ)
            wanted = float_sets.without_nan(one) if is_number else FloatSet(one.form, 0, -1, one.nan)
            return self.narrow_float(state, left, wanted)
        wanted, other_wanted = float_sets.assumed(op, one, other, truth=truth)
        return self.narrow_float(state, left, wanted) and self.narrow_float(state, right, other_wanted)

    def narrow_float(self, state: State, expression: Expression, wanted: FloatSet) -> bool:
        """``expression``, a floating-point number, is in ``wanted``."""
        known = self.evaluation.floating(expression, state)
        new = float_sets.meet(known, wanted)
        if new.is_empty or new == known:
            return not new.is_empty
        match expression:
            case Variable() | Cell():
                name = float_place(expression, self.evaluation.lattice.floating)
                if name is not None:
                    state.floats[name] = new
                return True
            case Unary(UnaryOp.NEGATE, operand):
                return self.narrow_float(state, operand, float_sets.negated(new))
            case Unary(UnaryOp.ABSOLUTE, operand):
                low = -new.high - 1 if new.has_numbers else new.low
                return self.narrow_float(state, operand, FloatSet(new.form, low, new.high, new.nan))
            case Cast(operand, type_) if isinstance(operand.type, Floating) and operand.type.width < type_.width:
                return self.narrow_float(state, operand, float_sets.before_widening(new, format_of(operand.type)))
            case Cast(operand) if isinstance(operand.type, Integer) and operand.type.width < new.form.precision:
                ends = float_sets.integers_around(new)
                shape = self.evaluation.arithmetic.shape
                inside = None if ends is None else shape.between(*ends)
                return ends is None or (inside is not None and self.narrow(state, operand, inside))
            case _:
                return True

    def _wanted(self, op: BinaryOp, left: ValueSet, right: ValueSet) -> tuple[ValueSet | None, ValueSet | None]:
        """What is left of both operands."""
        if op is BinaryOp.EQ:
            return self._meet(left, right), self._meet(right, left)
        if op is BinaryOp.NE:
            one, other = left.constant, right.constant
            return (
                left if other is None else self.without(left, other),
                right if one is None else self.without(right, one),
            )
        gap = 1 if op is BinaryOp.LT else 0
        return self._limited(left, left.low, right.high - gap), self._limited(right, left.low + gap, right.high)

    def _limited(self, value: ValueSet, low: int, high: int) -> ValueSet | None:
        if value.within(low, high):
            return value
        parts = ((max(a, low), min(b, high)) for a, b in value.ranges)
        return self.evaluation.arithmetic.shape.restricted(value, parts, value.modulus, value.rest)

    def _meet(self, one: ValueSet, other: ValueSet) -> ValueSet | None:
        return self.evaluation.arithmetic.shape.meet(one, other)

    def without(self, value: ValueSet, point: int) -> ValueSet | None:
        """``value`` but for one number."""
        if point not in value:
            return value
        halves = (((low, min(high, point - 1)), (max(low, point + 1), high)) for low, high in value.ranges)
        parts = (part for both in halves for part in both)
        return self.evaluation.arithmetic.shape.restricted(value, parts, value.modulus, value.rest)

    def narrow(self, state: State, expression: Expression, wanted: ValueSet) -> bool:
        """``expression`` is in ``wanted``."""
        known = self.evaluation.value(expression, state)
        new = self._meet(known, wanted)
        if new is None or covers(new, known):
            return new is not None
        match expression:
            case Variable() | Cell():
                return self._narrow_place(state, expression, new)
            case Cast(operand, type_) if not isinstance(operand.type, Floating) and not isinstance(type_, Floating):
                inner = self.evaluation.value(operand, state)
                before = self._before_wrapping(inner, new, type_)
                return before is not None and self.narrow(state, operand, before)
            case Unary(operator, operand, type_) if not isinstance(operand.type, Floating):
                apply = self.evaluation.arithmetic.negated
                if operator is UnaryOp.COMPLEMENT:
                    apply = self.evaluation.arithmetic.complemented
                inner = apply(self.evaluation.value(operand, state))
                before = self._before_wrapping(inner, new, type_)
                return before is not None and self.narrow(state, operand, apply(before))
            case Binary() if not isinstance(expression.left.type, Floating):
                return self._narrow_binary(state, expression, new)
            case _:
                return True

    def _narrow_place(self, state: State, expression: Variable | Cell, new: ValueSet) -> bool:
        name = self.evaluation.place(expression)
        if name is None:
            return isinstance(expression, Variable) or self._narrow_cell(state, expression, new)
        type_, known = self.evaluation.types[name], self.evaluation.lattice.number(state, name)
        if isinstance(expression, Cell):
            before = self._before_wrapping(known, new, scalar_type(expression))
            if before is None:
                return False
            new = before
        if new == everything(type_):
            state.numbers.pop(name, None)
        else:
            state.numbers[name] = new
        return True

    def _narrow_cell(self, state: State, cell: Cell, new: ValueSet) -> bool:
        """Of one number in memory, where it is known which one that is."""
        contents, type_ = state.memory.get(cell.region.name), scalar_type(cell)
        if contents is None or isinstance(type_, Floating):
            return True
        addresses = self.evaluation.addresses(cell, state)
        address = None if addresses is None else addresses.constant
        if address is None or not is_whole(cell):
            return True
        count, width = parts_of(cell), self.evaluation.lattice.regions[cell.region.name].width
        whole = (address, count)
        old = contents.at(address) if count == 1 else contents.whole(whole, self.evaluation.arithmetic, width)
        before = self._before_wrapping(old, new, type_)
        if before is None:
            return False
        state.memory[cell.region.name] = (
            contents.narrowed(address, before) if count == 1 else contents.with_wholes({whole: before})
        )
        return True

    def _before_wrapping(self, exact: ValueSet, result: ValueSet, type_: Scalar) -> ValueSet | None:
        """What of ``exact`` becomes one of ``result`` when it is converted to ``type_``."""
        if is_bool(type_):
            if result.constant is None:
                return exact
            return self._meet(exact, FALSE) if result.constant == 0 else self.without(exact, 0)
        if exact.within(type_.minimum, type_.maximum):
            return self._meet(exact, result)
        size = 1 << type_.width
        first, last = ((end - type_.minimum) // size for end in (exact.low, exact.high))
        if last - first >= _MOST_WINDOWS:
            return exact
        parts = ((low + n * size, high + n * size) for n in range(first, last + 1) for low, high in result.ranges)
        found = self.evaluation.arithmetic.shape.made(parts, gcd(result.modulus, size), result.rest)
        return None if found is None else self._meet(exact, found)

    def _narrow_binary(self, state: State, expression: Binary, new: ValueSet) -> bool:
        op, left, right = expression.operator, expression.left, expression.right
        if op in COMPARISONS:
            return new.constant is None or self._assume(state, expression, truth=new.constant != 0)
        if op in (BinaryOp.ADD, BinaryOp.SUB):
            return self._narrow_sum(state, expression, new)
        if op is BinaryOp.AND and 0 not in new and not isinstance(right, Constant):
            return all(self._assume(state, each, truth=True) for each in (left, right))
        if op is BinaryOp.OR and new.constant == 0:
            return all(self._assume(state, each, truth=False) for each in (left, right))
        divisor = self.evaluation.value(right, state).constant
        if divisor is None:
            return True
        before = self._before_division(op, self.evaluation.value(left, state), divisor, new)
        return before is not None and self.narrow(state, left, before)

    def _narrow_sum(self, state: State, expression: Binary, new: ValueSet) -> bool:
        arithmetic, left, right = self.evaluation.arithmetic, expression.left, expression.right
        exact = self._before_wrapping(self.evaluation.exact(expression, state), new, expression.type)
        if exact is None:
            return False
        is_sum = expression.operator is BinaryOp.ADD
        undo = arithmetic.subtracted if is_sum else arithmetic.added
        if not self.narrow(state, left, undo(exact, self.evaluation.value(right, state))):
            return False
        one = self.evaluation.value(left, state)
        return self.narrow(state, right, arithmetic.subtracted(*((exact, one) if is_sum else (one, exact))))

    def _before_division(self, op: BinaryOp, left: ValueSet, number: int, new: ValueSet) -> ValueSet | None:
        """What of ``left`` can have given ``new`` by a constant divisor, mask or shift."""
        modulus = abs(number) if op is BinaryOp.MOD else number + 1 if op is BinaryOp.AND else 0
        if modulus > 0 and (op is BinaryOp.MOD or number & modulus == 0):
            known = self.evaluation.arithmetic.shape.made(left.ranges, gcd(new.modulus, modulus), new.rest)
            return None if known is None else self._meet(left, known)
        if op is BinaryOp.SHR and 0 <= number < 128:
            number, op = 1 << number, BinaryOp.DIV if left.low >= 0 else op
        if op is BinaryOp.DIV and number > 0 and left.low >= 0:
            return self._limited(left, new.low * number, new.high * number + number - 1)
        return left

    def _relate(self, state: State, op: BinaryOp, left: Expression, right: Expression) -> bool:
        """Bounds from ``left op right``."""
        for one in self.evaluation.offsets(left, state):
            for other in self.evaluation.offsets(right, state):
                if op is BinaryOp.NE:
                    if not self._differ(state, one, other):
                        return False
                    continue
                most = other[2] - one[1] - (1 if op is BinaryOp.LT else 0)
                if not self._constrain(state, one[0], other[0], most):
                    return False
                if op is BinaryOp.EQ and not self._constrain(state, other[0], one[0], one[2] - other[1]):
                    return False
        return True

    def _differ(self, state: State, one: tuple[str, int, int], other: tuple[str, int, int]) -> bool:
        """``x + a != y + b``: an upper bound of ``x - y`` that is ``b - a`` is one too large, and so on."""
        if one[1] != one[2] or other[1] != other[2] or one[0] == other[0]:
            return True
        apart = other[1] - one[1]
        for first, second, bound in ((one[0], other[0], apart), (other[0], one[0], -apart)):
            if self.evaluation.lattice.difference(state, first, second) == bound:
                return self._constrain(state, first, second, bound - 1)
        return True

    def _constrain(self, state: State, one: str, other: str, most: int) -> bool:
        return constrain(state.bounds, self.evaluation.lattice.partners, one, other, most)

    def tightened(self, state: State) -> bool:
        """Make the numbers as the bounds have them; ``False`` if none is left."""
        lattice = self.evaluation.lattice
        for (one, other), most in state.bounds.items():
            if lattice.has_sums and not is_first((one, other)):
                continue
            low, high = lattice.ends(state, one)
            least, greatest = lattice.ends(state, other)
            if high > greatest + most or least < low - most:
                if not self._keep_between(state, one, low, greatest + most):
                    return False
                if not self._keep_between(state, other, low - most, greatest):
                    return False
        return True

    def _keep_between(self, state: State, name: str, low: int, high: int) -> bool:
        """Of a variable, or of its negative number, or of a value in memory."""
        if is_negative(name):
            name, low, high = opposite(name), -high, -low
        return self.texts.narrow(state, name, self._limited(self.evaluation.lattice.number(state, name), low, high))


def _is_single(cell: Cell) -> bool:
    return isinstance(cell.region.type, Region) and cell.region.type.single


def _ways(value: ValueSet) -> list[ValueSet]:
    """The objects, and null, in which an address may lie; none if there is only one, or if there are many."""
    if value.constant is not None or not 1 < len(value.ranges) <= _MOST_WAYS or value.high < FIRST_ADDRESS:
        return []
    shape = Shape(1, congruences=True)
    parts = (shape.made((each,), value.modulus, value.rest) for each in value.ranges)
    return [part for part in parts if part is not None]

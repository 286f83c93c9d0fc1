"""One operation on ranges: what it needs of its operands, and what it gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum

from coveriflow.logic.bit_vector_bounds import range_of
from coveriflow.logic.ranges import integers
from coveriflow.logic.ranges.integers import Interval, full, in_other_view
from coveriflow.logic.terms import BOOLEAN, Op, Term, signed
from coveriflow.program.expressions import float_sets
from coveriflow.program.expressions.expressions import BinaryOp
from coveriflow.program.expressions.float_sets import FloatSet
from coveriflow.program.expressions.softfloat import FORMATS, Rounding


class View(Enum):
    """How the bits of a term are read. Values of the first are ``FloatSet``, of the others pairs of bounds."""

    FLOAT = "float"
    SIGNED = "signed"
    UNSIGNED = "unsigned"
    TRUTH = "truth"

    __hash__ = object.__hash__


Value = FloatSet | Interval
ValueOf = Callable[[Term, View], Value]

COMPARISONS = {Op.FLT: BinaryOp.LT, Op.FLE: BinaryOp.LE, Op.FEQ: BinaryOp.EQ}
EITHER: Interval = (0, 1)
_ROUNDED = {Op.FADD: BinaryOp.ADD, Op.FSUB: BinaryOp.SUB, Op.FMUL: BinaryOp.MUL, Op.FDIV: BinaryOp.DIV}
FLOATS = frozenset({*_ROUNDED, Op.FSQRT, Op.FROUND, Op.FNEG, Op.FABS, Op.FCONVERT})
"""Numbers of numbers."""
_INTEGERS = {Op.SLT: View.SIGNED, Op.ULT: View.UNSIGNED}


def needs(term: Term, view: View) -> Iterator[tuple[Term, View]]:
    """What must be known of operands before."""
    op = term.op
    if op is Op.ITE:
        yield term.args[0], View.TRUTH
        yield from ((branch, view) for branch in term.args[1:])
    elif view is View.TRUTH:
        yield from _needed_for_truth(term)
    elif view is View.FLOAT:
        if op in FLOATS:
            yield from ((a, View.FLOAT) for a in term.args)
        elif op in (Op.FROM_SIGNED, Op.FROM_UNSIGNED):
            yield term.args[0], View.SIGNED if op is Op.FROM_SIGNED else View.UNSIGNED
    else:
        yield from _needed_for_integer(term, view)


def _needed_for_truth(term: Term) -> Iterator[tuple[Term, View]]:
    op = term.op
    if op in (Op.NOT, Op.AND, Op.OR):
        yield from ((a, View.TRUTH) for a in term.args)
    elif op in COMPARISONS or op is Op.FNAN:
        yield from ((a, View.FLOAT) for a in term.args)
    elif op in _INTEGERS:
        yield from ((a, _INTEGERS[op]) for a in term.args)
    elif op is Op.EQ and term.args[0].sort > BOOLEAN:
        yield from ((a, view) for view in (View.SIGNED, View.UNSIGNED) for a in term.args)


def _needed_for_integer(term: Term, view: View) -> Iterator[tuple[Term, View]]:
    op = term.op
    if op in (Op.TO_SIGNED, Op.TO_UNSIGNED):
        yield term.args[0], View.FLOAT
    elif op in (Op.ZERO_EXTEND, Op.SIGN_EXTEND):
        yield term.args[0], View.UNSIGNED if op is Op.ZERO_EXTEND else View.SIGNED
    elif op in integers.FOLDED:
        native = _native(op, view)
        yield from ((a, native) for a in term.args)
    elif op in (Op.TRUNCATE, Op.NEG):
        yield term.args[0], view


def _native(op: Op, view: View) -> View:
    """How the operands are read by an operator that does not take both."""
    if op in integers.UNSIGNED:
        return View.UNSIGNED
    return View.SIGNED if op in integers.SIGNED else view


def rounding_of(term: Term) -> Rounding:
    """The direction of rounding of an operation."""
    return Rounding[str(term.payload)] if term.payload else Rounding.NEAREST_EVEN


def applied(term: Term, operands: list[FloatSet]) -> FloatSet:
    """The operation of ``term``, one of ``FLOATS``, on sets of numbers."""
    op, rounding = term.op, rounding_of(term)
    if op in _ROUNDED:
        return float_sets.OPERATIONS[_ROUNDED[op]](operands[0], operands[1], rounding)
    match op:
        case Op.FSQRT:
            return float_sets.square_root(operands[0], rounding)
        case Op.FROUND:
            return float_sets.to_integral(operands[0], rounding)
        case Op.FNEG:
            return float_sets.negated(operands[0])
        case Op.FABS:
            return float_sets.absolute(operands[0])
        case Op.FCONVERT:
            return float_sets.converted(operands[0], FORMATS[term.sort], rounding)
        case _:
            raise AssertionError(f"{op} gives no number")


def truth_value(term: Term, value_of: ValueOf) -> Interval:
    """Whether a boolean term may be false and true."""
    op = term.op
    if term.constant is not None:
        return term.constant, term.constant
    if op in COMPARISONS:
        one, other = (_float(value_of(a, View.FLOAT)) for a in term.args)
        may_hold, may_fail = float_sets.compared(COMPARISONS[op], one, other)
        return _interval(may_fail=may_fail, may_hold=may_hold)
    if op is Op.FNAN:
        value = _float(value_of(term.args[0], View.FLOAT))
        return _interval(may_fail=value.has_numbers, may_hold=value.nan)
    if op in (Op.NOT, Op.AND, Op.OR):
        values = [_bounds(value_of(a, View.TRUTH)) for a in term.args]
        return _connected(op, values)
    if op in _INTEGERS:
        left, right = (_bounds(value_of(a, _INTEGERS[op])) for a in term.args)
        return _interval(may_fail=left[1] >= right[0], may_hold=left[0] < right[1])
    if op is Op.EQ and term.args[0].sort > BOOLEAN:
        return _equal(term, value_of)
    return EITHER


def _connected(op: Op, values: list[Interval]) -> Interval:
    if any(low > high for low, high in values):
        return 1, 0
    match op:
        case Op.NOT:
            return 1 - values[0][1], 1 - values[0][0]
        case Op.AND:
            return min(v[0] for v in values), min(v[1] for v in values)
        case _:
            return max(v[0] for v in values), max(v[1] for v in values)


def _equal(term: Term, value_of: ValueOf) -> Interval:
    found = EITHER
    for view in (View.SIGNED, View.UNSIGNED):
        left, right = (_bounds(value_of(a, view)) for a in term.args)
        if left[0] > right[1] or right[0] > left[1]:
            return 0, 0
        if left[0] == left[1] == right[0] == right[1]:
            found = (1, 1)
    return found


def _interval(*, may_fail: bool, may_hold: bool) -> Interval:
    return (0 if may_fail else 1), (1 if may_hold else 0)


def _float(value: Value) -> FloatSet:
    assert isinstance(value, FloatSet)
    return value


def _bounds(value: Value) -> Interval:
    assert not isinstance(value, FloatSet)
    return value


def integer_value(term: Term, view: View, value_of: ValueOf) -> Interval:
    """A bit-vector as an integer of ``view``."""
    width, is_signed = term.sort, view is View.SIGNED
    whole = full(width, is_signed=is_signed)
    if term.constant is not None:
        value = signed(term.constant, width) if is_signed else term.constant
        return value, value
    static = range_of(term)
    before = in_other_view(static, width, is_signed=False) if is_signed else static
    found = _operation(term, view, value_of)
    if found is None or (found[0] <= found[1] and not whole[0] <= found[0] <= found[1] <= whole[1]):
        return before
    return max(before[0], found[0]), min(before[1], found[1])


def _operation(term: Term, view: View, value_of: ValueOf) -> Interval | None:
    """Bounds that need not fit; ``None`` where nothing is known, or the other view is needed."""
    op, width = term.op, term.sort
    if op in (Op.TO_SIGNED, Op.TO_UNSIGNED):
        bounds = full(width, is_signed=op is Op.TO_SIGNED)
        return _in(view, _cut(_float(value_of(term.args[0], View.FLOAT)), bounds), width, op is Op.TO_SIGNED)
    if op is Op.ZERO_EXTEND:
        return _in(view, _bounds(value_of(term.args[0], View.UNSIGNED)), width, False)
    if op is Op.SIGN_EXTEND:
        return _in(view, _bounds(value_of(term.args[0], View.SIGNED)), width, True)
    if op is Op.TRUNCATE:
        return _bounds(value_of(term.args[0], view))
    if op is Op.NEG:
        low, high = _bounds(value_of(term.args[0], view))
        return -high, -low
    if op in integers.FOLDED:
        native = _native(op, view)
        operands = [_bounds(value_of(a, native)) for a in term.args]
        if any(low > high for low, high in operands):
            return 1, 0
        found = integers.FOLDED[op](operands[0], operands[1])
        return None if found is None else _in_view(view, found, width, native)
    return None


def _in_view(view: View, found: Interval, width: int, native: View) -> Interval | None:
    if native is view:
        return found
    low, high = full(width, is_signed=native is View.SIGNED)
    return _in(view, found, width, native is View.SIGNED) if low <= found[0] <= found[1] <= high else None


def _in(view: View, value: Interval, width: int, is_signed: bool) -> Interval:
    return value if is_signed is (view is View.SIGNED) else in_other_view(value, width, is_signed=is_signed)


def _cut(value: FloatSet, bounds: Interval) -> Interval:
    """To which integers; terms are built so that others are cut nowhere where the result counts, so all may be."""
    most = float_sets.infinite(value.form)
    fits = not value.nan and -most - 1 < value.low and value.high < most
    found = float_sets.integers(value, -(1 << 200), 1 << 200) if fits else None
    return found if found is not None and bounds[0] <= found[0] <= found[1] <= bounds[1] else bounds

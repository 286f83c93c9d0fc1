"""C expressions to terms: the bit-precise semantics of ``program.expressions.integer_arithmetic`` in SMT (contracts:
C semantics).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from coveriflow.logic import build, float_terms
from coveriflow.logic.choices import restricted
from coveriflow.logic.terms import INDEX_WIDTH, Op, Sort, Term, bits
from coveriflow.program.expressions.expressions import (
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
from coveriflow.program.expressions.float_arithmetic import ROUNDING
from coveriflow.program.expressions.softfloat import Rounding
from coveriflow.program.memory.layout import EXTENT, FIRST_ADDRESS
from coveriflow.program.types.c_types import INT, Array, Block, Floating, Integer, Rank, Region, Scalar, Type

Read = Callable[[Variable], Term]
"""The current term of a variable: a bit-vector of the type's width, or an array."""

_SIGNED = {BinaryOp.DIV: Op.SDIV, BinaryOp.MOD: Op.SREM, BinaryOp.SHR: Op.ASHR}
_UNSIGNED = {BinaryOp.DIV: Op.UDIV, BinaryOp.MOD: Op.UREM, BinaryOp.SHR: Op.LSHR}
_EITHER = {
    BinaryOp.ADD: Op.ADD,
    BinaryOp.SUB: Op.SUB,
    BinaryOp.MUL: Op.MUL,
    BinaryOp.AND: Op.BVAND,
    BinaryOp.OR: Op.BVOR,
    BinaryOp.XOR: Op.XOR,
    BinaryOp.SHL: Op.SHL,
}

_FLOATING = {BinaryOp.ADD: Op.FADD, BinaryOp.SUB: Op.FSUB, BinaryOp.MUL: Op.FMUL, BinaryOp.DIV: Op.FDIV}
_FLOATING_COMPARISONS = {
    BinaryOp.EQ: Op.FEQ,
    BinaryOp.NE: Op.FEQ,
    BinaryOp.LT: Op.FLT,
    BinaryOp.LE: Op.FLE,
    BinaryOp.GT: Op.FLT,
    BinaryOp.GE: Op.FLE,
}
_FLOATING_UNARY = {UnaryOp.NEGATE: Op.FNEG, UnaryOp.ABSOLUTE: Op.FABS, UnaryOp.ROOT: Op.FSQRT}


def sort_of(type_: Type) -> Sort:
    """The sort that holds values of a type."""
    match type_:
        case Array(element):
            return -element.width
        case Region(width, single):
            return width if single else -width
        case Block():
            raise TypeError("an object in memory has no term of its own")
        case _:
            return type_.width


def encoded(expression: Expression, read: Read, *, anywhere: bool = False) -> Term:
    """The bit-vector value of ``expression``. ``anywhere``: it is none that the program has computed, and no ``Check``
    stands before what it reads of memory: it is about whatever its addresses are.
    """
    match expression:
        case Constant(value, type_):
            return bits(value, type_.width)
        case Variable():
            return read(expression)
        case Element(array, index):
            return build.select(read(array), encoded(index, read, anywhere=anywhere))
        case Address(type=type_):
            return bits(expression.value, type_.width)
        case Cell():
            return _loaded(expression, read, anywhere=anywhere)
        case NewObject(address):
            return encoded(address, read, anywhere=anywhere)
        case Unary(operator, operand, _, rounding):
            return _unary(operator, encoded(operand, read, anywhere=anywhere), scalar_type(operand), rounding)
        case Binary():
            a, b = (encoded(each, read, anywhere=anywhere) for each in (expression.left, expression.right))
            return _binary(expression, a, b)
        case Cast(operand, type_, rounding):
            return _cast(encoded(operand, read, anywhere=anywhere), scalar_type(operand), type_, rounding)
        case ArrayValue():
            raise TypeError("the value of a whole array is no bit-vector")
        case _:
            assert_never(expression)


def condition(expression: Expression, read: Read) -> Term:
    """``expression != 0`` as a boolean, where the program decides it."""
    return _is_not_zero(encoded(expression, read))


def claim(expression: Expression, read: Read) -> Term:
    """``expression != 0`` as a statement about a state, whatever its addresses are."""
    return _is_not_zero(encoded(expression, read, anywhere=True))


def _is_not_zero(term: Term) -> Term:
    return build.negate(build.equal(term, bits(0, term.sort)))


def array_value(expression: ArrayValue, read: Read) -> Term:
    """The array with the elements given and zeros."""
    array = build.array_of(bits(0, expression.type.element.width))
    for index, element in enumerate(expression.elements):
        array = build.store(array, bits(index, INDEX_WIDTH), encoded(element, read))
    return array


def _loaded(loaded: Cell, read: Read, *, anywhere: bool) -> Term:
    """The numbers that make up a value, the lowest first."""
    region, type_ = loaded.region.type, scalar_type(loaded)
    assert isinstance(region, Region)
    if region.single:
        term = read(loaded.region)
    else:
        memory, address = read(loaded.region), _address(loaded, read, anywhere=anywhere)
        count = max(1, type_.width // region.width)
        term = build.joined_parts(tuple(build.select(memory, _plus(address, number)) for number in range(count)))
    if isinstance(type_, Integer) and type_.rank is Rank.BOOL:
        return _number(_is_not_zero(term), type_.width)
    return term


def _address(cell: Cell, read: Read, *, anywhere: bool = False) -> Term:
    """Where it lies. A ``Check`` before every access of memory ends executions in which no object is there."""
    address = build.resized(encoded(cell.address, read, anywhere=anywhere), INDEX_WIDTH, is_signed=False)
    if anywhere or cell.region.name.startswith(EXTENT.name):
        return address
    return restricted(address, lambda number: number >= FIRST_ADDRESS)


def _plus(address: Term, count: int) -> Term:
    return build.arithmetic(Op.ADD, address, bits(count, INDEX_WIDTH)) if count else address


def stored(target: Cell, value: Expression, read: Read) -> Term:
    """The region after ``target = value``."""
    region, term = target.region.type, encoded(value, read)
    assert isinstance(region, Region)
    if region.single:
        return term
    memory, address = read(target.region), _address(target, read)
    for number in range(max(1, term.sort // region.width)):
        memory = build.store(memory, _plus(address, number), _piece(term, number, region.width))
    return memory


def _piece(term: Term, number: int, width: int) -> Term:
    if number:
        term = build.arithmetic(Op.LSHR, term, bits(number * width, term.sort))
    return build.resized(term, width, is_signed=False)


def _unary(operator: UnaryOp, term: Term, type_: Scalar, rounding: Rounding) -> Term:
    if isinstance(type_, Floating):
        if operator is UnaryOp.SIGN:
            return _number(build.less(term, bits(0, term.sort), is_signed=True), INT.width)
        if operator in ROUNDING:
            return float_terms.to_integral(term, rounding if operator is UnaryOp.NEAREST else ROUNDING[operator])
        return float_terms.unary(_FLOATING_UNARY[operator], term, rounding)
    return build.negative(term) if operator is UnaryOp.NEGATE else build.complement(term)


def _cast(term: Term, source: Scalar, target: Scalar, rounding: Rounding) -> Term:
    if isinstance(target, Floating):
        if isinstance(source, Floating):
            return float_terms.converted(term, target.width, rounding)
        return float_terms.from_integer(term, target.width, rounding, is_signed=source.signed)
    if isinstance(source, Floating):
        return float_terms.to_integer(term, target.width, is_signed=target.signed)
    if isinstance(target, Integer) and target.rank is Rank.BOOL:
        return _number(_is_not_zero(term), target.width)
    return build.resized(term, target.width, is_signed=source.signed)


def _number(truth: Term, width: int) -> Term:
    return build.ite(truth, bits(1, width), bits(0, width))


def _binary(expression: Binary, a: Term, b: Term) -> Term:
    operator, left, right, type_ = expression.operator, expression.left, expression.right, expression.type
    operands = scalar_type(left)
    if isinstance(operands, Floating):
        return _floating_binary(operator, a, b, type_, expression.rounding)
    if operator in (BinaryOp.SHL, BinaryOp.SHR):
        b = build.resized(b, a.sort, is_signed=scalar_type(right).signed)
    elif (compared := _comparison(operator, a, b, is_signed=operands.signed)) is not None:
        return _number(compared, type_.width)
    table = _SIGNED if operands.signed else _UNSIGNED
    return build.arithmetic(_EITHER.get(operator) or table[operator], a, b)


def _floating_binary(operator: BinaryOp, a: Term, b: Term, type_: Scalar, rounding: Rounding) -> Term:
    """``a > b`` is ``b < a``, but ``a >= b`` is not the opposite of ``a < b``."""
    if operator in _FLOATING:
        return float_terms.binary(_FLOATING[operator], a, b, rounding)
    if operator in (BinaryOp.GT, BinaryOp.GE):
        a, b = b, a
    compared = float_terms.compared(_FLOATING_COMPARISONS[operator], a, b)
    return _number(build.negate(compared) if operator is BinaryOp.NE else compared, type_.width)


def _comparison(operator: BinaryOp, a: Term, b: Term, *, is_signed: bool) -> Term | None:
    match operator:
        case BinaryOp.EQ:
            return build.equal(a, b)
        case BinaryOp.NE:
            return build.negate(build.equal(a, b))
        case BinaryOp.LT:
            return build.less(a, b, is_signed=is_signed)
        case BinaryOp.GE:
            return build.negate(build.less(a, b, is_signed=is_signed))
        case BinaryOp.GT:
            return build.less(b, a, is_signed=is_signed)
        case BinaryOp.LE:
            return build.negate(build.less(b, a, is_signed=is_signed))
        case _:
            return None

"""GNU's vectors: operators work element by element, in the type of the elements, without promotions."""

from __future__ import annotations

from collections.abc import Mapping

from pycparser import c_ast

from coveriflow.program.cfa.edges import Check, Undefined
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    COMPARISONS,
    SHIFTS,
    ArrayValue,
    BinaryOp,
    Constant,
    Expression,
    UnaryOp,
    scalar_type,
)
from coveriflow.program.lowering.checks import arithmetic, converted, in_range, negated
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.expressions.calls.arguments import arguments, exactly
from coveriflow.program.lowering.expressions.expressions import any_value, integer_value, named_type, types
from coveriflow.program.lowering.expressions.lvalues import InMemory, element_in_memory, loaded
from coveriflow.program.lowering.expressions.multipart import (
    check_scalar,
    elements,
    held,
    number_type,
    part,
    placed,
    whole,
)
from coveriflow.program.lowering.lowerers import Operations
from coveriflow.program.lowering.overflow import is_checked
from coveriflow.program.syntax.lexer import CONVERT_VECTOR
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import (
    INT,
    LLONG,
    SHORT,
    ArrayOf,
    DeclaredType,
    Floating,
    Integer,
    Pointer,
    Rank,
    Record,
    Scalar,
    Sort,
    promoted,
    vector_type,
)


def _record(operand: Expression) -> Record | None:
    """The type of an operand that is a vector."""
    record = number_type(operand.type)
    return record if record is not None and record.sort is Sort.VECTOR else None


def _common(_context: FunctionContext, left: Expression, right: Expression, span: Span) -> Record:
    """The type in which both operands are taken: that of the first one that is a vector (gcc)."""
    one, other = _record(left), _record(right)
    if one is None or other is None:
        record = one or other
        assert record is not None
        return record
    alike = isinstance(one.element, Floating) == isinstance(other.element, Floating)
    if not alike or (one.count, one.size) != (other.count, other.size):
        raise InputError("vectors of different types are no operands of one operator", span)
    return one


def _compared(left: Expression, right: Expression, record: Record) -> Record:
    """The type in which vectors are compared: of a signed and an unsigned one, the unsigned one (gcc)."""
    both = [each for each in (_record(left), _record(right)) if each is not None]
    unsigned = (each for each in both if isinstance(each.element, Integer) and not each.element.signed)
    return next(unsigned, record)


def _spread(context: FunctionContext, operand: Expression, record: Record, span: Span) -> tuple[Expression, ...]:
    """The elements; a scalar beside a vector stands for a vector of it."""
    if _record(operand) is not None:
        return tuple(make.cast(each, record.element) for each in elements(operand))
    check_scalar(operand, span)
    if isinstance(operand.type, Pointer):
        raise InputError("a pointer is no operand beside a vector", span)
    once = held(context, converted(context, named_type(operand), record.element, span), span)
    return (once,) * record.count


def _binary(context: FunctionContext, op: BinaryOp, left: Expression, right: Expression, span: Span) -> Expression:
    if op in SHIFTS and _record(left) is not None and _record(right) is not None:
        return _shifted(context, op, left, right, span)
    record = _common(context, left, right, span)
    if op in COMPARISONS:
        record = _compared(left, right, record)
    one, other = (_spread(context, operand, record, span) for operand in (left, right))
    if op in COMPARISONS:
        mask = vector_type(_signed(record.element, context), record.count)
        tests = [make.binary(op, a, b) for a, b in zip(one, other, strict=True)]
        return whole([make.unary(UnaryOp.NEGATE, test) for test in tests], mask)
    return whole([_element(context, op, a, b, span) for a, b in zip(one, other, strict=True)], record)


def _shifted(context: FunctionContext, op: BinaryOp, left: Expression, right: Expression, span: Span) -> Expression:
    """Each operand keeps its own type."""
    record, counts = _record(left), _record(right)
    assert record is not None
    assert counts is not None
    if record.count != counts.count:
        raise InputError("vectors of different types are no operands of one operator", span)
    pairs = zip(elements(left), elements(right), strict=True)
    return whole([_element(context, op, a, b, span) for a, b in pairs], record)


def _element(context: FunctionContext, op: BinaryOp, left: Expression, right: Expression, span: Span) -> Expression:
    """One element: where the operands are narrower than ``int``, what ``int`` could hold may not fit."""
    type_ = scalar_type(left)
    if isinstance(type_, Integer) and type_.rank < Rank.INT:
        overflows = type_.signed and is_checked(context, span)
        if op in SHIFTS:
            _check(context, make.binary(BinaryOp.GE, right, Constant(0, INT)), Undefined.SHIFT, span)
            _check(context, make.binary(BinaryOp.LT, right, Constant(type_.width, INT)), Undefined.SHIFT, span)
        elif op in (BinaryOp.DIV, BinaryOp.MOD) and type_.signed:
            least = make.binary(BinaryOp.NE, left, Constant(type_.minimum, INT))
            other = make.binary(BinaryOp.NE, right, Constant(-1, INT))
            kind = Undefined.OVERFLOW if overflows else Undefined.DIVISION
            _check(context, make.disjunction(least, other), kind, span)
        elif overflows and op in (BinaryOp.ADD, BinaryOp.SUB, BinaryOp.MUL):
            return in_range(context, arithmetic(context, op, left, right, span), type_, span)
    return arithmetic(context, op, left, right, span)


def _check(context: FunctionContext, defined: Expression, undefined: Undefined, span: Span) -> None:
    if not (isinstance(defined, Constant) and defined.value):
        context.cursor.emit(Check(defined, undefined), span)


def _signed(element: Scalar, context: FunctionContext) -> Integer:
    """The type of a comparison's elements: -1 and 0 in as many bits (gcc)."""
    if element.width == context.program.model.long_width == LLONG.width:
        return Integer(Rank.LONG, LLONG.width, signed=True)
    ranks = {8: Rank.CHAR, SHORT.width: Rank.SHORT, INT.width: Rank.INT, LLONG.width: Rank.LONG_LONG}
    return Integer(ranks.get(element.width, Rank.INT128), element.width, signed=True)


def _unary(context: FunctionContext, op: str, operand: Expression, span: Span) -> Expression:
    record = _record(operand)
    assert record is not None
    if op == "+":
        return operand
    if op == "~" and isinstance(record.element, Floating):
        raise InputError("the operator ~ takes no floating operand", span)
    if op == "-":
        return whole([_negated(context, each, span) for each in elements(operand)], record)
    return whole([make.unary(UnaryOp(op), each) for each in elements(operand)], record)


def _negated(context: FunctionContext, element: Expression, span: Span) -> Expression:
    type_ = scalar_type(element)
    found = negated(context, element, span)
    return in_range(context, found, type_, span) if isinstance(type_, Integer) and type_.rank < Rank.INT else found


def _truth(_context: FunctionContext, _operand: Expression, span: Span) -> Expression:
    raise InputError("a vector is no condition", span)


def _converted(context: FunctionContext, operand: Expression, target: DeclaredType, span: Span) -> Expression:
    """The same bytes as another type of that size."""
    source = _record(operand)
    if source is None:
        check_scalar(operand, span)
        assert isinstance(target, Record)
        type_ = scalar_type(operand)
        if not isinstance(type_, Integer) or type_.width != 8 * target.size:
            raise InputError("a vector takes no such value", span)
        source = vector_type(type_, 1)
        operand = ArrayValue((operand,), source)
    if isinstance(target, Record):
        if target.sort is not Sort.VECTOR or target.size != source.size:
            raise InputError("a vector is no value of such a type", span)
        return _read_as(context, operand, source, target, span)
    if not isinstance(target, Integer) or target.width != 8 * source.size:
        raise InputError("a vector is no value of such a type", span)
    return elements(_read_as(context, operand, source, vector_type(target, 1), span))[0]


def _read_as(context: FunctionContext, operand: Expression, source: Record, target: Record, span: Span) -> Expression:
    both = source.element, target.element
    if source.count == target.count and all(isinstance(each, Integer) for each in both):
        return whole(list(elements(operand)), target)
    lying = placed(context, operand, span)
    kept = [held(context, part(lying.address, target, number), span) for number in range(target.count)]
    return ArrayValue(tuple(kept), target)


# --- functions of the compiler ----------------------------------------------------------------------------------------


def _vector(context: FunctionContext, node: c_ast.Node) -> tuple[Expression, Record]:
    found = any_value(context, node)
    record = _record(found)
    if record is None:
        raise InputError("a vector is expected here", place(node))
    return found, record


def _shuffle(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """``__builtin_shuffle``: elements by their numbers, of which only the low bits count."""
    given, span = arguments(node), place(node)
    if len(given) not in (2, 3):
        raise InputError("'__builtin_shuffle' takes two or three arguments", span)
    vectors = [_vector(context, each) for each in given]
    record, (mask, mask_type) = vectors[0][1], vectors[-1]
    if any(each is not record for _, each in vectors[:-1]) or mask_type.count != record.count:
        raise InputError("'__builtin_shuffle' takes vectors of one type, and as many numbers", span)
    if not isinstance(mask_type.element, Integer):
        raise InputError("elements have numbers that are integers", span)
    all_ = [each for vector, _ in vectors[:-1] for each in elements(vector)]
    numbers = elements(mask)
    if not all(isinstance(number, Constant) for number in numbers):
        return _looked_up(context, all_, numbers, record, span)
    chosen = [all_[number.value % len(all_)] for number in numbers if isinstance(number, Constant)]
    return whole(chosen, record)


def _looked_up(
    context: FunctionContext, values: list[Expression], numbers: tuple[Expression, ...], record: Record, span: Span
) -> Expression:
    lying = placed(context, whole(values, vector_type(record.element, len(values))), span)
    array = InMemory(lying.address, ArrayOf(record.element, len(values)), safe=True)
    found = []
    for number in numbers:
        low = make.binary(BinaryOp.AND, number, Constant(len(values) - 1, promoted(scalar_type(number))))
        found.append(held(context, loaded(context, element_in_memory(context, array, low, span), span), span))
    return whole(found, record)


def _shuffle_by_constants(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """``__builtin_shufflevector``."""
    first, second, *numbers = arguments(node)
    (left, record), (right, other) = _vector(context, first), _vector(context, second)
    if record.element != other.element:
        raise InputError("'__builtin_shufflevector' takes vectors of one type of elements", place(node))
    all_ = [*elements(left), *elements(right)]
    chosen = [integer_value(context, number).value for number in numbers]
    if any(number < 0 for number in chosen):
        raise NotSupported("an element of a vector that may be anything", place(node))
    if any(number >= len(all_) for number in chosen):
        raise InputError("there is no element of such a number", place(node))
    return whole([all_[number] for number in chosen], vector_type(record.element, len(chosen)))


def _conversion(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """``__builtin_convertvector``: each element is converted."""
    vector, type_ = exactly(2, node)
    found, source = _vector(context, vector)
    target, span = types(context).read(type_), place(node)
    record = number_type(target)
    if record is None or record.sort is not Sort.VECTOR or record.count != source.count:
        raise InputError("a vector is converted to one with as many elements", span)
    values = [held(context, each, span) for each in elements(found)]
    return ArrayValue(tuple(converted(context, each, record.element, span) for each in values), record)


CALLS: Mapping[str, LowerCall] = {
    "__builtin_shuffle": _shuffle,
    "__builtin_shufflevector": _shuffle_by_constants,
    CONVERT_VECTOR: _conversion,
}
OPERATIONS = Operations(_binary, _unary, _truth, _converted, _common)

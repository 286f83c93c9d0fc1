"""Complex numbers (C11 6.2.5 p11 to p14, 6.3.1.6 to 6.3.1.8, Annex G), also of integers (GNU), as gcc computes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from pycparser import c_ast

from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import ArrayValue, BinaryOp, Constant, Expression, UnaryOp, scalar_type
from coveriflow.program.lowering.checks import converted
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.expressions.calls.arguments import exactly
from coveriflow.program.lowering.expressions.expressions import any_value, named_type, value
from coveriflow.program.lowering.expressions.lvalues import Designator, InMemory, accessed, designated
from coveriflow.program.lowering.expressions.multipart import (
    check_scalar,
    elements,
    held,
    part,
    whole,
)
from coveriflow.program.lowering.lowerers import Operations
from coveriflow.program.lowering.multicomponent.complex_arithmetic import (
    DIVISION,
    INTEGER_DIVISION,
    MULTIPLICATION,
    computed,
)
from coveriflow.program.lowering.multicomponent.complex_constants import product_of_constants, quotient_of_constants
from coveriflow.program.lowering.overflow import is_checked
from coveriflow.program.syntax.lexer import IMAGINARY_PART, REAL_PART
from coveriflow.program.syntax.literals import floating_constant, integer_constant
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import (
    BOOL,
    DeclaredType,
    Floating,
    Integer,
    Pointer,
    Rank,
    Record,
    Scalar,
    common_component,
    complex_type,
    is_complex,
    promoted,
)
from coveriflow.program.types.record_layout import alignment_of


def complex_of(context: FunctionContext, element: Scalar) -> Record:
    """``_Complex`` of this type."""
    assert isinstance(element, Integer | Floating)
    return complex_type(element, alignment_of(element, context.program.model))


def _component(operand: Expression, span: Span) -> Scalar:
    """The type of an operand's components; a real one is promoted."""
    if is_complex(operand.type):
        assert isinstance(operand.type, Record)
        return operand.type.element
    check_scalar(operand, span)
    if isinstance(operand.type, Pointer):
        raise InputError("a pointer is no complex number", span)
    return promoted(scalar_type(named_type(operand)))


def _common(context: FunctionContext, left: Expression, right: Expression, span: Span) -> Record:
    """The usual arithmetic conversions (C11 6.3.1.8)."""
    return complex_of(context, common_component(_component(left, span), _component(right, span)))


def converted_complex(context: FunctionContext, operand: Expression, target: DeclaredType, span: Span) -> Expression:
    """Between complex types part by part; a real number is the real part, and all that is kept of it (C11 6.3.1.6,
    6.3.1.7).
    """
    if not is_complex(operand.type):
        assert isinstance(target, Record)
        check_scalar(operand, span)
        if isinstance(operand.type, Pointer):
            raise InputError("a pointer is no complex number", span)
        real = converted(context, named_type(operand), target.element, span)
        return ArrayValue((real, Constant(0, target.element)), target)
    if isinstance(target, Record):
        if not is_complex(target):
            raise InputError("a complex number is no value of such a type", span)
        return ArrayValue(tuple(converted(context, each, target.element, span) for each in elements(operand)), target)
    if isinstance(target, Integer) and target.rank is Rank.BOOL:
        return make.cast(_truth(context, operand, span), BOOL)
    if isinstance(target, Integer | Floating):
        return converted(context, elements(operand)[0], target, span)
    raise InputError("a complex number is no value of such a type", span)


def _truth(_context: FunctionContext, operand: Expression, _span: Span) -> Expression:
    real, imaginary = elements(operand)
    return make.disjunction(make.truth(real), make.truth(imaginary))


def _refuse_overflow(context: FunctionContext, record: Record, span: Span) -> None:
    """Whether parts of complex integers may overflow no compiler says."""
    if isinstance(record.element, Integer) and record.element.signed and is_checked(context, span):
        raise NotSupported("arithmetic of complex integers, where overflow violates the property", span)


def _unary(context: FunctionContext, op: str, operand: Expression, span: Span) -> Expression:
    """``~`` is the conjugate (GNU)."""
    record = operand.type
    assert isinstance(record, Record)
    real, imaginary = elements(operand)
    if op == "+":
        return operand
    _refuse_overflow(context, record, span)
    if op == "-":
        real = make.unary(UnaryOp.NEGATE, real)
    return whole([real, make.unary(UnaryOp.NEGATE, imaginary)], record)


def _binary(context: FunctionContext, op: BinaryOp, left: Expression, right: Expression, span: Span) -> Expression:
    record = _common(context, left, right, span)
    if op in (BinaryOp.EQ, BinaryOp.NE):
        return _compared(context, op, left, right, record, span)
    if op not in _BY_OPERATOR:
        raise InputError(f"the operator {op.value} takes no complex operands", span)
    _refuse_overflow(context, record, span)
    if isinstance(record.element, Floating) and not (is_complex(left.type) and is_complex(right.type)):
        if op is not BinaryOp.DIV or is_complex(left.type):
            return _mixed(context, op, left, right, record, span)
    one, other = (elements(converted_complex(context, each, record, span)) for each in (left, right))
    return whole(_BY_OPERATOR[op](context, one, other, record.element, span), record)


Parts = tuple[Expression, ...]


def _compared(
    context: FunctionContext, op: BinaryOp, left: Expression, right: Expression, record: Record, span: Span
) -> Expression:
    one, other = (elements(converted_complex(context, each, record, span)) for each in (left, right))
    same = [make.binary(op, a, b) for a, b in zip(one, other, strict=True)]
    return make.conjunction(*same) if op is BinaryOp.EQ else make.disjunction(*same)


def _mixed(
    context: FunctionContext, op: BinaryOp, left: Expression, right: Expression, record: Record, span: Span
) -> Expression:
    """A real operand has no imaginary part, not even 0 (C11 G.5.1, G.5.2)."""
    first = is_complex(left.type)
    parts, real = (left, right) if first else (right, left)
    number = held(context, converted(context, named_type(real), record.element, span), span)
    one, other = elements(converted_complex(context, parts, record, span))

    def joined(each: Expression) -> Expression:
        return make.binary(op, each, number) if first else make.binary(op, number, each)

    if op in (BinaryOp.MUL, BinaryOp.DIV):
        return whole([joined(one), joined(other)], record)
    negative = op is BinaryOp.SUB and not first
    return whole([joined(one), make.unary(UnaryOp.NEGATE, other) if negative else other], record)


Apply = Callable[[FunctionContext, Parts, Parts, Scalar, Span], list[Expression]]


def _by_parts(op: BinaryOp) -> Apply:
    def apply(_context: FunctionContext, one: Parts, other: Parts, _element: Scalar, _span: Span) -> list[Expression]:
        return [make.binary(op, a, b) for a, b in zip(one, other, strict=True)]

    return apply


def _product(context: FunctionContext, one: Parts, other: Parts, element: Scalar, span: Span) -> list[Expression]:
    a, b, c, d = (held(context, each, span) for each in (*one, *other))
    if isinstance(element, Floating):
        known = product_of_constants((a, b), (c, d))
        return known or computed(context, MULTIPLICATION, (a, b, c, d), element, span)

    def of(left: Expression, op: BinaryOp, right: Expression) -> Expression:
        return make.cast(make.binary(op, left, right), element)

    return [
        of(of(a, BinaryOp.MUL, c), BinaryOp.SUB, of(b, BinaryOp.MUL, d)),
        of(of(a, BinaryOp.MUL, d), BinaryOp.ADD, of(b, BinaryOp.MUL, c)),
    ]


def _quotient(context: FunctionContext, one: Parts, other: Parts, element: Scalar, span: Span) -> list[Expression]:
    """Compilers take the quotient of an integer and itself for 1, whatever their division gives."""
    if isinstance(element, Floating):
        known = quotient_of_constants((one[0], one[1]), (other[0], other[1]))
        return known or computed(context, DIVISION, (*one, *other), element, span)
    if list(one) == list(other):
        return [Constant(1, element), Constant(0, element)]
    return computed(context, INTEGER_DIVISION, (*one, *other), element, span)


_BY_OPERATOR: dict[BinaryOp, Apply] = {
    BinaryOp.ADD: _by_parts(BinaryOp.ADD),
    BinaryOp.SUB: _by_parts(BinaryOp.SUB),
    BinaryOp.MUL: _product,
    BinaryOp.DIV: _quotient,
}


# --- syntax -----------------------------------------------------------------------------------------------------------


def imaginary_constant(context: FunctionContext, node: c_ast.Constant) -> Expression:
    """``2.0i`` (GNU)."""
    text, model = node.value, context.program.model
    is_hexadecimal = text.lower().startswith("0x")
    is_floating = "." in text or "p" in text.lower() or (not is_hexadecimal and set(text.lower()) & set("ef"))
    read_ = floating_constant if is_floating else integer_constant
    found = read_(text, model, place(node))
    return ArrayValue((Constant(0, found.type), found), complex_of(context, found.type))


_NUMBERS = {REAL_PART: 0, IMAGINARY_PART: 1}


def real_or_imaginary(context: FunctionContext, node: c_ast.UnaryOp) -> Expression:
    """``__real__ z`` and ``__imag__ z``; the imaginary part of a real number is 0."""
    operand, span = any_value(context, node.expr), place(node)
    if is_complex(operand.type):
        return elements(operand)[_NUMBERS[node.op]]
    check_scalar(operand, span)
    return operand if node.op == REAL_PART else Constant(0, scalar_type(operand))


def designated_part(context: FunctionContext, node: c_ast.UnaryOp) -> Designator:
    """``__real__ z`` is an object where ``z`` is one (GNU)."""
    span = place(node)
    if node.op not in _NUMBERS:
        raise InputError("this is not something that can be assigned to", span)
    found = accessed(context, designated(context, node.expr), span)
    if isinstance(found, InMemory) and is_complex(found.declared):
        assert isinstance(found.declared, Record)
        lying = part(found.address, found.declared, _NUMBERS[node.op])
        return InMemory(lying.address, found.declared.element, safe=found.safe)
    if node.op == IMAGINARY_PART:
        raise InputError("the imaginary part of a real number cannot be assigned to", span)
    return found


def _put_together(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """``__builtin_complex``: both arguments have the same floating type."""
    real, imaginary = (value(context, argument) for argument in exactly(2, node))
    if not isinstance(real.type, Floating) or real.type != imaginary.type:
        raise InputError("'__builtin_complex' takes two arguments of one floating type", place(node))
    return ArrayValue((real, imaginary), complex_of(context, real.type))


CALLS: Mapping[str, LowerCall] = {"__builtin_complex": _put_together}
OPERATIONS = Operations(_binary, _unary, _truth, converted_complex, _common)

"""Values of several numbers: complex numbers (C11 6.2.5 p11) and GNU's vectors.

An object of such a type is a record in memory; a value is the record's ``Cell``, or an ``ArrayValue`` of its elements.
What operators do to them stands in ``complex_numbers`` and ``vectors``.
"""

from __future__ import annotations

from coveriflow.program.cfa.edges import Assign
from coveriflow.program.errors import InputError, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import (
    ArrayValue,
    Cell,
    Constant,
    Expression,
    Variable,
    is_deeper,
    scalar_type,
)
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.lowerers import Operations
from coveriflow.program.memory.layout import cell
from coveriflow.program.types.c_types import DeclaredType, Pointer, Record, Sort


def number_type(type_: object) -> Record | None:
    """``type_``, if it is that of complex numbers or of a vector."""
    return type_ if isinstance(type_, Record) and type_.is_number else None


def operations(context: FunctionContext, *operands: Expression) -> Operations[FunctionContext] | None:
    """What operators do to these operands, one of which is a vector or a complex number; ``None``: none is."""
    sorts = {record.sort for operand in operands if (record := number_type(operand.type))}
    if not sorts:
        return None
    return context.program.lowerers.operations[max(sorts, key=lambda each: each is Sort.VECTOR)]


def adapted(context: FunctionContext, operand: Expression, target: DeclaredType, span: Span) -> Expression:
    """``operand`` as a value of ``target``, if one of the two is a complex number or vector; else as it is."""
    record = number_type(operand.type) or number_type(target)
    if record is None or operand.type is target or (isinstance(operand.type, Record) and not operand.type.is_number):
        return operand
    return context.program.lowerers.operations[record.sort].converted(context, operand, target, span)


def truth(context: FunctionContext, operand: Expression, span: Span) -> Expression:
    """``operand != 0``."""
    known = operations(context, operand)
    if known is not None:
        return known.truth(context, operand, span)
    check_scalar(operand, span)
    return make.truth(operand)


def check_scalar(operand: Expression, span: Span) -> None:
    """Operators take scalars."""
    if isinstance(operand.type, Record):
        raise InputError(f"a {operand.type.sort.value} cannot be used here", span)


def elements(operand: Expression) -> tuple[Expression, ...]:
    """The elements of a complex number or vector, as far as they have been computed."""
    record = number_type(operand.type)
    assert record is not None
    if isinstance(operand, ArrayValue):
        return operand.elements
    assert isinstance(operand, Cell)
    return tuple(part(operand.address, record, number) for number in range(record.count))


def part(address: Expression, record: Record, number: int) -> Cell:
    """An element of what lies at ``address``."""
    pointer = Pointer(record.element, scalar_type(address).width)
    member = (record.members or ())[number]
    return cell(make.cast(make.offset(address, member.offset), pointer), record.element)


def whole(values: list[Expression], record: Record) -> ArrayValue:
    """The value with these elements, converted."""
    return ArrayValue(tuple(make.cast(each, record.element) for each in values), record)


def held(context: FunctionContext, operand: Expression, span: Span) -> Expression:
    """``operand`` so that it may stand several times, and whatever is written meanwhile."""
    if isinstance(operand, Constant):
        return operand
    kept = context.temporary(scalar_type(operand))
    context.cursor.emit(Assign(kept, operand), span)
    return kept


def held_elements(context: FunctionContext, operand: Expression, span: Span) -> tuple[Expression, ...]:
    """The elements, each as ``held`` has it."""
    return tuple(held(context, each, span) for each in elements(operand))


def shallow(context: FunctionContext, operand: ArrayValue, depth: int, span: Span) -> ArrayValue:
    """``operand`` with elements that are nested no deeper than ``depth``."""
    values = (held(context, each, span) if is_deeper(each, depth) else each for each in operand.elements)
    return ArrayValue(tuple(values), operand.type)


def placed(context: FunctionContext, operand: Expression, span: Span) -> Cell:
    """``operand`` as what lies in memory."""
    if isinstance(operand, Cell):
        return operand
    record = number_type(operand.type)
    assert record is not None
    object_: Variable = context.temporary_object(record, span)
    return put(context, context.address(object_, record), operand, span)


def put(context: FunctionContext, address: Expression, operand: Expression, span: Span) -> Cell:
    """Store the elements of ``operand``, which all are computed before."""
    record = number_type(operand.type)
    assert record is not None
    given = elements(operand)
    if not all(isinstance(each, Constant) for each in given):
        given = held_elements(context, operand, span)
    for number, each in enumerate(given):
        context.cursor.emit(Assign(part(address, record, number), each), span)
    found = part(address, record, 0)
    return Cell(found.region, address, record)

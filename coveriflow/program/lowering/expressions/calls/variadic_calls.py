"""Any number of arguments (C11 6.5.2.2 p6, 7.16).

A call leaves the further arguments side by side in an object, each after a number that tells its type, and passes the
address of the first one as one more argument. A ``va_list`` holds the address of the next one; as in the ABIs, it is
an array of one struct under LP64, so that functions share it, and a pointer under ILP32.
"""

from __future__ import annotations

from coveriflow.program.cfa.edges import Assign, Undefined
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Cell, Constant, Expression, Variable, scalar_type
from coveriflow.program.lowering.checks import converted
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.expressions import named_type
from coveriflow.program.lowering.expressions.lvalues import copied
from coveriflow.program.lowering.expressions.pointer_arithmetic import accessible, emit_check
from coveriflow.program.memory.layout import MEMORY, cell
from coveriflow.program.types.c_types import (
    CHAR,
    DOUBLE,
    FLOAT,
    UCHAR,
    ULLONG,
    ArrayOf,
    DeclaredType,
    Floating,
    Integer,
    Member,
    Pointer,
    Record,
    Scalar,
    Void,
    pointer_width,
    promoted,
)
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.types.record_layout import size_of

_NUMBER = 8
"""Bytes before each argument that tell its type."""


def argument_list_type(model: DataModel) -> DeclaredType:
    """``va_list``."""
    if model is DataModel.ILP32:
        return Pointer(CHAR, pointer_width(model))
    following = Member("next", Pointer(Void(), pointer_width(model)), 0)
    return ArrayOf(Record("struct", "__va_list_tag", (following,), 24, 8), 1)


def further_arguments(context: FunctionContext, given: list[Expression], span: Span) -> Expression:
    """Leave the arguments after the parameters in an object; its address."""
    if not given:
        return Constant(0, context.program.layout.pointer())
    passed = [_promoted(argument) for argument in given]
    types = [type_ for type_, _ in passed]
    whole = ArrayOf(UCHAR, sum(_room(type_, span) for type_ in types))
    object_ = context.temporary_object(whole, span)
    context.program.argument_objects.add(object_)
    start, offset = context.address(object_, whole), 0
    for type_, argument in passed:
        number, where = _parts(context, make.offset(start, offset), type_)
        context.cursor.emit(Assign(number, Constant(_number_of(type_), ULLONG)), span)
        if isinstance(type_, Record):
            copied(context, where, type_, argument, span)
        else:
            context.cursor.emit(Assign(cell(where, type_), converted(context, argument, type_, span)), span)
        offset += _room(type_, span)
    return make.cast(start, context.program.layout.pointer())


def _promoted(argument: Expression) -> tuple[Scalar | Record, Expression]:
    """The default argument promotions."""
    if isinstance(argument.type, Record):
        return argument.type, argument
    argument = named_type(argument)
    type_ = scalar_type(argument)
    return (DOUBLE if type_ == FLOAT else promoted(type_)), argument


def _room(type_: DeclaredType, span: Span) -> int:
    return _NUMBER + (size_of(type_, span) + 7) // 8 * 8


def _number_of(type_: Scalar | Record) -> int:
    """The same for types that may be read one as the other: an integer, signed or not, and a pointer of that width."""
    match type_:
        case Record() if type_.is_number:
            return ((4 + isinstance(type_.element, Floating)) << 32) + (type_.count << 16) + type_.size
        case Record():
            return (3 << 32) + type_.size
        case Floating():
            return (2 << 32) + type_.width
        case _:
            return (1 << 32) + type_.width


def _parts(context: FunctionContext, start: Expression, type_: Scalar | Record) -> tuple[Cell, Expression]:
    """Where the number and the argument lie."""
    pointer = context.program.layout.pointer
    number = cell(make.cast(start, pointer(ULLONG)), ULLONG)
    return number, make.cast(make.offset(start, _NUMBER), pointer(type_))


def next_argument(
    context: FunctionContext, list_: Expression, type_: DeclaredType, span: Span
) -> tuple[Expression, Expression]:
    """The argument that a list points to, and what the list holds afterwards."""
    if not isinstance(type_, Integer | Pointer | Floating | Record):
        raise NotSupported("an argument of such a type", span)
    kept = context.temporary(context.program.layout.pointer(UCHAR))
    context.cursor.emit(Assign(kept, make.cast(list_, scalar_type(kept))), span)
    room = _room(type_, span)
    emit_check(context, accessible(context, kept, Constant(room, ULLONG)), Undefined.DEREFERENCE, span)
    number, where = _parts(context, kept, type_)
    is_same = make.binary(BinaryOp.EQ, number, Constant(_number_of(type_), ULLONG))
    emit_check(context, is_same, Undefined.ARGUMENT, span)
    following = make.offset(kept, room)
    if isinstance(type_, Record):
        return Cell(MEMORY, where, type_), following
    found = context.temporary(type_)
    context.cursor.emit(Assign(found, cell(where, type_)), span)
    return found, following


def first_argument(context: FunctionContext, span: Span) -> Variable:
    """The address that the function was given for its further arguments."""
    parameters = context.program.arguments.get(context.function.name, ())
    if not parameters or not parameters[-1].name.endswith("::$arguments"):
        raise InputError("va_start in a function with a fixed number of arguments", span)
    return parameters[-1]

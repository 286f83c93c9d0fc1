"""Calls through pointers to functions of other types. Where the calling conventions of x86-64 (System V) and i386
(cdecl) leave no doubt, they do what every compiler makes of them, though C11 6.5.2.2 p9 leaves them undefined.

Arguments that a function does not take are ignored, and so is a result that is not used. Of an integer that is wider
than its parameter the lower bits are taken, where both have one place. All else stays undefined: arguments that are
missing, narrower than their parameters, or of another class; also addresses where numbers are taken, since then each
call through a pointer would make numbers of the addresses that it passes.
"""

from __future__ import annotations

from collections.abc import Sequence

from coveriflow.program.declarations.compatible_types import same_record
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Expression
from coveriflow.program.lowering.checks import converted
from coveriflow.program.lowering.context import FunctionContext
from coveriflow.program.lowering.expressions.multipart import adapted
from coveriflow.program.types.c_types import (
    BOOL,
    DOUBLE,
    FLOAT,
    INT,
    DeclaredType,
    Floating,
    FunctionOf,
    Integer,
    Pointer,
    Rank,
    Record,
    Unhandled,
    Void,
)
from coveriflow.program.types.data_model import DataModel


def passed(context: FunctionContext, type_: FunctionOf, values: Sequence[Expression], span: Span) -> list[Expression]:
    """The arguments of a call with this type: converted to its parameters, and promoted where it has none (C11 6.5.2.2
    p6, p7).
    """
    fixed = type_.parameters or ()
    declared = [each for _, each in (fixed[:-1] if type_.is_variadic else fixed)]
    wanted = [*declared, *(_promoted(each.type) for each in values[len(declared) :])]
    return [_as_passed(context, each, target, span) for each, target in zip(values, wanted, strict=False)]


def is_callable(function: FunctionOf, type_: FunctionOf, given: Sequence[Expression], model: DataModel) -> bool:
    """Whether a call with such a type, which passes what is ``given``, comes to ``function`` with what that takes."""
    if function.is_variadic and type_.parameters is not None and not type_.is_variadic:
        return False
    parameters = [each for _, each in function.parameters or ()][: -1 if function.is_variadic else None]
    if len(parameters) > len(given) or any(isinstance(each, Unhandled) for each in parameters):
        return False
    pairs = list(zip(parameters, (each.type for each in given), strict=False))
    is_promoted = type_.parameters is None
    taken = (
        other == (DOUBLE if function.promoted else FLOAT)
        if one == FLOAT
        else (is_promoted and _promoted(one) == other) or _takes(one, other, model)
        for one, other in pairs
    )
    return _gives(function.result, type_.result) and all(taken)


def _promoted(type_: object) -> object:
    """C11 6.3.1.1 p2, 6.5.2.2 p6."""
    if isinstance(type_, Integer) and type_.rank < Rank.INT:
        return INT
    return DOUBLE if type_ == FLOAT else type_


def _as_passed(context: FunctionContext, value: Expression, target: object, span: Span) -> Expression:
    if isinstance(target, Record) or not isinstance(target, Integer | Floating | Pointer):
        return value
    number = adapted(context, value, target, span)
    return number if isinstance(number.type, Record) else converted(context, number, target, span)


def _takes(parameter: DeclaredType, given: object, model: DataModel) -> bool:
    if isinstance(parameter, Record) or isinstance(given, Record):
        return isinstance(parameter, Record) and same_record(given, parameter)
    if isinstance(parameter, Floating) or isinstance(given, Floating):
        return isinstance(parameter, Floating) and isinstance(given, Floating) and parameter.width == given.width
    if isinstance(parameter, Pointer) and isinstance(given, Pointer):
        return True
    if not isinstance(parameter, Integer) or not isinstance(given, Integer):
        return False
    if parameter == BOOL or parameter.width == given.width:
        return parameter == given or (parameter != BOOL and parameter.width == given.width)
    return parameter.width < given.width <= model.long_width


def _gives(result: DeclaredType, wanted: DeclaredType) -> bool:
    """A result that is a struct may have a place that the caller chooses; a floating one lies elsewhere."""
    if isinstance(result, Record) or isinstance(wanted, Record):
        return isinstance(wanted, Record) and same_record(result, wanted)
    if isinstance(wanted, Void):
        return True
    if isinstance(result, Floating) or isinstance(wanted, Floating):
        return isinstance(result, Floating) and isinstance(wanted, Floating) and result.width == wanted.width
    if isinstance(result, Pointer) and isinstance(wanted, Pointer):
        return True
    if not isinstance(result, Integer) or not isinstance(wanted, Integer):
        return False
    return result == wanted or (wanted != BOOL and result.width >= wanted.width)

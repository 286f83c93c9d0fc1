"""Expressions that types choose: ``_Generic`` (C11 6.5.1.1), and GNU's ``__builtin_types_compatible_p`` and
``__builtin_choose_expr``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from enum import Enum

from pycparser import c_ast

from coveriflow.program.declarations.compatible_types import same_record
from coveriflow.program.declarations.scopes import FunctionSymbol, ObjectSymbol
from coveriflow.program.declarations.type_reader import known_qualifiers, qualifiers, with_unknown_words
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.expressions.expressions import Constant, Expression
from coveriflow.program.lowering.context import FunctionContext, LowerCall
from coveriflow.program.lowering.expressions.calls.arguments import exactly
from coveriflow.program.lowering.expressions.expressions import integer_value, lowered, types
from coveriflow.program.lowering.expressions.sizeof import refuse_bit_field, type_of
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import (
    CHAR,
    INT,
    UINT,
    ArrayOf,
    DeclaredType,
    FunctionOf,
    Integer,
    Pointer,
    Record,
    Unhandled,
)
from coveriflow.program.types.record_layout import find_member


class Compatible(Enum):
    """Whether two types are (C11 6.2.7). ``OPEN``: this is not known, since types of values do not tell ``char`` from
    ``signed char``, nor the qualifiers of what a pointer points to, where they do not come from a declaration.
    """

    YES = "yes"
    NO = "no"
    OPEN = "open"


def _compatible(one: DeclaredType, other: DeclaredType) -> Compatible:
    match one, other:
        case (Unhandled(), _) | (_, Unhandled()):
            return Compatible.OPEN
        case FunctionOf(), FunctionOf():
            return _compatible_functions(one, other)
        case Pointer(FunctionOf() as first), Pointer(FunctionOf() as second):
            return _compatible_functions(first, second)
        case Pointer(first), Pointer(second):
            fits = _compatible(first, second)
            if None in (one.qualifiers, other.qualifiers):
                return Compatible.NO if fits is Compatible.NO else Compatible.OPEN
            return fits if one.qualifiers == other.qualifiers else Compatible.NO
        case Record(), Record():
            return Compatible.YES if same_record(one, other) else Compatible.NO
        case ArrayOf(first, length), ArrayOf(second, other_length):
            same = length is None or other_length is None or length == other_length
            return _compatible(first, second) if same else Compatible.NO
        case _:
            same = type(one) is type(other) and one == other
            if same and one == CHAR:
                return _same_words(one, other)
            return Compatible.YES if same else Compatible.NO


def _compatible_functions(one: FunctionOf, other: FunctionOf) -> Compatible:
    """C11 6.7.6.3 p15; open for a function that has no prototype."""
    if one.parameters is None or other.parameters is None or one.promoted or other.promoted:
        return Compatible.OPEN
    if len(one.parameters) != len(other.parameters) or one.is_variadic != other.is_variadic:
        return Compatible.NO
    named = slice(None, -1 if one.is_variadic else None)
    pairs = zip(one.parameters[named], other.parameters[named], strict=True)
    found = {_compatible(first, second) for (_, first), (_, second) in pairs} | {_compatible(one.result, other.result)}
    return next((each for each in (Compatible.NO, Compatible.OPEN) if each in found), Compatible.YES)


def _same_words(one: DeclaredType, other: DeclaredType) -> Compatible:
    """``char`` and ``signed char`` are two types (C11 6.2.5 p15)."""
    assert isinstance(one, Integer)
    assert isinstance(other, Integer)
    if "" in (one.spelled, other.spelled):
        return Compatible.OPEN
    return Compatible.YES if one.spelled == other.spelled else Compatible.NO


def selected(context: FunctionContext, node: c_ast.Node) -> c_ast.Node | None:
    """The expression that stands in the place of ``node`` as if it was written there, with its type and as an lvalue;
    ``None``: ``node`` chooses none.
    """
    match node:
        case c_ast.GenericSelection():
            return _selected_by_type(context, node)
        case c_ast.FuncCall(name=c_ast.ID(name="__builtin_choose_expr")):
            condition, one, other = exactly(3, node)
            return one if integer_value(context, condition).value else other
        case _:
            return None


def _selected_by_type(context: FunctionContext, node: c_ast.GenericSelection) -> c_ast.Node:
    operand, chosen, otherwise = _operand_type(context, node.expr), None, None
    for association in node.associations:
        if association.type is None:
            otherwise = association.expr
            continue
        fits = _compatible(operand, types(context).read(association.type))
        if own := qualifiers(association.type, context.scope):
            is_open = known_qualifiers(own) is None and fits is not Compatible.NO
            fits = Compatible.OPEN if is_open else Compatible.NO
        if fits is Compatible.OPEN:
            raise NotSupported("_Generic with such a type", place(node))
        chosen = association.expr if fits is Compatible.YES else chosen
    if chosen is None and otherwise is None:
        raise InputError("no association of _Generic has this type", place(node))
    return otherwise if chosen is None else chosen


def _operand_type(context: FunctionContext, node: c_ast.Node) -> DeclaredType:
    """After the conversions of what stands for a value: an array is a pointer, and qualifiers are gone."""
    refuse_bit_field(context, node)
    found = _declared_type(context, node) or with_unknown_words(type_of(context, node))
    if isinstance(found, ArrayOf | FunctionOf):
        pointer = context.program.layout.pointer(found.element if isinstance(found, ArrayOf) else found)
        return replace(pointer, qualifiers=_of_elements(context, node))
    return found


def _declared_type(context: FunctionContext, node: c_ast.Node) -> DeclaredType | None:
    """The type in the words of a declaration or a cast, if ``node`` has one of these."""
    match node:
        case c_ast.ID():
            symbol = context.symbol(node.name)
            return symbol.declared if isinstance(symbol, ObjectSymbol | FunctionSymbol) else None
        case c_ast.Cast():
            return types(context).read(node.to_type)
        case c_ast.FuncCall(name=c_ast.ID()):
            function = _declared_type(context, node.name)
            return function.result if isinstance(function, FunctionOf) else None
        case c_ast.ArrayRef(name=inner) | c_ast.UnaryOp(op="*", expr=inner):
            return _led_to(_declared_type(context, inner))
        case c_ast.StructRef():
            whole = _declared_type(context, node.name)
            record = whole if node.type == "." else _led_to(whole)
            found = find_member(record, node.field.name) if isinstance(record, Record) else None
            return found.type if found is not None and found.bits is None else None
        case c_ast.UnaryOp(op="&", expr=c_ast.ID(name=name)):
            variable = context.symbol(name)
            if isinstance(variable, ObjectSymbol):
                pointer = context.program.layout.pointer(variable.declared)
                return replace(pointer, qualifiers=known_qualifiers(variable.qualifiers))
        case c_ast.Constant(type="string") if node.value.startswith('"'):
            return ArrayOf(replace(CHAR, spelled="char"), None)
        case _:
            pass
    return None


def _led_to(declared: DeclaredType | None) -> DeclaredType | None:
    match declared:
        case Pointer(target):
            return target
        case ArrayOf(element):
            return element
        case _:
            return None


def _of_elements(context: FunctionContext, node: c_ast.Node) -> frozenset[str] | None:
    """The qualifiers of the elements of an array."""
    if isinstance(node, c_ast.Constant):
        return frozenset()
    symbol = context.scope.find(node.name) if isinstance(node, c_ast.ID) else None
    return known_qualifiers(symbol.qualifiers) if isinstance(symbol, ObjectSymbol) else None


def selected_value(context: FunctionContext, node: c_ast.Node) -> Expression | None:
    """The value of what ``node`` chooses."""
    chosen = selected(context, node)
    assert chosen is not None
    return lowered(context, chosen)


def _types_compatible(context: FunctionContext, node: c_ast.FuncCall) -> Expression:
    """Other than elsewhere enumerations are no integer types here."""
    given = exactly(2, node)
    one, other = (_read(context, each, place(node)) for each in given)
    fits, plain = _compatible(one, other), all(_is_plain(context, each) for each in given)
    if fits is Compatible.OPEN or (fits is Compatible.YES and one in (INT, UINT) and not plain):
        raise NotSupported("__builtin_types_compatible_p of such types", place(node))
    return Constant(int(fits is Compatible.YES), INT)


def _is_plain(context: FunctionContext, node: c_ast.Node) -> bool:
    """Whether a type is written in words of C only."""
    while isinstance(node, c_ast.Typename | c_ast.TypeDecl):
        node = node.type
    return isinstance(node, c_ast.IdentifierType) and all(context.scope.find(name) is None for name in node.names)


def _read(context: FunctionContext, node: c_ast.Node, span: Span) -> DeclaredType:
    found = types(context).read(node)
    if isinstance(found, Unhandled):
        raise NotSupported(found.feature, span)
    return found


CALLS: Mapping[str, LowerCall] = {
    "__builtin_types_compatible_p": _types_compatible,
    "__builtin_choose_expr": selected_value,
}

"""Enumerations (C11 6.7.2.2), with GNU's enumerators beyond ``int``."""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from coveriflow.program.declarations.scopes import EnumConstant, Scope, UnusableSymbol
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions.expressions import Constant
from coveriflow.program.syntax.nodes import place
from coveriflow.program.types.c_types import (
    CHAR,
    INT,
    LLONG,
    SHORT,
    UCHAR,
    UINT,
    ULLONG,
    USHORT,
    DeclaredType,
    Integer,
    Unhandled,
    long_type,
)
from coveriflow.program.types.data_model import DataModel


def define_enumeration(
    node: c_ast.Enum, model: DataModel, scope: Scope, constant: Callable[[c_ast.Node], Constant]
) -> DeclaredType:
    """Enter the enumerators into ``scope``; the type is the first of ``unsigned``, ``int`` and the 64-bit types that
    holds them all, the smallest one if it is packed. Each has type ``int``, or the enumeration's where it does not fit
    ``int`` (gcc up to 12).
    """
    values: dict[str, int | None] = {}
    last: Constant | None = Constant(-1, INT)
    for enumerator in node.values.enumerators:
        if isinstance(enumerator, c_ast.Enumerator):
            last = _value(enumerator.value, last, model, constant)
            value = None if last is None else last.value
            values[enumerator.name] = value
            _enter(scope, enumerator.name, value, INT if last is None or _fits(last.value, INT) else last.type)
    type_ = _type_of_all(list(values.values()), model, _small(node))
    for name, value in values.items():
        _enter(scope, name, value, INT if value is not None and _fits(value, INT) else type_)
    if node.name:
        scope.enumerations[node.name] = type_
    return type_


def _enter(scope: Scope, name: str, value: int | None, type_: DeclaredType) -> None:
    if value is None or not isinstance(type_, Integer):
        feature = f"the enumerator '{name}', which is no integer constant of at most 64 bits,"
        scope.symbols[name] = UnusableSymbol(feature)
    else:
        scope.symbols[name] = EnumConstant(Constant(value, type_))


def _small(node: c_ast.Enum) -> tuple[Integer, ...]:
    """Further types that an enumeration may have, since it is packed."""
    names = [each.name for group in node.attributes or [] for each in group.attributes]
    if not set(names) <= {"packed"}:
        raise NotSupported("such an attribute of an enumeration", place(node))
    return (UCHAR, CHAR, USHORT, SHORT) if names else ()


def _type_of_all(values: list[int | None], model: DataModel, small: tuple[Integer, ...]) -> DeclaredType:
    known = [value for value in values if value is not None]
    wide = (long_type(model, signed=False), long_type(model, signed=True), ULLONG, LLONG)
    fitting = (type_ for type_ in (*small, UINT, INT, *wide) if all(_fits(value, type_) for value in known))
    unhandled = Unhandled("an enumeration of other than integer constants of at most 64 bits")
    return unhandled if len(known) < len(values) else next(fitting, unhandled)


def _fits(value: int, type_: Integer) -> bool:
    return type_.minimum <= value <= type_.maximum


def _value(
    node: c_ast.Node | None, before: Constant | None, model: DataModel, constant: Callable[[c_ast.Node], Constant]
) -> Constant | None:
    """The given value, else one more than ``before``, in its type if that can be; ``None`` if there is none. Within the
    braces an enumerator beyond ``int`` has the type of what gives its value.
    """
    if node is None:
        if before is None:
            return None
        number = before.value + 1
        further = (long_type(model, signed=True), long_type(model, signed=False), LLONG, ULLONG)
        kinds = (type_ for type_ in (before.type, *further) if isinstance(type_, Integer) and _fits(number, type_))
        found = next(kinds, None)
        return None if found is None else Constant(number, found)
    try:
        return constant(node)
    except NotSupported:
        return None

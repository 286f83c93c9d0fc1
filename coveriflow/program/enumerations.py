"""Enumerations (C11 6.7.2.2), with GNU's enumerators beyond ``int``."""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from coveriflow.program.data_model import DataModel
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions import Constant
from coveriflow.program.scopes import EnumConstant, Scope, UnusableSymbol
from coveriflow.program.types import INT, LLONG, UINT, ULLONG, DeclaredType, Integer, Unhandled, long_type


def define_enumeration(
    node: c_ast.Enum, model: DataModel, scope: Scope, constant: Callable[[c_ast.Node], Constant]
) -> DeclaredType:
    """Enter the enumerators into ``scope``; the type is the first of ``unsigned``, ``int`` and the 64-bit types that
    holds them all. Each has type ``int``, or the enumeration's where it does not fit ``int`` (gcc up to 12).
    """
    values: dict[str, int | None] = {}
    value: int | None = -1
    for enumerator in node.values.enumerators:
        if isinstance(enumerator, c_ast.Enumerator):
            value = _value(enumerator.value, value, constant)
            values[enumerator.name] = value
            _enter(scope, enumerator.name, value, _own_type(value, model))
    type_ = _type_of_all(list(values.values()), model)
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


def _own_type(value: int | None, model: DataModel) -> DeclaredType:
    """The type of an enumerator within the braces."""
    return INT if value is not None and _fits(value, INT) else _type_of_all([value], model)


def _type_of_all(values: list[int | None], model: DataModel) -> DeclaredType:
    known = [value for value in values if value is not None]
    wide = (long_type(model, signed=False), long_type(model, signed=True), ULLONG, LLONG)
    fitting = (type_ for type_ in (UINT, INT, *wide) if all(_fits(value, type_) for value in known))
    unhandled = Unhandled("an enumeration of other than integer constants of at most 64 bits")
    return unhandled if len(known) < len(values) else next(fitting, unhandled)


def _fits(value: int, type_: Integer) -> bool:
    return type_.minimum <= value <= type_.maximum


def _value(node: c_ast.Node | None, before: int | None, constant: Callable[[c_ast.Node], Constant]) -> int | None:
    """The given value, else one more than ``before``; ``None`` if there is none."""
    if node is None:
        return None if before is None else before + 1
    try:
        return constant(node).value
    except NotSupported:
        return None

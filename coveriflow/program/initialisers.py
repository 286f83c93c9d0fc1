"""Brace-enclosed initialisers of arrays (C11 6.7.9)."""

from __future__ import annotations

from collections.abc import Callable

from pycparser import c_ast

from coveriflow.program.declared import ArrayOf, DeclaredType, place, shape
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.expressions import Constant, Expression
from coveriflow.program.types import Integer

Convert = Callable[[c_ast.Node, Integer], Expression]
_MAXIMUM_LENGTH = 1 << 20


def completed(declared: DeclaredType, init: c_ast.Node | None) -> DeclaredType:
    """``T x[] = {...}`` gets its length from the initialiser."""
    if not isinstance(declared, ArrayOf) or declared.length is not None or init is None:
        return declared
    if not isinstance(init, c_ast.InitList):
        raise NotSupported("a string literal", place(init))
    if any(isinstance(item, c_ast.NamedInitializer) for item in init.exprs):
        raise NotSupported("a designator in the initialiser of an array without length", place(init))
    if isinstance(declared.element, ArrayOf) and not all(isinstance(i, c_ast.InitList) for i in init.exprs):
        raise NotSupported("an initialiser without inner braces of an array without length", place(init))
    return ArrayOf(declared.element, len(init.exprs))


def array_elements(declared: ArrayOf, init: c_ast.Node, convert: Convert) -> tuple[Expression, ...]:
    """The flattened elements up to the last one given; the rest are zero."""
    dimensions, element = shape(declared, place(init))
    if not isinstance(init, c_ast.InitList):
        raise NotSupported("a string literal", place(init))
    found: dict[int, Expression] = {}
    _fill(found, 0, dimensions, init, lambda node: convert(node, element))
    if found and max(found) >= _MAXIMUM_LENGTH:
        raise NotSupported("an initialiser of more than a million elements", place(init))
    return tuple(found.get(i, Constant(0, element)) for i in range(max(found, default=-1) + 1))


def _fill(
    found: dict[int, Expression],
    start: int,
    dimensions: tuple[int, ...],
    init: c_ast.InitList,
    convert: Callable[[c_ast.Node], Expression],
) -> None:
    """Fill the (sub)array of ``dimensions`` at flat offset ``start``; a scalar without braces takes the next element."""
    row = _size(dimensions[1:])
    cursor = 0
    for item in init.exprs or []:
        if isinstance(item, c_ast.NamedInitializer):
            cursor, item = _designated(item, convert) * row, item.expr
        if cursor >= _size(dimensions):
            raise InputError("more initial values than elements", place(item))
        if isinstance(item, c_ast.InitList):
            if len(dimensions) == 1 or cursor % row:
                raise NotSupported("such braces in an initialiser", place(item))
            _fill(found, start + cursor, dimensions[1:], item, convert)
            cursor += row
        else:
            found[start + cursor] = convert(item)
            cursor += 1


def _designated(item: c_ast.NamedInitializer, convert: Callable[[c_ast.Node], Expression]) -> int:
    if len(item.name) != 1 or not isinstance(item.name[0], c_ast.ArrayDesignator):
        raise NotSupported("such a designator in an initialiser", place(item.expr))
    index = convert(item.name[0].expr)
    if not isinstance(index, Constant) or index.value < 0:
        raise InputError("a designator must be a constant that is not negative", place(item.expr))
    return index.value


def _size(dimensions: tuple[int, ...]) -> int:
    size = 1
    for dimension in dimensions:
        size *= dimension
    return size

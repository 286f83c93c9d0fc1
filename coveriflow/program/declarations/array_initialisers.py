"""Brace-enclosed initialisers of arrays (C11 6.7.9)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import prod

from pycparser import c_ast

from coveriflow.program.declarations.initialisers import check_excess, is_string, unbraced
from coveriflow.program.declarations.type_reader import shape
from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.expressions.expressions import Constant, Expression
from coveriflow.program.syntax.gnu_ranges import one_by_one
from coveriflow.program.syntax.literals import string_units
from coveriflow.program.syntax.nodes import place
from coveriflow.program.syntax.sequencing import may_have_effect
from coveriflow.program.types.c_types import LLONG, ArrayOf, DeclaredType, Integer, Scalar

Convert = Callable[[c_ast.Node, Scalar], Expression]

MAXIMUM_LENGTH = 1 << 20
"""Elements that are given one by one: in an initialiser, or as unknown values of an array that is not initialised."""


def single(init: c_ast.Node) -> c_ast.Node:
    """The initial value of a scalar, which may stand in braces (C11 6.7.9 p11)."""
    while isinstance(init, c_ast.InitList):
        if not init.exprs:
            return c_ast.Constant("int", "0", init.coord)
        check_excess(init.exprs[1:])
        init = init.exprs[0]
        if isinstance(init, c_ast.NamedInitializer):
            raise InputError("a scalar takes one initial value", place(init))
    return init


def array_elements(declared: ArrayOf, init: c_ast.Node, convert: Convert) -> tuple[Expression, ...]:
    """The flattened elements up to the last one given; the rest are zero."""
    dimensions, element = shape(declared, place(init))
    init = _spelled(declared, init)
    if not isinstance(init, c_ast.InitList):
        raise InputError("an array takes its initial values in braces", place(init))
    filling = _Filling(element, convert)
    filling.fill(0, dimensions, init)
    last = max(filling.found, default=-1)
    return tuple(filling.found.get(i, Constant(0, element)) for i in range(last + 1))


def _spelled(declared: DeclaredType, init: c_ast.Node) -> c_ast.Node:
    """``init`` with lists of characters in place of strings that initialise arrays (C11 6.7.9 p14)."""
    if not isinstance(declared, ArrayOf):
        return init
    if is_string(unbraced(init)) and isinstance(declared.element, Integer):
        return _characters(declared, unbraced(init))
    if not isinstance(init, c_ast.InitList):
        return init
    items = [spelled for item in init.exprs or [] for spelled in _spelled_items(declared, item)]
    return c_ast.InitList(items, init.coord)


def _spelled_items(declared: ArrayOf, item: c_ast.Node) -> list[c_ast.Node]:
    """A string without the braces of the arrays around the one that it initialises gives all elements of that one."""
    row = declared.element
    if not is_string(item) or not isinstance(row, ArrayOf) or not isinstance(row.element, ArrayOf):
        return [_spelled_item(declared, item)]
    row = _row(row)
    characters = _characters(row, item).exprs
    missing = (row.length or 0) - len(characters)
    return [*characters, *(c_ast.Constant("int", "0", item.coord) for _ in range(missing))]


def _row(array: ArrayOf) -> ArrayOf:
    """The first array in it whose elements are no arrays."""
    while isinstance(array.element, ArrayOf):
        array = array.element
    return array


def _spelled_item(declared: ArrayOf, item: c_ast.Node) -> c_ast.Node:
    if not isinstance(item, c_ast.NamedInitializer):
        return _spelled(declared.element, item)
    part: DeclaredType = declared
    for _ in item.name:
        part = part.element if isinstance(part, ArrayOf) else part
    return c_ast.NamedInitializer(item.name, _spelled(part, item.expr), item.coord)


def _characters(declared: ArrayOf, node: c_ast.Node) -> c_ast.InitList:
    characters, width = string_units(node.value, place(node))
    if getattr(declared.element, "width", 0) != width:
        raise InputError("a string does not initialise such an array", place(node))
    given = characters[: declared.length]
    return c_ast.InitList([c_ast.Constant("int", str(each), node.coord) for each in given], node.coord)


@dataclass(slots=True)
class _Filling:
    """Elements by flat offset, and the syntax that gave each."""

    element: Scalar
    convert: Convert
    found: dict[int, Expression] = field(default_factory=dict)
    given: dict[int, c_ast.Node] = field(default_factory=dict)

    def fill(self, start: int, dimensions: tuple[int, ...], init: c_ast.InitList) -> None:
        """Fill the (sub)array of ``dimensions`` at ``start``; a scalar without braces takes the next element."""
        cursor = 0
        for item in one_by_one(init.exprs or [], self._index):
            depth = 1
            if isinstance(item, c_ast.NamedInitializer):
                cursor, depth, item = self._designated(item, dimensions), len(item.name), item.expr
            if cursor >= prod(dimensions):
                check_excess([item])
                continue
            part = dimensions[depth:]
            if isinstance(item, c_ast.InitList) and part:
                self._fill_part(start + cursor, part, item)
                cursor += prod(part)
            else:
                self._put(start + cursor, single(item))
                cursor += 1

    def _fill_part(self, start: int, part: tuple[int, ...], init: c_ast.InitList) -> None:
        """A braced part gets nothing of what was given for it before (C11 6.7.9 p19)."""
        if start % prod(part):
            raise NotSupported("such braces in an initialiser", place(init))
        for offset in [o for o in self.found if start <= o < start + prod(part)]:
            self._forget(offset)
        self.fill(start, part, init)

    def _put(self, offset: int, node: c_ast.Node) -> None:
        if offset >= MAXIMUM_LENGTH:
            raise NotSupported("an initialiser of more than a million elements", place(node))
        self._forget(offset)
        self.found[offset], self.given[offset] = self.convert(node, self.element), node

    def _forget(self, offset: int) -> None:
        """It is open whether a value that is overridden is evaluated at all."""
        if offset in self.given and may_have_effect(self.given[offset]):
            raise NotSupported("an overridden initial value with side effects", place(self.given[offset]))
        self.found.pop(offset, None)

    def _designated(self, item: c_ast.NamedInitializer, dimensions: tuple[int, ...]) -> int:
        """The flat offset of ``[i][j]...``."""
        if len(item.name) > len(dimensions) or not all(isinstance(d, c_ast.ArrayDesignator) for d in item.name):
            raise NotSupported("such a designator in an initialiser", place(item.expr))
        offset = 0
        for level, designator in enumerate(item.name):
            index = self._index(designator.expr)
            if not 0 <= index < dimensions[level]:
                raise InputError("a designator must be a constant within the array", place(item.expr))
            offset += index * prod(dimensions[level + 1 :])
        return offset

    def _index(self, node: c_ast.Node) -> int:
        index = self.convert(node, LLONG)
        if not isinstance(index, Constant):
            raise InputError("a designator must be a constant within the array", place(node))
        return index.value

"""GNU's ranges: ``case 1 ... 9`` and ``[1 ... 9] = v``, which the parser sees as ``1 ?__range: 9``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from pycparser import c_ast

from coveriflow.program.errors import InputError, NotSupported
from coveriflow.program.syntax.nodes import everything, place
from coveriflow.program.syntax.sequencing import may_have_effect
from coveriflow.program.text.normalise import RANGE

MAXIMUM_RANGE = 1 << 20
"""Elements that one designator may give a value to."""


def ends_of_range(node: c_ast.Node) -> tuple[c_ast.Node, c_ast.Node]:
    """The first and the last value; twice the same where there is no range. ``a ? b : c ... d`` starts at a
    conditional.
    """
    found = _split(node)
    return found if found is not None else (node, node)


def _split(node: c_ast.Node) -> tuple[c_ast.Node, c_ast.Node] | None:
    if not isinstance(node, c_ast.TernaryOp):
        return None
    if isinstance(node.iftrue, c_ast.ID) and node.iftrue.name == RANGE:
        return node.cond, node.iffalse
    inner = _split(node.iffalse)
    return None if inner is None else (c_ast.TernaryOp(node.cond, node.iftrue, inner[0], node.coord), inner[1])


def one_by_one(items: Iterable[c_ast.Node], constant: Callable[[c_ast.Node], int]) -> Iterator[c_ast.Node]:
    """The items of an initialiser, with a designator of its own for each element of a range."""
    for item in items:
        where = _index_of_range(item)
        if where is None:
            yield item
            continue
        first, last = (constant(end) for end in ends_of_range(item.name[where].expr))
        if may_have_effect(item.expr):
            raise NotSupported("an initial value with side effects of several elements", place(item.expr))
        if _may_have_objects(item.expr):
            raise NotSupported("a compound literal that several elements share", place(item.expr))
        if last < first:
            raise InputError("a designator's range is empty", place(item.expr))
        if last - first >= MAXIMUM_RANGE:
            raise NotSupported("an initialiser of more than a million elements", place(item.expr))
        before, after = item.name[:where], item.name[where + 1 :]
        each = (
            c_ast.NamedInitializer([*before, _designator(index, item), *after], item.expr, item.coord)
            for index in range(first, last + 1)
        )
        yield from one_by_one(each, constant)


def _may_have_objects(value: c_ast.Node) -> bool:
    """Whether it makes objects that have addresses: to gcc these are the same for all elements. A value of a structure
    is copied.
    """
    inner: Iterable[c_ast.Node] = (value,)
    if isinstance(value, c_ast.CompoundLiteral):
        declared = value.type.type
        if isinstance(declared, c_ast.TypeDecl) and isinstance(declared.type, c_ast.Struct | c_ast.Union):
            inner = (value.init,)
    return any(isinstance(each, c_ast.CompoundLiteral) for part in inner for each in everything(part))


def _index_of_range(item: c_ast.Node) -> int | None:
    if not isinstance(item, c_ast.NamedInitializer):
        return None
    named = enumerate(item.name)
    return next((i for i, d in named if isinstance(d, c_ast.ArrayDesignator) and _split(d.expr)), None)


def _designator(index: int, item: c_ast.NamedInitializer) -> c_ast.ArrayDesignator:
    return c_ast.ArrayDesignator(c_ast.Constant("int", str(index), item.coord), item.coord)

"""Nodes of syntax trees: walking them, and where they stand in the text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pycparser import c_ast

from coveriflow.program.errors import Span


def place(node: c_ast.Node) -> Span:
    """Where a syntax node stands; a node without a place of its own stands where its first part does."""
    pending = [node]
    while pending:
        current = pending.pop()
        if coord := getattr(current, "coord", None):
            return Span(str(coord.file), coord.line or 0, coord.column or 0, getattr(coord, "called", ""))
        pending.extend(reversed(list(current)))
    return Span("")


LEAVES = frozenset({c_ast.ID, c_ast.Constant, c_ast.IdentifierType, c_ast.Break, c_ast.Continue, c_ast.EmptyStatement})
"""Kinds of nodes that have none below them: most nodes are of these."""
NAMELESS = LEAVES - {c_ast.ID}
"""Those of them by which nothing is meant that has a name."""
AUTO_TYPE, OF_VALUE = "__auto_type", "type of the value"
"""How ``TypeOf`` nodes say that they have the type of an initial value: the program's, and ours, for whom the value of
a bit-field is promoted.
"""
UNEVALUATED = ("sizeof", "_Alignof", "__alignof__", "__alignof")
"""Operators that ask for the type of their operand only."""


def is_unevaluated(node: c_ast.Node) -> bool:
    """Whether only the types of what is below are asked for."""
    kind = type(node)
    return kind is c_ast.TypeOf or (kind is c_ast.UnaryOp and node.op in UNEVALUATED)


def walk(node: c_ast.Node) -> Iterator[c_ast.Node]:
    """``node`` and all below it that is evaluated: of a type that is asked about, its lengths."""
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        if (kind := type(current)) not in LEAVES:
            is_plain = kind is not c_ast.TypeOf and kind is not c_ast.UnaryOp
            pending.extend(current if is_plain or not is_unevaluated(current) else evaluated_lengths(current))


def everything(node: c_ast.Node) -> Iterator[c_ast.Node]:
    """``node`` and all below it, evaluated or not."""
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        if type(current) not in LEAVES:
            pending.extend(current)


def mentions(node: c_ast.Node, name: str) -> bool:
    """Whether ``name`` stands somewhere in ``node``, evaluated or not."""
    return any(isinstance(each, c_ast.ID) and each.name == name for each in everything(node))


_OPERANDS: Mapping[type, Callable[[Any], tuple[Any, ...]]] = {
    c_ast.BinaryOp: lambda node: (node.left, node.right),
    c_ast.ArrayRef: lambda node: (node.name, node.subscript),
    c_ast.TernaryOp: lambda node: (node.cond, node.iftrue, node.iffalse),
    c_ast.StructRef: lambda node: (node.name,),
    c_ast.UnaryOp: lambda node: (node.expr,),
}
_PURE = frozenset({"!", "~", "+", "-", "&", "*"})


def is_in_any_order(expression: c_ast.Node) -> bool:
    """Whether nothing that is evaluated changes anything, by its form, but for an assignment of the whole: it comes
    last. ``False`` may mean that this was not looked for.
    """
    pending = [expression.lvalue, expression.rvalue] if type(expression) is c_ast.Assignment else [expression]
    while pending:
        node = pending.pop()
        kind = type(node)
        if kind is c_ast.ID or kind is c_ast.Constant:
            continue
        operands = _OPERANDS.get(kind)
        if operands is None or (kind is c_ast.UnaryOp and node.op not in _PURE):
            return False
        pending += operands(node)
    return True


def declares_out_of_order(node: c_ast.Node) -> bool:
    """Whether an argument of a call, or a side of an assignment, declares a name that another one uses: they are
    evaluated in another order than that in which they are written. A statement expression has a scope of its own.
    """
    if not any(declared_names(each) for each in _outside_of_blocks(node)):
        return False
    unordered = (each for each in _outside_of_blocks(node) if isinstance(each, c_ast.FuncCall | c_ast.Assignment))
    return any(_share_a_name(list(each)) for each in unordered)


def _share_a_name(parts: list[c_ast.Node]) -> bool:
    parts = [part for each in parts for part in (each if isinstance(each, c_ast.ExprList) else [each])]
    declared = [{name for each in _outside_of_blocks(part) for name in declared_names(each)} for part in parts]
    used = [{name for each in everything(part) for name in _used_name(each)} for part in parts]
    return any(one & other for i, one in enumerate(declared) for j, other in enumerate(used) if i != j)


def _outside_of_blocks(root: c_ast.Node) -> Iterator[c_ast.Node]:
    pending = [root]
    while pending:
        node = pending.pop()
        yield node
        if type(node) not in LEAVES:
            pending.extend([each for each in node if not isinstance(each, c_ast.Compound)])


def declared_names(node: c_ast.Node) -> list[str]:
    """The enumerators of an enumeration, and the tag of a type that gets its members."""
    match node:
        case c_ast.Enum(name=name, values=c_ast.EnumeratorList(enumerators=inner)):
            return [each.name for each in inner] + ([f"enum {name}"] if name else [])
        case c_ast.Struct(name=name, decls=members) | c_ast.Union(name=name, decls=members) if name and members:
            return [f"{type(node).__name__.lower()} {name}"]
        case _:
            return []


def _used_name(node: c_ast.Node) -> list[str]:
    match node:
        case c_ast.ID(name=name):
            return [name]
        case c_ast.Enum(name=name, values=None):
            return [f"enum {name}"]
        case c_ast.Struct(name=name, decls=None) | c_ast.Union(name=name, decls=None):
            return [f"{type(node).__name__.lower()} {name}"]
        case _:
            return []


def evaluated_lengths(node: c_ast.Node) -> list[c_ast.Node]:
    """Those of arrays in the types below ``node``, which are evaluated with it (C11 6.5.3.4 p2, 6.7.6.2 p5)."""
    found: list[c_ast.Node] = []
    pending = list(node)
    while pending:
        current = pending.pop()
        if isinstance(current, c_ast.ArrayDecl) and current.dim is not None:
            found.append(current.dim)
        pending.extend(current)
    return found


def subscripts_of(node: c_ast.Node) -> list[c_ast.Node]:
    """``i`` and ``j`` of ``a[i][j]``; ``*a`` is ``a[0]``."""
    found: list[c_ast.Node] = []
    while isinstance(node, c_ast.ArrayRef) or (isinstance(node, c_ast.UnaryOp) and node.op == "*"):
        is_array = isinstance(node, c_ast.ArrayRef)
        found.insert(0, node.subscript if is_array else c_ast.Constant("int", "0", node.coord))
        node = node.name if is_array else node.expr
    return found


def subscripted(node: c_ast.Node) -> c_ast.Node:
    """``a`` of ``a[i][j]``."""
    while isinstance(node, c_ast.ArrayRef) or (isinstance(node, c_ast.UnaryOp) and node.op == "*"):
        node = node.name if isinstance(node, c_ast.ArrayRef) else node.expr
    return node


def nested_functions(root: c_ast.Node) -> Iterator[c_ast.FuncDef]:
    """All below ``root``, the outer ones first."""
    pending = list(root)
    while pending:
        node = pending.pop()
        if isinstance(node, c_ast.FuncDef):
            yield node
        pending.extend(node)

"""Lengths of local arrays that are computed from variables which never change: they are written out as numbers.

``int n = 100; int a[2 * n];`` declares an array of variable length (C11 6.7.6.2 p4), which is an object that is
allocated. Where nothing in the program can change ``n``, an array of a known length means the same. Only a jump to
before the declaration tells them apart: it ends the one that C counts as variable (6.2.4 p7).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from pycparser import c_ast

from coveriflow.program.syntax.nodes import everything, is_unevaluated
from coveriflow.program.syntax.sequencing import may_have_effect

_READING_OPERATORS = frozenset({"+", "-", "~", "!", "sizeof"})
_WORDS = frozenset({"int", "long", "short", "unsigned", "signed", "char"})
_NUMBER = re.compile(r"[1-9][0-9]*|0[xX][0-9a-fA-F]+")
_LARGEST_OF_CHAR, _LARGEST_OF_SHORT = 100, 30_000
"""Fit into these types, whatever their signs."""
_LARGEST_OF_INT = 0x7FFFFFFF
_MOST_ELEMENTS = 1 << 22


def write_out_lengths(trees: Collection[c_ast.FileAST]) -> None:
    """Change the declarations of such arrays in the trees of one program."""
    declarations = list(_local_arrays(trees))
    if not any(
        isinstance(node, c_ast.ID) for each in declarations for dim in _lengths(each) if dim for node in everything(dim)
    ):
        return
    if any(_is_evaluated_for_its_type(node) for tree in trees for node in everything(tree)):
        return
    values = _unchanging(trees)
    for each in declarations if values else ():
        if (lengths := _known_lengths(each, values)) is not None:
            _write(each, lengths, values)


def _is_evaluated_for_its_type(node: c_ast.Node) -> bool:
    """``sizeof a[n++]`` has an effect where ``a[0]`` has a variable length (C11 6.5.3.4 p2), and only there."""
    return is_unevaluated(node) and any(may_have_effect(each) for each in node)


def _local_arrays(trees: Collection[c_ast.FileAST]) -> Iterator[c_ast.Decl]:
    for tree in trees:
        for function in (item for item in tree.ext if isinstance(item, c_ast.FuncDef)):
            has_label = False
            for node in everything(function.body):
                has_label = has_label or isinstance(node, c_ast.Label)
                if isinstance(node, c_ast.Decl) and isinstance(node.type, c_ast.ArrayDecl) and not has_label:
                    if node.init is None and not {"static", "extern"} & {*(node.storage or ())}:
                        yield node


def _lengths(declaration: c_ast.Decl) -> list[c_ast.Node | None]:
    found: list[c_ast.Node | None] = []
    inner = declaration.type
    while isinstance(inner, c_ast.ArrayDecl):
        found.append(inner.dim)
        inner = inner.type
    return found


def _known_lengths(declaration: c_ast.Decl, values: Mapping[str, int]) -> list[int] | None:
    """The lengths as numbers, where each is known and all elements together are not too many."""
    found, elements = list[int](), 1
    for each in _lengths(declaration):
        number = None if each is None else _computed(each, values)
        if number is None or number <= 0:
            return None
        found.append(number)
        elements *= number
    return found if elements <= _MOST_ELEMENTS else None


def _write(declaration: c_ast.Decl, lengths: list[int], values: Mapping[str, int]) -> None:
    inner = declaration.type
    for number in lengths:
        if any(isinstance(node, c_ast.ID) and node.name in values for node in everything(inner.dim)):
            inner.dim = c_ast.Constant("int", str(number), inner.dim.coord)
        inner = inner.type


def _computed(length: c_ast.Node, values: Mapping[str, int]) -> int | None:
    """Sums and products that fit into an ``int``."""
    match length:
        case c_ast.Constant(type="int") if _NUMBER.fullmatch(length.value):
            found: int | None = int(length.value, 0)
        case c_ast.ID():
            found = values.get(length.name)
        case c_ast.BinaryOp(op="+" | "-" | "*"):
            one, other = _computed(length.left, values), _computed(length.right, values)
            if one is None or other is None:
                return None
            found = one + other if length.op == "+" else one - other if length.op == "-" else one * other
        case _:
            return None
    return found if found is not None and 0 <= found <= _LARGEST_OF_INT else None


def _unchanging(trees: Collection[c_ast.FileAST]) -> dict[str, int]:
    """Variables that are declared once in all of the program, with a number, and only read after that. Names decide, so
    one that means several things does not count.
    """
    counts: dict[str, int] = {}
    changed: set[str] = set()
    found: dict[str, int] = {}
    for tree in trees:
        for item in tree.ext:
            jumps = any(isinstance(node, c_ast.Goto | c_ast.Switch | c_ast.Label) for node in everything(item))
            for node in everything(item):
                for part, child in node.children():
                    if isinstance(child, c_ast.ID) and not _reads(node, part):
                        changed.add(child.name)
                changed.update(_given_to_builtins(node))
                for name in _declared(node):
                    counts[name] = counts.get(name, 0) + 1
                if isinstance(node, c_ast.Decl) and not jumps and (number := _number_of(node)) is not None:
                    found[node.name] = number
    return {name: number for name, number in found.items() if counts[name] == 1 and name not in changed}


def _declared(node: c_ast.Node) -> Iterator[str]:
    match node:
        case c_ast.Decl() | c_ast.Typedef() | c_ast.Enumerator() if node.name:
            yield node.name
        case c_ast.ParamList() | c_ast.FuncDecl():
            yield from (each.name for each in node if isinstance(each, c_ast.ID))
        case _:
            return


def _given_to_builtins(node: c_ast.Node) -> Iterator[str]:
    """Arguments of what is no function, assembler statements for example: it may write to them."""
    if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID) and node.name.name.startswith("__"):
        yield from (each.name for each in node.args or () if isinstance(each, c_ast.ID))


def _reads(node: c_ast.Node, part: str) -> bool:
    """Whether ``node`` only reads the variable that is its ``part``."""
    match node:
        case c_ast.BinaryOp() | c_ast.TernaryOp() | c_ast.Cast() | c_ast.Return() | c_ast.If() | c_ast.InitList():
            return True
        case c_ast.ExprList():
            return True  # arguments; see ``_given_to_builtins``
        case c_ast.While() | c_ast.DoWhile() | c_ast.For():
            return part == "cond"
        case c_ast.UnaryOp(op=op):
            return op in _READING_OPERATORS
        case c_ast.Assignment():
            return part == "rvalue"
        case c_ast.ArrayRef():
            return part == "subscript"
        case c_ast.ArrayDecl():
            return part == "dim"
        case c_ast.Decl():
            return part == "init"
        case _:
            return False


def _number_of(node: c_ast.Decl) -> int | None:
    """What an integer is initialised with, if it is a number that its type has."""
    words = node.type.type.names if isinstance(node.type, c_ast.TypeDecl) and _is_plain(node) else None
    number = node.init
    if not words or not _WORDS.issuperset(words) or not isinstance(number, c_ast.Constant) or number.type != "int":
        return None
    if not _NUMBER.fullmatch(number.value):
        return None
    value, narrow = int(number.value, 0), {"char", "short"} & {*words}
    most = _LARGEST_OF_CHAR if "char" in words else _LARGEST_OF_SHORT if narrow else _LARGEST_OF_INT
    return value if value <= most else None


def _is_plain(node: c_ast.Decl) -> bool:
    is_named = isinstance(node.type.type, c_ast.IdentifierType)
    return is_named and not {"extern", "_Thread_local"} & {*(node.storage or ())} and "volatile" not in node.quals

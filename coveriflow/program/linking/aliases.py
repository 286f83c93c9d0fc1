"""GNU's attribute ``alias``, on syntax trees: a second name of a function or an object is replaced by its first one."""

from __future__ import annotations

from collections.abc import Collection

from pycparser import c_ast

from coveriflow.program.errors import NotSupported
from coveriflow.program.syntax.declared_attributes import marks
from coveriflow.program.syntax.inner_names import inner_names
from coveriflow.program.syntax.nodes import everything, place
from coveriflow.program.text.normalise import ALIAS

_OF_NAMES = (
    "coord",
    "__weakref__",
    "declname",
    "name",
    "attributes",
    "funcspec",
    "storage",
    "init",
    "bitsize",
    "align",
)
"""What may differ between two declarations of the same type."""


def join_second_names(trees: Collection[c_ast.FileAST]) -> None:
    """Change the trees of one program. ``NotSupported`` where a name may mean two things, or the types differ."""
    for tree in trees:
        for item in [each for each in tree.ext if isinstance(each, c_ast.Decl) and ALIAS in marks(each)]:
            _join(trees, tree, item)


def _join(trees: Collection[c_ast.FileAST], own: c_ast.FileAST, alias: c_ast.Decl) -> None:
    second, first = alias.name, marks(alias)[ALIAS].strip().strip('"')
    defined = next((each for each in own.ext if _defines(each, first)), None)
    declared = defined.decl if isinstance(defined, c_ast.FuncDef) else defined
    is_known = "static" not in alias.storage
    others = [t for t in trees if t is not own and is_known and _uses(t, second) and not _has_own(t, second)]
    is_clear = all(_is_clear(tree, second) and _is_clear(tree, first) for tree in (own, *others))
    if declared is None or not is_clear or not _same(declared.type, alias.type):
        raise NotSupported("such an alias", place(alias))
    own.ext.remove(alias)
    kept = first
    if others and "static" in declared.storage:
        if any(isinstance(node, c_ast.ID) and node.name in _ITS_NAME for node in everything(defined)):
            raise NotSupported("an alias of a function that uses its own name", place(alias))
        kept = second
        _rename(own, first, second)
        for each in filter(None, map(_declaration, own.ext)):
            each.storage = [s for s in each.storage if s != "static"] if each.name == second else each.storage
    elif any(_declares(tree, first) for tree in others if "static" in declared.storage):
        raise NotSupported("such an alias", place(alias))
    for tree in (own, *others):
        _rename(tree, second, kept)


_ITS_NAME = ("__func__", "__FUNCTION__", "__PRETTY_FUNCTION__")


def _declaration(item: c_ast.Node) -> c_ast.Decl | None:
    if isinstance(item, c_ast.FuncDef):
        return item.decl
    return item if isinstance(item, c_ast.Decl) else None


def _defines(item: c_ast.Node, name: str) -> bool:
    declared = _declaration(item)
    if declared is None or declared.name != name:
        return False
    is_object = not isinstance(declared.type, c_ast.FuncDecl) and "extern" not in declared.storage
    return isinstance(item, c_ast.FuncDef) or is_object


def _declares(tree: c_ast.FileAST, name: str) -> bool:
    return any(declared is not None and declared.name == name for declared in map(_declaration, tree.ext))


def _has_own(tree: c_ast.FileAST, name: str) -> bool:
    """Whether the text means something else by the name, which no other text can."""
    named = [declared for declared in map(_declaration, tree.ext) if declared is not None and declared.name == name]
    return any("static" in declared.storage for declared in named)


def _uses(tree: c_ast.FileAST, name: str) -> bool:
    return any(isinstance(node, c_ast.ID | c_ast.Decl) and node.name == name for node in everything(tree))


def _is_clear(tree: c_ast.FileAST, name: str) -> bool:
    """Whether the name is only that of a function or an object at file scope, or declared so again."""
    others = (node for node in everything(tree) if isinstance(node, c_ast.Typedef | c_ast.Enumerator))
    return name not in inner_names(tree) and all(node.name != name for node in others)


def _rename(tree: c_ast.FileAST, old: str, new: str) -> None:
    for node in everything(tree):
        if isinstance(node, c_ast.ID | c_ast.Decl) and node.name == old:
            node.name = new
            if isinstance(node, c_ast.Decl):
                type_ = node.type
                while not isinstance(type_, c_ast.TypeDecl):
                    type_ = type_.type
                type_.declname = new


def _same(one: object, other: object) -> bool:
    """Whether two types are written alike, apart from the names of parameters."""
    if isinstance(one, c_ast.Node) and isinstance(other, c_ast.Node):
        if {type(one), type(other)} == {c_ast.Decl, c_ast.Typename}:
            return _same(one.type, other.type)
        if type(one) is not type(other):
            return False
        slots = [slot for slot in type(one).__slots__ if slot not in _OF_NAMES]
        named = getattr(one, "name", None) == getattr(other, "name", None) or isinstance(one, c_ast.Decl)
        return named and all(_same(getattr(one, slot), getattr(other, slot)) for slot in slots)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(_same, one, other))
    return one == other or (not one and not other)

"""Programs that call their entry function themselves, on syntax trees: it becomes a function like any other, and the
program begins with one that only calls it.
"""

from __future__ import annotations

from collections.abc import Collection
from copy import deepcopy

from pycparser import c_ast

from coveriflow.program.errors import NotSupported
from coveriflow.program.syntax.inner_names import inner_names
from coveriflow.program.syntax.nodes import everything, place

INNER = "__coveriflow_"
"""What the function is called: this and its name."""


def call_entry_once(trees: Collection[c_ast.FileAST], entry: str) -> None:
    """Change the trees of one program that needs it. Where the name may mean something else, they stay."""
    found = [item for tree in trees for item in tree.ext if _defines(item, entry)]
    nodes = _nodes(trees)
    if len(found) != 1 or not any(isinstance(node, c_ast.ID) and node.name == entry for node in nodes):
        return
    if any(entry in inner_names(tree) for tree in trees):
        return
    (definition,) = found
    beginning = _calling(definition, INNER + entry)
    for node in nodes:
        _rename(node, entry)
    tree = next(tree for tree in trees if definition in tree.ext)
    if _is_int(definition.decl.type.type, tree):
        zero = c_ast.Constant("int", "0", definition.coord)
        items = definition.body.block_items or []
        definition.body.block_items = [*items, c_ast.Return(zero, definition.coord)]
    tree.ext.append(beginning)


def _defines(item: c_ast.Node, name: str) -> bool:
    return isinstance(item, c_ast.FuncDef) and item.decl.name == name


def _nodes(trees: Collection[c_ast.FileAST]) -> list[c_ast.Node]:
    return [node for tree in reversed(list(trees)) for node in everything(tree)]


def _rename(node: c_ast.Node, entry: str) -> None:
    if isinstance(node, c_ast.ID | c_ast.Decl) and node.name == entry:
        node.name = INNER + entry
        if isinstance(node, c_ast.Decl):
            type_ = node.type
            while not isinstance(type_, c_ast.TypeDecl):
                type_ = type_.type
            type_.declname = node.name


def _calling(definition: c_ast.FuncDef, name: str) -> c_ast.FuncDef:
    """A function that passes all on. It returns where the inner one does."""
    declaration, where = deepcopy(definition.decl), definition.coord
    named = declaration.type.args.params if declaration.type.args else []
    passed = [c_ast.ID(each.name, where) for each in named if isinstance(each, c_ast.Decl) and each.name]
    call = c_ast.FuncCall(c_ast.ID(name, where), c_ast.ExprList(passed, where) if passed else None, where)
    return c_ast.FuncDef(declaration, None, c_ast.Compound([c_ast.Return(call, where)], where), where)


def _is_int(result: c_ast.Node, tree: c_ast.FileAST) -> bool:
    """Whether a function returns ``int``, by this or another name (C11 5.1.2.2.3, 6.7.2 p2)."""
    named = {item.name: item.type for item in tree.ext if isinstance(item, c_ast.Typedef)}
    while isinstance(result, c_ast.TypeDecl) and isinstance(result.type, c_ast.IdentifierType):
        words = result.type.names
        if len(words) != 1 or words[0] not in named:
            return bool({*words} <= {"int", "signed", "__signed__", "__signed"})
        result = named[words[0]]
    known = c_ast.PtrDecl | c_ast.ArrayDecl | c_ast.FuncDecl
    if isinstance(result, known) or isinstance(getattr(result, "type", None), c_ast.Struct | c_ast.Union | c_ast.Enum):
        return False
    raise NotSupported("an entry function of such a type that calls itself", place(result))

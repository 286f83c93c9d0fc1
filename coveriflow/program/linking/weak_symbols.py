"""GNU's attribute ``weak``, on syntax trees: a weak definition counts where no other text has one, and the address of a
function without any is zero.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pycparser import c_ast

from coveriflow.program.errors import NotSupported
from coveriflow.program.library.unmodelled import is_library
from coveriflow.program.linking.constructors import CONSTRUCTOR, DESTRUCTOR
from coveriflow.program.syntax.declared_attributes import marks
from coveriflow.program.syntax.inner_names import inner_names
from coveriflow.program.syntax.nodes import everything, place
from coveriflow.program.text.normalise import ALIAS, WEAK


def resolve_weak_symbols(trees: Collection[c_ast.FileAST]) -> None:
    """Change the trees of one program. ``NotSupported`` where it is not known what a weak symbol is."""
    weak = [{each.name: each for each in _declared(tree) if WEAK in marks(each)} for tree in trees]
    if not any(weak):
        return
    for tree, own in zip(trees, weak, strict=True):
        for name, declaration in own.items():
            _check_object(trees, declaration)
            if _is_defined_better(trees, weak, tree, name):
                _check_not_run_by_itself(trees, declaration)
                _drop_definition(tree, name)
    declared = {name: each for own in weak for name, each in own.items()}
    for name, declaration in declared.items():
        if not any(_defines(item, name) for tree in trees for item in tree.ext):
            _nowhere(trees, declaration)


def _declared(tree: c_ast.FileAST) -> Iterator[c_ast.Decl]:
    for item in tree.ext:
        declared = item.decl if isinstance(item, c_ast.FuncDef) else item
        if isinstance(declared, c_ast.Decl) and declared.name:
            yield declared


def _check_object(trees: Collection[c_ast.FileAST], declaration: c_ast.Decl) -> None:
    if isinstance(declaration.type, c_ast.FuncDecl):
        return
    if len(trees) > 1:
        raise NotSupported("the attribute weak of a variable in a program of several files", place(declaration))
    is_defined = any(_defines(item, declaration.name) for tree in trees for item in tree.ext)
    if not is_defined and any(_is_named(node, declaration.name) for tree in trees for node in everything(tree)):
        raise NotSupported("the attribute weak of what the program only declares", place(declaration))


def _check_not_run_by_itself(trees: Collection[c_ast.FileAST], declaration: c_ast.Decl) -> None:
    """A definition that does not count is still in the list of what runs at the start, with the one that counts."""
    for tree in trees:
        for each in _declared(tree):
            if each.name == declaration.name and {CONSTRUCTOR, DESTRUCTOR} & marks(each).keys():
                raise NotSupported("a weak constructor or destructor that another definition replaces", place(each))


def _defines(item: c_ast.Node, name: str) -> bool:
    """Whether it is a definition, or a declaration that makes the name one of something else."""
    if isinstance(item, c_ast.FuncDef):
        return bool(item.decl.name == name)
    if not isinstance(item, c_ast.Decl) or item.name != name:
        return False
    return ALIAS in marks(item) or not (isinstance(item.type, c_ast.FuncDecl) or "extern" in item.storage)


def _is_defined_better(
    trees: Collection[c_ast.FileAST], weak: list[dict[str, c_ast.Decl]], tree: c_ast.FileAST, name: str
) -> bool:
    """Whether another text defines it and does not call that weak, or does so before."""
    is_behind = False
    for other, names in zip(trees, weak, strict=True):
        is_behind |= other is tree
        if other is not tree and any(_defines(item, name) for item in other.ext):
            if (name not in names or not is_behind) and not _is_static(other, name):
                return True
    return False


def _is_static(tree: c_ast.FileAST, name: str) -> bool:
    return any("static" in each.storage for each in _declared(tree) if each.name == name)


def _drop_definition(tree: c_ast.FileAST, name: str) -> None:
    tree.ext = [item.decl if _is_body(item, name) else item for item in tree.ext]
    for each in _declared(tree):
        if each.name == name and ALIAS in marks(each):
            each.attributes = []


def _is_body(item: c_ast.Node, name: str) -> bool:
    return isinstance(item, c_ast.FuncDef) and item.decl.name == name


def _nowhere(trees: Collection[c_ast.FileAST], declaration: c_ast.Decl) -> None:
    """Its name becomes a null pointer."""
    name = declaration.name
    for tree in trees:
        nodes = list(everything(tree))
        if not any(_is_named(node, name) for node in nodes):
            continue
        top = list(_declared(tree))
        meanings = (n for n in nodes if isinstance(n, c_ast.Decl | c_ast.Enumerator | c_ast.Typedef) and n.name == name)
        others = (n for n in meanings if not any(n is t for t in top))
        is_other = any(others) or name in inner_names(tree) or _is_static(tree, name)
        if is_library(name) or name.startswith("__") or is_other:
            raise NotSupported("the attribute weak of what the program only declares", place(declaration))
        for node in nodes:
            _without_name(node, declaration)


def _is_named(node: c_ast.Node, name: str) -> bool:
    return isinstance(node, c_ast.ID) and node.name == name


def _without_name(node: c_ast.Node, declaration: c_ast.Decl) -> None:
    """Put a null pointer in the places of the name directly below ``node``; names of members are others."""
    for slot in type(node).__slots__:
        is_member = (isinstance(node, c_ast.StructRef) and slot == "field") or (
            isinstance(node, c_ast.NamedInitializer) and slot == "name"
        )
        value = getattr(node, slot) if slot not in ("coord", "__weakref__") and not is_member else None
        if isinstance(value, c_ast.Node):
            setattr(node, slot, _instead(value, declaration))
        elif isinstance(value, list):
            value[:] = [_instead(part, declaration) for part in value]


def _instead(part: object, declaration: c_ast.Decl) -> object:
    named = part.expr if isinstance(part, c_ast.UnaryOp) and part.op in ("&", "*") else part
    if not isinstance(named, c_ast.ID) or named.name != declaration.name:
        return part
    where = named.coord
    pointer = c_ast.PtrDecl([], declaration.type, where)
    return c_ast.Cast(c_ast.Typename(None, [], None, pointer, where), c_ast.Constant("int", "0", where), where)

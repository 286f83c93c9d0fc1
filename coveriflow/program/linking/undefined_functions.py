"""Functions that a program does not define but whose address it uses, on syntax trees: the address is that of a
function which does nothing else than to call the one that is meant. So a call through a pointer is one by name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from copy import deepcopy

from pycparser import c_ast

from coveriflow.program.library.check_places import STAND_IN
from coveriflow.program.syntax.address_taken import addressed_names
from coveriflow.program.syntax.nodes import everything

_NOT_CALLED = re.compile(r"(?<![\w$])[A-Za-z_$][\w$]*+(?!\s*\()")
"""Each word that stands before no parenthesis: of a function it may be the address."""

_ESCAPED = re.compile(r"\\(?:\s|[uU])")


def _is_plain(text: str) -> bool:
    """Whether names in the tree are words of the text: none is written with other characters, or over two lines."""
    return text.isascii() and _ESCAPED.search(text) is None


def add_stand_ins(trees: Collection[c_ast.FileAST], errors: Collection[str], texts: Iterable[str]) -> None:
    """Change the trees of one program, before anything else is done to calls. Left alone are ``errors``, names that may
    mean something else somewhere, and functions without a prototype or with any number of arguments: these are called
    when a call through a pointer is lowered (``calls``). ``texts``: what the trees were read from.
    """
    declared = {item.name for tree in trees for item in tree.ext if _has_prototype(item)}.difference(errors)
    if all(_is_plain(text) and declared.isdisjoint(_NOT_CALLED.findall(text)) for text in texts):
        return
    addressed, others = addressed_names(trees), _other_meanings(trees)
    wanted = addressed.functions - addressed.variables - others - set(errors)
    made: set[str] = set()
    for tree in trees:
        needed = {item.name: item for item in tree.ext if _has_prototype(item) and item.name in wanted}
        for name, declaration in needed.items():
            stand_in = _declared(declaration)
            tree.ext.append(stand_in if name in made else _defined(declaration, stand_in))
            made.add(name)
        _rename(tree, needed.keys())


def _other_meanings(trees: Collection[c_ast.FileAST]) -> set[str]:
    """What is defined, at whatever place, and what names types or numbers."""
    found: set[str] = set()
    for node in (each for tree in trees for each in everything(tree)):
        match node:
            case c_ast.FuncDef():
                found.add(node.decl.name)
            case c_ast.Typedef() | c_ast.Enumerator():
                found.add(node.name)
            case _:
                pass
    return found


def _has_prototype(item: c_ast.Node) -> bool:
    if not isinstance(item, c_ast.Decl) or not isinstance(item.type, c_ast.FuncDecl) or item.type.args is None:
        return False
    return not any(isinstance(each, c_ast.EllipsisParam | c_ast.ID) for each in item.type.args.params)


def _declared(declaration: c_ast.Decl) -> c_ast.Decl:
    """A declaration of the stand-in, with names for all parameters."""
    found = deepcopy(declaration)
    found.name, found.storage, found.funcspec = STAND_IN + declaration.name, [], []
    _name(found.type, found.name)
    if not _takes_nothing(found.type):
        found.type.args.params = [_named(each, f"${number}") for number, each in enumerate(found.type.args.params)]
    return found


def _defined(declaration: c_ast.Decl, stand_in: c_ast.Decl) -> c_ast.FuncDef:
    place, parameters = declaration.coord, stand_in.type.args.params
    passed = [] if _takes_nothing(stand_in.type) else [c_ast.ID(each.name, place) for each in parameters]
    call = c_ast.FuncCall(c_ast.ID(declaration.name, place), c_ast.ExprList(passed, place) if passed else None, place)
    return c_ast.FuncDef(stand_in, None, c_ast.Compound([c_ast.Return(call, place)], place), place)


def _takes_nothing(function: c_ast.FuncDecl) -> bool:
    match function.args.params:
        case [c_ast.Typename(type=c_ast.TypeDecl(type=c_ast.IdentifierType(names=["void"])))]:
            return True
        case parameters:
            return not parameters


def _named(parameter: c_ast.Node, name: str) -> c_ast.Decl:
    """A parameter that is called ``name``."""
    _name(parameter.type, name)
    return c_ast.Decl(
        name, getattr(parameter, "quals", None) or [], [], [], [], parameter.type, None, None, parameter.coord
    )


def _name(type_: c_ast.Node, name: str) -> None:
    while not isinstance(type_, c_ast.TypeDecl):
        type_ = type_.type
    type_.declname = name


def _rename(tree: c_ast.FileAST, names: Collection[str]) -> None:
    """Wherever one of them is not called, its stand-in is meant."""
    own = {STAND_IN + name for name in names}
    items = [item for item in tree.ext if not (isinstance(item, c_ast.FuncDef) and item.decl.name in own)]
    pending = items if names else []
    while pending:
        node = pending.pop()
        if isinstance(node, c_ast.ID) and node.name in names:
            node.name = STAND_IN + node.name
        pending.extend(_values(node))


def _values(node: c_ast.Node) -> Iterator[c_ast.Node]:
    """The parts of a node, without names of members and of functions that are called."""
    match node:
        case c_ast.StructRef():
            yield node.name
        case c_ast.NamedInitializer():
            yield from (each for each in node.name if not isinstance(each, c_ast.ID))
            yield node.expr
        case c_ast.FuncCall(name=c_ast.ID(name=name)):
            is_designator = name == "__builtin_offsetof"
            yield from [node.args] if node.args and not is_designator else []
        case _:
            yield from node

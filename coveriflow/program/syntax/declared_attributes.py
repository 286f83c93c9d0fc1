"""Attributes of what is declared (GNU) that say more than how: they are gathered at the declaration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from pycparser import c_ast

from coveriflow.program.errors import NotSupported
from coveriflow.program.syntax.nodes import everything, place
from coveriflow.program.text.normalise import MARKS

_OUTSIDE = MARKS - {"cleanup"}
"""Marks of what is outside of all blocks."""


def gather_marks(tree: c_ast.FileAST) -> None:
    """Wherever within a declaration ``MARKS`` stand, they end up at the declaration itself, and nowhere else.
    ``NotSupported`` where something that is not of a block is marked in one: who asks looks at file scope only.
    """
    outside = {id(item.decl if isinstance(item, c_ast.FuncDef) else item) for item in tree.ext}
    for declaration in _declarations(tree):
        found = list(_taken(declaration))
        type_ = declaration.type
        while isinstance(type_, c_ast.TypeDecl | c_ast.PtrDecl | c_ast.ArrayDecl | c_ast.FuncDecl):
            found += _taken(type_)
            inner = type_.type
            if isinstance(inner, c_ast.AttributedType):  # other declarators may have the same one
                inner = c_ast.AttributedType(inner.type, inner.attributes, inner.coord)
                found += _taken(inner)
                type_.type = inner if inner.attributes else inner.type
            type_ = inner
        if found:
            group = c_ast.AttributeSpecifier(found, found[0].coord)
            declaration.attributes = [*(declaration.attributes or []), group]
        if id(declaration) not in outside and (inner := sorted(_OUTSIDE & marks(declaration).keys())):
            raise NotSupported(f"the attribute {inner[0]} in a block", place(declaration))


def marks(declaration: c_ast.Decl) -> Mapping[str, str]:
    """What a declaration is marked with, and the argument."""
    groups = getattr(declaration, "attributes", None) or []
    given = (each for group in groups for each in getattr(group, "attributes", ()))
    return {each.name: each.arguments or "" for each in given if each.name in MARKS}


def _declarations(tree: c_ast.FileAST) -> Iterator[c_ast.Decl]:
    for node in everything(tree):
        if isinstance(node, c_ast.Decl) and node.name:
            yield node


def _taken(node: c_ast.Node) -> Iterable[c_ast.Node]:
    """The marks of a node, which loses them. Its groups stay as they are: other nodes may have the same ones."""
    found, groups = [], []
    for group in getattr(node, "attributes", None) or []:
        given = getattr(group, "attributes", None)
        if given is None:
            groups.append(group)
            continue
        own = [each for each in given if each.name in MARKS]
        found += own
        if rest := [each for each in given if each.name not in MARKS]:
            groups.append(c_ast.AttributeSpecifier(rest, group.coord) if own else group)
        elif not own:
            groups.append(group)
    if found:
        node.attributes = groups
    return found

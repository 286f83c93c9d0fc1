"""Functions that are declared not to return to their caller (C11 6.7.4 p8; GNU: the attribute ``noreturn``)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator

from pycparser import c_ast

from coveriflow.program.syntax.attribute_names import declared_with

_SPECIFIER = "_Noreturn"
_HINT = re.compile(r"\b(?:__)?noreturn(?:__)?\b")


def note_attributes(text: str, tree: c_ast.FileAST) -> None:
    """Declarations of ``tree`` at file scope, which has no attributes any more, get the specifier that says the same as
    the attribute does in ``text``.
    """
    if not _HINT.search(text):
        return
    names = declared_with(text, _HINT)
    for declared in _declared(tree):
        if declared.name in names:
            declared.funcspec = [*(declared.funcspec or []), _SPECIFIER]


def never_returning(trees: Iterable[c_ast.FileAST]) -> frozenset[str]:
    """The functions with the specifier, by name; a name that functions of several files share is that of none."""
    files: defaultdict[str, set[int]] = defaultdict(set)
    internal, found = set[str](), set[str]()
    for number, tree in enumerate(trees):
        for each in _declared(tree):
            if each.name and isinstance(each.type, c_ast.FuncDecl):
                files[each.name].add(number)
                internal |= {each.name} if "static" in (each.storage or ()) else set()
                found |= {each.name} if _SPECIFIER in (each.funcspec or ()) else set()
    return frozenset(name for name in found if name not in internal or len(files[name]) == 1)


def _declared(tree: c_ast.FileAST) -> Iterator[c_ast.Decl]:
    """What is declared at file scope, by definitions too."""
    for item in tree.ext:
        if isinstance(item, c_ast.Decl):
            yield item
        elif isinstance(item, c_ast.FuncDef):
            yield item.decl

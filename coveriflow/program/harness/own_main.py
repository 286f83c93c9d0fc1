"""A program that has a ``main`` of its own, and begins with another function: its ``main`` gets another name."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pycparser import c_ast

from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.harness.entry import MAIN
from coveriflow.program.syntax.nodes import place, walk
from coveriflow.program.text.outlines import COMMENTS, LITERALS

OWN = "__coveriflow_own_main"
_SKIPPED_OR_MAIN = re.compile(rf"(?m){COMMENTS}|{LITERALS}|^[ \t]*\#[ \t]*\d.*$|(?P<main>(?<![\w.$])main(?![\w$]))")
_SYMBOL = re.compile(r'\b(?:alias|weakref|asm|__asm|__asm__)(?:__)?\s*\(+\s*"main"')
_PRAGMA = re.compile(r"(?m)^[ \t]*#[ \t]*pragma\b.*\bmain\b")


def renamed(text: str) -> str:
    """Every ``main`` gets the other name, whatever it names; literals, comments and line markers stay."""
    return _SKIPPED_OR_MAIN.sub(lambda found: OWN if found["main"] else found[0], text)


def mentions_main(text: str) -> bool:
    """Whether the name is in a text."""
    return any(found["main"] for found in _SKIPPED_OR_MAIN.finditer(text)) or _SYMBOL.search(text) is not None


def check_is_not_used(name: str, text: str, tree: c_ast.FileAST) -> None:
    """``NotSupported`` where something else than the beginning of the program calls ``main``, or takes its address: the
    renamed one returns no 0 at its end.
    """
    if _SYMBOL.search(text) or _PRAGMA.search(text):
        raise NotSupported("another name of main in a program that begins with another function", Span(name))
    for node in _uses(tree):
        raise NotSupported("a use of main in a program that begins with another function", place(node))


def _uses(tree: c_ast.FileAST) -> Iterable[c_ast.Node]:
    return (node for node in walk(tree) if isinstance(node, c_ast.ID) and node.name == MAIN)

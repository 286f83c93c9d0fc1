"""Functions that seem to call each other in a circle, by name: a guess that is checked when they have been lowered."""

from __future__ import annotations

from collections.abc import Iterable

from pycparser import c_ast

from coveriflow.program.cfa.recursion import circles
from coveriflow.program.syntax.nodes import walk


def functions_in_circles(trees: Iterable[c_ast.FileAST], entry: str) -> frozenset[str]:
    """Functions of ``trees`` that lead back to themselves; calls of ``entry`` are none."""
    called = {
        item.decl.name: {
            node.name.name
            for node in walk(item.body)
            if isinstance(node, c_ast.FuncCall) and isinstance(node.name, c_ast.ID)
        }
        for tree in trees
        for item in tree.ext
        if isinstance(item, c_ast.FuncDef) and item.decl.name != entry
    }
    return frozenset(circles([(caller, name) for caller, names in called.items() for name in names & called.keys()]))

"""``setjmp`` (C11 7.13) in programs where nothing jumps to where it was: it returns once, and gives zero."""

from __future__ import annotations

from collections.abc import Iterable

from pycparser import c_ast

from coveriflow.program.syntax.nodes import walk
from coveriflow.program.syntax.templates import Expansion, statements

_SETTING = {"setjmp": 1, "_setjmp": 1, "__sigsetjmp": 2, "sigsetjmp": 2}
"""How many arguments there are; only the first one may have an effect that shows."""
_JUMPING = frozenset({"longjmp", "_longjmp", "siglongjmp", "__longjmp_chk", "__builtin_longjmp"})


def has_jumps(trees: Iterable[c_ast.FileAST]) -> bool:
    """Whether a program may jump so: it names a function that does."""
    return any(isinstance(node, c_ast.ID) and node.name in _JUMPING for tree in trees for node in walk(tree))


def returned_once(call: c_ast.FuncCall, expansion: Expansion) -> c_ast.Node:
    """``call``, or what it means if it is one of ``setjmp`` and nothing jumps."""
    given = list(call.args.exprs) if call.args else []
    if _SETTING.get(call.name.name) != len(given):
        return call
    parts = {f"A{number}": argument for number, argument in enumerate(given)}
    evaluated = "".join(f"(void)(A{number});" for number in range(len(given)))
    return statements(call, f"{evaluated} 0;", parts, expansion)

"""The functions whose calls violate the property, before a program declares them."""

from __future__ import annotations

from collections.abc import Iterable

from pycparser import c_ast

from coveriflow.program.declarations.scopes import FunctionSymbol
from coveriflow.program.lowering.context import ProgramContext
from coveriflow.program.types.c_types import FunctionOf, Void


def announce_errors(program: ProgramContext, trees: Iterable[c_ast.FileAST]) -> None:
    """The error functions are there before any declaration: blocks may declare them, and C90 calls functions that no
    one has declared. Variables and types of such names are what they are.
    """
    others = {item.name for tree in trees for item in tree.ext if _is_no_function(item)}
    for name in sorted(program.violations.functions - others):
        program.external[name] = FunctionSymbol(name, FunctionOf(Void(), None), violates=True)


def _is_no_function(item: c_ast.Node) -> bool:
    is_variable = isinstance(item, c_ast.Decl) and not isinstance(item.type, c_ast.FuncDecl)
    return isinstance(item, c_ast.Typedef) or is_variable

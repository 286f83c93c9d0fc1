"""The functions whose calls violate the property: functions like any others, whose body is the error location."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from pycparser import c_ast

from coveriflow.program.context import ProgramContext
from coveriflow.program.effects import walk
from coveriflow.program.scopes import FunctionSymbol
from coveriflow.program.types import FunctionOf, Void

FORMER_ERROR = "__VERIFIER_error"


def error_functions(trees: Collection[c_ast.FileAST], error_function: str) -> frozenset[str]:
    """By name; where a program has no ``reach_error`` at all, it calls its error function by the name of former
    years.
    """
    former = error_function == "reach_error" and FORMER_ERROR not in _defined(trees)
    is_former = former and not any(name == error_function for tree in trees for name in _names(tree))
    return frozenset({error_function, FORMER_ERROR} if is_former else {error_function})


def announce_errors(program: ProgramContext, trees: Iterable[c_ast.FileAST]) -> None:
    """The error functions are there before any declaration: blocks may declare them, and C90 calls functions that no
    one has declared. Variables and types of such names are what they are.
    """
    others = {item.name for tree in trees for item in tree.ext if _is_no_function(item)}
    for name in sorted(program.error_functions - others):
        program.external[name] = FunctionSymbol(name, FunctionOf(Void(), None), violates=True)


def _is_no_function(item: c_ast.Node) -> bool:
    is_variable = isinstance(item, c_ast.Decl) and not isinstance(item.type, c_ast.FuncDecl)
    return isinstance(item, c_ast.Typedef) or is_variable


def _defined(trees: Iterable[c_ast.FileAST]) -> set[str]:
    return {item.decl.name for tree in trees for item in tree.ext if isinstance(item, c_ast.FuncDef)}


def _names(tree: c_ast.FileAST) -> Iterator[str]:
    """Those that are declared or used."""
    return (node.name for node in walk(tree) if isinstance(node, c_ast.ID | c_ast.Decl) and node.name)

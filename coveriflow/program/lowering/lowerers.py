"""Who lowers what: the type of the table ``constructs.LOWERERS``, in which each kind of expression, operator, constant
and known function has the function that lowers it.

``Context`` is ``context.FunctionContext``, which has the table and is therefore not known here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pycparser import c_ast

from coveriflow.program.cfa.edges import InputKind
from coveriflow.program.declarations.scopes import FunctionSymbol, ObjectSymbol
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import BinaryOp, Expression, Variable
from coveriflow.program.syntax.templates import Expander
from coveriflow.program.types.c_types import DeclaredType, Record, Sort

Context = TypeVar("Context")


@dataclass(frozen=True, slots=True)
class Operations(Generic[Context]):
    """What operators do where an operand is of one sort of record, and how it is converted to and from others."""

    binary: Callable[[Context, BinaryOp, Expression, Expression, Span], Expression]
    unary: Callable[[Context, str, Expression, Span], Expression]
    truth: Callable[[Context, Expression, Span], Expression]
    converted: Callable[[Context, Expression, DeclaredType, Span], Expression]
    common: Callable[[Context, Expression, Expression, Span], Record]


@dataclass(frozen=True, slots=True)
class Lowerers(Generic[Context]):
    """One front end's. A value that is ``None`` is ``void``; a place is a ``lvalues.Designator``."""

    expressions: Mapping[type[c_ast.Node], Callable[[Context, c_ast.Node], Expression | None]]
    """The values of expressions, by the classes of their nodes; those not here ``lowering`` has itself."""
    unary: Mapping[str, Callable[[Context, c_ast.UnaryOp], Expression | None]]
    """The values of unary operators, by their texts."""
    literals: Mapping[str, Callable[[Context, c_ast.Constant], Expression]]
    """Constants, by their types; those not here ``lowering`` has itself."""
    places: Mapping[type[c_ast.Node], Callable[[Context, c_ast.Node], Any]]
    """What expressions designate; those not here ``designators`` has itself."""
    calls: Mapping[str, Callable[[Context, c_ast.FuncCall], Expression | None]]
    """Calls of functions that the program does not define, by their names."""
    mathematics: Callable[[Context, c_ast.FuncCall, FunctionSymbol | None], Expression | None]
    """A call of a function of ``math.h``; ``None``: it is another one."""
    modelled: Mapping[str, Callable[[Context, c_ast.FuncCall], Expression | None]]
    """Special cases of calls of functions that have a model in C; ``None``: it is none."""
    templates: Mapping[str, Expander]
    """What calls become before they are lowered: statement expressions."""
    operations: Mapping[Sort, Operations[Context]]
    """Operators on complex numbers and vectors."""
    type_of: Callable[[Context, c_ast.TypeOf], DeclaredType]
    """The type that ``typeof`` stands for."""
    selected: Callable[[Context, c_ast.Node], c_ast.Node | None]
    """What ``_Generic`` or ``__builtin_choose_expr`` chooses; ``None``: it is another expression."""
    to_union: Callable[[Context, Record, Expression, Span], Expression]
    """A cast to a union (GNU)."""
    computed_row: Callable[[Context, ObjectSymbol, list[c_ast.Node], Span], Any]
    """The place that subscripts of an array with computed dimensions lead to."""
    row_address: Callable[[Context, ObjectSymbol, list[c_ast.Node], Span], Expression]
    """The address of a row of one, which need not be there."""
    followed: Callable[[Context, Variable, tuple[InputKind, str], Span], None]
    """A nondeterministic pointer that is followed gets its value."""


def merged(*tables: Mapping[str, Any]) -> dict[str, Any]:
    """All of them as one; a name that two of them have is a ``ValueError``."""
    found: dict[str, Any] = {}
    for table in tables:
        if both := found.keys() & table.keys():
            raise ValueError(f"two lowerers for {', '.join(sorted(both))}")
        found |= table
    return found

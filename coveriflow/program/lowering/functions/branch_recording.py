"""Keeping what the automaton does not tell of a condition: its statement, and the names that are in scope there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from coveriflow.program.cfa.branch_statements import ControlStatement
from coveriflow.program.cfa.edges import Assume, Location
from coveriflow.program.declarations.scopes import ObjectSymbol, Scope
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Variable
from coveriflow.program.lowering.context import FunctionContext


@contextmanager
def deciding(context: FunctionContext, keyword: str, span: Span, inside: Location, behind: Location) -> Iterator[None]:
    """Lower a condition from the cursor on: ``inside`` is where control goes if it holds, ``behind`` if not."""
    builder, head, names = context.cursor.builder, context.cursor.at, _visible(context)
    start = len(builder.edges)
    yield
    decisions, constants = dict[tuple[Location, bool], bool](), 0
    for edge in builder.edges[start:]:
        if edge.target in (inside, behind):
            if isinstance(edge.operation, Assume):
                decisions[edge.source, edge.operation.truth] = edge.target == inside
            else:
                constants += 1
    is_partial = bool(decisions) and constants > 0
    builder.control.append(ControlStatement(keyword, span, head, names, decisions, is_partial))


def _visible(context: FunctionContext) -> Mapping[str, Variable]:
    """Objects by the names that mean them here (C11 6.2.1); of those at file scope, what was declared before the
    function was.
    """
    meanings: dict[str, Variable | None] = {}
    for scope in context.scope.outwards():
        if scope.parent is None:
            known = context.program.file_objects.setdefault(id(scope), {})
            if not known:
                known.update(_in_order(scope))
            return _Visible(meanings, known, re.sub(r"\.\d+$", "", context.function.name))
        for name, symbol in scope.symbols.items():
            meanings.setdefault(name, symbol.variable if isinstance(symbol, ObjectSymbol) else None)
    return _Visible(meanings, {}, "")


def _in_order(scope: Scope) -> Iterator[tuple[str, tuple[int, Variable | None]]]:
    """Each name of the scope, when it was declared, and the object that it means."""
    for number, (name, symbol) in enumerate(scope.symbols.items()):
        yield name, (number, symbol.variable if isinstance(symbol, ObjectSymbol) else None)


class _Visible(Mapping[str, Variable]):
    """``own``: what names mean within the function, ``None`` for what is no object; ``shared``: those at file scope, a
    table that all functions of a file share, of which what stands after ``function`` does not count.
    """

    def __init__(
        self, own: Mapping[str, Variable | None], shared: Mapping[str, tuple[int, Variable | None]], function: str
    ) -> None:
        self._own, self._shared = own, shared
        self._end = shared[function][0] if function in shared else 0

    def __getitem__(self, name: str) -> Variable:
        number, variable = (-1, self._own[name]) if name in self._own else self._shared[name]
        if variable is None or number >= self._end:
            raise KeyError(name)
        return variable

    def __iter__(self) -> Iterator[str]:
        yield from (name for name in self._shared if name not in self._own and name in self)
        yield from (name for name, variable in self._own.items() if variable is not None)

    def __len__(self) -> int:
        return sum(1 for _ in self)

"""Keeping what the automaton does not tell of a condition: its statement, and the names that are in scope there."""

from __future__ import annotations

import re
from collections import ChainMap
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from coveriflow.program.context import FunctionContext
from coveriflow.program.control_statements import ControlStatement
from coveriflow.program.edges import Assume, Location
from coveriflow.program.errors import Span
from coveriflow.program.expressions import Variable
from coveriflow.program.scopes import ObjectSymbol, Scope


@contextmanager
def deciding(context: FunctionContext, keyword: str, span: Span, inside: Location, behind: Location) -> Iterator[None]:
    """Lower a condition from the cursor on: ``inside`` is where control goes if it holds, ``behind`` if not."""
    builder, head, names = context.cursor.builder, context.cursor.at, _visible(context)
    start = len(builder.edges)
    yield
    decisions = {}
    for edge in builder.edges[start:]:
        if isinstance(edge.operation, Assume) and edge.target in (inside, behind):
            decisions[edge.source, edge.operation.truth] = edge.target == inside
    builder.control.append(ControlStatement(keyword, span, head, names, decisions))


def _visible(context: FunctionContext) -> Mapping[str, Variable]:
    """Objects by the names that mean them here (C11 6.2.1); of those at file scope, what was declared before the
    function was.
    """
    meanings: dict[str, Variable | None] = {}
    for scope in context.scope.outwards():
        if scope.parent is None:
            shared = context.file_objects
            if shared is None:
                shared = context.file_objects = _declared_before(scope, context.function.name)
            break
        for name, symbol in scope.symbols.items():
            meanings.setdefault(name, symbol.variable if isinstance(symbol, ObjectSymbol) else None)
    else:
        shared = {}
    own = {name: variable for name, variable in meanings.items() if variable is not None}
    hidden = meanings.keys() & shared.keys()
    outer = {n: v for n, v in shared.items() if n not in hidden} if hidden else shared
    return ChainMap(own, outer)


def _declared_before(scope: Scope, function: str) -> dict[str, Variable]:
    """Nothing if the function is not named at file scope."""
    name, found = re.sub(r"\.\d+$", "", function), dict[str, Variable]()
    for each, symbol in scope.symbols.items():
        if each == name:
            return found
        if isinstance(symbol, ObjectSymbol):
            found[each] = symbol.variable
    return {}

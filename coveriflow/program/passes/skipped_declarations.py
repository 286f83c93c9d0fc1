"""Variables whose declaration a jump passes: their value is indeterminate whenever their block is entered so (C11 6.2.4
p6), whatever they held when it was left.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import replace

from coveriflow.program.cfa.builder import Builder
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.display import operation_text
from coveriflow.program.cfa.edges import Call, Input, InputKind, Return
from coveriflow.program.cfa.object_scopes import Block
from coveriflow.program.expressions.expressions import Variable, scalar_type
from coveriflow.program.types.c_types import Array


def with_passed_declarations(
    edges: Iterable[RawEdge], declared: Iterable[Variable], builder: Builder
) -> Iterator[RawEdge]:
    """An edge into a block gives the variables ``declared`` there any value: which matters only after such a jump."""
    own: defaultdict[Block, list[Variable]] = defaultdict(list)
    for variable in declared:
        if (block := builder.blocks.variables.get(variable.name)) is not None:
            own[block].append(variable)
    for edge in edges:
        if isinstance(edge.operation, Call | Return):  # of a recursive function: its blocks are not left meanwhile
            yield edge
            continue
        _, entered = builder.blocks.crossed(edge.source, edge.target)
        yield from _with_values(edge, [variable for block in entered for variable in own.get(block, ())], builder)


def _with_values(edge: RawEdge, variables: list[Variable], builder: Builder) -> Iterator[RawEdge]:
    for variable in variables:
        type_ = variable.type.element if isinstance(variable.type, Array) else scalar_type(variable)
        operation = Input(variable, variable.name, InputKind.UNINITIALISED, type_)
        following = builder.beside(edge.source)
        yield replace(edge, target=following)
        edge = RawEdge(following, operation, edge.target, edge.origin, operation_text(operation))
    yield edge

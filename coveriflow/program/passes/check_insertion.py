"""Checks of what undefined behaviour can only be known once it is known where addresses lead."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from coveriflow.program.cfa.accesses import parts_of
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.display import operation_text
from coveriflow.program.cfa.edges import Assign, Check, Location, Undefined
from coveriflow.program.expressions.expressions import Expression


def with_checks(
    edges: Iterable[RawEdge],
    undefined: Undefined,
    conditions: Callable[[Expression], Iterable[Expression]],
    beside: Callable[[Location], Location],
) -> Iterator[RawEdge]:
    """Before each edge of the program's own text go checks of the ``conditions`` of every part of its expressions, for
    ``undefined``. Both ways of a branch begin after its checks. ``beside`` gives a new location.
    """
    listed = list(edges)
    leaving: defaultdict[Location, list[RawEdge]] = defaultdict(list)
    for edge in listed:
        leaving[edge.source].append(edge)
    behind: dict[Location, Location] = {}
    for edge in listed:
        if edge.source not in behind:
            behind[edge.source] = edge.source
            for defined in dict.fromkeys(c for part in _parts(leaving[edge.source]) for c in conditions(part)):
                check, source = Check(defined, undefined), behind[edge.source]
                behind[edge.source] = beside(source)
                text = operation_text(check)
                yield replace(edge, source=source, operation=check, target=behind[edge.source], text=text)
        yield edge if behind[edge.source] is edge.source else replace(edge, source=behind[edge.source])


def _parts(edges: Sequence[RawEdge]) -> Iterator[Expression]:
    """Those whose values are asked for: of a target not what it holds, but what says where it is."""
    for edge in edges:
        if not edge.origin.file.startswith("<") and not isinstance(edge.operation, Check):
            yield from parts_of(edge.operation)[isinstance(edge.operation, Assign) :]

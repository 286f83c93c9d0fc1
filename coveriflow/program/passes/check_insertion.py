"""Checks of what undefined behaviour can only be known once it is known where addresses lead."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from coveriflow.program.cfa.accesses import parts_of
from coveriflow.program.cfa.cfa import RawEdge
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
    needed: defaultdict[Location, dict[Expression, None]] = defaultdict(dict)
    for edge in listed:
        for part in _parts(edge):
            for condition in conditions(part):
                needed[edge.source].setdefault(condition)
    behind: dict[Location, Location] = {}
    for edge in listed:
        if edge.source not in needed:
            yield edge
            continue
        if edge.source not in behind:
            behind[edge.source] = edge.source
            for defined in needed[edge.source]:
                source = behind[edge.source]
                behind[edge.source] = beside(source)
                yield RawEdge(source, Check(defined, undefined), behind[edge.source], edge.origin)
        yield replace(edge, source=behind[edge.source])


def _parts(edge: RawEdge) -> Sequence[Expression]:
    """Those whose values are asked for: of a target not what it holds, but what says where it is."""
    if isinstance(edge.operation, Check) or edge.origin.file.startswith("<"):
        return ()
    return parts_of(edge.operation)[isinstance(edge.operation, Assign) :]

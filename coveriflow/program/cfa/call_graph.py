"""Who calls whom, and which functions use a variable."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from coveriflow.program.cfa.accesses import read_names, written_variable
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.edges import Call, Edge


def reached_functions(edges: Sequence[RawEdge] | Sequence[Edge]) -> Mapping[str, frozenset[str]]:
    """For each function those that it calls, directly or by way of others."""
    calls: defaultdict[str, set[str]] = defaultdict(set)
    for edge in edges:
        if isinstance(edge.operation, Call):
            calls[edge.source.function].add(edge.operation.function)
    found: dict[str, frozenset[str]] = {}
    for function in list(calls):
        seen: set[str] = set()
        pending = [function]
        while pending:
            new = calls.get(pending.pop(), set()) - seen
            seen |= new
            pending += new
        found[function] = frozenset(seen)
    return defaultdict(frozenset, found)


def users(edges: Sequence[RawEdge] | Sequence[Edge]) -> Mapping[str, set[str]]:
    """For each variable, by name, the functions that read or write it."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for edge in edges:
        for name in read_names(edge.operation):
            found[name].add(edge.source.function)
        written = written_variable(edge.operation)
        if written is not None:
            found[written.name].add(edge.source.function)
    return found

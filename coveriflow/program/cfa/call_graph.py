"""Who calls whom, and which functions use a variable."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.program.cfa.accesses import read_names, written_variable
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.edges import Call, Edge

Edges = Sequence[RawEdge] | Sequence[Edge]
Callees = Mapping[str, set[str]]


def reached_functions(edges: Edges) -> Mapping[str, frozenset[str]]:
    """For each function those that it calls, directly or by way of others."""
    calls = _callees(edges)
    return defaultdict(frozenset, {function: _reached(calls, function, "") for function in list(calls)})


def _callees(edges: Edges) -> Callees:
    calls: defaultdict[str, set[str]] = defaultdict(set)
    for edge in edges:
        if isinstance(edge.operation, Call):
            calls[edge.source.function].add(edge.operation.function)
    return calls


def _reached(calls: Callees, function: str, left_out: str) -> frozenset[str]:
    """What ``function`` calls, directly or by way of others but ``left_out``."""
    seen: set[str] = set()
    pending = [function]
    while pending:
        new = calls.get(pending.pop(), set()) - seen - {left_out}
        seen |= new
        pending += new
    return frozenset(seen)


@dataclass(slots=True)
class Nesting:
    """Which functions run only while others do, in a program that begins with ``entry``."""

    entry: str
    calls: Callees
    _apart: dict[str, frozenset[str]] = field(default_factory=dict)

    def runs_within(self, inner: str, outer: str) -> bool:
        """Whether ``inner`` is called, each of its calls begins and ends within one call of ``outer``, and calls no
        ``outer``.
        """
        if inner not in _reached(self.calls, outer, ""):
            return False
        if outer not in self._apart:
            self._apart[outer] = _reached(self.calls, self.entry, outer) | {self.entry}
        return inner not in self._apart[outer] and outer not in _reached(self.calls, inner, "")

    def calls_itself(self, function: str) -> bool:
        """Directly or by way of others."""
        return function in _reached(self.calls, function, "")


def nesting(edges: Edges, entry: str) -> Nesting:
    """That of a program."""
    return Nesting(entry, _callees(edges))


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

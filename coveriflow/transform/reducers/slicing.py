"""The slice of a program towards its error: what cannot reach it any more is left away."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Check, Edge, Location, Unsupported
from coveriflow.transform.contracts import Transformed


def sliced(program: Transformed) -> Transformed:
    """``program`` without the edges after which the error cannot be reached: executions end before these.

    Law: the executions that reach the error are the same. What may be undefined, or is not supported, is kept like the
    error: a proof says something about both.
    """
    kept = _towards_error(program.cfa)
    edges = _reachable(program.cfa, kept)
    cfa = replace(program.cfa, edges=edges)
    origin = {edge: program.origin[edge] for edge in edges if edge in program.origin}
    return Transformed(cfa, origin, program.inner.intersection(edges))


def _is_wanted(cfa: Cfa, edge: Edge) -> bool:
    return edge.target == cfa.error or isinstance(edge.operation, Check | Unsupported)


def _towards_error(cfa: Cfa) -> set[Edge]:
    """The edges that are on a path to an error, whatever calls are open."""
    kept = {edge for edge in cfa.edges if _is_wanted(cfa, edge)}
    pending = [edge.source for edge in kept]
    seen = set(pending)
    while pending:
        for edge in cfa.entering[pending.pop()]:
            kept.add(edge)
            if edge.source not in seen:
                seen.add(edge.source)
                pending.append(edge.source)
    return kept


def _reachable(cfa: Cfa, kept: set[Edge]) -> tuple[Edge, ...]:
    """The edges of ``kept`` that control can come to."""
    leaving: defaultdict[Location, list[Edge]] = defaultdict(list)
    for edge in cfa.edges:
        if edge in kept:
            leaving[edge.source].append(edge)
    seen, pending = {cfa.entry}, [cfa.entry]
    while pending:
        for edge in leaving[pending.pop()]:
            if edge.target not in seen:
                seen.add(edge.target)
                pending.append(edge.target)
    return tuple(edge for edge in cfa.edges if edge in kept and edge.source in seen)

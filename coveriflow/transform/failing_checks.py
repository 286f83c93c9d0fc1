"""Undefined behaviour as the error of a program: where a ``Check`` fails, the error location is reached."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Check, Edge
from coveriflow.program.cfa.labels import Branch


def failing(cfa: Cfa, checks: Collection[Edge]) -> Cfa:
    """``cfa`` whose error is that one of ``checks`` fails: an execution that called the error function just ends.

    Law: an execution of the result reaches the error exactly if the one of ``cfa`` with the same inputs ends at one of
    ``checks``, which is the first check that fails there. Inputs are read in the same order.
    """
    asked = frozenset(checks)
    number = max((edge.number for edge in cfa.edges), default=0) + 1
    edges: list[Edge] = []
    for edge in cfa.edges:
        operation = edge.operation
        if isinstance(operation, Check) and edge in asked:
            holds = replace(edge.label, branch=Branch.TRUE.value)
            fails = replace(edge.label, branch=Branch.FALSE.value)
            passed, failed = (Assume(operation.condition, truth=truth) for truth in (True, False))
            edges.append(replace(edge, operation=passed, label=holds))
            edges.append(replace(edge, number=number, operation=failed, target=cfa.error, label=fails))
            number += 1
        else:
            edges.append(replace(edge, target=cfa.halt) if edge.target == cfa.error else edge)
    return replace(cfa, edges=tuple(edges), control=())

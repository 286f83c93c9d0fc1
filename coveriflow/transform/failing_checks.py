"""Undefined behaviour as the error of a program: where a ``Check`` fails, the error location is reached."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Check, Edge, Location, Undefined, Unsupported
from coveriflow.program.cfa.labels import Branch
from coveriflow.transform.probes import is_probe

_GOING_ON = frozenset({Undefined.LIFETIME, Undefined.COMPARISON, Undefined.SHIFT, Undefined.SIGNATURE})
"""Where these checks fail compilers go on in one way or another, so that the property can be violated later."""
_IN_MEMORY = frozenset({Undefined.POINTER, Undefined.BOUNDS})
"""The same where accesses of whole objects are asked about: of ``BOUNDS`` only those of lengths are left then."""


def failing(cfa: Cfa, checks: Collection[Edge]) -> Cfa:
    """``cfa`` whose error is that one of ``checks`` fails: an execution that called the error function just ends.

    Law: an execution of the result reaches the error exactly if the one of ``cfa`` with the same inputs ends at one of
    ``checks``, which is the first check that fails there. Inputs are read in the same order.
    """
    apart = tuple(replace(edge, target=cfa.halt) if edge.target == cfa.error else edge for edge in cfa.edges)
    moved = dict(zip(cfa.edges, apart, strict=True))
    return _with_errors(replace(cfa, edges=apart, control=()), frozenset(moved[edge] for edge in checks))


def violating(cfa: Cfa, kinds: Collection[Undefined], left_open: frozenset[Undefined] = frozenset()) -> Cfa:
    """``cfa`` in which also an execution reaches the error that fails a check of one of ``kinds``.

    Law: an execution of the result reaches the error exactly if the one of ``cfa`` with the same inputs does, or ends
    at such a check. Inputs are read in the same order. Checks of probes are not meant: where what a witness says has no
    value, nothing is violated. Of those that are ``left_open``, nothing is known where they fail.
    """
    kinds = frozenset(kinds) - left_open
    if left_open:
        cfa = _with_limits(cfa, left_open)
    if kinds:
        open_kinds = _GOING_ON | (_IN_MEMORY if Undefined.DEREFERENCE in kinds else frozenset())
        cfa = _with_limits(cfa, open_kinds.difference(kinds))
    own = (edge for edge in cfa.edges if isinstance(edge.operation, Check) and not is_probe(edge.origin))
    asked = [edge for edge in own if isinstance(edge.operation, Check) and edge.operation.undefined in kinds]
    return _with_errors(cfa, frozenset(asked)) if asked else cfa


def _with_limits(cfa: Cfa, kinds: Collection[Undefined]) -> Cfa:
    """Where a check of one of ``kinds`` fails nothing is known: such an execution need not be defined, but what it does
    later must not be assumed to be right. An access that follows at once violates the property where it is invalid.
    """
    number = max((edge.number for edge in cfa.edges), default=0) + 1
    place = max(location.number for location in cfa.locations) + 1
    edges: list[Edge] = []
    for edge in cfa.edges:
        operation = edge.operation
        if not isinstance(operation, Check) or operation.undefined not in kinds:
            edges.append(edge)
            continue
        beyond = Location(place, edge.source.function)
        holds, fails = (replace(edge.label, branch=each.value) for each in (Branch.TRUE, Branch.FALSE))
        kept, left = (Assume(operation.condition, truth, operation.undefined) for truth in (True, False))
        edges.append(replace(edge, operation=kept, label=holds))
        edges.append(replace(edge, number=number, operation=left, target=beyond, label=fails))
        number, place = number + 1, place + 1
        if (access := _access_after(cfa, edge)) is not None:
            reached = Location(place, edge.source.function)
            label = replace(access.label, ordinal=number)
            edges.append(replace(access, number=number, source=beyond, target=reached, label=label))
            number, place, beyond = number + 1, place + 1, reached
        limit = Unsupported(_beyond(operation.undefined), is_limit=True)
        edges.append(replace(edge, number=number, source=beyond, operation=limit, target=cfa.halt))
        number += 1
    return replace(cfa, edges=tuple(edges))


def _access_after(cfa: Cfa, check: Edge) -> Edge | None:
    """The check of an access that comes right after that of pointer arithmetic. In ``s[n - 1]`` with ``n`` 0 the
    address is far from the object of ``s``, and the access is invalid.
    """
    assert isinstance(check.operation, Check)
    leaving = cfa.leaving[check.target]
    if check.operation.undefined is not Undefined.POINTER or len(leaving) != 1:
        return None
    operation = leaving[0].operation
    is_access = isinstance(operation, Check) and operation.undefined is Undefined.DEREFERENCE
    return leaving[0] if is_access else None


def _beyond(kind: Undefined) -> str:
    if kind is Undefined.POINTER:
        return "an address so far from its object"
    if kind is Undefined.LOST:
        return "proving that a pointer is left to memory that is allocated at the end"
    return f"what happens after {kind.value}"


def _with_errors(cfa: Cfa, checks: frozenset[Edge]) -> Cfa:
    """Each of ``checks`` is a branch, whose other side is the error."""
    number = max((edge.number for edge in cfa.edges), default=0) + 1
    edges: list[Edge] = []
    for edge in cfa.edges:
        operation = edge.operation
        if not isinstance(operation, Check) or edge not in checks:
            edges.append(edge)
            continue
        holds = replace(edge.label, branch=Branch.TRUE.value)
        fails = replace(edge.label, branch=Branch.FALSE.value)
        passed, failed = (Assume(operation.condition, truth, operation.undefined) for truth in (True, False))
        edges.append(replace(edge, operation=passed, label=holds))
        edges.append(replace(edge, number=number, operation=failed, target=cfa.error, label=fails))
        number += 1
    return replace(cfa, edges=tuple(edges))

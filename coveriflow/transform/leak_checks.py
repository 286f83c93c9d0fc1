"""Memory that is never freed, as checks at the ends of a program: SV-COMP's ``valid-memtrack`` and
``valid-memcleanup``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

from coveriflow.program.cfa.cfa import Cfa, RawEdge, numbered
from coveriflow.program.cfa.display import operation_text
from coveriflow.program.cfa.edges import Call, Check, Edge, Location, Return, Stop, Undefined
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.cfa.names import ALLOCATED
from coveriflow.program.errors import Span
from coveriflow.program.expressions import make
from coveriflow.program.expressions.expressions import BinaryOp, Constant, Expression, scalar_type
from coveriflow.program.lowering.environment import EXECUTIONS_END
from coveriflow.program.text.violations import LEAKS
from coveriflow.transform.endless import endless_heads
from coveriflow.transform.tracked_objects import tracked_objects


def with_leak_checks(cfa: Cfa, kinds: Collection[Undefined]) -> Cfa:
    """``cfa`` with a check, wherever the program ends, that no allocated object is left: at each place where the entry
    function returns, and before ``exit``, ``abort`` and their like. Memory can be lost without an end, too: for
    ``LOST`` the heads of loops that nothing leaves have the check as well. Memory to which a variable points is not
    lost (``tracked_objects``).

    At the ends it is the check of the first of ``kinds`` that is about leaks, which is the stricter one; without one,
    or where nothing is allocated, ``cfa`` is as it was. A check of ``LOST`` fails more often than memory is lost: when
    such an execution is found, its memory is looked at (``actors.work.checks``).
    """
    asked = sorted(LEAKS.intersection(kinds), key=lambda kind: kind.name)
    if not asked or all(each.variable != ALLOCATED for each in cfa.globals):
        return cfa
    is_lost = Undefined.LOST in asked
    loops = loops_of(cfa)
    endless = endless_heads(cfa, loops) if is_lost else frozenset()
    is_open = bool(loops.recursive) or any(loops.is_head(each) and each not in endless for each in loops.heads)
    may_not_end = is_lost and is_open
    cfa = replace(cfa, assumptions=(*cfa.assumptions, *((EXECUTIONS_END,) if may_not_end else ())))
    return _checked(cfa, asked[0], endless)


def _none_left() -> Expression:
    return make.binary(BinaryOp.EQ, ALLOCATED, Constant(0, scalar_type(ALLOCATED)))


def _none_lost(tracked: Expression) -> Expression:
    """That no object is left, or that no more are left than pointers to different ones."""
    if isinstance(tracked, Constant):
        return _none_left()
    return make.disjunction(_none_left(), make.binary(BinaryOp.LE, ALLOCATED, tracked))


def _checked(cfa: Cfa, kind: Undefined, endless: Collection[Location]) -> Cfa:
    """The check stands before the ends of ``cfa``, each at its place in the text, and before the heads ``endless``."""
    objects = tracked_objects(cfa) if kind is Undefined.LOST else None
    at_end = _none_left() if objects is None else _none_lost(objects.number(objects.static()))
    number = max(location.number for location in cfa.locations) + 1
    heads = sorted(endless, key=lambda head: head.number)
    before = {head: Location(number + place, head.function) for place, head in enumerate(heads)}
    number += len(before)
    returns = {_return_of(edge): edge.origin for edge in cfa.edges if edge.target == cfa.exit}
    ends = {end: Location(number + place, cfa.entry_function) for place, end in enumerate(returns)}
    number += len(ends)
    raw: list[RawEdge | Edge] = []
    for edge in cfa.edges:
        source = edge.source
        if isinstance(edge.operation, Stop):
            number += 1
            source = Location(number, edge.source.function)
            check = Check(_none_left() if objects is None else _none_lost(objects.left_before(edge)), kind)
            raw.append(RawEdge(edge.source, check, source, edge.origin, operation_text(check)))
        raw.append(_moved(edge, source, {cfa.exit: ends.get(_return_of(edge), cfa.exit), **before}))
    check = Check(at_end, kind)
    raw += [RawEdge(ends[end], check, cfa.exit, origin, operation_text(check)) for end, origin in returns.items()]
    check = Check(_none_left(), Undefined.LOST)
    text = operation_text(check)
    raw += [RawEdge(here, check, head, cfa.leaving[head][0].origin, text) for head, here in before.items()]
    return replace(cfa, edges=tuple(_labelled(raw)))


def _return_of(edge: Edge) -> Span | None:
    """The place where the entry function returns after ``edge``. A call and its return edges have none, so that they
    stay together.
    """
    return None if isinstance(edge.operation, Call | Return) else edge.origin


def _labelled(edges: Sequence[RawEdge | Edge]) -> Iterator[Edge]:
    """Edges that were there keep their labels; those of checks that were there already differ by their kinds."""
    new = iter(numbered(edge for edge in edges if isinstance(edge, RawEdge)))
    for number, edge in enumerate(edges):
        added = next(new) if isinstance(edge, RawEdge) else edge
        yield Edge(number, added.source, added.operation, added.target, added.origin, added.label)


def _moved(edge: Edge, source: Location, to: Mapping[Location, Location]) -> Edge:
    operation = edge.operation
    if isinstance(operation, Call):
        operation = replace(operation, return_to=to.get(operation.return_to, operation.return_to))
    return Edge(edge.number, source, operation, to.get(edge.target, edge.target), edge.origin, edge.label)

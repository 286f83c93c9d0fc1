"""Calls whose function is followed once for all callers: what it neither reads nor writes stays as it was before the call
(functional approach; Sharir and Pnueli 1981. Frames: Reynolds 2002).

Laws: ``seen`` contains what it is made of. Where a call leads from a concrete state in ``before`` to one in ``after``,
the second one is in ``returned``.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.data_flow.differences import plain
from coveriflow.analysis.data_flow.precision import assignments, target_name
from coveriflow.analysis.data_flow.states import State
from coveriflow.analysis.data_flow.text_ends import End, names_in
from coveriflow.analysis.data_flow.values.contents import cell_named, is_cell
from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Call, Edge, Location, Return
from coveriflow.program.expressions.expressions import NewObject, variables


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Effect:
    """What a call reads or writes, and what of it it writes: variables, regions and arrays. ``None``: perhaps all."""

    touched: frozenset[str] | None
    written: frozenset[str] | None


_ALL = Effect(None, None)


@dataclass(frozen=True)
class FramedCalls:
    """The calls that functions make which may be entered again before they return."""

    cfa: Cfa
    recursive: frozenset[Edge]
    _effects: dict[str, Effect] = field(default_factory=dict)

    def is_framed(self, edge: Edge) -> bool:
        """Whether ``edge`` is such a call."""
        return isinstance(edge.operation, Call) and edge.source.function in self._within

    def effect(self, function: str) -> Effect:
        """Of a call of ``function``."""
        if function not in self._effects:
            self._effects[function] = _effect(self._edges_of(function))
        return self._effects[function]

    def is_met_again(self, location: Location) -> bool:
        """Whether a call returns here that may be made again before it returns."""
        return location in self._backs

    def is_entered(self, position: Position) -> bool:
        """Whether control is in a function that was called so, and that has called no other one."""
        return not position.stack and position.location.function != self.cfa.entry.function

    @cached_property
    def _within(self) -> frozenset[str]:
        return frozenset(edge.source.function for edge in self.recursive)

    @cached_property
    def _backs(self) -> frozenset[Location]:
        return frozenset(e.operation.return_to for e in self.recursive if isinstance(e.operation, Call))

    def _edges_of(self, name: str) -> list[Edge]:
        """All that a call of the function may take before it returns itself."""
        entry = self.cfa.functions[name].entry
        found, returns, back = list[Edge](), list[Edge](), set[Location]()
        met, pending = {entry}, [entry]
        while pending:
            for edge in self.cfa.leaving[pending.pop()]:
                if isinstance(edge.operation, Return):
                    returns.append(edge)
                    continue
                found.append(edge)
                after = [edge.target]
                if isinstance(edge.operation, Call):
                    back.add(edge.operation.return_to)
                    after.append(edge.operation.return_to)
                new = [each for each in dict.fromkeys(after) if each not in met]
                met.update(new)
                pending += new
        return [*found, *(edge for edge in returns if edge.target in back)]


def _effect(edges: Collection[Edge]) -> Effect:
    touched, written = set[str](), set[str]()
    for edge in edges:
        if isinstance(edge.operation, Assign) and isinstance(edge.operation.value, NewObject):
            return _ALL
        touched.update(each.name for expression in expressions_of(edge.operation) for each in variables(expression))
        for target, value in assignments(edge.operation):
            written.add(target_name(target))
            touched.update(each.name for part in (target, value) if part is not None for each in variables(part))
    return Effect(frozenset(touched | written), frozenset(written))


def seen(state: State, effect: Effect) -> State:
    """What ``state`` says of what the call touches, and of what facts about texts have to do with that."""
    if (names := effect.touched) is None:
        return state.copy()
    known = _related(state, names)
    found = State(
        {name: number for name, number in state.numbers.items() if name in known},
        {pair: most for pair, most in state.bounds.items() if _owner(pair[0]) in known and _owner(pair[1]) in known},
        {name: number for name, number in state.floats.items() if name in known},
    )
    found.memory = {name: contents for name, contents in state.memory.items() if name in known}
    found.ends = {key: end for key, end in state.ends.items() if known.issuperset(_owners(key[0], key[1]))}
    found.reads = {n: cell for n, cell in state.reads.items() if n in known and known.issuperset(names_in(cell))}
    return found


def _related(state: State, names: frozenset[str]) -> set[str]:
    found, size = set(names), -1
    while size < len(found):
        size = len(found)
        for region, others, _ in state.ends:
            owners = set(_owners(region, others))
            if not owners.isdisjoint(found):
                found |= owners
        for name, cell in state.reads.items():
            if name in found:
                found |= names_in(cell)
    return found


def returned(before: State, after: State, effect: Effect) -> State:
    """A call with this ``effect`` has led from a state in ``before`` to one in ``after``."""
    if (written := effect.written) is None:
        found = after.copy()
        found.context = before.context
        return found
    found = State(
        _either(before.numbers, after.numbers, written),
        _kept_bounds(before, after, written),
        _either(before.floats, after.floats, written),
    )
    found.memory = _either(before.memory, after.memory, written)
    kept = {key: end for key, end in before.ends.items() if written.isdisjoint(_owners(key[0], key[1]))}
    found.ends = kept | {key: _better(end, kept.get(key)) for key, end in after.ends.items()}
    reads = {n: c for n, c in before.reads.items() if n not in written and written.isdisjoint(names_in(c))}
    found.reads = reads | after.reads
    found.context = before.context
    return found


def _either(before: dict[str, T], after: dict[str, T], written: frozenset[str]) -> dict[str, T]:
    kept = {name: value for name, value in before.items() if name not in written}
    return kept | {name: value for name, value in after.items() if name not in kept}


def _kept_bounds(before: State, after: State, written: frozenset[str]) -> dict[tuple[str, str], int]:
    found = dict(after.bounds)
    for pair, most in before.bounds.items():
        if _owner(pair[0]) not in written and _owner(pair[1]) not in written:
            found[pair] = min(most, found.get(pair, most))
    return found


def _better(one: End, other: End | None) -> End:
    """One of two facts that hold: both say that there is a zero, which need not be the same."""
    return one if other is None else max(one, other, key=lambda end: (end[0], -end[1]))


def _owner(name: str) -> str:
    """The variable, or the region in which a value in memory lies."""
    base = plain(name)
    return cell_named(base)[0] if is_cell(base) else base


def _owners(region: str, names: Collection[str]) -> Iterator[str]:
    yield region
    yield from map(_owner, names)

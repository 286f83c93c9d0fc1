"""Calls whose function is followed once for all callers: what it neither reads nor writes stays as it was before the call
(functional approach; Sharir and Pnueli 1981. Frames: Reynolds 2002).

Laws: ``seen`` contains what it is made of. Where a call leads from a concrete state in ``before`` to one in ``after``,
the second one is in ``returned``.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.data_flow.differences import plain
from coveriflow.analysis.data_flow.precision import assignments, target_name
from coveriflow.analysis.data_flow.states import State
from coveriflow.analysis.data_flow.text_ends import End, names_in
from coveriflow.analysis.data_flow.values.contents import cell_named, is_cell
from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Call, Edge, Location, Return
from coveriflow.program.cfa.recursion import SAVED
from coveriflow.program.expressions.expressions import NewObject, variables


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

    def standing_for(self, stack: Sequence[Location]) -> tuple[Location, ...]:
        """Where control is said to be when the active calls return to ``stack``, innermost last."""
        found: tuple[Location, ...] = ()
        for back in stack:
            found = () if back.function in self._within else (*found, back)
        return found

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
    """What ``state`` says of what the call touches, and of what facts about texts have to do with that; nothing of what
    is saved.
    """
    return _about(state, _related(state, effect.touched))


def _about(state: State, names: frozenset[str] | None) -> State:
    """What is known of ``names`` alone (``None``: of all) that are no saved values."""

    def counts(*others: str) -> bool:
        return not any(n.endswith(SAVED) for n in others) and (names is None or names.issuperset(others))

    found = State(
        {name: number for name, number in state.numbers.items() if counts(name)},
        {pair: most for pair, most in state.bounds.items() if counts(*map(_owner, pair))},
        {name: number for name, number in state.floats.items() if counts(name)},
    )
    found.memory = {name: contents for name, contents in state.memory.items() if counts(name)}
    found.ends = {key: end for key, end in state.ends.items() if counts(key[0], *map(_owner, key[1]))}
    found.reads = {name: cell for name, cell in state.reads.items() if counts(name, *names_in(cell))}
    return found


def _related(state: State, names: frozenset[str] | None) -> frozenset[str] | None:
    if names is None:
        return None
    found, size = set(names), -1
    while size < len(found):
        size = len(found)
        for region, others, _ in state.ends:
            owners = {region, *map(_owner, others)}
            if not owners.isdisjoint(found):
                found |= owners
        for name, cell in state.reads.items():
            if name in found:
                found |= names_in(cell)
    return frozenset(found)


def returned(before: State, after: State, effect: Effect) -> State:
    """A call with this ``effect`` has led from a state in ``before`` to one in ``after``. What was saved before is as it
    was; ``after`` says where what is saved in the call lies as if nothing had been saved before.
    """
    written, after = effect.written, _about(after, None)

    def is_kept(*names: str) -> bool:
        return all(name.endswith(SAVED) or (written is not None and name not in written) for name in names)

    numbers = {name: number for name, number in before.numbers.items() if is_kept(name)}
    bounds = {pair: most for pair, most in before.bounds.items() if is_kept(*map(_owner, pair))}
    floats = {name: number for name, number in before.floats.items() if is_kept(name)}
    found = State(after.numbers | numbers, after.bounds | bounds, after.floats | floats, context=before.context)
    for pair in bounds.keys() & after.bounds.keys():
        found.bounds[pair] = min(bounds[pair], after.bounds[pair])
    found.memory = after.memory | {name: known for name, known in before.memory.items() if is_kept(name)}
    ends = {key: end for key, end in before.ends.items() if is_kept(key[0], *map(_owner, key[1]))}
    found.ends = ends | {key: _better(end, ends.get(key)) for key, end in after.ends.items()}
    reads = {name: cell for name, cell in before.reads.items() if is_kept(name, *names_in(cell))}
    found.reads = reads | after.reads
    return found


def _better(one: End, other: End | None) -> End:
    """One of two facts that hold: both say that there is a zero, which need not be the same."""
    return one if other is None else max(one, other, key=lambda end: (end[0], -end[1]))


def _owner(name: str) -> str:
    """The variable, or the region in which a value in memory lies."""
    base = plain(name)
    return cell_named(base)[0] if is_cell(base) else base

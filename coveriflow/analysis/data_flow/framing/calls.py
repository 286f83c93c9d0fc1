"""Which calls are followed once for all callers, and what they read and write."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.data_flow.precision import assignments, target_name
from coveriflow.program.cfa.accesses import expressions_of
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Call, Edge, Location, Return
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
        """The stack of a position where the active calls return to ``stack``, innermost last."""
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

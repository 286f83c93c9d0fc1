"""Variables that will not be read any more: domains forget them, so that more states are equal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Location, Return
from coveriflow.program.cfa.liveness import live_variables
from coveriflow.program.types.c_types import Floating, Integer, Pointer, Region, Type


@dataclass(slots=True)
class DeadVariables:
    """By location, computed when first asked."""

    cfa: Cfa
    _live: Callable[[Location], frozenset[str]] | None = None
    _known: dict[Location, tuple[str, ...]] = field(default_factory=dict)
    _regions: dict[Location, tuple[str, ...]] = field(default_factory=dict)

    def at(self, location: Location) -> tuple[str, ...]:
        """Locals of the location's function, scalars or objects of one number, that will not be read from there."""
        if location not in self._known:
            self._known[location] = self._computed(location)
        return self._known[location]

    def _computed(self, location: Location) -> tuple[str, ...]:
        function = self.cfa.functions.get(location.function)
        if function is None:
            return ()
        if self._live is None:
            self._live = live_variables(self.cfa.edges, self.cfa.functions, self.cfa.globals)
        live = self._live(location)
        mine = [*function.locals, *function.parameters, *([function.result] if function.result else [])]
        mine += [g.variable for g in self.cfa.globals if g.function == function.name]
        return tuple(v.name for v in mine if v.name not in live and is_one_number(v.type))

    def results(self, step: Sequence[Edge]) -> tuple[str, ...]:
        """Results of the functions that return in ``step``: they have been taken."""
        left = (self.cfa.functions.get(e.source.function) for e in step if isinstance(e.operation, Return))
        return tuple(f.result.name for f in left if f is not None and f.result is not None)

    def regions_at(self, location: Location) -> tuple[str, ...]:
        """Regions of the location's function of which nothing will be read from there before it is written."""
        if location not in self._regions:
            self.at(location)
            regions = [g.variable for g in self.cfa.globals if g.function == location.function and g.function]
            live = self._live(location) if self._live is not None else frozenset()
            self._regions[location] = tuple(v.name for v in regions if v.name not in live and not is_one_number(v.type))
        return self._regions[location]


def is_one_number(type_: Type) -> bool:
    """Whether a variable of ``type_`` holds one number."""
    return isinstance(type_, Integer | Pointer | Floating) or (isinstance(type_, Region) and type_.single)

"""Variables that will not be read any more: domains forget them, so that more states are equal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from coveriflow.program.cfa import Cfa
from coveriflow.program.edges import Location
from coveriflow.program.liveness import live_variables
from coveriflow.program.types import Floating, Integer, Pointer


@dataclass(slots=True)
class DeadVariables:
    """By location, computed when first asked."""

    cfa: Cfa
    _live: Callable[[Location], frozenset[str]] | None = None
    _known: dict[Location, tuple[str, ...]] = field(default_factory=dict)

    def at(self, location: Location) -> tuple[str, ...]:
        """Scalar locals of the location's function whose values will not be read from there."""
        if location not in self._known:
            self._known[location] = self._computed(location)
        return self._known[location]

    def _computed(self, location: Location) -> tuple[str, ...]:
        function = self.cfa.functions.get(location.function)
        if function is None:
            return ()
        if self._live is None:
            self._live = live_variables(self.cfa.edges, self.cfa.functions)
        live = self._live(location)
        mine = (*function.locals, *function.parameters, *([function.result] if function.result else []))
        return tuple(v.name for v in mine if v.name not in live and isinstance(v.type, Integer | Pointer | Floating))

"""Variables that will not be read any more: domains forget them, so that more states are equal.

A step forgets what dies in it. What is dead at an end of it for all its edges was forgotten before: then a step costs
what it does, and not what the function has.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from coveriflow.program.cfa.accesses import written_variable
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Call, Edge, Location, Return
from coveriflow.program.cfa.liveness import Liveness, liveness_of
from coveriflow.program.cfa.once import once
from coveriflow.program.types.c_types import Floating, Integer, Pointer, Region, Type


class _Own(NamedTuple):
    """Variables of one function as sets of the numbering of its locations: ``numbers`` hold one number each."""

    numbers: int
    regions: int


@dataclass(slots=True)
class DeadVariables:
    """By location, computed when first asked."""

    cfa: Cfa
    _own: dict[str, _Own] = field(default_factory=dict)
    _numbers: dict[Location, tuple[str, ...]] = field(default_factory=dict)
    _regions: dict[Location, tuple[str, ...]] = field(default_factory=dict)

    def at(self, location: Location) -> tuple[str, ...]:
        """Locals of the location's function, scalars or objects of one number, that will not be read from there."""
        if location not in self._numbers:
            self._numbers[location] = self._names(location, self._of(location).numbers & ~self._live.bits(location))
        return self._numbers[location]

    def regions_at(self, location: Location) -> tuple[str, ...]:
        """Regions of the location's function of which nothing will be read from there before it is written."""
        if location not in self._regions:
            self._regions[location] = self._names(location, self._of(location).regions & ~self._live.bits(location))
        return self._regions[location]

    def after(self, step: Sequence[Edge]) -> tuple[str, ...]:
        """Those of ``at`` where ``step`` ends that were not dead where it begins, or are written by it."""
        if _is_elsewhere(step):
            return self.at(step[-1].target)
        return self._names(step[-1].target, self._of(step[-1].target).numbers & self._died(step))

    def regions_after(self, step: Sequence[Edge]) -> tuple[str, ...]:
        """The same of ``regions_at``."""
        if _is_elsewhere(step):
            return self.regions_at(step[-1].target)
        return self._names(step[-1].target, self._of(step[-1].target).regions & self._died(step))

    def results(self, step: Sequence[Edge]) -> tuple[str, ...]:
        """Results of the functions that return in ``step``: they have been taken."""
        left = (self.cfa.functions.get(e.source.function) for e in step if isinstance(e.operation, Return))
        return tuple(f.result.name for f in left if f is not None and f.result is not None)

    @property
    def _live(self) -> Liveness:
        return liveness_of(self.cfa)

    def _died(self, step: Sequence[Edge]) -> int:
        live, numbering = self._live, self._live.numbering(step[-1].target)
        written = (written_variable(edge.operation) for edge in step)
        known = live.bits(step[0].source) | numbering.bits(each.name for each in written if each is not None)
        return known & ~live.bits(step[-1].target)

    def _names(self, location: Location, some: int) -> tuple[str, ...]:
        return tuple(self._live.numbering(location).members(some)) if some else ()

    def _of(self, location: Location) -> _Own:
        name = location.function
        if name not in self._own:
            self._own[name] = self._counted(location)
        return self._own[name]

    def _counted(self, location: Location) -> _Own:
        function, bits = self.cfa.functions.get(location.function), self._live.numbering(location).bits
        if function is None:
            return _Own(0, 0)
        mine = [g.variable for g in self.cfa.globals if g.function == function.name]
        regions = [v.name for v in mine if not is_one_number(v.type)]
        mine += [*function.locals, *function.parameters, *([function.result] if function.result else [])]
        return _Own(bits(v.name for v in mine if is_one_number(v.type)), bits(regions))


@once
def dead_variables(cfa: Cfa) -> DeadVariables:
    """Of ``cfa``: all domains ask the same."""
    return DeadVariables(cfa)


def _is_elsewhere(step: Sequence[Edge]) -> bool:
    """Whether ``step`` leads to another activation, or another function."""
    is_call = any(isinstance(edge.operation, Call | Return) for edge in step)
    return is_call or step[0].source.function != step[-1].target.function


def is_one_number(type_: Type) -> bool:
    """Whether a variable of ``type_`` holds one number."""
    return isinstance(type_, Integer | Pointer | Floating) or (isinstance(type_, Region) and type_.single)

"""Explicit values (CMC paper, Sect. IV; ranged paper, Sect. 2.3): what is known of each variable, exactly or not at
all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, field

from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.domains.dead import DeadVariables, dead_variables, is_one_number
from coveriflow.analysis.domains.offsets import Offsets, families_of
from coveriflow.analysis.domains.value_edges import (
    UNKNOWN,
    Apply,
    Environment,
    compiled_edge,
    is_short,
    may_tell,
)
from coveriflow.analysis.domains.value_precision import Growth, ValuePrecision
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assume, Edge, Location
from coveriflow.program.expressions.compile import compiled_choice
from coveriflow.program.expressions.expressions import Variable
from coveriflow.program.interpreter.interpreter import initial_memory, storage_keys
from coveriflow.program.types.c_types import Region


class Values:
    """What is known: a key that is missing may have any value. Never changed once it is built."""

    __slots__ = ("_hash", "known")

    def __init__(self, known: Environment) -> None:
        self.known = known
        self._hash: int | None = None

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self.known.items()))
        return self._hash

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Values) and self.known == other.known

    def __repr__(self) -> str:
        return f"Values({self.known})"


@dataclass(frozen=True, slots=True)
class Plan:
    """What a step does, edge by edge, and what will not be read after it. ``test``: of the branch it begins with."""

    test: Callable[[Environment], bool] | None
    applies: tuple[Apply, ...]
    forgotten: tuple[str, ...]
    regions: frozenset[str]

    def remaining(self, known: Environment) -> tuple[Apply, ...] | None:
        """What is to be done where ``known`` holds; ``None`` if the branch is not taken: nothing is copied for that."""
        if self.test is None:
            return self.applies
        try:
            return self.applies[1:] if self.test(known) else None
        except UNKNOWN:
            return self.applies

    def done(self, known: Environment, applies: Iterable[Apply]) -> bool:
        """Do ``applies`` in place, and forget; ``False``: there is no successor, ``known`` means nothing any more."""
        for apply in applies:
            if not apply(known):
                return False
        for name in self.forgotten:
            known.pop(name, None)
        if self.regions:
            for key in [k for k in known if isinstance(k, tuple) and k[0] in self.regions]:
                del known[key]
        return True


@dataclass(slots=True)
class ValueDomain:
    """The flat lattice per variable.

    ``undefined`` collects the checks that could not be shown to hold: the verdict assumes them.
    """

    cfa: Cfa
    precision: ValuePrecision | None = None
    """What is tracked; ``None``: everything."""
    joins: bool = False
    """Whether states at one position are joined: what they do not agree on is not known then."""
    undefined: dict[Edge, None] = field(default_factory=dict)
    relates: bool = False
    """Whether differences of unknown values are kept, too: where everything is tracked, and states stay apart."""
    _offsets: Offsets | None = field(init=False, default=None)
    _applies: dict[Edge, Apply] = field(default_factory=dict)
    _plans: dict[Step, Plan] = field(default_factory=dict)
    _forgotten: DeadVariables = field(init=False)
    _composed: frozenset[str] = field(init=False)
    """Arrays and regions: many numbers under one name."""

    def __post_init__(self) -> None:
        self._forgotten = dead_variables(self.cfa)
        inside = (v for f in self.cfa.functions.values() for v in (*f.locals, *f.parameters))
        everything = (*(g.variable for g in self.cfa.globals), *inside)
        self._composed = frozenset(v.name for v in everything if not is_one_number(v.type))
        if self.relates and self.precision is None and not self.joins and (families := families_of(self.cfa)):
            self._offsets = Offsets(families)

    def initial(self) -> Values:
        """Globals have their initial values; elements of long arrays are not tracked."""
        known: Environment = {}
        kept = [g.variable for g in self.cfa.globals if self._keeps(g.variable, self.cfa.entry)]
        for variable in kept:
            known.update(dict.fromkeys(storage_keys(variable), 0))
        regions = {variable.name for variable in kept if _is_memory(variable)}
        known.update(
            (k, v) for k, v in initial_memory(self.cfa) if k in known or (isinstance(k, tuple) and k[0] in regions)
        )
        for region in self.cfa.globals:
            if region.unknown and not region.cells:
                known.pop(region.variable.name, None)
        return Values(known)

    def tracks(self, variable: Variable) -> bool:
        """Whether values of ``variable`` are kept somewhere: then all edges say what they do to it."""
        return is_short(variable) and (self.precision is None or variable.name in self.precision.anywhere)

    def _keeps(self, variable: Variable, location: Location) -> bool:
        return is_short(variable) and (self.precision is None or self.precision.holds(variable.name, location))

    def track(self, found: Mapping[Location, Collection[str]]) -> Growth:
        """From now on these variables, too, at these locations."""
        assert self.precision is not None
        growth = self.precision.grow(found)
        for edge in [e for e in self._applies if growth.names & may_tell(e)]:
            del self._applies[edge]
        self._plans.clear()
        return growth

    def successor(self, element: Values, step: Step) -> Values | None:
        """The strongest postcondition that the domain can say; variables that will not be read are forgotten."""
        plan = self.plan(step)
        applies = plan.remaining(element.known)
        if applies is None:
            return None
        known = element.known.copy()
        return Values(known) if plan.done(known, applies) else None

    def apply(self, edge: Edge) -> Apply:
        """What ``edge`` does."""
        if edge not in self._applies:
            apply = compiled_edge(self.cfa, edge, self.tracks, self.undefined)
            self._applies[edge] = apply if self._offsets is None else self._offsets.applied(edge, apply)
        return self._applies[edge]

    def moves(self, edge: Edge) -> bool:
        """Whether ``edge`` changes a variable whose differences from others are kept."""
        return self._offsets is not None and self._offsets.moves(edge)

    def isolating(self, step: Step) -> Apply | None:
        """What leaves no differences from variables that will not be read after ``step``; ``None``: there are none."""
        return None if self._offsets is None else self._offsets.isolating(self.forgotten_after(step))

    def plan(self, step: Step) -> Plan:
        """What ``step`` does."""
        plan = self._plans.get(step)
        if plan is None:
            plan = self._plans[step] = self._planned(step)
        return plan

    def _planned(self, step: Step) -> Plan:
        first = step[0].operation
        test = compiled_choice(first.condition, first.truth, not first.truth) if isinstance(first, Assume) else None
        isolate = self.isolating(step)
        applies = (*(self.apply(edge) for edge in step), *(() if isolate is None else (isolate,)))
        return Plan(test, applies, self.forgotten_after(step), self.ended_after(step))

    def forgotten_after(self, step: Step) -> tuple[str, ...]:
        """Variables that will not be read after ``step`` or are not tracked there, if they may be known."""
        return (*self._forgotten.after(step), *sorted(self._untracked_after(step) - self._composed))

    def ended_after(self, step: Step) -> frozenset[str]:
        """The same of arrays and regions, of which all numbers are forgotten."""
        return frozenset(self._forgotten.regions_after(step)) | self._untracked_after(step) & self._composed

    def _untracked_after(self, step: Step) -> frozenset[str]:
        """What is tracked where ``step`` begins, or may become known by it, but is not tracked where it ends."""
        if self.precision is None:
            return frozenset()
        told = {name for edge in step for name in may_tell(edge)} & self.precision.anywhere
        return frozenset((self.precision.at(step[0].source) | told) - self.precision.at(step[-1].target))

    def merge(self, new: Values, old: Values) -> Values:
        """``old`` itself, to keep states apart; or what both know."""
        if not self.joins:
            return old
        common = {key: value for key, value in old.known.items() if new.known.get(key) == value}
        return old if len(common) == len(old.known) else Values(common)

    def covers(self, larger: Values, smaller: Values) -> bool:
        """``larger`` knows nothing that ``smaller`` does not know."""
        return larger.known.items() <= smaller.known.items()

    def key(self, element: Values) -> Hashable:
        """All comparable."""
        return ()


def _is_memory(variable: Variable) -> bool:
    return isinstance(variable.type, Region)

"""The abstract states of one precision as a component of a configurable program analysis."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.data_flow.differences import Partners
from coveriflow.analysis.data_flow.evaluation import Evaluation
from coveriflow.analysis.data_flow.framing.calls import FramedCalls
from coveriflow.analysis.data_flow.framing.frames import seen
from coveriflow.analysis.data_flow.memory_places import initial_memory, object_ends, pointers, region_types
from coveriflow.analysis.data_flow.memory_transfer import MemoryTransfer
from coveriflow.analysis.data_flow.partition import (
    MOST_COUNTED,
    bases,
    counters,
    flags,
    nullable,
    partition_places,
    rows,
)
from coveriflow.analysis.data_flow.precision import (
    Precision,
    changed_in_loop,
    counted_in_memory,
    related,
    related_in_memory,
    state_variables,
)
from coveriflow.analysis.data_flow.refinement import Refinement
from coveriflow.analysis.data_flow.states import Key, Lattice, State, Tracked
from coveriflow.analysis.data_flow.thresholds import closed_set_thresholds
from coveriflow.analysis.data_flow.transfer import Transfer
from coveriflow.analysis.data_flow.values.arithmetic import Arithmetic
from coveriflow.analysis.data_flow.values.contents import cell_named
from coveriflow.analysis.data_flow.values.value_sets import ValueSet, exactly
from coveriflow.analysis.domains.dead import DeadVariables, dead_variables
from coveriflow.analysis.search.atoms import Place, name_of
from coveriflow.program.cfa.cfa import Cfa, Global
from coveriflow.program.cfa.edges import Location
from coveriflow.program.cfa.loops import Loops
from coveriflow.program.cfa.recursion import DEPTH
from coveriflow.program.expressions import float_sets
from coveriflow.program.expressions.expressions import Cell, scalar_type
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.memory.layout import EXTENT, SITE_PREFIX
from coveriflow.program.types.c_types import Floating, Integer, Rank, Region

_MOST_PIECES = 18
_GROWTHS = 6
"""After so many, each second threshold counts; after as many more each fourth, and so on."""
_MOST_OBJECTS = 16
_MOST_CONTEXTS = 24
"""With so many contexts of framed calls, further ones are the same whatever objects there are."""
_MOST_SIZES = 100
"""Combinations of sizes that are told apart."""
_MOST_VALUES = 64
"""Of a variable from which sizes are computed."""


@dataclass(slots=True)
class DataFlowDomain:
    """Of the integer ``places`` of ``cfa``, and of its ``floating`` ones; ``thresholds``: numbers of the program text,
    ascending; ``float_thresholds``: positions of such, by the name of the type. ``has_own_thresholds``: of these, a
    variable grows to those only that conditions about it have. ``together``: variables whose values do not keep states
    apart; ``many``: further ones, if one of them has too many for that.
    """

    cfa: Cfa
    loops: Loops
    places: Sequence[Place]
    thresholds: Sequence[int]
    precision: Precision
    floating: Sequence[Place] = ()
    float_thresholds: Mapping[str, Sequence[int]] = field(default_factory=dict)
    has_own_thresholds: bool = False
    together: frozenset[str] = frozenset()
    many: set[str] = field(default_factory=set, init=False)
    lattice: Lattice = field(init=False)
    transfer: Transfer = field(init=False)
    state_variables: tuple[str, ...] = field(init=False)
    nullable: tuple[str, ...] = field(default=(), init=False)
    counters: tuple[str, ...] = field(default=(), init=False)
    frames: FramedCalls | None = field(default=None, init=False)
    _dead: DeadVariables = field(init=False)
    _changed: dict[Location, frozenset[str]] = field(default_factory=dict, init=False)
    _of_objects: frozenset[str] = field(default=frozenset(), init=False)
    _values: dict[str, set[int]] = field(default_factory=dict, init=False)
    _contexts: dict[tuple[str, Key], int] = field(default_factory=dict, init=False)
    _known_sizes: dict[tuple[tuple[int, int | None], ...], int] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        types: dict[str, Tracked] = {name_of(place): stored_type(place) for place in self.places}
        regions: Mapping[str, Integer] = {}
        addresses: Mapping[str, Tracked] = {}
        if self.precision.memory:
            addresses = pointers(self.cfa)
            types |= addresses
            regions = region_types(self.cfa)
        partners = self._partners(addresses)
        floating = {name_of(place): floating_type(place) for place in self.floating}
        shape, limits = self.precision.shape, self.float_thresholds
        bits = self.cfa.granules.bits
        own = closed_set_thresholds(self.cfa, types) if self.has_own_thresholds else {}
        ends = object_ends(self.cfa) if self.precision.memory else ()
        self.lattice = Lattice(shape, types, partners, self.thresholds, floating, limits, bits, ends, regions, own)
        if self.precision.relations:
            self.lattice = replace(self.lattice, relates_memory=True, counted=counted_in_memory(self.cfa))
        evaluation = Evaluation(self.lattice, Arithmetic(self.precision.shape))
        contents = MemoryTransfer(evaluation, initial_memory(self.cfa, regions), bits)
        self.transfer = Transfer(evaluation, Refinement(evaluation), contents)
        self.state_variables = state_variables(self.cfa, self.places) if self.precision.apart else ()
        if self.precision.objects:
            tracked = frozenset(types)
            made = [name for name in partition_places(self.cfa, tracked) if name not in self.together]
            self._of_objects = frozenset(made)
            self._values = {name: set() for name in made if not name.startswith(SITE_PREFIX)}
            self.state_variables = tuple(dict.fromkeys((*made, *rows(self.cfa, tracked))))
        if self.precision.flags:
            some = flags(self.cfa, self.loops, frozenset(types), may_be_null=self.precision.relations)
            self.state_variables = tuple(dict.fromkeys((*self.state_variables, *some)))
        if self.precision.relations:
            self.counters = tuple(counters(self.cfa, frozenset(types)))
            pointing = nullable(self.cfa, self.loops, addresses)
            self.nullable = tuple(name for name in pointing if name not in self.state_variables)
        if self.precision.frames:
            self.frames = FramedCalls(self.cfa, self.loops.recursive)
            self.state_variables = tuple(dict.fromkeys((*self.state_variables, *bases(self.cfa, addresses))))
        self._dead = dead_variables(self.cfa)

    def _partners(self, addresses: Collection[str]) -> Partners:
        if not self.precision.differences:
            return {}
        if not self.precision.memory:
            return related(self.cfa, self.places, self.loops)
        return related_in_memory(self.cfa, self.places, self.loops, addresses)

    def initial(self) -> State:
        """Globals have their initial values."""
        state = State(is_head=self.loops.is_head(self.cfa.entry))
        for variable in self.cfa.globals:
            type_ = self.lattice.types.get(variable.variable.name)
            value = _initial(variable)
            if type_ is not None and value is not None:
                state.numbers[variable.variable.name] = exactly(type_.wrap(value))
            form = self.lattice.floating.get(variable.variable.name)
            if form is not None and value is not None:
                state.floats[variable.variable.name] = float_sets.exactly(format_of(form), value)
        state.memory = dict(self.transfer.contents.initial)
        for name in self._dead.at(self.cfa.entry):
            if name in self.lattice.types or name in self.lattice.floating:
                self.transfer.forget(state, name)
        for name in self._dead.regions_at(self.cfa.entry):
            state.memory.pop(name, None)
        state.key = self._key(state)
        return state

    def successor(self, element: State, step: Step) -> State | None:
        """The strongest postcondition that the domain can say, without what will not be read."""
        state = element.copy()
        for edge in step:
            if not self.transfer.apply(state, edge):
                return None
        return self.finished(state, step)

    def finished(self, state: State, step: Step) -> State:
        """``state`` after the edges of ``step``, without what will not be read; it is changed."""
        for name in (*self._dead.after(step), *self._dead.results(step)):
            if name in self.lattice.types or name in self.lattice.floating:
                self.transfer.forget(state, name)
        for name in self._dead.regions_after(step) if self.lattice.regions else ():
            state.memory.pop(name, None)
        state.key = self._key(state)
        state.is_head = self.loops.is_head(step[-1].target)
        state.varying = self._varying_at(step[-1].target) if state.is_head else None
        state.is_head = state.is_head or (self.frames is not None and self.frames.is_met_again(step[-1].target))
        return state

    def _varying_at(self, head: Location) -> frozenset[str] | None:
        """What the loop of ``head`` changes, functions that it calls included."""
        if not self.precision.memory:
            return None
        if head not in self._changed:
            self._changed[head] = changed_in_loop(self.cfa, self.loops, head)
        return self._changed[head]

    def pieces(self, state: State) -> list[State]:
        """``state``, divided by the values of places where these are few and keep states apart."""
        found = [state]
        if not self.precision.objects:
            return found
        for name in self.state_variables:
            number = state.numbers.get(name)
            values = None if number is None or number.constant is not None else number.few(_MOST_PIECES)
            if values is not None and len(found) * len(values) <= _MOST_PIECES:
                found = [part for each in found for part in self._divided(each, name, map(exactly, values))]
        for name in self.nullable:
            number = state.numbers.get(name)
            if number is not None and number.constant is None and 0 in number and len(found) * 2 <= _MOST_PIECES:
                address = self.transfer.refinement.without(number, 0)
                ways = (exactly(0), number if address is None else address)
                found = [part for each in found for part in self._divided(each, name, ways)]
        return found

    def _divided(self, state: State, name: str, values: Iterable[ValueSet]) -> Iterator[State]:
        for value in values:
            part = state.copy()
            part.is_head, part.varying, part.numbers[name] = state.is_head, state.varying, value
            if not part.bounds or self.transfer.refinement.tightened(part):
                part.key = self._key(part)
                yield part

    def _key(self, state: State) -> Key:
        """Many objects are not told apart: there may be more and more. In contexts after many others none are."""
        is_late = state.context is not None and state.context >= _MOST_CONTEXTS
        for name, values in self._values.items():
            if (only := state.numbers.get(name)) is not None and only.constant is not None:
                values.add(only.constant)
                if len(values) > _MOST_VALUES:
                    self.many.update(self._values)
        numbers = ((name, state.numbers.get(name)) for name in self.state_variables)
        found = tuple(
            None if number is None or self._is_joined(name, number, is_late=is_late) else number.constant
            for name, number in numbers
        )
        nulls = tuple(_null(state.numbers.get(name)) for name in self.nullable)
        counts = tuple(self._count(state, name) for name in self.counters)
        sizes = self._number_of(self._sizes(state)) if self.precision.objects and not is_late else None
        kept = (*found, *nulls, *counts, sizes) if self.precision.objects else found
        return kept if state.context is None else (*kept, state.context)

    def _is_joined(self, name: str, number: ValueSet, *, is_late: bool) -> bool:
        if is_late:
            return name in self._of_objects
        return name.startswith(SITE_PREFIX) and number.low > _MOST_OBJECTS

    def entered(self, state: State, function: str) -> State:
        """What ``function`` has to do with where it was called so that control is there in ``state``."""
        assert self.frames is not None
        found = seen(state, self.frames.effect(function))
        if DEPTH.name in self.lattice.types:
            found.numbers[DEPTH.name] = exactly(0)
        where = function, self._key(found)
        if where not in self._contexts and len(self._contexts) >= _MOST_CONTEXTS:
            found.context = _MOST_CONTEXTS
            where = function, self._key(found)
        found.context = self._contexts.setdefault(where, len(self._contexts))
        found.key, found.is_head = self._key(found), True
        return found

    def _count(self, state: State, counter: str) -> int | None:
        if cell_named(counter)[0] not in state.memory:
            return None
        count = self.lattice.number(state, counter).constant
        return count if count is not None and 0 <= count <= MOST_COUNTED else None

    def _sizes(self, state: State) -> tuple[tuple[int, int | None], ...]:
        """Of the allocated objects, by granule, where they are known."""
        first = self.cfa.granules.first_heap
        return tuple(
            (granule, extent.constant)
            for name, contents in sorted(state.memory.items())
            if name.startswith(EXTENT.name)
            for granule, extent in sorted(contents.cells.items(), key=lambda cell: cell[0])
            if granule >= first
        )

    def _number_of(self, sizes: tuple[tuple[int, int | None], ...]) -> int | None:
        """A number that stands for ``sizes``; ``None`` for all but the first ones: they are not told apart."""
        if sizes not in self._known_sizes and len(self._known_sizes) >= _MOST_SIZES:
            return None
        return self._known_sizes.setdefault(sizes, len(self._known_sizes))

    def merge(self, new: State, old: State) -> State:
        """An upper bound; at loop heads one that does not grow for ever."""
        if self.lattice.covers(old, new):
            return old
        if old.is_head and old.merges >= self.precision.patience:
            growths = old.merges - self.precision.patience
            apart = 1 << growths // _GROWTHS
            merged = self.lattice.widened(old, new, abruptly=growths >= self.precision.growths, apart=apart)
        else:
            merged = self.lattice.joined(old, new)
        merged.merges = old.merges + 1
        return merged

    def covers(self, larger: State, smaller: State) -> bool:
        """See ``Lattice``."""
        return self.lattice.covers(larger, smaller)

    def key(self, element: State) -> Key:
        """The values of the state variables."""
        return element.key


def _null(number: ValueSet | None) -> int | None:
    """0 for the null pointer, 1 for another address; ``None``: either."""
    if number is None:
        return None
    return 0 if number.constant == 0 else None if 0 in number else 1


def stored_type(place: Place) -> Integer:
    """The type in which the number at ``place`` is tracked: in memory any bits may stand where a ``_Bool`` is read."""
    type_ = scalar_type(place)
    assert isinstance(type_, Integer)
    if isinstance(place, Cell) and type_.rank is Rank.BOOL:
        return Integer(Rank.CHAR, type_.width, signed=False)
    return type_


def floating_type(place: Place) -> Floating:
    """The type of a floating-point number."""
    type_ = scalar_type(place)
    assert isinstance(type_, Floating)
    return type_


def _initial(variable: Global) -> int | None:
    """What a global of one number holds at the start, if that is known."""
    if isinstance(variable.variable.type, Region):
        if variable.cells:
            return variable.cells[0][1]
        return None if variable.unknown else 0
    return variable.initial[0] if variable.initial else 0

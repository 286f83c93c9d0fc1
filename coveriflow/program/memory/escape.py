"""How long addresses may be kept, as far as the points-to analysis tells."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.program.cfa.accesses import parts_of
from coveriflow.program.cfa.call_graph import Nesting
from coveriflow.program.cfa.cfa import Function, MemoryObject, RawEdge
from coveriflow.program.cfa.edges import Assign, Call, Input, Location, Return
from coveriflow.program.cfa.liveness import live_variables
from coveriflow.program.cfa.object_scopes import Block, Blocks
from coveriflow.program.expressions.expressions import Address, Cell, Variable
from coveriflow.program.memory.layout import EXTENT
from coveriflow.program.memory.points_to import Area, PointsTo, Reference
from coveriflow.program.memory.provenance import area_of


@dataclass(frozen=True, slots=True)
class Holder:
    """Where an address may be kept: in a ``block`` of ``function`` (``None``: the outermost one); ``lasting``: also
    when the function does not run. ``variable``: the name, where it is no object.
    """

    function: str
    block: Block | None
    lasting: bool
    variable: str = ""


_FOR_EVER = Holder("", None, lasting=True)


@dataclass(slots=True)
class EscapeAnalysis:
    """Who may keep addresses of what, and of what it is asked whether it exists; ``static``: names of variables.

    A local object has any value when its function is called. So it keeps an address only as long as its function runs,
    and of an object of a function that runs all that time it keeps none for too long.
    """

    points_to: PointsTo
    blocks: Blocks
    objects: Mapping[Variable, MemoryObject]
    static: Container[str]
    nesting: Nesting
    functions: Mapping[str, Function]
    _holders: dict[Area, set[Holder]] = field(default_factory=dict)
    _asked: set[Area] = field(default_factory=set)
    _edges: list[RawEdge] = field(default_factory=list)
    _live: Callable[[Location], frozenset[str]] | None = None
    _calls: dict[str, list[Location]] = field(default_factory=dict)
    _named_after: set[Block | None] = field(default_factory=set)
    _read_after: dict[Block, frozenset[str]] = field(default_factory=dict)

    def look(self, edges: Iterable[RawEdge]) -> None:
        """Collect both."""
        self._edges = listed = list(edges)
        for edge in listed:
            if isinstance(edge.operation, Call):
                self._calls.setdefault(edge.operation.function, []).append(edge.source)
        constant = _constant_parameters(listed)
        for name, reference in self.points_to.of_variable.items():
            if name not in constant:
                self._note(reference, self._of_variable(name))
        for area in self.points_to.areas():
            holders = {self._of_object(object_) for object_ in area.objects}
            if area.sites or not holders:
                holders.add(_FOR_EVER)
            for content in area.contents.values():
                for holder in holders:
                    self._note(content, holder)
        for edge in listed:
            for part in parts_of(edge.operation):
                if isinstance(part, Cell) and part.region.name == EXTENT.name:
                    self._asked.add(area_of(self.points_to, part))
                elif isinstance(part, Address):
                    self._note_name(part, edge)

    def _note(self, reference: Reference, holder: Holder) -> None:
        self._holders.setdefault(self.points_to.found(reference).area, set()).add(holder)

    def _note_name(self, address: Address, edge: RawEdge) -> None:
        """The value of a statement expression may be the address of an object of its block, which has been left. A
        nested function may name it, too, and may be called then.
        """
        home, known = self.blocks.homes.get(address.object.name), self.objects.get(address.object)
        if home is not None and (known is None or not self._is_within(edge.source, home, known.function, frozenset())):
            self._named_after.add(home)

    def _is_within(self, location: Location, block: Block, function: str, seen: frozenset[str]) -> bool:
        """Whether ``block`` of ``function`` has been entered and not left, wherever nested functions are called."""
        here = self.blocks.locations.get(location)
        if here is not None and block in here.outwards():
            return True
        if location.function == function:
            return False
        calls, seen = self._calls.get(location.function, ()), seen | {location.function}
        return bool(calls) and all(c.function in seen or self._is_within(c, block, function, seen) for c in calls)

    def _of_variable(self, name: str) -> Holder:
        function, separator, own = name.rpartition("::")
        if not separator or own == "return" or name in self.static:
            return _FOR_EVER
        return Holder(function, self.blocks.variables.get(name), lasting=False, variable=name)

    def _of_object(self, object_: Variable) -> Holder:
        known = self.objects.get(object_)
        if known is None or not known.function or object_.name.endswith("::return"):
            return _FOR_EVER
        return Holder(known.function, self.blocks.homes.get(object_.name), lasting=True)

    def outlives(self, area: Area | None, function: str, block: Block | None) -> bool:
        """Whether an address of what is local to ``block`` of ``function`` in ``area`` may be kept longer, and
        followed.
        """
        if area is None or not self.is_kept(area, function, block):
            return False
        return self.points_to.found(Reference(area, 0)).area in self._asked

    def is_kept(self, area: Area | None, function: str, block: Block | None) -> bool:
        """The same, whatever is done with the address: it may only be compared."""
        if area is None:
            return False
        if block in self._named_after:
            return True
        area = self.points_to.found(Reference(area, 0)).area
        return any(self._is_longer(holder, function, block) for holder in self._holders.get(area, ()))

    def _is_longer(self, holder: Holder, function: str, block: Block | None) -> bool:
        if holder.function != function:
            return holder.lasting and not self.nesting.runs_within(holder.function, function)
        if block is None or (holder.block is not None and block in holder.block.outwards()):
            return False
        if holder.variable not in self._locals(function) or self.nesting.calls_itself(function):
            return True
        return holder.variable in self._read_after_block(block)

    def _locals(self, function: str) -> frozenset[str]:
        """Variables of which liveness tells something."""
        known = self.functions[function]
        return frozenset(each.name for each in (*known.locals, *known.parameters))

    def _read_after_block(self, block: Block) -> frozenset[str]:
        """Variables that may be read, before they are written, where ``block`` has been left."""
        if block not in self._read_after:
            if self._live is None:
                self._live = live_variables(self._edges, self.functions)
            left = (edge.target for edge in self._edges if block in self.blocks.crossed(edge.source, edge.target)[0])
            self._read_after[block] = frozenset[str]().union(*map(self._live, left))
        return self._read_after[block]


def _constant_parameters(edges: Sequence[RawEdge]) -> set[str]:
    """Parameters that only calls give a value: what they point to exists before their function begins."""
    passed = {p.name for e in edges if isinstance(e.operation, Call) for p in e.operation.parameters}
    targets = (e.operation.target for e in edges if isinstance(e.operation, Assign | Input | Return))
    return passed - {each.name for each in targets if isinstance(each, Variable)}

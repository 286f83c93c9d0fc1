"""How long addresses may be kept, as far as the points-to analysis tells."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.program.cfa.accesses import parts_of
from coveriflow.program.cfa.call_graph import Nesting
from coveriflow.program.cfa.cfa import MemoryObject, RawEdge
from coveriflow.program.cfa.edges import Assign, Call, Input, Return
from coveriflow.program.cfa.object_scopes import Block, Blocks
from coveriflow.program.expressions.expressions import Cell, Variable
from coveriflow.program.memory.layout import EXTENT
from coveriflow.program.memory.points_to import Area, PointsTo, Reference
from coveriflow.program.memory.provenance import area_of


@dataclass(frozen=True, slots=True)
class Holder:
    """Where an address may be kept: in a ``block`` of ``function`` (``None``: the outermost one); ``lasting``: also
    when the function does not run.
    """

    function: str
    block: Block | None
    lasting: bool


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
    _holders: dict[Area, set[Holder]] = field(default_factory=dict)
    _asked: set[Area] = field(default_factory=set)

    def look(self, edges: Iterable[RawEdge]) -> None:
        """Collect both."""
        listed = list(edges)
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

    def _note(self, reference: Reference, holder: Holder) -> None:
        self._holders.setdefault(self.points_to.found(reference).area, set()).add(holder)

    def _of_variable(self, name: str) -> Holder:
        function, separator, own = name.rpartition("::")
        if not separator or own == "return" or name in self.static:
            return _FOR_EVER
        return Holder(function, self.blocks.variables.get(name), lasting=False)

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
        area = self.points_to.found(Reference(area, 0)).area
        return any(self._is_longer(holder, function, block) for holder in self._holders.get(area, ()))

    def _is_longer(self, holder: Holder, function: str, block: Block | None) -> bool:
        if holder.function != function:
            return holder.lasting and not self.nesting.runs_within(holder.function, function)
        return block is not None and (holder.block is None or block not in holder.block.outwards())


def _constant_parameters(edges: Sequence[RawEdge]) -> set[str]:
    """Parameters that only calls give a value: what they point to exists before their function begins."""
    passed = {p.name for e in edges if isinstance(e.operation, Call) for p in e.operation.parameters}
    targets = (e.operation.target for e in edges if isinstance(e.operation, Assign | Input | Return))
    return passed - {each.name for each in targets if isinstance(each, Variable)}

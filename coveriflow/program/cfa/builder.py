"""Building an automaton edge by edge: where control is now, and where it can go from here."""

from __future__ import annotations

from dataclasses import dataclass, field

from coveriflow.program.cfa.branch_statements import ControlStatement
from coveriflow.program.cfa.cfa import RawEdge
from coveriflow.program.cfa.display import rendered
from coveriflow.program.cfa.edges import Assume, Location, Operation, Skip
from coveriflow.program.cfa.object_scopes import Block, Blocks
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Constant, Expression


@dataclass(slots=True)
class Builder:
    """All edges so far, shared by the functions of a program."""

    edges: list[RawEdge] = field(default_factory=list)
    locations: int = 0
    blocks: Blocks = field(default_factory=Blocks)
    control: list[ControlStatement] = field(default_factory=list)

    def location(self, function: str) -> Location:
        """A new location."""
        self.locations += 1
        return Location(self.locations - 1, function)

    def beside(self, location: Location) -> Location:
        """A new location in the same block."""
        found = self.location(location.function)
        if location in self.blocks.locations:
            self.blocks.locations[found] = self.blocks.locations[location]
        return found

    def add(self, source: Location, operation: Operation, target: Location, span: Span) -> None:
        """One more edge."""
        self.edges.append(RawEdge(source, operation, target, span))


@dataclass(slots=True)
class Cursor:
    """The place in one function where code is being added: ``at`` has no leaving edges yet."""

    builder: Builder
    function: str
    at: Location
    block: Block | None = None

    def fresh(self) -> Location:
        """A new location of this function, in the current block."""
        found = self.builder.location(self.function)
        self.place(found)
        return found

    def place(self, location: Location) -> None:
        """``location`` is in the current block."""
        if self.block is not None:
            self.builder.blocks.locations[location] = self.block
        else:
            self.builder.blocks.locations.pop(location, None)

    def emit(self, operation: Operation, span: Span) -> None:
        """Do ``operation`` and go on after it."""
        target = self.fresh()
        self.builder.add(self.at, operation, target, span)
        self.at = target

    def leave(self, operation: Operation, target: Location, span: Span) -> None:
        """Do ``operation`` and go to ``target``; what is added next is not reached from here."""
        self.builder.add(self.at, operation, target, span)
        self.at = self.fresh()

    def goto(self, target: Location, span: Span) -> None:
        """Continue at ``target``."""
        self.leave(Skip(), target, span)

    def branch(self, condition: Expression, if_true: Location, if_false: Location, span: Span) -> None:
        """Go to ``if_true`` where ``condition`` is not zero, else to ``if_false``."""
        if isinstance(condition, Constant):
            self.leave(Skip(rendered(condition)), if_true if condition.value else if_false, span)
            return
        self.builder.add(self.at, Assume(condition, truth=True), if_true, span)
        self.leave(Assume(condition, truth=False), if_false, span)

"""The blocks within functions (C11 6.8 p3): what is declared in one lives from entering it to leaving it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from coveriflow.program.cfa.edges import Location
from coveriflow.program.expressions.expressions import Variable


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A block in ``parent``; ``None`` stands for the outermost block of a function, which ends with the function."""

    parent: Block | None
    depth: int = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "depth", self.parent.depth + 1 if self.parent is not None else 1)

    def outwards(self) -> Iterator[Block]:
        """The block and those around it."""
        block: Block | None = self
        while block is not None:
            yield block
            block = block.parent


@dataclass(frozen=True, slots=True)
class Allocation:
    """What ends with a block of a function, and the pointer to it; with ``again`` more may be allocated in the same
    place of the text before that.
    """

    pointer: Variable
    site: str
    function: str
    block: Block | None
    again: bool


@dataclass(slots=True)
class Blocks:
    """In which block something is; what is missing is in the outermost one of its function. ``homes`` also has the
    objects of recursive functions. ``arrays``: those of variable length, and what ``alloca`` allocates.
    """

    locations: dict[Location, Block] = field(default_factory=dict)
    homes: dict[str, Block] = field(default_factory=dict)
    variables: dict[str, Block] = field(default_factory=dict)
    arrays: list[Allocation] = field(default_factory=list)
    openings: dict[Block, Location] = field(default_factory=dict)
    """Where blocks begin."""
    declarations: dict[str, Location] = field(default_factory=dict)
    """Where objects are declared; nothing that is defined uses one before, unless its declaration is jumped over."""

    def crossed(self, source: Location, target: Location) -> tuple[tuple[Block, ...], tuple[Block, ...]]:
        """The blocks that are left and those that are entered, innermost first."""
        here, there = self.locations.get(source), self.locations.get(target)
        if here is there or source.function != target.function:
            return (), ()
        left: list[Block] = []
        entered: list[Block] = []
        while here is not there:
            if here is not None and (there is None or here.depth >= there.depth):
                left.append(here)
                here = here.parent
            elif there is not None:
                entered.append(there)
                there = there.parent
        return tuple(left), tuple(entered)

    def boundary(self) -> Callable[[Location, Location], bool]:
        """Whether a step leaves or enters a block with objects."""
        filled = {*self.homes.values(), *(each.block for each in self.arrays)}

        def crosses(source: Location, target: Location) -> bool:
            if self.locations.get(source) is self.locations.get(target):
                return False
            return any(block in filled for blocks in self.crossed(source, target) for block in blocks)

        return crosses

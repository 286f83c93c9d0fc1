"""Which declarations a jump may pass: an object lives from where its block is entered (C11 6.2.4 p6), with any content
until something is stored. So what it held in an earlier lifetime has to be forgotten on the way into the block.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.program.cfa.edges import Location
from coveriflow.program.cfa.object_scopes import Block
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Variable


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the text of a function: the block around it, and how many objects were declared before it."""

    block: Block | None
    count: int


@dataclass(frozen=True, slots=True)
class Jump:
    """Control may go from ``begin`` to ``label`` by the location ``via``, from which nothing leads on as yet; ``None``:
    it goes there by an address, or from assembly.
    """

    label: Hashable
    begin: Place
    span: Span
    via: Location | None = None
    target: Location | None = None


@dataclass(slots=True)
class Jumps:
    """Those of a function, and where labels stand. ``heads``: of the switches around."""

    all: list[Jump] = field(default_factory=list)
    labels: dict[Hashable, Place] = field(default_factory=dict)
    heads: list[Place] = field(default_factory=list)

    def entered(self, jump: Jump, declared: Sequence[Variable], homes: Mapping[str, Block]) -> list[int]:
        """The numbers of objects that ``jump`` finds in their blocks, although it begins in none of these: their
        declarations were not passed.
        """
        return [n for n in self._passed(jump, declared, homes) if not _is_within(jump.begin.block, homes, declared[n])]

    def skipped(self, declared: Sequence[Variable], homes: Mapping[str, Block]) -> Iterator[int]:
        """The numbers of objects whose declarations some jump within their blocks may pass."""
        for jump in self.all:
            for number in self._passed(jump, declared, homes):
                if _is_within(jump.begin.block, homes, declared[number]) and jump.begin.count <= number:
                    yield number

    def _passed(self, jump: Jump, declared: Sequence[Variable], homes: Mapping[str, Block]) -> Iterator[int]:
        end = self.labels.get(jump.label)
        for number in range(end.count if end is not None else 0):
            if end is not None and _is_within(end.block, homes, declared[number]):
                yield number


def _is_within(block: Block | None, homes: Mapping[str, Block], object_: Variable) -> bool:
    home = homes.get(object_.name)
    return home is None or (block is not None and home in block.outwards())

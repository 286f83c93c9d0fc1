"""Which declarations a jump may pass: an object lives from where its block is entered (C11 6.2.4 p6), with any content
until something is stored. So what it held in an earlier lifetime has to be forgotten on the way into the block.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field

from coveriflow.program.cfa.edges import Location
from coveriflow.program.cfa.object_scopes import Block
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Variable


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the text of a function: the block around it, and how many objects, and ``arrays`` of variable length,
    were declared before it.
    """

    block: Block | None
    count: int
    arrays: int = 0

    def is_in(self, block: Block | None) -> bool:
        """Whether ``block`` is around it; ``None``: that of the function."""
        return block is None or (self.block is not None and block in self.block.outwards())


@dataclass(frozen=True, slots=True)
class Jump:
    """Control may go from ``begin`` to ``label`` at ``target``, by the location ``via``, from which nothing leads on as
    yet.
    """

    label: Hashable
    begin: Place
    span: Span
    via: Location
    target: Location


@dataclass(slots=True)
class Jumps:
    """Those of a function, and where labels stand. ``heads``: of the switches around. ``arrays``: the blocks of those
    of variable length.
    """

    all: list[Jump] = field(default_factory=list)
    labels: dict[Hashable, Place] = field(default_factory=dict)
    heads: list[Place] = field(default_factory=list)
    arrays: list[Block | None] = field(default_factory=list)

    def entered(
        self, jump: Jump, declared: Sequence[Variable], homes: Mapping[str, Block], skipped: Set[int]
    ) -> list[int]:
        """The numbers of objects that ``jump`` finds in their blocks, although it begins in none of these: their
        declarations were not passed, or come later and may be ``skipped`` then.
        """
        end = self.labels.get(jump.label)
        count = end.count if end is not None else 0
        numbers = [n for n in range(len(declared)) if n < count or n in skipped]
        return [n for n in self._at(jump, declared, homes, numbers) if not _has(jump.begin, homes, declared[n])]

    def ends_array(self, jump: Jump) -> bool:
        """Whether ``jump`` stays in the block of an array of variable length, and ends it: the jump leads to before its
        declaration (C11 6.2.4 p7).
        """
        begin, end = jump.begin, self.labels.get(jump.label)
        if end is None:
            return False
        return any(begin.is_in(block) and end.is_in(block) for block in self.arrays[end.arrays : begin.arrays])

    def skipped(self, jump: Jump, declared: Sequence[Variable], homes: Mapping[str, Block]) -> list[int]:
        """The numbers of objects whose declarations ``jump`` passes within their blocks."""
        end = self.labels.get(jump.label)
        numbers = range(jump.begin.count, end.count if end is not None else 0)
        return [n for n in self._at(jump, declared, homes, numbers) if _has(jump.begin, homes, declared[n])]

    def _at(
        self, jump: Jump, declared: Sequence[Variable], homes: Mapping[str, Block], numbers: Iterable[int]
    ) -> Iterator[int]:
        """Those of ``numbers`` whose objects exist where ``jump`` leads."""
        end = self.labels.get(jump.label)
        return (n for n in numbers if end is not None and _has(end, homes, declared[n]))


def _has(place: Place, homes: Mapping[str, Block], object_: Variable) -> bool:
    """Whether ``place`` is in the block of an object."""
    return place.is_in(homes.get(object_.name))

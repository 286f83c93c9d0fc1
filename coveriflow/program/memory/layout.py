"""Where objects lie in memory: each begins at the start of a granule of its own, so that an address tells its object.

Address 0 is in no object. The granules of an object have entries in the region ``EXTENT``: how many bytes from the
granule's start belong to the object, plus one; 0 where there is none (never was, or its lifetime is over). An access
of ``n`` bytes at ``p`` is within an object if ``p``'s offset in its granule plus ``n`` is less than that.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from coveriflow.program.cfa.cfa import MemoryObject
from coveriflow.program.cfa.edges import InputKind
from coveriflow.program.errors import NotSupported, Span
from coveriflow.program.expressions.expressions import Cell, Expression, Variable
from coveriflow.program.types.c_types import Block, DeclaredType, Pointer, Region, Scalar, Void, pointer_width
from coveriflow.program.types.data_model import DataModel
from coveriflow.program.types.granules import SLACK, USUAL, Granules

MEMORY = Variable("memory#", Region(8))
"""All memory, in bytes. No program has a variable of such a name."""
EXTENT = Variable("extent#", Region(64))
"""By granules."""


def is_constant(block: Block, granules: Granules) -> bool:
    """Whether an object that lies there may not be written."""
    return granules.first_constant <= block.address >> granules.bits < granules.first_heap


def is_data(object_: Variable) -> bool:
    """Whether it is neither a function nor a label: these have no bytes, and addresses of their own."""
    return not object_.name.startswith("&") and not is_label(object_.name)


def is_label(name: str) -> bool:
    """Whether an object of this name is a label whose address is taken."""
    return name.startswith(LABEL_PREFIX)


LABEL_PREFIX = "label "
"""With which the names of labels as values begin."""
FIRST_ADDRESS = 1 << 16
"""Below there is no object."""
LITERAL_PREFIX = "$string"
"""With which the names of string literals begin."""
CONSTANT_PREFIX = "$constant"
"""The same for compound literals of constant types."""
SITE_PREFIX = "objects of "
"""With which the names of the counters of sites begin."""
OUTSIDE_PREFIX = f"{SITE_PREFIX}others "
"""The same for objects that are not the program's own."""
ACTIVATION_PREFIX = "activations with "
"""The same for objects of recursive functions: these counters are a part of the program."""


Source = tuple[InputKind, str]
"""Where values come from that the program does not have from itself."""


@dataclass(frozen=True, slots=True)
class Cut:
    """``known``: the bytes of an object of which something is known. Only where ``whole`` does not hold it has more.
    ``feature``: what it is to access these.
    """

    known: int
    whole: Expression
    feature: str


@dataclass(frozen=True, slots=True)
class Site:
    """A place in the program that allocates: its objects have ``stride`` granules each, the first one is ``first``, and
    ``counter`` counts them. ``owner``: the function whose local variable ``local`` they are, one for each activation.
    ``automatic``: none may be freed. ``outside``: who made them, where it is not the program.
    """

    first: int
    stride: int
    most: int
    counter: Variable
    owner: str = ""
    local: str = ""
    automatic: bool = False
    outside: str = ""


class NoRoom(NotSupported):
    """All granules are given out."""


_VOID = Void()


@dataclass(slots=True)
class Layout:
    """Gives out addresses."""

    model: DataModel
    granules: Granules
    next_granule: int = 1
    constant_granules: int = 0
    heap_granules: int = 0
    objects: dict[str, MemoryObject] = field(default_factory=dict)
    spreads: int = 1
    """How many granules an object has: the most of those that may be freed; two at least if any has several."""
    spread: int = 1
    """The same, as the program is lowered for it."""
    computes_sizes: bool = False
    """Whether the program text computes sizes of objects that it allocates."""
    may_widen: bool = False
    """Whether the program may be lowered anew with larger granules."""
    is_exceeded: bool = False
    """Whether there may be a larger object than the usual granules hold: one of such a size, or of a computed one."""
    is_full: bool = False
    """Whether some part of the program found no granules for its objects."""

    def place(self, size: int, alignment: int, span: Span, *, constant: bool = False) -> Block:
        """A place for ``size`` bytes, and ``SLACK`` after it that belong to nothing; ``constant``: no one may write
        there.
        """
        bits, first = self.granules.bits, self.granules.first_constant
        count = (size + SLACK >> bits) + 1
        self.spreads = max(self.spreads, min(count, 2))
        if constant and first + self.constant_granules + count < self.granules.first_heap:
            granule = first + self.constant_granules
            self.constant_granules += count
        else:
            granule = self.next_granule
            self.next_granule += count
        is_writable = constant and granule < first
        if self.next_granule >= first or (is_writable and self.is_wide):
            raise self.no_room(span)
        return Block(size, granule << bits, alignment)

    def no_room(self, span: Span) -> NoRoom:
        """What ends the lowering of a part of the program, or of all of it, if it needs more granules."""
        self.is_full = True
        return NoRoom("so much memory", span)

    @property
    def is_wide(self) -> bool:
        """Whether the granules are larger than the usual ones."""
        return self.granules != USUAL[self.model]

    def pointer(self, target: DeclaredType = _VOID) -> Pointer:
        """The type of addresses; to ``void`` by default."""
        return Pointer(target, pointer_width(self.model))


def cell(address: Expression, type_: Scalar) -> Cell:
    """The scalar that lies at ``address``."""
    return Cell(MEMORY, address, type_)


def extents(objects: list[MemoryObject], granules: Granules) -> dict[int, int]:
    """The entries of ``EXTENT`` for objects that exist from the start, up to the one of the address after them."""
    found: dict[int, int] = {}
    for each in objects:
        granule, left = each.block.address >> granules.bits, each.block.size
        while left >= 0:
            found[granule] = left + 1
            granule, left = granule + 1, left - granules.size
    return found

"""What a variable or a field may hold: a set of numbers, or an address relative to an object of the graph."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from coveriflow.analysis.data_flow.values.arithmetic import Arithmetic
from coveriflow.analysis.data_flow.values.value_sets import Shape

NUMBERS = Shape(4, congruences=False)
ARITHMETIC = Arithmetic(NUMBERS)

ObjectId = int | str
"""An allocated object's number, or the name of an object that the program declares."""


class End(Enum):
    """Which object of a segment. A single object is the first one of itself."""

    FIRST = "first"
    LAST = "last"


@dataclass(frozen=True, slots=True)
class Pointer:
    """The address of the byte at ``offset`` in an object. It lies in the object's granule."""

    object: ObjectId
    offset: int
    end: End = End.FIRST

    def at(self, offset: int) -> Pointer:
        """Another byte of the same object."""
        return Pointer(self.object, offset, self.end)


@dataclass(frozen=True, slots=True)
class Granule:
    """The number of an object's granule: as an intermediate result, never stored."""

    object: ObjectId
    end: End


class Refused(Exception):
    """What an execution does next is not understood; ``what`` completes the sentence 'the analysis of shapes does not
    know ...'.
    """


class Ambiguous(Exception):
    """What happens depends on how long the segment is, or of which kind its object is: look at its ``end`` first."""

    def __init__(self, segment: int, end: End) -> None:
        super().__init__(segment)
        self.segment, self.end = segment, end

"""What an execution reads of the program's arguments after their first characters, which are inputs one by one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from coveriflow.program.cfa.arguments import FIRST_BYTES, LENGTH, REST, is_rest
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Assign, Edge, Input
from coveriflow.program.expressions.expressions import Address, Cell
from coveriflow.program.types.c_types import Block, Region

_TEXT = re.compile(r"argv\[(\d+)\]")


@dataclass(frozen=True, slots=True)
class Text:
    """The bytes from ``start`` to ``end`` of a ``region`` are for argument ``number``, after its first ones. ``width``:
    bytes of a number of the region.
    """

    number: int
    region: str
    width: int
    start: int
    end: int


Texts = tuple[Text, ...]


def texts_of(cfa: Cfa) -> Texts:
    """Where arguments have further characters, if executions can be given them."""
    read = {
        edge.operation.source for edge in cfa.edges if isinstance(edge.operation, Input) and is_rest(edge.operation)
    }
    found = dict[Text, None]()
    for edge in cfa.edges if read else ():
        match edge.operation:
            case Assign(Cell(region, Address(object_))):
                name = _TEXT.fullmatch(object_.name.rpartition("::")[2])
                if name is None or REST.format(name[1]) not in read:
                    continue
                assert isinstance(region.type, Region)
                assert isinstance(object_.type, Block)
                begin, size, width = object_.type.address, object_.type.size, region.type.width // 8
                found[Text(int(name[1]), region.name, width, begin + FIRST_BYTES, begin + size)] = None
            case _:
                pass
    return tuple(found)


@dataclass(slots=True)
class FurtherCharacters:
    """Bytes that no one has written. ``taken``: the inputs so far."""

    texts: Texts
    taken: Sequence[tuple[Edge, int]]
    _known: dict[str, int] = field(default_factory=dict)
    _looked_at: int = 0

    def number_at(self, region: str, address: int) -> int:
        """What a region has at an address, the lowest byte first."""
        for text in self.texts:
            if text.region == region and text.start < address + text.width and address < text.end:
                return int.from_bytes((self._byte(text, address + place) for place in range(text.width)), "little")
        return 0

    def _byte(self, text: Text, address: int) -> int:
        for number in range(self._looked_at, len(self.taken)):
            edge, value = self.taken[number]
            assert isinstance(edge.operation, Input)
            self._known[edge.operation.source] = value
        self._looked_at = len(self.taken)
        place = address - text.start + FIRST_BYTES
        is_inside = FIRST_BYTES <= place < self._known.get(LENGTH.format(text.number), 0)
        return self._known.get(REST.format(text.number), 0) & 0xFF if is_inside else 0

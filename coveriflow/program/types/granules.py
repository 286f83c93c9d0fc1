"""Granules: the aligned parts of the address space that ``memory.layout`` gives to objects."""

from __future__ import annotations

from dataclasses import dataclass

from coveriflow.program.types.data_model import DataModel


@dataclass(frozen=True, slots=True)
class Granules:
    """Those of one program. A granule has 2^``bits`` bytes. What is allocated lies from granule ``first_heap`` on,
    everything else before.
    """

    bits: int
    first_heap: int

    @property
    def size(self) -> int:
        """In bytes."""
        return 1 << self.bits

    @property
    def first_constant(self) -> int:
        """What may not be written lies from here on, up to the heap."""
        return self.first_heap // 4 * 3


SLACK = 1 << 12
"""Bytes after each object, in its last granule, that belong to nothing."""
NEAR = SLACK // 8
"""Below this the distance between a pointer and what is accessed at once is not checked: it stays within ``SLACK``. A
pointer that is kept may be moved again, so that each of its steps is checked.
"""
USUAL = {DataModel.ILP32: Granules(16, 1 << 14), DataModel.LP64: Granules(33, 1 << 20)}
WIDE = Granules(47, 1 << 13)
"""Under LP64, for programs that may ask for objects of more than 8 GB: no process of an x86-64 machine has larger
ones, nor as many addresses. There are fewer of these granules.
"""

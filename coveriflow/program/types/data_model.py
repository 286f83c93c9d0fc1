"""The two data models of SV-COMP tasks on x86 (System V ABI, i386 and amd64)."""

from __future__ import annotations

from enum import Enum


class DataModel(Enum):
    """Widths of ``long`` and of pointers: 32 bits (ILP32) or 64 bits (LP64). ``int`` has 32 bits in both."""

    ILP32 = "ILP32"
    LP64 = "LP64"

    @property
    def long_width(self) -> int:
        """Bits of ``long``, of ``size_t`` and of a pointer."""
        return 32 if self is DataModel.ILP32 else 64

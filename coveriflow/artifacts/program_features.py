"""Features of a program: by them a composition chooses verifiers."""

from __future__ import annotations

from dataclasses import dataclass, fields


@dataclass(frozen=True, slots=True)
class Features:
    """How often something is in a program, its library functions that it uses included. ``nesting``: of loops, at its
    deepest, in one function. ``recursion``: calls that may be made again before they return. ``inputs``: places where
    a value is nondeterministic. ``floats``, ``arrays``, ``pointers``, ``heap``: steps that compute with floating
    numbers, look up array elements, follow pointers, allocate. ``products``: steps that multiply or divide by what is
    no constant; ``bits``: steps that shift or combine bits. ``alternatives``:
    large parts of which an execution takes one.
    """

    lines: int = 0
    edges: int = 0
    functions: int = 0
    branches: int = 0
    loops: int = 0
    nesting: int = 0
    recursion: int = 0
    inputs: int = 0
    floats: int = 0
    arrays: int = 0
    pointers: int = 0
    heap: int = 0
    products: int = 0
    bits: int = 0
    alternatives: int = 0

    def __str__(self) -> str:
        return ", ".join(f"{name} {number}" for name in NAMES if (number := getattr(self, name)))


NAMES = tuple(field.name for field in fields(Features))
"""What can be asked about."""

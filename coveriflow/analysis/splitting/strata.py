"""Random walks that are spread evenly over a tree: each begins in a part of its own (stratified sampling)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random


def stratified(walks: int, random: Random) -> Iterator[Iterator[int]]:
    """For each of so many walks the ways, 0 or 1, at its first branches.

    Of 2^n walks in a row each has other ways at the first n branches, in a random order: so that all ways are equally
    probable for each walk, and an estimate from all of them is what it would be without.
    """
    levels = max(0, walks.bit_length() - 1)
    numbers: list[int] = []
    for _ in range(walks):
        if not numbers:
            numbers = random.sample(range(1 << levels), 1 << levels)
        number = numbers.pop()
        yield iter([number >> level & 1 for level in range(levels)])

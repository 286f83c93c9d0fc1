"""Random walks that are spread evenly over a tree: each begins in a part of its own (stratified sampling)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

_STAYING = 0.9
"""The probability to go round a loop once more: most paths do so often."""


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


@dataclass(slots=True)
class Chances:
    """Those of one walk, which stands for as many paths as its probability is small (Knuth: Estimating the efficiency
    of backtrack programs, 1975): that is right in the mean, whatever the probabilities are.
    """

    random: Random
    strata: Iterator[int]
    stands_for: float = 1.0

    def taken(self, stays: Sequence[bool]) -> int:
        """The number of one of the ways that can be taken; ``stays``: whether each goes round a loop."""
        if len(stays) == 1:
            return 0
        if len(stays) == 2 and stays[0] is not stays[1]:
            is_in = self.random.random() < _STAYING
            self.stands_for /= _STAYING if is_in else 1 - _STAYING
            return stays.index(is_in)
        self.stands_for *= len(stays)
        way = next(self.strata, None) if len(stays) == 2 else None
        return self.random.randrange(len(stays)) if way is None else way

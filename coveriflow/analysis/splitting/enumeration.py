"""Some of the feasible paths, and how many there are: a tree of paths, level by level, of each as many prefixes as
wanted, drawn by chance.

(Stochastic enumeration: Rubinstein, *Stochastic enumeration method for counting NP-hard problems*, 2013; Vaisman and
Kroese, *Stochastic enumeration method for counting trees*, 2017. A random walk alone stands for as many paths as it is
improbable (Knuth, 1975), which is right in the mean, too; but most walks through a tree that leans to one side die
early, and few of them stand for nearly all paths.)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, Self, TypeVar


class Prefix(Protocol):
    """Of a path."""

    def forks(self) -> Sequence[Self]:
        """Walk on to a branch with several feasible ways: who goes on there, from left to right. None: the path ends
        before one.
        """
        ...


P = TypeVar("P", bound=Prefix)


def enumerated(level: Sequence[P], most: int, exhausted: Callable[[], object], random: Random) -> list[tuple[P, float]]:
    """Paths that begin with those of ``level``, each with the number of those that it stands for: the sum is the number
    of all, in the mean. A level has ``most`` prefixes at most.

    Once ``exhausted`` says something, the prefixes of that level are taken for paths.
    """
    weight, found = 1.0, list[tuple[P, float]]()
    while level:
        weight *= max(1.0, len(level) / most)
        level = drawn(level, most, random)
        following, ended = list[P](), list[P]()
        for prefix in level:
            forks = prefix.forks()
            following += forks
            ended += () if forks else (prefix,)
            if exhausted() is not None:
                following, ended = [], list(level)
                break
        found += [(prefix, weight) for prefix in ended]
        level = following
    return found


def drawn(items: Sequence[P], most: int, random: Random) -> Sequence[P]:
    """At most so many, each with the same probability, evenly spread over all of them (systematic sampling)."""
    if len(items) <= most:
        return items
    step, first = len(items) / most, random.random()
    return [items[int((first + number) * step)] for number in range(most)]

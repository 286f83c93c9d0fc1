"""Time and memory: what an actor may use and what it did use."""

from __future__ import annotations

import os
from dataclasses import dataclass


def used_here() -> float:
    """CPU seconds that this process has used, and those of its children that it has waited for."""
    return sum(os.times()[:4])


@dataclass(frozen=True, slots=True)
class Limits:
    """Hard limits of one process tree: CPU and wall seconds, bytes of resident memory. ``None``: no limit."""

    cpu: float | None = None
    wall: float | None = None
    memory: int | None = None

    def split(self, number: int) -> Limits:
        """Of each of so many processes side by side: CPU time and memory in equal parts."""
        memory = None if self.memory is None else self.memory // number
        return Limits(None if self.cpu is None else self.cpu / number, self.wall, memory)

    def shared(self, share: float) -> Limits:
        """A share of both times."""
        cpu, wall = (None if each is None else share * each for each in (self.cpu, self.wall))
        return Limits(cpu, wall, self.memory)

    def least(self, other: Limits) -> Limits:
        """The smaller one of each."""
        memory = _least(self.memory, other.memory)
        return Limits(
            _least(self.cpu, other.cpu), _least(self.wall, other.wall), None if memory is None else int(memory)
        )


def _least(one: float | None, other: float | None) -> float | None:
    return other if one is None else one if other is None else min(one, other)


@dataclass(frozen=True, slots=True)
class Resources:
    """Measured use: CPU and wall seconds over the whole process tree, peak resident bytes."""

    cpu: float = 0.0
    wall: float = 0.0
    memory: int = 0

    def __add__(self, other: Resources) -> Resources:
        """One after the other: times add up, the peak is the larger one."""
        return Resources(self.cpu + other.cpu, self.wall + other.wall, max(self.memory, other.memory))

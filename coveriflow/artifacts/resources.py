"""Time and memory: what an actor may use and what it did use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Hard limits of one process tree: CPU and wall seconds, bytes of resident memory. ``None``: no limit."""

    cpu: float | None = None
    wall: float | None = None
    memory: int | None = None


@dataclass(frozen=True, slots=True)
class Resources:
    """Measured use: CPU and wall seconds over the whole process tree, peak resident bytes."""

    cpu: float = 0.0
    wall: float = 0.0
    memory: int = 0

    def __add__(self, other: Resources) -> Resources:
        """One after the other: times add up, the peak is the larger one."""
        return Resources(self.cpu + other.cpu, self.wall + other.wall, max(self.memory, other.memory))

"""Shapes of programs: how long and how wide their automata are (fold paper, Fig. 5)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """``widths``: how many locations there are at each distance from the first one, by the fewest edges.

    ``missing``: why there is no such program, if there is none.
    """

    name: str
    widths: tuple[int, ...]
    missing: str = ""

    @property
    def locations(self) -> int:
        """All that control can come to."""
        return sum(self.widths)

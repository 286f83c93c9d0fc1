"""How much of a program tests take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BranchCoverage:
    """Of ``total`` branches (two per decision), ``taken`` are taken by some test, and no execution takes
    ``unreachable``. ``open``: some of those that are left, as ``file:line: condition``.
    """

    taken: int
    total: int
    unreachable: int = 0
    open: tuple[str, ...] = ()

    @property
    def complete(self) -> bool:
        """Nothing is left to be taken."""
        return self.taken + self.unreachable >= self.total

    def __str__(self) -> str:
        share = f" ({100 * self.taken / self.total:.0f} %)" if self.total else ""
        is_or_are = "is" if self.unreachable == 1 else "are"
        never = f", {self.unreachable} {is_or_are} never taken" if self.unreachable else ""
        return f"{self.taken} of {self.total} branches{share}{never}"

"""How much of a program tests take."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BranchCoverage:
    """Of ``total`` branches (two per decision), ``taken`` are taken by some test, and no execution takes
    ``unreachable``. ``open``: some of those that are left, as ``file:line: condition``. ``hidden``: where an execution
    may do what is not supported, so that what it takes after that is not known; ``""``: nowhere.
    """

    taken: int
    total: int
    unreachable: int = 0
    open: tuple[str, ...] = ()
    hidden: str = ""

    @property
    def complete(self) -> bool:
        """Nothing is left to be taken, and nothing is hidden."""
        return not self.hidden and self.taken + self.unreachable >= self.total

    def __str__(self) -> str:
        is_or_are = "is" if self.unreachable == 1 else "are"
        never = f", {self.unreachable} {is_or_are} never taken" if self.unreachable else ""
        return _share(self.taken, self.total, "branches") + never


@dataclass(frozen=True, slots=True)
class MeasuredCoverage:
    """What gcov has counted while the compiled program ran with all tests: lines, and branches as gcov sees them.

    ``reason``: why nothing could be counted; empty if something was.
    """

    lines: int
    lines_total: int
    branches: int
    branches_total: int
    reason: str = ""

    def __str__(self) -> str:
        if self.reason:
            return f"not measured by gcov: {self.reason}"
        return f"by gcov {_share(self.lines, self.lines_total, 'lines')}, " + _share(
            self.branches, self.branches_total, "branches"
        )


def _share(taken: int, total: int, noun: str) -> str:
    return f"{taken} of {total} {noun}" + (f" ({100 * taken / total:.0f} %)" if total else "")

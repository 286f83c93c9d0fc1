"""How much of a program tests take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import PurePath

_MOST_LINES = 12
"""Runs of lines that are named."""
Line = tuple[str, int]
"""A file and the number of a line."""


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


@dataclass(frozen=True, slots=True)
class ExecutedLines:
    """Which lines that do something executions of a search have executed, at least; both are in order. ``others`` are
    not known to have been. Lines of functions that are never called are in neither.
    """

    executed: tuple[Line, ...]
    others: tuple[Line, ...]

    def __add__(self, more: ExecutedLines) -> ExecutedLines:
        executed = {*self.executed, *more.executed}
        others = {*self.others, *more.others} - executed
        return ExecutedLines(tuple(sorted(executed)), tuple(sorted(others)))

    @property
    def total(self) -> int:
        """How many lines do something."""
        return len(self.executed) + len(self.others)

    def __str__(self) -> str:
        """How many, and which ones are left."""
        left = tuple(_runs(self.others))
        more = f", and more in {len(left) - _MOST_LINES} places" if len(left) > _MOST_LINES else ""
        rest = f"; not {', '.join(left[:_MOST_LINES])}{more}" if left else ""
        return f"{_share(len(self.executed), self.total, 'lines')}{rest}"


def _runs(lines: Iterable[Line]) -> Iterator[str]:
    """Lines that follow each other, once for each file and run."""
    for file, some in groupby(sorted(lines), key=lambda line: line[0]):
        name = PurePath(file).name
        for _, run in groupby(enumerate(number for _, number in some), key=lambda each: each[1] - each[0]):
            numbers = [number for _, number in run]
            yield f"{name}:{numbers[0]}" + (f"-{numbers[-1]}" if len(numbers) > 1 else "")


def _share(taken: int, total: int, noun: str) -> str:
    return f"{taken} of {total} {noun}" + (f" ({100 * taken / total:.0f} %)" if total else "")

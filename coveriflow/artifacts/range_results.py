"""What was found out about each of several ranges, before it is put together."""

from __future__ import annotations

from dataclasses import dataclass

from coveriflow.artifacts.answers import Answer, Justification
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range, Ranges
from coveriflow.artifacts.witnesses.yaml import Invariant


@dataclass(frozen=True, slots=True)
class RangeInvariants:
    """What was proved to hold at loops in the executions ``within`` a range. (It is no witness: that would speak of
    all.)
    """

    within: Range
    invariants: tuple[Invariant, ...] = ()


@dataclass(frozen=True, slots=True)
class RangeResult:
    """The answer within one range; ``condition``, if there is one, covers what is outside and what was verified, and
    ``justification`` says why the latter is true. ``invariants``: of a proof.
    """

    within: Range
    answer: Answer
    condition: Condition | None = None
    justification: Justification | None = None
    invariants: RangeInvariants | None = None


@dataclass(frozen=True, slots=True)
class RangeResults:
    """One result for each of ``ranges``, in their order."""

    ranges: Ranges
    results: tuple[RangeResult, ...]

    def __post_init__(self) -> None:
        """Refuse results of other ranges: nothing may be left out."""
        if tuple(result.within for result in self.results) != self.ranges.parts:
            raise ValueError("these are not the results of all ranges")

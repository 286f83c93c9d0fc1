"""Questions about artifacts, by which compositions go one way or the other. Each is a sentence, too."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

from coveriflow.actors.user_modules import code_of
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.coverage import BranchCoverage
from coveriflow.artifacts.program_features import NAMES, Features
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.verdicts import Verdict


class Question(Protocol):
    """A question about an answer, or about an artifact of the kind that its attribute ``about`` names. A user's own
    one is a frozen value with a sentence: ``str``.
    """

    def holds(self, artifact: Any) -> bool:
        """Whether it is so of ``artifact``."""
        ...


def asked(question: Question, artifact: object) -> bool:
    """Whether ``question`` holds; ``InputError`` where one of the user's fails or would end the process."""
    with code_of(question):
        return question.holds(artifact)


def subject_of(question: Question) -> type:
    """What kind of artifact ``question`` is about."""
    kind = getattr(question, "about", Answer)
    assert isinstance(kind, type)
    return kind


@dataclass(frozen=True, slots=True)
class VerdictIs:
    """Holds for an answer with one of ``verdicts``; where no one has answered yet that is ``unknown``."""

    verdicts: tuple[Verdict, ...]

    def holds(self, artifact: Answer) -> bool:
        """See ``Question``."""
        return artifact.verdict in self.verdicts

    def __str__(self) -> str:
        return "verdict is " + " or ".join(v.value for v in self.verdicts)


DECIDED = VerdictIs((Verdict.TRUE, Verdict.FALSE))

RELATIONS: dict[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "<": operator.lt,
    ">": operator.gt,
    "=": operator.eq,
}


@dataclass(frozen=True, slots=True)
class FeatureIs:
    """Holds where the feature ``name`` of the program is in ``relation`` to ``number``."""

    name: str
    relation: str
    number: int

    def __post_init__(self) -> None:
        """Refuse what there is not."""
        if self.name not in NAMES:
            raise ValueError(f"'{self.name}' is no feature of a program: {', '.join(NAMES)} are")
        if self.relation not in RELATIONS:
            raise ValueError(f"'{self.relation}' is no relation: {', '.join(RELATIONS)} are")

    def holds_of(self, features: Features) -> bool:
        """Whether it is so of ``features``."""
        return RELATIONS[self.relation](getattr(features, self.name), self.number)

    def __str__(self) -> str:
        return f"{self.name} {self.relation} {self.number}"


@dataclass(frozen=True, slots=True)
class FeaturesAre:
    """Holds where all of ``each`` do."""

    each: tuple[FeatureIs, ...]
    about: ClassVar[type] = Features

    def holds(self, artifact: Features) -> bool:
        """See ``Question``."""
        return all(one.holds_of(artifact) for one in self.each)

    def __str__(self) -> str:
        return " and ".join(map(str, self.each))


@dataclass(frozen=True, slots=True)
class CoverageIs:
    """Whether tests take all branches that can be taken; ``complete`` false: whether some are left."""

    complete: bool
    about: ClassVar[type] = BranchCoverage

    def holds(self, artifact: BranchCoverage) -> bool:
        """See ``Question``."""
        return artifact.complete == self.complete

    def __str__(self) -> str:
        return f"coverage is {'complete' if self.complete else 'not complete'}"


@dataclass(frozen=True, slots=True)
class ConditionHas:
    """Holds for a condition of at most ``states`` states. A larger one makes a residual program that is larger than
    what a verifier saves by it.
    """

    states: int
    about: ClassVar[type] = Condition

    def __post_init__(self) -> None:
        """Refuse what no condition has."""
        if self.states < 1:
            raise ValueError(f"a condition has at least one state, not at most {self.states}")

    def holds(self, artifact: Condition) -> bool:
        """See ``Question``."""
        return len(artifact.states) <= self.states

    def __str__(self) -> str:
        return f"condition has at most {self.states} states"


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """Holds where at least ``seconds`` of the budget are left, of CPU time and of wall time; or no limit is set."""

    seconds: float
    about: ClassVar[type] = Limits

    def __post_init__(self) -> None:
        """Refuse what is always so."""
        if not 0 < self.seconds < math.inf:
            raise ValueError(f"a time that is left is a number of seconds above 0: {self.seconds}")

    def holds(self, artifact: Limits) -> bool:
        """See ``Question``; ``artifact``: what is left."""
        return all(left is None or left >= self.seconds for left in (artifact.cpu, artifact.wall))

    def __str__(self) -> str:
        return f"time left is at least {self.seconds:g} s"


COVERED, NOT_COVERED = CoverageIs(complete=True), CoverageIs(complete=False)

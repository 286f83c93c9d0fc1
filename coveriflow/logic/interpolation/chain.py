"""The interpolator of the project: engines tried in an order, every answer checked before it is given."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from z3 import Z3Exception

from coveriflow.logic import cpu_time
from coveriflow.logic.interpolation.apart import Apart
from coveriflow.logic.interpolation.bitwuzla.cuts import BitwuzlaCuts
from coveriflow.logic.interpolation.boolean_predicates import BooleanPredicates
from coveriflow.logic.interpolation.bounds import Bounds
from coveriflow.logic.interpolation.checking import Known, checked
from coveriflow.logic.interpolation.contracts import Attempt, Effort, Ending, Engine, Inapplicable, OutOfTime, Scope
from coveriflow.logic.interpolation.core import core_of
from coveriflow.logic.interpolation.elimination.by_z3 import ProjectedPostconditions
from coveriflow.logic.interpolation.integers.encoding import CarefulIntegers, Integers
from coveriflow.logic.interpolation.path import Path, path_of
from coveriflow.logic.interpolation.predicates import Predicates
from coveriflow.logic.interpolation.spacer import Spacer
from coveriflow.logic.interpolation.strongest import StrongestPostconditions
from coveriflow.logic.interpolation.weakest import WeakestPreconditions
from coveriflow.logic.terms import Term

_CORE_SECONDS = 0.25
"""Where a core is harder to find than that, the engines get the whole path."""
_LEAST_CHECK = 2.0
"""Seconds for a check, at least: an answer is mostly right."""
_SLOTS = (0.7, 2.0, 8.0, 32.0, 128.0)
"""Seconds for each engine, in turns: what one solves at once does not wait for another to give up."""


def bit_precise_engines() -> tuple[Engine, ...]:
    """Engines that prove what they say on bit-vectors, those first that find invariants or are quick."""
    engines: list[Engine] = [
        Apart(Spacer("loop spacer", rounds=True)),
        Apart(Predicates("loop predicates", Spacer("", Integers, rounds=True), rounds=True, effort=Effort.LIGHT)),
        Bounds(),
        WeakestPreconditions(),
        StrongestPostconditions(),
        StrongestPostconditions("strongest postconditions of the whole path", Scope.WHOLE),
        Apart(Predicates()),
        Apart(Spacer("spacer")),
        Apart(BitwuzlaCuts()),
        Apart(ProjectedPostconditions("projections")),
        Apart(BooleanPredicates()),
    ]
    return tuple(engines)


def integer_engines() -> tuple[Engine, ...]:
    """Engines that work on integers; what they say is checked in bit-vectors."""
    return (
        Apart(Spacer("loop spacer over integers", Integers, rounds=True)),
        Apart(Spacer("loop spacer over careful integers", CarefulIntegers, rounds=True)),
        Apart(Spacer("spacer over integers", Integers)),
        Apart(Spacer("spacer over careful integers", CarefulIntegers)),
        Apart(ProjectedPostconditions("projections over integers", Integers)),
    )


def all_engines() -> tuple[Engine, ...]:
    """Both kinds, loop invariants first."""
    loops, careful, *integers = integer_engines()
    precise = bit_precise_engines()
    light = [e for e in precise if e.effort is Effort.LIGHT]
    return (loops, *light, careful, *integers, *(e for e in precise if e.effort is Effort.HEAVY))


def preferring(engines: Sequence[Engine], *names: str) -> tuple[Engine, ...]:
    """``engines`` with those called ``names`` first, in that order."""
    first = [engine for name in names for engine in engines if engine.name == name]
    return (*first, *(engine for engine in engines if engine not in first))


_GIVING_UP = (RecursionError, MemoryError, Z3Exception)
"""What ends an engine where a path is too much for it: it has no interpolants then, and others are asked."""


def _applies(engine: Engine, path: Path) -> bool:
    try:
        return engine.applies(path)
    except _GIVING_UP:
        return False


@dataclass(slots=True)
class _Candidate:
    """An engine that may still answer; ``answer``: one that there was no time to check."""

    engine: Engine
    answer: Sequence[Term] | None = None
    known: Known = field(default_factory=Known)


@dataclass(slots=True)
class _Seen:
    """A path, and its core once someone wants it."""

    path: Path
    deadline: float
    core: Path | None = None

    def through(self, scope: Scope) -> Path:
        """What an engine of this scope is given."""
        if scope is Scope.WHOLE:
            return self.path
        if self.core is None:
            self.core = core_of(self.path, min(self.deadline, cpu_time.now() + _CORE_SECONDS)) or self.path
        return self.core


@dataclass(slots=True)
class Chain:
    """``contracts.Interpolator``: the first engine, in the order given, whose answer is right.

    ``attempts``: what was tried for the last path; ``answers``: how often each engine has answered, for all paths.
    """

    engines: Sequence[Engine] = field(default_factory=bit_precise_engines)
    attempts: list[Attempt] = field(default_factory=list)
    answers: Counter[str] = field(default_factory=Counter)

    def sequence(self, parts: Sequence[Term], seconds: float) -> Sequence[Term] | None:
        """See ``contracts.Interpolator``."""
        self.attempts = []
        if not parts:
            return None
        deadline = cpu_time.now() + seconds
        path = path_of(parts)
        seen = _Seen(path, deadline)
        candidates = [_Candidate(engine) for engine in self.engines if _applies(engine, path)]
        for turn, slot in enumerate(_SLOTS):
            for candidate in tuple(candidates):
                if turn == 0 and candidate.engine.effort is Effort.HEAVY:
                    continue
                left = deadline - cpu_time.now()
                if left <= 0:
                    return None
                found = self._attempt(candidate, seen, min(slot, left))
                if found is not None:
                    self.answers[candidate.engine.name] += 1
                    return found
                if self.attempts[-1].ending in (Ending.NOTHING, Ending.REJECTED):
                    candidates.remove(candidate)
        return None

    @property
    def answered(self) -> str | None:
        """The name of the engine that answered last time."""
        last = self.attempts[-1] if self.attempts else None
        return last.engine if last is not None and last.ending is Ending.FOUND else None

    def _attempt(self, candidate: _Candidate, seen: _Seen, seconds: float) -> Sequence[Term] | None:
        start = cpu_time.now()
        engine = candidate.engine
        try:
            if candidate.answer is None:
                path = seen.through(engine.scope)
                soon = min(seen.deadline, cpu_time.now() + seconds)
                candidate.answer = engine.interpolants(path, soon)
            ending = self._judged(candidate, seen, seconds)
        except OutOfTime:
            ending = Ending.OUT_OF_TIME
        except (Inapplicable, *_GIVING_UP):
            ending = Ending.NOTHING
        self.attempts.append(Attempt(engine.name, ending, cpu_time.now() - start))
        return candidate.answer if ending is Ending.FOUND else None

    def _judged(self, candidate: _Candidate, seen: _Seen, seconds: float) -> Ending:
        if candidate.answer is None:
            return Ending.NOTHING
        soon = min(seen.deadline, cpu_time.now() + max(seconds, _LEAST_CHECK))
        return checked(seen.path, candidate.answer, soon, candidate.known)

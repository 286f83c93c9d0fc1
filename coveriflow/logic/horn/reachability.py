"""Property-directed reachability of clauses with at most one atom in their bodies, in bits (IC3; Bradley 2011; Een,
Mishchenko, Brayton 2011).

A level has what holds of the states that so many clauses derive at most. A state from which an error is derived is
excluded from its level, with as many others as possible, or a state before it is found. Two equal levels are a
solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import count
from typing import Generic

from coveriflow.logic import build
from coveriflow.logic.cpu_time import in_seconds
from coveriflow.logic.horn.contracts import Clause, Derivation, Outcome, Predicate, Solution, predicates_of
from coveriflow.logic.horn.steps import L, Language, State, Step, Transition, check_linear
from coveriflow.logic.interpolation.contracts import OutOfTime
from coveriflow.logic.substitution import conjunction
from coveriflow.logic.terms import TRUE, Term

_FAILURES = 3
"""Literals in a row that a cube needs: then no more are tried where questions are slow."""

_DEPTH = 1
_ORIGINS = 3
"""How often states are excluded from which a step leads into what is to be excluded; and for these, and so on. Where
questions are slow, none are.
"""

_Cubes = dict[Predicate, dict[frozenset[L], None]]


@dataclass(frozen=True, slots=True)
class _Obligation(Generic[L]):
    """From the states of ``predicate`` in ``cube`` an error is derived by ``clause`` with the inputs of ``transition``,
    at once, or by what ``then`` derives it from.
    """

    predicate: Predicate
    cube: frozenset[L]
    clause: Clause
    transition: Transition[L]
    then: _Obligation[L] | None

    def derivation(self, first: Clause, inputs: Mapping[Term, Term]) -> Derivation:
        """Of the error, where ``first`` derives one of these states."""
        found, current = Derivation(first, (), inputs), self
        while True:
            found = Derivation(current.clause, (found,), current.transition.inputs)
            if current.then is None:
                return found
            current = current.then


@dataclass(frozen=True, slots=True)
class _Entry(Generic[L]):
    """A step leads into a cube from ``state`` of ``predicate``. No more than the first ``known`` of its cubes were
    excluded when that was found out.
    """

    predicate: Predicate
    state: State[L]
    known: int


@dataclass(slots=True)
class Reachability(Generic[L]):
    """Of ``clauses``, in ``language``. Raises ``Inapplicable`` where one has several atoms in its body, or what the
    language does not have.

    A search goes on where it was stopped.
    """

    clauses: Sequence[Clause]
    language: Language[L]
    _steps: tuple[Step[L], ...] = field(init=False)
    _predicates: tuple[Predicate, ...] = field(init=False)
    _into: dict[Predicate, tuple[Step[L], ...]] = field(init=False)
    _levels: list[_Cubes[L]] = field(default_factory=list, init=False)
    _pending: list[tuple[int, int, _Obligation[L]]] = field(default_factory=list, init=False)
    _numbers: Iterator[int] = field(default_factory=count, init=False)
    _often: Counter[tuple[Predicate, L]] = field(default_factory=Counter, init=False)
    _learnt: Mapping[Predicate, Term] = field(default_factory=dict, init=False)
    _excluded: Mapping[Predicate, list[tuple[int, frozenset[L]]]] = field(init=False)
    """Cubes that were excluded, each with its level, in their order."""
    _entries: dict[tuple[Predicate, frozenset[L], int], _Entry[L]] = field(default_factory=dict, init=False)
    """Why a cube is not excluded after a level."""

    def __post_init__(self) -> None:
        check_linear(self.clauses)
        self._steps = tuple(map(self.language.step, self.clauses))
        self._predicates = predicates_of(self.clauses)
        heads = [(step.clause.head, step) for step in self._steps]
        self._into = {p: tuple(s for h, s in heads if h is not None and h.predicate is p) for p in self._predicates}
        self._excluded = {p: [] for p in self._predicates}
        self._deepen()
        self._deepen()

    def within(self, seconds: float) -> Outcome:
        """What is found in so many more seconds of CPU time."""
        self._stop_after(seconds)
        try:
            return self._searched()
        except OutOfTime:
            return None

    def learn(self, invariants: Mapping[Predicate, Term], seconds: float) -> None:
        """``invariants`` hold of all that is derived: solutions are to be read together with them. Raises ``OutOfTime``
        after so many seconds.
        """
        self._stop_after(seconds)
        for step in self._steps:
            body = step.body
            if body is not None and (news := invariants.get(body, TRUE)) is not self._learnt.get(body, TRUE):
                step.learn(news)
                self._pending.clear()  # these may be states that there are not
                self._entries.clear()
        self._learnt = dict(invariants)

    def _stop_after(self, seconds: float) -> None:
        for step in self._steps:
            step.deadline = in_seconds(seconds)

    def _searched(self) -> Outcome:
        while True:
            error: _Obligation[L] | Derivation | None = None
            while self._pending or (error := self._error()) is not None:
                if isinstance(error, Derivation):
                    return error
                if error is not None:
                    self._wait(self._last, error)
                    error = None
                found = self._blocked()
                if found is not None:
                    return found
            self._deepen()
            fixed = self._pushed()
            if fixed is not None:
                return Solution({p: self._holds(p, fixed) for p in self._predicates})

    @property
    def _last(self) -> int:
        return len(self._levels) - 1

    def _deepen(self) -> None:
        self._levels.append({predicate: {} for predicate in self._predicates})

    def _holds(self, predicate: Predicate, level: int) -> Term:
        cubes = [cube for each in self._levels[level:] for cube in each[predicate]]
        excluded = conjunction([self._outside(predicate, cube) for cube in cubes])
        return build.conjoin(self.language.known(predicate), excluded)

    def _outside(self, predicate: Predicate, cube: Collection[L]) -> Term:
        terms = sorted((self.language.term(predicate, each) for each in cube), key=lambda term: term.number)
        return build.negate(conjunction(terms))

    def _error(self) -> _Obligation[L] | Derivation | None:
        """States of the last level from which an error is derived, or the error where it needs none."""
        for step in self._steps:
            if step.clause.head is not None:
                continue
            found = step.into((), self._last, None)
            if not isinstance(found, frozenset):
                if step.body is None:
                    return Derivation(step.clause, (), found.inputs)
                return _Obligation(step.body, step.before(found, ()), step.clause, found, None)
        return None

    def _wait(self, level: int, obligation: _Obligation[L]) -> None:
        heappush(self._pending, (level, next(self._numbers), obligation))

    def _blocked(self) -> Derivation | None:
        """Exclude what waits, and first from which it is reached: of the lowest level first. What is being asked about
        waits until there is an answer.
        """
        while self._pending:
            level, _, obligation = self._pending[0]
            predicate, cube = obligation.predicate, obligation.cube
            if not self._is_excluded(predicate, cube, level):
                found = self._entered(predicate, cube, level)
                if not isinstance(found, frozenset):
                    step, transition = found
                    if step.body is None:
                        return obligation.derivation(step.clause, transition.inputs)
                    before = step.before(transition, cube)
                    self._wait(level - 1, _Obligation(step.body, before, step.clause, transition, obligation))
                    continue
                level = self._exclude(predicate, found, level, _DEPTH if self.language.is_quick else 0)
            heappop(self._pending)
            if level < self._last:
                self._wait(level + 1, obligation)
        return None

    def _is_excluded(self, predicate: Predicate, cube: frozenset[L], level: int) -> bool:
        return any(known <= cube for each in self._levels[level:] for known in each[predicate])

    def _entered(
        self, predicate: Predicate, cube: frozenset[L], level: int
    ) -> tuple[Step[L], Transition[L]] | frozenset[L]:
        """A step into ``cube`` at ``level`` from outside of it, or the part of it that excludes such a step."""
        needed = set[L]()
        for step in self._into[predicate]:
            if step.body is not None and level == 1:
                continue
            found = step.into(cube, level - 1, cube if step.body is predicate else None)
            if not isinstance(found, frozenset):
                return step, found
            needed |= found
        return frozenset(needed)

    def _exclude(self, predicate: Predicate, cube: frozenset[L], level: int, depth: int) -> int:
        """Exclude as many states as can be with those of ``cube``, up to the level that is returned."""
        cube = self._generalised(predicate, cube, level, depth)
        while level < self._last:
            further = self._entered(predicate, cube, level + 1)
            if not isinstance(further, frozenset):
                break
            cube, level = further, level + 1
        self._add(predicate, cube, level)
        return level

    def _generalised(self, predicate: Predicate, cube: frozenset[L], level: int, depth: int) -> frozenset[L]:
        """``cube`` without literals that are not needed: those first that were seldom needed before."""
        failures = 0
        for literal in sorted(cube, key=lambda each: (self._often[predicate, each], self.language.order(each))):
            if literal not in cube:
                continue
            found = self._excludable(predicate, cube - {literal}, level, depth)
            if found is not None:
                cube, failures = found, 0
            elif (failures := failures + 1) > _FAILURES and not self.language.is_quick:
                break
        return cube

    def _excludable(self, predicate: Predicate, cube: frozenset[L], level: int, depth: int) -> frozenset[L] | None:
        """The part of ``cube`` that excludes a step into it, if there is none, perhaps since the states from which
        there were some are excluded now (counterexamples to generalization; Hassan, Bradley, Somenzi 2013).
        """
        for _ in range(1 + (_ORIGINS if depth else 0)):
            found = self._entered(predicate, cube, level)
            if isinstance(found, frozenset):
                return found
            step, transition = found
            if step.body is None or level == 1 or not depth:
                return None
            origin = self._entered(step.body, step.before(transition, cube), level - 1)
            if not isinstance(origin, frozenset):
                return None
            self._exclude(step.body, origin, level - 1, depth - 1)
        return None

    def _add(self, predicate: Predicate, cube: frozenset[L], level: int) -> None:
        for each in self._levels[: level + 1]:
            each[predicate] = {known: None for known in each[predicate] if not cube <= known}
        self._levels[level][predicate][cube] = None
        self._excluded[predicate].append((level, cube))
        for step in self._steps:
            if step.body is predicate:
                step.exclude(cube, level)
        self._often.update((predicate, each) for each in cube)

    def _pushed(self) -> int | None:
        """Move what is excluded to the next level where that is so too; the first level with nothing of its own."""
        for level in range(1, self._last):
            for predicate in self._predicates:
                for cube in tuple(self._levels[level][predicate]):
                    if cube in self._levels[level][predicate] and not self._is_still_entered(predicate, cube, level):
                        self._push(predicate, cube, level)
            if not any(self._levels[level].values()):
                return level
        return None

    def _is_still_entered(self, predicate: Predicate, cube: frozenset[L], level: int) -> bool:
        """Whether the step is still there because of which ``cube`` was not excluded after ``level`` before."""
        entry = self._entries.pop((predicate, cube, level), None)
        if entry is None:
            return False
        excluded = self._excluded[entry.predicate]
        if any(at >= level and entry.state.may_be_in(other) for at, other in excluded[entry.known :]):
            return False
        self._entries[predicate, cube, level] = replace(entry, known=len(excluded))
        return True

    def _push(self, predicate: Predicate, cube: frozenset[L], level: int) -> None:
        found = self._entered(predicate, cube, level + 1)
        if isinstance(found, frozenset):
            del self._levels[level][predicate][cube]
            self._add(predicate, found, level + 1)
            return
        step, transition = found
        if step.body is not None:
            known = len(self._excluded[step.body])
            self._entries[predicate, cube, level] = _Entry(step.body, transition.beginning(), known)

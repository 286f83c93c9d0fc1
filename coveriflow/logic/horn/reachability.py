"""Property-directed reachability of clauses with at most one atom in their bodies, in bits (IC3; Bradley 2011; Een,
Mishchenko, Brayton 2011).

A level has what holds of the states that so many clauses derive at most. A state from which an error is derived is
excluded from its level, with as many others as possible, or a state before it is found. Two equal levels are a
solution.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

from coveriflow.logic import build
from coveriflow.logic.bitwuzla.solver import shared_translator
from coveriflow.logic.cpu_time import in_seconds
from coveriflow.logic.horn.contracts import Clause, Derivation, Outcome, Predicate, Solution, predicates_of
from coveriflow.logic.horn.literals import Cube, Literals, literals
from coveriflow.logic.horn.steps import Step, Transition
from coveriflow.logic.interpolation.contracts import Inapplicable, OutOfTime
from coveriflow.logic.substitution import conjunction, size_of
from coveriflow.logic.terms import BOOLEAN, TRUE, Term, variable

_FAILURES = 3
"""Literals in a row that a cube needs: then no more are tried."""

_Cubes = dict[Predicate, dict[Cube, None]]


@dataclass(frozen=True, slots=True)
class _Obligation:
    """From the states of ``predicate`` in ``cube`` an error is derived by ``clause``: at once, or by what ``then``
    derives it from. ``inputs``: with these values for other variables.
    """

    predicate: Predicate
    cube: Cube
    clause: Clause
    inputs: Mapping[Term, Term]
    then: _Obligation | None

    def derivation(self, first: Clause, inputs: Mapping[Term, Term]) -> Derivation:
        """Of the error, where ``first`` derives one of these states."""
        found, current = Derivation(first, (), inputs), self
        while True:
            found = Derivation(current.clause, (found,), current.inputs)
            if current.then is None:
                return found
            current = current.then


@dataclass(slots=True)
class Reachability:
    """Of ``clauses``. Raises ``Inapplicable`` where one has several atoms in its body, or what bitwuzla does not have.

    A search goes on where it was stopped.
    """

    clauses: Sequence[Clause]
    _steps: tuple[Step, ...] = field(init=False)
    _predicates: tuple[Predicate, ...] = field(init=False)
    _literals: dict[Predicate, Literals] = field(init=False)
    _levels: list[_Cubes] = field(default_factory=list, init=False)
    _markers: list[Term] = field(default_factory=list, init=False)
    _pending: list[tuple[int, int, _Obligation]] = field(default_factory=list, init=False)
    _numbers: Iterator[int] = field(default_factory=count, init=False)
    _often: Counter[Term] = field(default_factory=Counter, init=False)
    _learnt: Mapping[Predicate, Term] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        if any(len(clause.body) > 1 for clause in self.clauses):
            raise Inapplicable("clauses with several predicates in their bodies")
        if any(atom.arguments != atom.predicate.parameters for clause in self.clauses for atom in clause.body):
            raise Inapplicable("clauses that do not speak of parameters")
        translate, deadline = shared_translator(), in_seconds(0)
        self._steps = tuple(Step(clause, translate, deadline) for clause in self.clauses)
        self._predicates = predicates_of(self.clauses)
        by_body = {p: [s.clause for s in self._steps if s.body is p] for p in self._predicates}
        self._literals = {p: literals(p, some) for p, some in by_body.items()}
        self._deepen()
        self._deepen()

    def within(self, seconds: float) -> Outcome:
        """What is found in so many more seconds of CPU time."""
        for step in self._steps:
            step.deadline = in_seconds(seconds)
        try:
            return self._searched()
        except OutOfTime:
            return None

    def learn(self, invariants: Mapping[Predicate, Term]) -> None:
        """``invariants`` hold of all that is derived: solutions are to be read together with them."""
        for step in self._steps:
            body = step.body
            if body is not None and (news := invariants.get(body, TRUE)) is not self._learnt.get(body, TRUE):
                step.add(news)
        self._learnt = dict(invariants)

    def _searched(self) -> Outcome:
        while True:
            error: _Obligation | Derivation | None = None
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
        self._markers.append(variable(f"level {len(self._markers)} of {id(self)}", BOOLEAN))

    def _holds(self, predicate: Predicate, level: int) -> Term:
        cubes = [cube for each in self._levels[level:] for cube in each[predicate]]
        return conjunction([_outside(cube) for cube in cubes])

    def _error(self) -> _Obligation | Derivation | None:
        """States of the last level from which an error is derived, or the error where it needs none."""
        for step in self._steps:
            if step.clause.head is not None:
                continue
            found = step.into((), self._markers[self._last :] if step.body is not None else ())
            if isinstance(found, Transition):
                if step.body is None:
                    return Derivation(step.clause, (), found.inputs)
                cube = step.before(found, (), self._literals[step.body])
                return _Obligation(step.body, cube, step.clause, found.inputs, None)
        return None

    def _wait(self, level: int, obligation: _Obligation) -> None:
        heappush(self._pending, (level, next(self._numbers), obligation))

    def _blocked(self) -> Derivation | None:
        """Exclude what waits, and first from which it is reached: of the lowest level first. What is being asked about
        waits until there is an answer.
        """
        while self._pending:
            level, _, obligation = self._pending[0]
            predicate, cube = obligation.predicate, obligation.cube
            if not self._is_excluded(predicate, cube, level):
                found = self._into(predicate, cube, level)
                if not isinstance(found, frozenset):
                    step, transition = found
                    if step.body is None:
                        return obligation.derivation(step.clause, transition.inputs)
                    before = step.before(transition, cube, self._literals[step.body])
                    self._wait(level - 1, _Obligation(step.body, before, step.clause, transition.inputs, obligation))
                    continue
                level = self._exclude(predicate, found, level)
            heappop(self._pending)
            if level < self._last:
                self._wait(level + 1, obligation)
        return None

    def _is_excluded(self, predicate: Predicate, cube: Cube, level: int) -> bool:
        return any(known <= cube for each in self._levels[level:] for known in each[predicate])

    def _into(self, predicate: Predicate, cube: Collection[Term], level: int) -> tuple[Step, Transition] | Cube:
        """A step into ``cube`` at ``level`` from outside of it, or the part of it that excludes such a step."""
        ordered, needed = _ordered(cube), set[Term]()
        for step in self._steps_into(predicate):
            if step.body is not None and level == 1:
                continue
            given = list(self._markers[level - 1 :] if step.body is not None else ())
            if step.body is predicate:
                given.append(_outside(ordered))
            found = step.into(ordered, given)
            if isinstance(found, Transition):
                return step, found
            needed.update(found.needed)
        return frozenset(needed)

    def _steps_into(self, predicate: Predicate) -> Iterator[Step]:
        return (s for s in self._steps if s.clause.head is not None and s.clause.head.predicate is predicate)

    def _exclude(self, predicate: Predicate, cube: Cube, level: int) -> int:
        """Exclude as many states as can be with those of ``cube``, up to the level that is returned."""
        cube = self._generalised(predicate, cube, level)
        while level < self._last:
            further = self._into(predicate, cube, level + 1)
            if not isinstance(further, frozenset):
                break
            cube, level = further, level + 1
        self._add(predicate, cube, level)
        return level

    def _generalised(self, predicate: Predicate, cube: Cube, level: int) -> Cube:
        """``cube`` without literals that are not needed: those first that were seldom needed before."""
        failures = 0
        for literal in sorted(cube, key=lambda each: (self._often[each], size_of(each), each.number)):
            if literal not in cube:
                continue
            found = self._into(predicate, cube - {literal}, level)
            if isinstance(found, frozenset):
                cube, failures = found, 0
            elif (failures := failures + 1) > _FAILURES:
                break
        return cube

    def _add(self, predicate: Predicate, cube: Cube, level: int) -> None:
        for each in self._levels[: level + 1]:
            each[predicate] = {known: None for known in each[predicate] if not cube <= known}
        self._levels[level][predicate][cube] = None
        formula = build.disjoin(build.negate(self._markers[level]), _outside(cube))
        for step in self._steps:
            if step.body is predicate:
                step.add(formula)
        self._often.update(cube)

    def _pushed(self) -> int | None:
        """Move what is excluded to the next level where that is so too; the first level with nothing of its own."""
        for level in range(1, self._last):
            for predicate in self._predicates:
                for cube in tuple(self._levels[level][predicate]):
                    if cube not in self._levels[level][predicate]:
                        continue
                    found = self._into(predicate, cube, level + 1)
                    if isinstance(found, frozenset):
                        del self._levels[level][predicate][cube]
                        self._add(predicate, found, level + 1)
            if not any(self._levels[level].values()):
                return level
        return None


def _ordered(cube: Collection[Term]) -> list[Term]:
    return sorted(cube, key=lambda literal: literal.number)


def _outside(cube: Collection[Term]) -> Term:
    return build.negate(conjunction(_ordered(cube)))

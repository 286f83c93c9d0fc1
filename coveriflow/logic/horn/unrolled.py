"""Derivations of an error, the shortest first, of clauses with at most one atom in their bodies (bounded model
checking; Biere, Cimatti, Clarke, Zhu 1999).

Steps are circuits, of which there is a copy for each place in a derivation. One SAT solver has all of them, and what it
has learnt of short derivations serves the longer ones.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.cpu_time import Deadline, in_seconds
from coveriflow.logic.horn.bit_language import BitLanguage
from coveriflow.logic.horn.bit_steps import BitStep
from coveriflow.logic.horn.contracts import Clause, Derivation, Predicate
from coveriflow.logic.interpolation.contracts import Inapplicable
from coveriflow.logic.sat.circuits import Literal
from coveriflow.logic.sat.incremental import SatSolver
from coveriflow.logic.terms import Term

_MOST_CLAUSES = 6_000_000
"""That MiniSat has memory for: about a gigabyte."""


@dataclass(frozen=True, slots=True)
class _Copy:
    """``step`` at one place: where ``chosen`` holds, it is taken. ``offset``: of its literals."""

    step: BitStep
    chosen: Literal
    offset: int


@dataclass(frozen=True, slots=True)
class _Frame:
    """What may be derived by so many clauses: for each predicate whether it is, the literals of its state, and the
    steps that lead there.
    """

    holds: Mapping[Predicate, Literal]
    states: Mapping[Predicate, Sequence[Literal]]
    into: Mapping[Predicate, Sequence[_Copy]]


@dataclass(slots=True)
class Unrolled:
    """Of ``clauses``, whose steps are those of ``language``. A search goes on where it was stopped."""

    clauses: Sequence[Clause]
    language: BitLanguage
    _solver: SatSolver = field(default_factory=lambda: SatSolver(keeps=False), init=False)
    _copied_clauses: int = field(default=0, init=False)
    _steps: tuple[BitStep, ...] = field(init=False)
    _frames: list[_Frame] = field(default_factory=list, init=False)
    _errors: Sequence[_Copy] | None = field(default=None, init=False)
    """Of the last frame, until none of them can be taken."""

    def __post_init__(self) -> None:
        self._steps = tuple(map(self.language.step, self.clauses))
        self._frames.append(self._following(None))

    @property
    def length(self) -> int:
        """No error is derived by fewer clauses."""
        return len(self._frames)

    def within(self, seconds: float) -> Derivation | None:
        """What is found in so many more seconds of CPU time. Raises ``Inapplicable`` where it takes too much memory."""
        deadline = in_seconds(seconds)
        while self._frames[-1].holds and not deadline.is_over():
            if self._errors is None:
                self._errors = self._begun(_into_error(self._steps), self._frames[-1])
            answer, values = self._answer(self._errors, deadline)
            if answer is Satisfiability.SAT:
                return self._derivation(values)
            if answer is Satisfiability.UNKNOWN:
                return None
            self._frames.append(self._following(self._frames[-1]))
            self._errors = None
        return None

    def learn(self, invariants: Mapping[Predicate, Term], seconds: float) -> None:
        """Nothing: of what is not derived, no derivation is found."""

    def _answer(self, errors: Sequence[_Copy], deadline: Deadline) -> tuple[Satisfiability, Sequence[Literal]]:
        """Whether one of ``errors`` can be taken, and the literals that hold then."""
        if not errors:
            return Satisfiability.UNSAT, ()
        with self._solver.passing([each.chosen for each in errors]) as some:
            answer = self._solver.check([some], deadline)
            return answer, self._solver.values() if answer is Satisfiability.SAT else ()

    def _following(self, last: _Frame | None) -> _Frame:
        """What the clauses derive that need nothing, or from ``last``."""
        into = defaultdict[Predicate, list[BitStep]](list)
        for step in self._steps:
            is_possible = step.body is None if last is None else step.body in last.holds
            if step.clause.head is not None and is_possible:
                into[step.clause.head.predicate].append(step)
        copies = {predicate: self._begun(steps, last) for predicate, steps in into.items()}
        states = {p: [self._solver.new() for _ in steps[0].relation.after] for p, steps in into.items()}
        holds = {predicate: self._solver.new() for predicate in into}
        for predicate, some in copies.items():
            self._solver.add([-holds[predicate], *(copy.chosen for copy in some)])
            for copy in some:
                self._same(copy, copy.step.relation.after, states[predicate])
        return _Frame(holds, states, copies)

    def _begun(self, steps: Sequence[BitStep], frame: _Frame | None) -> list[_Copy]:
        """Those of ``steps`` that begin in ``frame``, or, without one, need nothing."""
        found = []
        for step in steps:
            if frame is not None and step.body not in frame.holds:
                continue
            copy = self._copied(step)
            found.append(copy)
            if frame is not None and step.body is not None:
                self._solver.add([-copy.chosen, frame.holds[step.body]])
                self._same(copy, step.relation.before, frame.states[step.body])
        return found

    def _copied(self, step: BitStep) -> _Copy:
        relation, offset = step.relation, self._solver.last
        self._copied_clauses += len(relation.clauses)
        if self._copied_clauses > _MOST_CLAUSES:
            raise Inapplicable("too many steps of so large circuits")
        self._solver.last += relation.last
        self._solver.add_all([[_moved(each, offset) for each in clause] for clause in relation.clauses])
        chosen = self._solver.new()
        self._solver.add([-chosen, _moved(relation.guard, offset)])
        return _Copy(step, chosen, offset)

    def _same(self, copy: _Copy, of_step: Sequence[Literal], state: Sequence[Literal]) -> None:
        """Where ``copy`` is taken, these literals of it are those of ``state``."""
        for own, other in zip(of_step, state, strict=True):
            moved = _moved(own, copy.offset)
            self._solver.add_all([[-copy.chosen, -moved, other], [-copy.chosen, moved, -other]])

    def _derivation(self, values: Sequence[Literal]) -> Derivation:
        """The one that ``values`` show: from its end on, a step that is taken."""
        assert self._errors is not None
        taken = [_chosen(self._errors, values)]
        for frame in reversed(self._frames):
            body = taken[-1].step.body
            assert body is not None
            taken.append(_chosen(frame.into[body], values))
        found: Derivation | None = None
        for copy in reversed(taken):
            inputs = copy.step.constants(values[copy.offset :])
            found = Derivation(copy.step.clause, () if found is None else (found,), inputs)
        assert found is not None
        return found


def _into_error(steps: Sequence[BitStep]) -> list[BitStep]:
    return [step for step in steps if step.clause.head is None and step.body is not None]


def _chosen(copies: Sequence[_Copy], values: Sequence[Literal]) -> _Copy:
    return next(copy for copy in copies if values[copy.chosen - 1] > 0)


def _moved(literal: Literal, offset: int) -> Literal:
    return literal + offset if literal > 0 else literal - offset

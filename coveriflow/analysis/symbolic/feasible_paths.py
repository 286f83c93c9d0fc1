"""Feasible paths, each by itself: the analysis under symbolic execution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Step
from coveriflow.analysis.domains.symbolic import PathFormula, SymbolicDomain
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.logic.contracts import Model, Satisfiability
from coveriflow.logic.path_solver import PathSolver
from coveriflow.logic.terms import TRUE, Term
from coveriflow.program.cfa.edges import Assume, Edge

_BRANCH_SECONDS = 10.0


@dataclass(slots=True)
class Paths(SymbolicDomain):
    """Path formulas that are not joined."""

    def merge(self, new: PathFormula, old: PathFormula) -> PathFormula:
        """Never."""
        return old


class Apart:
    """A group in which no state has to do with another (``reached.Group``)."""

    def add(self, state: CompositeState) -> None:
        """See ``Group``."""

    def discard(self, state: CompositeState) -> None:
        """See ``Group``."""

    def candidates(self, state: CompositeState) -> Sequence[CompositeState]:
        """See ``Group``: none."""
        return ()


@dataclass(frozen=True)
class FeasiblePaths(CompositeAnalysis):
    """``CompositeAnalysis`` of path formulas (the first component) that leaves infeasible paths.

    ``undefined`` gets the checks that may fail on a feasible path. ``left_first``: of two branches the true one comes
    last, so that a search in depth goes on there.
    """

    watch: LimitWatch = field(default_factory=lambda: LimitWatch(SoftLimits()))
    solver: PathSolver = field(default_factory=PathSolver)
    undefined: dict[Edge, None] = field(default_factory=dict)
    left_first: bool = False
    models: dict[int, Model] = field(default_factory=dict)
    """By the ``id`` of a formula that waits: an execution that comes there."""

    def transitions(self, state: CompositeState) -> Iterator[tuple[Step, CompositeState]]:
        """See ``Analysis``: to states that some execution may come to."""
        before: PathFormula = state.elements[0]
        model = self.models.pop(id(before), None)
        for step, after in self._in_order(super().transitions(state)):
            self._note_undefined(model)
            formula: PathFormula = after.elements[0]
            answer, of_it = self._feasible(formula.guard, before.guard, model)
            if answer is Satisfiability.UNSAT:
                continue
            if of_it is not None:
                self.models[id(formula)] = of_it
            reason = "the solver gave up on a path" if answer is Satisfiability.UNKNOWN else None
            if self.steps_watch is not None:
                reason = self.steps_watch.too_much(formula) or reason
            yield step, after._replace(assumption=after.assumption or reason)
        self._note_undefined(model)

    def _in_order(self, ways: Iterable[tuple[Step, CompositeState]]) -> Iterable[tuple[Step, CompositeState]]:
        return sorted(ways, key=lambda way: goes_left(way[0])) if self.left_first else ways

    @property
    def _most_seconds(self) -> float:
        limit = self.steps_watch.seconds if self.steps_watch is not None else None
        return _BRANCH_SECONDS if limit is None else min(limit, _BRANCH_SECONDS)

    def _feasible(self, guard: Term, before: Term, model: Model | None) -> tuple[Satisfiability, Model | None]:
        """Whether an execution that came so far goes on; what is known of one may be enough to say so."""
        if guard is before or (model is not None and model.value(guard)):
            return Satisfiability.SAT, model
        answer = self.solver.check(guard, self.watch.seconds_left(self._most_seconds))
        return answer, self.solver.model() if answer is Satisfiability.SAT else None

    def _note_undefined(self, model: Model | None) -> None:
        domain = self.domains[0]
        assert isinstance(domain, SymbolicDomain)
        for edge, fails in domain.undefined:
            if edge not in self.undefined and self._feasible(fails, TRUE, model)[0] is not Satisfiability.UNSAT:
                self.undefined[edge] = None
        domain.undefined.clear()


def goes_left(step: Step) -> bool:
    """Whether a step begins with a true branch."""
    return isinstance(step[0].operation, Assume) and step[0].operation.truth

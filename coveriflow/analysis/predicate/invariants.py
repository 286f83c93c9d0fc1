"""The certificate check of a proof: what the analysis found to hold where blocks end is inductive and excludes errors.

This shares no search with the analysis: from every place in turn, all paths to the next places are unwound by the
plain CPA algorithm, and solved by other engines.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Domain, Outcome, Step
from coveriflow.analysis.cpa.reached import Node, Order, Reached, Waitlist
from coveriflow.analysis.domains.automata import ConditionDomain
from coveriflow.analysis.domains.monitors import Frame
from coveriflow.analysis.domains.symbolic import PathFormula
from coveriflow.analysis.predicate.blocks import BlockEnd
from coveriflow.analysis.predicate.formulas import BlockFormulas, instance, variables_at
from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.analysis.search.topological_unrolling import UnrolledOrder
from coveriflow.artifacts.automata.condition_observer import AutomatonStates, ResolvedCondition
from coveriflow.logic import build
from coveriflow.logic.build import any_of
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.encoding import sort_of
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.terms import FALSE, Term
from coveriflow.logic.z3_solver import Engine
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.cfa.loops import Loops

BLOCK_HAS_ENDED = "the end of the block"


@dataclass(frozen=True, slots=True)
class Place:
    """Where control is, and what a given condition still waits for there."""

    position: Position
    given: AutomatonStates | None = None


InvariantMap = Mapping[Place, Term]
"""What holds whenever control is there, over the values now; where nothing is said, control never is."""


@dataclass(frozen=True, slots=True)
class OneBlock:
    """Counts the ends of blocks on the path; paths are left at the first."""

    ends_block: BlockEnd

    def initial(self) -> int:
        """None met."""
        return 0

    def successor(self, element: int, step: Step) -> int:
        """Only a step's last edge can end a block."""
        return element + self.ends_block(step[-1].target)

    def merge(self, new: int, old: int) -> int:
        """Never: other counts have other keys."""
        return old

    def covers(self, larger: int, smaller: int) -> bool:
        """Equality."""
        return larger == smaller

    def key(self, element: int) -> Hashable:
        """The count."""
        return element

    def exceeded(self, element: int) -> str | None:
        """The block has ended."""
        return BLOCK_HAS_ENDED if element else None


@dataclass(slots=True)
class InvariantCheck:
    """Of ``invariants`` in ``cfa``. ``undefined``: checks that may fail where they hold, each with when it does."""

    cfa: Cfa
    loops: Loops
    ends_block: BlockEnd
    invariants: InvariantMap
    given: ResolvedCondition | None
    watch: LimitWatch
    undefined: list[tuple[Edge, Term]] = field(default_factory=list)

    def holds(self) -> bool:
        """Whether the invariants hold at every first visit of a place, and at the next whenever at the last, and no
        error is reached between. Raises ``AssertionError`` if they do not; ``False``: there was no time to find out.
        """
        places: list[Place | None] = [None, *self.invariants]
        return all(self._holds_from(place) for place in places)

    def _holds_from(self, place: Place | None) -> bool:
        reached = self._unwound(place)
        if reached is None:
            return False
        return self._excluded(list(self._bad(reached)))

    def _unwound(self, place: Place | None) -> Reached[CompositeState] | None:
        """All paths from ``place``, or from the start of the program, to where their first block ends."""
        formulas = BlockFormulas(self.cfa)
        domains: tuple[Domain[Any], ...] = (formulas, OneBlock(self.ends_block))
        if self.given is not None:
            domains += (ConditionDomain(self.given),)
        analysis = CompositeAnalysis(self.cfa, domains)
        order = UnrolledOrder(self.cfa, self.loops)

        def priority(state: CompositeState) -> Any:
            return state.elements[1], order.key(state.position, (Frame(),) * (len(state.position.stack) + 1))

        starts = [] if place is None else [self._start(formulas, place)]
        reached = Reached(analysis, Waitlist[CompositeState](Order.BREADTH_FIRST, priority), starts=starts)
        outcome = Outcome.TARGET
        while outcome is Outcome.TARGET:
            outcome = explore(analysis, reached, self.watch)
        self.undefined += formulas.undefined
        return None if outcome is Outcome.STOPPED else reached

    def _start(self, formulas: BlockFormulas, place: Place) -> CompositeState:
        """Any values for which the invariant holds."""
        known = variables_at(self.cfa, formulas.forgotten, place.position)
        start = formulas.beginning({variable.name: sort_of(variable.type) for variable in known})
        guard = build.conjoin(start.guard, self.invariants[place])
        rest = () if place.given is None else (place.given,)
        return CompositeState(place.position, (PathFormula(guard, start.values), 0, *rest))

    def _bad(self, reached: Reached[CompositeState]) -> Iterator[Term]:
        """When an execution reaches an error, or what is not supported, or the end of a block without its invariant."""
        for node in reached.nodes:
            guard: Term = node.state.elements[0].guard
            if node.target or (node.left_out is not None and node.left_out != BLOCK_HAS_ENDED):
                yield guard
            elif node.left_out is not None:
                yield build.conjoin(guard, build.negate(self._expected(node)))

    def _expected(self, node: Node[CompositeState]) -> Term:
        place = Place(node.state.position, node.state.elements[2] if self.given is not None else None)
        return instance(self.invariants.get(place, FALSE), node.state.elements[0])

    def _excluded(self, bad: Sequence[Term]) -> bool:
        """Whether none of ``bad`` can be: other engines than those of the analysis first."""
        question = any_of(bad)
        for engine, most in ((Engine.BLASTED, 5.0), (Engine.COMBINED, 3600.0), (Engine.SIMPLE, 3600.0)):
            answer = Portfolio(engine).check([question], self.watch.seconds_left(most))
            if answer is Satisfiability.SAT:
                raise AssertionError("invariants of the predicate analysis are not inductive")
            if answer is Satisfiability.UNSAT:
                return True
        return False

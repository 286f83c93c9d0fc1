"""One search with a configured predicate CPA: its components put together."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Domain, Outcome, Watch
from coveriflow.analysis.cpa.reached import Order
from coveriflow.analysis.domains.automata import ConditionDomain
from coveriflow.analysis.domains.monitors import Frame, LoopBound
from coveriflow.analysis.predicate.abstraction import PredicateAbstraction
from coveriflow.analysis.predicate.algorithms import cegar
from coveriflow.analysis.predicate.arg import Arg
from coveriflow.analysis.predicate.blocks import BlockEnd, block_end
from coveriflow.analysis.predicate.configuration import Configuration
from coveriflow.analysis.predicate.cpa import PredicateDomain
from coveriflow.analysis.predicate.forced_covering import ForcedCovering
from coveriflow.analysis.predicate.formulas import BlockFormulas
from coveriflow.analysis.predicate.operators import Operators
from coveriflow.analysis.predicate.questions import Questions
from coveriflow.analysis.predicate.refinement import Refiner
from coveriflow.analysis.predicate.states import Precision, PredicateState
from coveriflow.analysis.predicate.strengthening import Strengthening
from coveriflow.analysis.search.path_limits import PathLimits, StepWatch
from coveriflow.analysis.search.topological_unrolling import UnrolledOrder
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.logic.contracts import Interpolator
from coveriflow.logic.terms import Op
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.loops import Loops, loops_of


@dataclass
class Search:
    """``given``: what is verified already and left alone. The ``loop_bound`` of ``paths`` is there for configurations
    without abstraction.
    """

    cfa: Cfa
    configuration: Configuration
    questions: Questions
    interpolator: Interpolator
    paths: PathLimits = field(default_factory=PathLimits)
    given: ResolvedCondition | None = None
    order: Order = Order.BREADTH_FIRST
    precision: Precision = field(default_factory=Precision)

    @cached_property
    def loops(self) -> Loops:
        """The program's loops."""
        return loops_of(self.cfa)

    @cached_property
    def formulas(self) -> BlockFormulas:
        """Computes path formulas."""
        return BlockFormulas(self.cfa)

    @cached_property
    def ends_block(self) -> BlockEnd:
        """The block operator."""
        return block_end(self.configuration.block, self.cfa, self.loops)

    @cached_property
    def steps_watch(self) -> StepWatch | None:
        """What looks at every step."""
        return self.paths.watch(disjuncts)

    @cached_property
    def analysis(self) -> CompositeAnalysis:
        """Location, call stack, predicates, and what limits paths."""
        predicates = PredicateDomain(self.formulas, self.questions, self.precision, Position(self.cfa.entry))
        domains: list[Domain[Any]] = [predicates]
        if self.configuration.bounded:
            domains.append(LoopBound(self.loops, self.paths.loop_bound))
        if self.given is not None:
            domains.append(ConditionDomain(self.given))
        domains += self.paths.monitors(self.loops)
        return CompositeAnalysis(self.cfa, tuple(domains), self.steps_watch)

    @cached_property
    def arg(self) -> Arg:
        """The reachability graph, at first the initial state alone."""
        arg = Arg(self.analysis, self._priority(), self.analysis.initial())
        if self.steps_watch is not None:
            self.steps_watch.states_at = arg.states_at
        return arg

    @cached_property
    def operators(self) -> Operators:
        """The CPA's operators as they are configured."""
        chosen, arg = self.configuration, self.arg
        strengthening = Strengthening(arg, self.questions)
        abstraction = PredicateAbstraction(self.questions, chosen.combination)
        limits = self.paths.refinement
        refiner = Refiner(self.cfa, arg, self.questions, self.interpolator, strengthening, chosen.strategy, limits)
        forced = ForcedCovering(arg, self.questions, self.interpolator, strengthening)
        return Operators(
            arg,
            self.formulas,
            self.ends_block,
            abstraction,
            strengthening,
            refiner,
            forced if chosen.forced_covering else None,
        )

    def run(self, watch: Watch) -> Outcome:
        """Algorithm 4."""
        return cegar(self.operators, self.arg, watch)

    def _priority(self) -> Callable[[CompositeState], Any]:
        """Block by block; within a block a topological order, and where it ends last."""
        order = UnrolledOrder(self.cfa, self.loops)
        sign = -1 if self.order is Order.DEPTH_FIRST else 1

        def priority(state: CompositeState) -> Any:
            predicates: PredicateState = state.elements[0]
            position, before = state.position, predicates.abstraction
            counters = state.elements[1] if self.configuration.bounded else (Frame(),) * (len(position.stack) + 1)
            ends = not predicates.is_abstraction and self.ends_block(position.location)
            return sign * before.depth, sign * before.number, ends, order.key(position, counters)

        return priority


def disjuncts(state: PredicateState) -> int:
    """How large the abstraction formula is: by its disjuncts (CMC paper, III-A.2)."""
    count, pending = 0, [state.abstraction.formula]
    while pending:
        formula = pending.pop()
        if formula.op is Op.OR:
            pending += formula.args
        else:
            count += 1
    return count

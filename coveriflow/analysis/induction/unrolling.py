"""The program unrolled by visits of loop heads, from its start or from arbitrary states at every head."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Domain, Outcome, Step, Watch
from coveriflow.analysis.cpa.reached import Node, Order, Reached, Waitlist
from coveriflow.analysis.domains.automata import ConditionDomain
from coveriflow.analysis.domains.monitors import Frame
from coveriflow.analysis.domains.symbolic import PathFormula, SymbolicDomain
from coveriflow.analysis.induction.heads import HeadVisits, visits_at_start
from coveriflow.analysis.induction.quantified import (
    Instances,
    indices_in,
    is_quantified,
    shown,
    unquantified,
)
from coveriflow.analysis.search.topological_unrolling import UnrolledOrder
from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.logic import build
from coveriflow.logic.encoding import claim, sort_of
from coveriflow.logic.terms import FALSE, TRUE, Term, bits
from coveriflow.logic.terms import variable as logic_variable
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge
from coveriflow.program.cfa.loops import Loops
from coveriflow.program.expressions.expressions import Expression, Variable
from coveriflow.program.types.c_types import Block, Integer, Rank

Invariants = Mapping[Position, Sequence[Expression]]
"""By loop head and call stack: conditions that hold whenever control is there."""

_START = "start"
_SELECTOR_WIDTH = 32


@dataclass(frozen=True)
class StrengthenedAnalysis(CompositeAnalysis):
    """Of executions in which ``invariants`` hold at every visit; the path formula is the first component."""

    invariants: Invariants = field(default_factory=dict)

    def successors(self, state: CompositeState, step: Step) -> Iterable[CompositeState]:
        """With the invariants of the head that the step arrives at."""
        for after in super().successors(state, step):
            known = unquantified(self.invariants.get(after.position, ()))
            if not known:
                yield after
                continue
            formula = strengthened(after.elements[0], known)
            if formula.guard is not FALSE:
                yield after._replace(elements=(formula, *after.elements[1:]))


def strengthened(formula: PathFormula, conditions: Sequence[Expression]) -> PathFormula:
    """``formula`` where ``conditions`` hold."""
    guard = formula.guard
    for each in conditions:
        guard = build.conjoin(guard, claim(each, formula.read))
    return formula if guard is formula.guard else PathFormula(guard, formula.values, formula.inputs)


@dataclass(slots=True)
class Unrolling:
    """All paths with at most ``bound`` visits of heads; one that comes to a head once more is left there.

    ``positions``: where to begin, each with arbitrary values (none: at the start of the program). ``given``: what is
    verified already and left alone, on paths from the start.
    """

    cfa: Cfa
    loops: Loops
    bound: int
    positions: Sequence[Position] = ()
    invariants: Invariants = field(default_factory=dict)
    given: ResolvedCondition | None = None
    domain: SymbolicDomain = field(init=False)
    analysis: CompositeAnalysis = field(init=False)
    reached: Reached[CompositeState] = field(init=False)
    starts: list[tuple[Position, Term, PathFormula]] = field(default_factory=list, init=False)
    _instances: dict[Position, Instances] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self.domain = SymbolicDomain(self.cfa)
        first = 1 if self.positions else visits_at_start(self.cfa, self.loops)
        domains: tuple[Domain[Any], ...] = (self.domain, HeadVisits(self.loops, self.bound, first))
        if self.given is not None:
            domains += (ConditionDomain(self.given),)
        self.analysis = StrengthenedAnalysis(self.cfa, domains, invariants=self.invariants)
        begin = [CompositeState(p, (self._anything(n, p), 1)) for n, p in enumerate(self.positions)]
        waitlist = Waitlist[CompositeState](Order.BREADTH_FIRST, self._priority())
        self.reached = Reached(self.analysis, waitlist, starts=begin)

    def _priority(self) -> Callable[[CompositeState], Any]:
        """Visit by visit; between two visits a topological order, heads first."""
        order, is_head = UnrolledOrder(self.cfa, self.loops), self.loops.is_head
        return lambda s: (
            s.elements[1],
            not is_head(s.position.location),
            order.key(s.position, (Frame(),) * (len(s.position.stack) + 1)),
        )

    def _anything(self, number: int, position: Position) -> PathFormula:
        """Any values at ``position``; only one start holds at a time."""
        here = build.equal(logic_variable(_START, _SELECTOR_WIDTH), bits(number, _SELECTOR_WIDTH))
        values, guard = {}, here
        for variable in self._variables(position):
            term = logic_variable(f"{_START} {variable.name}", sort_of(variable.type))
            values[variable.name] = term
            if isinstance(variable.type, Integer) and variable.type.rank is Rank.BOOL:
                guard = build.conjoin(guard, build.less(term, bits(2, term.sort), is_signed=False))
        for name in self.domain.forgotten.at(position.location):
            values.pop(name, None)
        formula = strengthened(PathFormula(guard, values), unquantified(self.invariants.get(position, ())))
        self.starts.append((position, here, formula))
        return formula

    def _variables(self, position: Position) -> Iterator[Variable]:
        yield from (g.variable for g in self.cfa.globals)
        for name in dict.fromkeys(location.function for location in (position.location, *position.stack)):
            function = self.cfa.functions[name]
            own = (*function.parameters, *function.locals, *([function.result] if function.result else []))
            yield from (v for v in own if not isinstance(v.type, Block))

    def run(self, watch: Watch) -> Outcome:
        """Expand all of it, or as much as ``watch`` allows."""
        outcome = Outcome.TARGET
        while outcome is Outcome.TARGET:
            outcome = explore(self.analysis, self.reached, watch)
        return outcome

    def assumed(self, conditions: Invariants, question: Sequence[Term]) -> Term:
        """That ``conditions`` hold where this begins: those about every index, of the indices in ``question``."""
        about_indices = any(is_quantified(each) for some in conditions.values() for each in some)
        indices = indices_in(question) if about_indices else ()
        result = TRUE
        for position, here, formula in self.starts:
            instances = self._instances.setdefault(position, Instances(formula.read))
            held = instances.of(conditions.get(position, ()), indices)
            result = build.conjoin(result, build.disjoin(build.negate(here), held))
        return result

    def of_every_index(self, question: Sequence[Term]) -> Term:
        """What the invariants about every index say, where this begins, of the indices in ``question``."""
        found = {position: [e for e in some if is_quantified(e)] for position, some in self.invariants.items()}
        return self.assumed(found, question) if any(found.values()) else TRUE

    def errors(self) -> list[Node[CompositeState]]:
        """Error states."""
        return list(self.reached.targets)

    def unsafe(self, visits: int) -> list[Node[CompositeState]]:
        """Error states, and places where something is not supported, that are reached after so many visits."""
        nodes = (n for n in self.reached.nodes if n.state.elements[1] == visits <= self.bound)
        return [n for n in nodes if n.target or n.left_out is not None]

    def cut(self) -> list[Node[CompositeState]]:
        """Where paths were left."""
        return [n for n in self.reached.nodes if n.left_out is not None]

    def arrivals(self) -> list[Node[CompositeState]]:
        """Where paths come to a head once more than is unrolled; where they begin, if that is so already there."""
        root = self.reached.root
        begin = [root] if root.left_out is None and root.state.elements[1] > self.bound else []
        return begin + [n for n in self.cut() if n.state.elements[1] > self.bound]

    def failing(self, visits: int) -> list[tuple[Edge, Term]]:
        """The checks that are passed after ``visits`` visits, each with when it fails."""
        known = len(self.domain.undefined)
        for node in self.reached.nodes:
            if node.expanded and node.state.elements[1] == visits:
                for step in self.analysis.steps(node.state):
                    self.domain.successor(node.state.elements[0], step)
        return self.domain.undefined[known:]


def formula_of(node: Node[CompositeState]) -> PathFormula:
    """The path formula of a state."""
    formula: PathFormula = node.state.elements[0]
    return formula


def holds(conditions: Sequence[Expression], formula: PathFormula) -> Term:
    """That all ``conditions`` hold in the values of ``formula``: of every index, if this is valid."""
    result = TRUE
    for each in conditions:
        result = build.conjoin(result, shown(each, formula.read))
    return result

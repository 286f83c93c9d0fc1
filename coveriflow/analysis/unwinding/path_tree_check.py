"""The certificate check of a tree of paths: path formulas are built anew along it, and what parts from it is solved by
another engine.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.reached import Node, Reached
from coveriflow.analysis.domains.symbolic import PathFormula, SymbolicDomain
from coveriflow.analysis.search.limits import LimitWatch
from coveriflow.logic.build import any_of
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.terms import Term
from coveriflow.logic.z3_solver import Engine
from coveriflow.program.cfa.edges import Edge

_Node = Node[CompositeState]
_AT_ONCE = 32
T = TypeVar("T")


def doubtful_nodes(
    analysis: CompositeAnalysis, reached: Reached[CompositeState], undefined: Collection[Edge], watch: LimitWatch
) -> tuple[set[int], list[Edge]]:
    """Nodes from which a path may part that is not in the tree, as far as ``watch`` allows to exclude it; and further
    checks than ``undefined`` that may fail.

    Raises ``AssertionError`` where another engine finds an execution that parts from the tree or fails a check, or
    where the tree has an error state that counts as expanded.
    """
    check = _Check(analysis, reached, frozenset(undefined), watch)
    check.walk()
    doubtful = {number for number, _ in check.unsolved([*check.parting], "an execution is in no path of the tree")}
    fails = [(edge, term) for edge, term in check.failing if edge not in undefined]
    assumed = [edge for edge, _ in check.unsolved(fails, "a check fails that was reported to hold")]
    return doubtful | check.unseen, assumed


@dataclass(slots=True)
class _Check:
    analysis: CompositeAnalysis
    reached: Reached[CompositeState]
    undefined: frozenset[Edge]
    watch: LimitWatch
    parting: list[tuple[int, Term]] = field(default_factory=list)
    """The node, and when an execution leaves the tree there."""
    failing: list[tuple[Edge, Term]] = field(default_factory=list)
    unseen: set[int] = field(default_factory=set)

    def walk(self) -> None:
        """Along the tree, with formulas of its own."""
        self.unseen = {n.number for n in self.reached.nodes if n.expanded}
        pending = [(self.reached.root, self.analysis.initial())]
        while pending and self.watch.exhausted() is None:
            node, state = pending.pop()
            if node.state.position != state.position or (node.expanded and self.analysis.is_target(state)):
                raise AssertionError(f"the tree of paths is wrong at {node.state.position}")
            if node.expanded:
                self.unseen.discard(node.number)
                pending += self._children(node, state)

    def _children(self, node: _Node, state: CompositeState) -> list[tuple[_Node, CompositeState]]:
        arcs, found = {arc.step: arc for arc in node.arcs}, []
        for step in self.analysis.steps(state):
            for after in self.analysis.successors(state, step):
                arc = arcs.get(step)
                formula: PathFormula = after.elements[0]
                if arc is None:
                    self.parting.append((node.number, formula.guard))
                elif after.assumption is not None and arc.target.left_out is None:
                    raise AssertionError(f"the tree of paths goes on at {node.state.position}")
                else:
                    found.append((arc.target, after))
        domain = self.analysis.domains[0]
        assert isinstance(domain, SymbolicDomain)
        self.failing += [each for each in domain.undefined if each[0] not in self.undefined]
        domain.undefined.clear()
        return found

    def unsolved(self, questions: Sequence[tuple[T, Term]], wrong: str) -> list[tuple[T, Term]]:
        """Those that could not be shown to be unsatisfiable."""
        left: list[tuple[T, Term]] = []
        for start in range(0, len(questions), _AT_ONCE):
            some = questions[start : start + _AT_ONCE]
            if not self._excluded([term for _, term in some], wrong):
                left += [each for each in some if len(some) == 1 or not self._excluded([each[1]], wrong)]
        return left

    def _excluded(self, terms: Sequence[Term], wrong: str) -> bool:
        question = any_of(terms)
        for engine, most in ((Engine.BLASTED, 5.0), (Engine.COMBINED, 3600.0)):
            if self.watch.check_now() is not None:
                return False
            answer = Portfolio(engine).check([question], self.watch.seconds_left(most))
            if answer is Satisfiability.SAT:
                raise AssertionError(f"two engines disagree: {wrong}")
            if answer is Satisfiability.UNSAT:
                return True
        return False

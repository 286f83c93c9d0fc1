"""What of a reachability graph has been verified when not all of it was (CMC paper, III-B)."""

from __future__ import annotations

from dataclasses import dataclass

from coveriflow.analysis.cpa.composite import CompositeState
from coveriflow.analysis.cpa.contracts import Watch
from coveriflow.analysis.cpa.reached import Arc, Node
from coveriflow.analysis.predicate.arg import Arg, ArgNode, is_empty, predicate_state
from coveriflow.analysis.predicate.formulas import instance
from coveriflow.analysis.search.assumption_automaton import Automaton, assumption_automaton
from coveriflow.analysis.search.limits import CONDITION_SIZE
from coveriflow.logic import build
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.terms import FALSE, Term
from coveriflow.logic.z3_solver import Engine

_SECONDS = 2.0


@dataclass(slots=True)
class Coverage:
    """The condition that ``arg`` stands for. Every abstraction formula and every covering counts only as far as
    another engine says so again before ``watch`` says stop. ``size``: its states, at most.
    """

    arg: Arg
    watch: Watch
    size: int = CONDITION_SIZE

    def automaton(self) -> Automaton:
        """Not covered: states that wait, targets, what was left out, and what could not be checked again."""
        nodes = [node for node in self.arg.nodes if not self.arg.is_below_cover(node) or node in self.arg.covered_by]
        doubtful = {node for node in nodes if not self._is_confirmed(node)}
        opened = {n for n in nodes if n in doubtful or n.left_out is not None or self._waits(n)}
        seen = {node: Node(node.number, node.state) for node in nodes}
        for node in nodes:
            if node not in self.arg.covered_by and node not in opened:
                self._draw(node, seen, doubtful)
        numbers = {node.number for node in opened}
        views = list(seen.values())
        return assumption_automaton(
            self.arg.analysis, seen[self.arg.root], views, lambda n: n.number in numbers, self.size
        )

    def _draw(self, node: ArgNode, seen: dict[ArgNode, Node[CompositeState]], doubtful: set[ArgNode]) -> None:
        """The arcs of ``node``: to what covers the target, and none to what is unreachable."""
        view = seen[node]
        for arc in node.arcs:
            target = arc.target
            if is_empty(target) and target not in doubtful:
                continue
            if target not in doubtful:
                target = self.arg.covered_by.get(target, target)
            view.arcs.append(Arc(view, arc.step, arc.arrived, seen[target]))

    def _waits(self, node: ArgNode) -> bool:
        return not node.expanded and node not in self.arg.covered_by

    def _is_confirmed(self, node: ArgNode) -> bool:
        """Whether the abstraction formula follows from the one before, and from that the one that covers it."""
        state = predicate_state(node)
        abstraction = state.abstraction
        if not state.is_abstraction or abstraction.before is None or abstraction.block is None:
            return True
        goal, by = abstraction.formula, self.arg.covered_by.get(node)
        follows = self._unsatisfiable(
            abstraction.before.formula, abstraction.block.guard, build.negate(instance(goal, abstraction.block))
        )
        if by is None or not follows:
            return follows
        return self._unsatisfiable(goal, build.negate(predicate_state(by).abstraction.formula))

    def _unsatisfiable(self, *formulas: Term) -> bool:
        if FALSE in formulas:
            return True
        if self.watch.exhausted() is not None:
            return False
        answers = (Portfolio(engine).check(formulas, _SECONDS) for engine in (Engine.BLASTED, Engine.COMBINED))
        answer = next((a for a in answers if a is not Satisfiability.UNKNOWN), Satisfiability.UNKNOWN)
        if answer is Satisfiability.SAT:
            raise AssertionError("an abstraction formula does not follow from the one before")
        return answer is Satisfiability.UNSAT

"""CPA++ (unifying paper, Algorithm 2) and counterexample-guided abstraction refinement (Algorithm 4)."""

from __future__ import annotations

from enum import Enum
from typing import Protocol

from coveriflow.analysis.cpa.contracts import Outcome, Watch
from coveriflow.analysis.predicate.arg import Arg, ArgNode


class Refinement(Enum):
    """What became of an abstract counterexample. ``REFINED``: it is excluded, by refinement or by an assumption."""

    FEASIBLE = "an execution takes it"
    REFINED = "the search goes on without it"
    INTERRUPTED = "a limit was reached"


class Cpa(Protocol):
    """The operators of the predicate CPA that work on the whole graph."""

    def adjust(self, node: ArgNode) -> None:
        """``prec``: at the end of a block ``node`` becomes an abstraction state."""
        ...

    def abort(self, node: ArgNode) -> bool:
        """Whether the search pauses at ``node``: it is an error state."""
        ...

    def stop(self, node: ArgNode) -> bool:
        """Whether ``node`` is covered."""
        ...

    def force_cover(self, node: ArgNode) -> bool:
        """``fcover``: whether ``node`` is covered now that it was strengthened."""
        ...

    def refine(self, target: ArgNode) -> Refinement:
        """Exclude ``target`` unless an execution reaches it."""
        ...


def cpa_plus_plus(cpa: Cpa, arg: Arg, watch: Watch) -> ArgNode | Outcome:
    """Expand ``arg`` until it is closed, a limit stops it, or an abstract error state is met, which is returned.

    The precision of a state is adjusted, and its coverage checked, when it is chosen, not when it is made: by then all
    that meet at the end of a block have merged. It keeps its place in the graph.
    """
    while (node := arg.next_waiting()) is not None:
        if watch.exhausted() is not None:
            arg.put_back(node)
            return Outcome.STOPPED
        cpa.adjust(node)
        if cpa.abort(node):
            return node
        if cpa.stop(node) or cpa.force_cover(node):
            continue
        for step in arg.unexplored(node):
            for successor in arg.analysis.successors(node.state, step):
                arg.merge_or_add(node, step, successor)
        node.expanded = True
    return Outcome.CLOSED


def cegar(cpa: Cpa, arg: Arg, watch: Watch) -> Outcome:
    """Explore and refine in turns until the program is safe, an error path is feasible, or a limit stops it."""
    while True:
        found = cpa_plus_plus(cpa, arg, watch)
        if isinstance(found, Outcome):
            return found
        refined = cpa.refine(found)
        if refined is not Refinement.REFINED:
            return Outcome.TARGET if refined is Refinement.FEASIBLE else Outcome.STOPPED

"""The CPA algorithm (CMC paper, Algorithm 1; unifying paper, Algorithm 2). What is not in the papers listens from
outside.
"""

from __future__ import annotations

from coveriflow.analysis.cpa.contracts import Analysis, Outcome, State, Watch
from coveriflow.analysis.cpa.reached import Node, Reached


def explore(analysis: Analysis[State], reached: Reached[State], watch: Watch) -> Outcome:
    """Expand ``reached`` until it is closed, a target is met, or ``watch`` says stop. Can be called again to go on."""
    while (node := reached.next_waiting()) is not None:
        if watch.exhausted() is not None:
            reached.put_back(node)
            return Outcome.STOPPED
        if _expand(analysis, reached, node):
            return Outcome.TARGET
    return Outcome.CLOSED


def _expand(analysis: Analysis[State], reached: Reached[State], node: Node[State]) -> bool:
    """Add all successors of ``node``; whether one of them is a new target.

    If a successor is merged into ``node`` itself, then ``node`` is waiting again afterwards.
    """
    size, state = len(reached), node.state
    node.expanded, node.arcs = True, []
    for step, successor in analysis.transitions(state):
        reached.merge_or_add(node, step, successor)
    return any(new.target and new.left_out is None for new in reached.nodes[size:])

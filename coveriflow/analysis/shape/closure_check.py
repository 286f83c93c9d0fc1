"""The certificate check of a reached set. It shares no search with the analysis; it knows no folding and no widening.

State by state it takes each step that the program allows, and asks whether what comes of it lies in a state that is
there. What it trusts are the meaning of edges (``transfer``, ``materialisation``) and inclusion.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.contracts import Watch
from coveriflow.analysis.shape.analysis import ShapeAnalysis, ShapeState


def is_closed(analysis: ShapeAnalysis, states: Sequence[ShapeState], watch: Watch) -> bool:
    """Whether ``states`` contain the initial state and all successors, and no error (contract: a closed reached set);
    ``AssertionError`` where they do not, ``False`` where ``watch`` left no time to tell.
    """
    known: defaultdict[Position, list[ShapeState]] = defaultdict(list)
    for state in states:
        known[state.position].append(state)
    if analysis.stop(analysis.initial(), known[analysis.initial().position]) is None:
        raise AssertionError("the reached set does not hold the initial state")
    for state in states:
        if watch.exhausted() is not None:
            return False
        if state.refused is not None or analysis.is_target(state):
            raise AssertionError(f"an error or an unknown state is part of the reached set: {state.position}")
        for step in analysis.steps(state):
            for after in analysis.after(state, step, folds=False):
                if analysis.stop(after, known[after.position]) is None:
                    raise AssertionError(f"the reached set is not closed at {state.position} by {step}")
    return True

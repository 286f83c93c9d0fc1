"""The certificate check of a reached set. It shares no search with the analysis; it knows no folding and no widening.

State by state it takes each step that the program allows, and asks whether what comes of it lies in a state that is
there. What it trusts are the meaning of edges (``transfer``, ``materialisation``) and inclusion.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.contracts import Watch
from coveriflow.analysis.shape.analysis import ShapeAnalysis, ShapeGroup, ShapeState


def why_not_closed(analysis: ShapeAnalysis, states: Sequence[ShapeState], watch: Watch) -> str:
    """Nothing if ``states`` contain the initial state and all successors, and no error (contract: a closed reached
    set); else why that was not shown. Inclusion is not complete: what the search takes for closed may not be seen to
    be.
    """
    known: defaultdict[Position, ShapeGroup] = defaultdict(analysis.group)
    for state in states:
        known[state.position].add(state)
    first = analysis.initial()
    if known[first.position].containing(first) is None:
        return "the set of graphs is not seen to hold the initial state"
    for state in states:
        if watch.exhausted() is not None:
            return "there was no time left to check the reached set again"
        if state.refused is not None or analysis.is_target(state):
            return f"an error is part of the set of graphs, at {state.position.location}"
        for step in analysis.steps(state):
            for after in analysis.after(state, step, folds=False):
                if known[after.position].containing(after) is None:
                    return f"the set of graphs is not seen to be closed ({step[0].origin})"
    return ""

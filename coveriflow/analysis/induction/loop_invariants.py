"""Invariants of loops for their own sake: what holds whenever control comes to a head, whatever the property."""

from __future__ import annotations

from collections.abc import Callable

from coveriflow.analysis.data_flow.feeds import Here, StartFeed
from coveriflow.analysis.induction.heads import head_positions
from coveriflow.analysis.induction.quantified import is_quantified
from coveriflow.analysis.induction.strengthening import InvariantSource, Strengthening
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Location
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions.expressions import Expression

_Found = dict[Location, tuple[Expression, ...]]


def loop_invariants(
    cfa: Cfa, limits: SoftLimits, facts: StartFeed = Here, progress: Callable[[str], None] = lambda _text: None
) -> _Found:
    """For each loop head what was shown to hold there, whichever calls are open; nothing where there are too many.

    All that k-induction would come to know until a limit is reached, or nothing more is found: each invariant is
    inductive, together with the others, as two engines have shown.
    """
    loops, watch = loops_of(cfa), LimitWatch(limits)
    try:
        positions = head_positions(cfa, loops)
    except NotSupported:
        return {}
    strengthening = Strengthening(cfa, loops, positions, watch, InvariantSource.BOTH, facts, progress)
    watch.elsewhere = strengthening.elsewhere
    known: dict[object, dict[Expression, None]] = {position: {} for position in positions}

    def note() -> None:
        for position, some in strengthening.invariants.items():
            known[position] |= dict.fromkeys(each for each in some if not is_quantified(each))

    try:
        for another_round in (strengthening.improve, strengthening.complete, strengthening.improve):
            while another_round() and watch.check_now() is None:
                note()
            note()
    finally:
        strengthening.close()
    found: _Found = {}
    for position in positions:
        before = found.get(position.location)
        here = tuple(known[position])
        found[position.location] = here if before is None else tuple(each for each in before if each in known[position])
    return {location: some for location, some in found.items() if some}

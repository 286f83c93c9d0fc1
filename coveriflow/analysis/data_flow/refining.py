"""The analysis again and again, each time more precise: what is new of it, loop head by loop head."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.cpa.contracts import Watch
from coveriflow.analysis.data_flow.domain import DataFlowDomain
from coveriflow.analysis.data_flow.facts import Facts
from coveriflow.analysis.data_flow.fixpoint import Fixpoint
from coveriflow.analysis.data_flow.precision import PRECISIONS, Precision
from coveriflow.analysis.data_flow.thresholds import float_thresholds
from coveriflow.analysis.search.atoms import Vocabulary, floating_places, integer_places
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.liveness import liveness_of
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.expressions.expressions import Expression

_PLACES = 40
"""Places that facts at one loop head speak of."""

HeadFacts = dict[Position, tuple[Expression, ...]]
"""By loop head and call stack: what holds whenever control is there, in executions in which no check fails."""


def refined(cfa: Cfa, watch: Watch, precisions: Sequence[Precision] = PRECISIONS) -> Iterator[HeadFacts]:
    """What each precision says that none before it has; until ``watch`` stops it."""
    loops, places = loops_of(cfa), integer_places(cfa)
    vocabulary = Vocabulary(cfa, places, liveness_of(cfa))
    thresholds, told = vocabulary.constants(), dict[Position, dict[Expression, None]]()
    numbers = Vocabulary(cfa, floating_places(cfa), vocabulary.live)
    positions = float_thresholds(numbers)
    for precision in precisions:
        domain = DataFlowDomain(cfa, loops, places, thresholds, precision, numbers.places, positions)
        states = Fixpoint(domain, watch).states()
        if states is None:
            return
        news: HeadFacts = {}
        for position in (p for p in states if loops.is_head(p.location)):
            here = [*vocabulary.places_at(position, _PLACES), *numbers.places_at(position, _PLACES)]
            facts = Facts(domain.lattice, here)
            known = told.setdefault(position, {})
            new = [f for f in facts.of(states[position], domain.state_variables) if f not in known]
            known |= dict.fromkeys(new)
            if new:
                news[position] = tuple(new)
        yield news

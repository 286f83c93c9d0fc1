"""What a verification algorithm found out, before anything is made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from coveriflow.analysis.search.assumption_automaton import COVERED, Automaton
from coveriflow.analysis.search.counterexamples import Counterexample
from coveriflow.artifacts.answers import Proof
from coveriflow.artifacts.display.reachability_graphs import AbstractGraph
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.edges import Edge, Location
from coveriflow.program.errors import Span
from coveriflow.program.expressions.expressions import Expression

EVERYTHING = Automaton(COVERED, frozenset({COVERED}), ())
NOTHING = Automaton("nothing", frozenset(), ())
"""No condition."""


@dataclass(frozen=True, slots=True)
class Findings:
    """``automaton``: the condition of what was verified, or ``NOTHING`` where none is wanted: not beside a violation.
    ``proof``: why that condition is true.

    ``undefined``: checks that may fail in what was verified; the verdict assumes that they do not. ``invariants``: what
    holds whenever control is at a location, in every execution in which no check fails, and of which nothing is covered
    by what was given to the analysis: of the whole program where that was nothing.
    ``graph``: what was reached.
    """

    verdict: Verdict
    reason: str
    automaton: Automaton
    proof: Proof | None = None
    counterexample: Counterexample | None = None
    undefined: tuple[Edge, ...] = ()
    place: Span | None = None
    invariants: Mapping[Location, tuple[Expression, ...]] = field(default_factory=dict)
    graph: AbstractGraph | None = None

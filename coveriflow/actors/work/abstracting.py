"""The configured predicate analyses as what an actor runs."""

from __future__ import annotations

from dataclasses import replace

from coveriflow.actors.work.verifying import AnalysisRun, chosen_by, counted_from_now
from coveriflow.analysis.limits import SoftLimits
from coveriflow.analysis.predicate.abstraction import Combination
from coveriflow.analysis.predicate.blocks import BlockOperator
from coveriflow.analysis.predicate.configuration import TABLE, Configuration
from coveriflow.analysis.predicate.questions import Arithmetic
from coveriflow.analysis.predicate.search import PathBounds
from coveriflow.analysis.predicate.verifier import PredicateAnalysis
from coveriflow.analysis.reached import Order
from coveriflow.execution.worker import report_progress

_BLOCKS = (BlockOperator.L, BlockOperator.LF)
"""Where nothing is abstracted there is nothing to refine."""


def configuration(
    name: str,
    block: str = "l",
    combination: str = "boolean",
    arithmetic: str = "bits",
    *,
    forced_covering: bool = True,
) -> Configuration:
    """A row of the table with other operators where they may be chosen; ``InputError`` for a word that says nothing."""
    row = TABLE[name]
    return replace(
        row,
        block=chosen_by(_BLOCKS, name, "block", block),
        combination=chosen_by(Combination, name, "combination", combination),
        forced_covering=row.forced_covering and forced_covering,
        arithmetic=chosen_by(Arithmetic, name, "arithmetic", arithmetic),
    )


def abstracting(
    limits: SoftLimits,
    chosen: Configuration,
    order: str = "bfs",
    path_length: int | None = None,
    assume_edges: int | None = None,
) -> AnalysisRun:
    """Predicate abstraction, Impact or both, as ``chosen``."""
    left = counted_from_now(limits)
    bounds, search = PathBounds(None, path_length, assume_edges), chosen_by(Order, "the search", "order", order)
    return lambda cfa, given: PredicateAnalysis(cfa, left(), chosen, bounds, search, given, report_progress).run()

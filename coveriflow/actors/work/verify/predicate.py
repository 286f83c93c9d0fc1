"""The configured predicate analyses as what an actor runs."""

from __future__ import annotations

from dataclasses import replace

from coveriflow.actors.work.verify.soft_limits import counted_from_now
from coveriflow.actors.work.verify.within_range import AnalysisRun
from coveriflow.actors.work.words import chosen_by
from coveriflow.analysis.cpa.reached import Order
from coveriflow.analysis.predicate.abstraction import Combination
from coveriflow.analysis.predicate.blocks import BlockOperator
from coveriflow.analysis.predicate.configuration import TABLE, Configuration
from coveriflow.analysis.predicate.questions import Arithmetic
from coveriflow.analysis.predicate.verifier import PredicateAnalysis
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.analysis.search.path_limits import PathLimits
from coveriflow.execution.processes.worker import report_progress

_BLOCKS = (BlockOperator.LF, BlockOperator.L)
"""Without abstraction states there is nothing to refine: blocks end somewhere."""


def configuration(
    name: str,
    block: str = "l",
    combination: str = "boolean",
    arithmetic: str = "bits",
    *,
    forced_covering: bool = True,
    actor: str = "",
) -> Configuration:
    """A row of the table with other operators where they may be chosen; ``InputError`` for a word that says nothing."""
    row, actor = TABLE[name], actor or name
    return replace(
        row,
        block=chosen_by(_BLOCKS, actor, "block", block),
        combination=chosen_by(Combination, actor, "combination", combination),
        forced_covering=row.forced_covering and forced_covering,
        arithmetic=chosen_by(Arithmetic, actor, "arithmetic", arithmetic),
    )


def search_order(actor: str, word: str) -> Order:
    """The order that this word stands for; ``InputError`` if it stands for none."""
    return chosen_by(Order, actor, "order", word)


def abstracting(
    limits: SoftLimits,
    chosen: Configuration,
    order: Order = Order.BREADTH_FIRST,
    paths: PathLimits | None = None,
) -> AnalysisRun:
    """Predicate abstraction, Impact or both, as ``chosen``."""
    left = counted_from_now(limits)
    return lambda cfa, given: PredicateAnalysis(
        cfa, left(), chosen, paths or PathLimits(), order, given, report_progress
    ).run()

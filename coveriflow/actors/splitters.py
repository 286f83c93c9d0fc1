"""Splitters: from a program to consecutive ranges of its paths (ranged analysis, Sect. 4); and what joins the results.

Where there is a condition, bounds lie on paths that it does not cover. Where no bound is found (there is no loop, say,
or no input) all paths are one range, and the reason is reported.
"""

from __future__ import annotations

from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.definition import Produced, actor
from coveriflow.actors.options import BalancedSplitOptions, LoopSplitOptions, RandomSplitOptions
from coveriflow.artifacts.answers import Answer, Justification
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range, Ranges
from coveriflow.artifacts.range_results import RangeResults
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import WitnessEntries


@actor(version="1", provides=(Ranges,), options=LoopSplitOptions)
def split_loops(task: Task, condition: Condition | None = None, *, options: LoopSplitOptions) -> Produced:
    """Ranges by how often loops are entered (Lb): ``bounds``, such as ``3`` or ``3,10``, each a bound between ranges.

    The bound is the leftmost feasible path with so many iterations of every loop, at each entry of it. Left of it are
    the paths with more iterations.
    """
    from coveriflow.actors.work.ranges import split
    from coveriflow.analysis.splitting.splitters import by_loop_bounds

    numbers = split.numbers_in(options.bounds)
    return split.split(task, condition, lambda cfa, *rest: by_loop_bounds(cfa, numbers, *rest), options)


@actor(version="1", provides=(Ranges,), options=RandomSplitOptions)
def split_random(task: Task, condition: Condition | None = None, *, options: RandomSplitOptions) -> Produced:
    """Ranges between random paths (Rdm): ``number`` bounds; each takes true branches with ``probability`` (0.9: Rdm9),
    as far as that is feasible.
    """
    from coveriflow.actors.work.ranges import split
    from coveriflow.analysis.splitting.splitters import by_random_walks

    wanted = split.checked_number("split-random", options.number)
    often = split.checked_probability("split-random", options.probability)
    return split.split(
        task, condition, lambda cfa, *rest: by_random_walks(cfa, wanted, often, options.seed, *rest), options
    )


@actor(version="1", provides=(Ranges,), options=BalancedSplitOptions)
def split_balanced(task: Task, condition: Condition | None = None, *, options: BalancedSplitOptions) -> Produced:
    """Ranges with about the same number of feasible paths in each, by an estimate from ``probes`` prefixes of
    paths at a time: ``number`` bounds.
    """
    from coveriflow.actors.work.ranges import split
    from coveriflow.analysis.splitting.splitters import by_estimated_paths

    wanted = split.checked_number("split-balanced", options.number)
    probes, seed = options.probes, options.seed
    return split.split(
        task, condition, lambda cfa, *rest: by_estimated_paths(cfa, wanted, probes, seed, *rest), options
    )


@actor(version="1", provides=(Ranges,))
def split_alternatives(task: Task) -> Produced:
    """A range for each alternative: large parts of which an execution takes one, by a branch before any loop."""
    from coveriflow.actors.work.ranges.split import by_alternatives

    return (by_alternatives(task),)


def _never_again(_actor: Actor, _inputs: tuple[object, ...]) -> None:
    """It is done faster than looked for."""


@actor(version="2", provides=(Answer, Condition, Justification, Witness, WitnessEntries), besides=_never_again)
def join_ranges(task: Task, results: RangeResults) -> Produced:
    """The answer for all ranges together: false if one is, else unknown if one is, else true; with the evidence of all,
    and the condition of what has been verified, or witnesses with what holds at loops in one range or another.
    """
    from coveriflow.actors.work.ranges.join import aggregated

    return aggregated(task, results)


@actor(version="1", provides=(Condition, Justification))
def inside_range(
    task: Task, condition: Condition | None, justification: Justification | None, within: Range | None = None
) -> Produced:
    """The part of ``condition`` inside of ``within``. The condition that an analysis writes in a range covers all paths
    outside, too, which is true only together with the analyses of these.
    """
    from coveriflow.actors.work.ranges.join import inside

    return () if condition is None or within is None else inside(task, condition, justification, within)

"""The embedded verifiers as actors. Each answers, and says by a condition how far it came when something stopped it.

Where there is a range of paths, the task is verified ``within`` it: what that shows is confirmed only by those who look
at the other ranges (ranged analysis, Sect. 3.1). A residual program has left out already what it was not made for.
"""

from __future__ import annotations

from typing import Literal, Unpack

from coveriflow.actors.definition import Produced, actor
from coveriflow.actors.options import PathOptions, RefinementOptions
from coveriflow.artifacts.answers import Answer, Justification, Violation
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.display.error_paths import ErrorPath
from coveriflow.artifacts.display.reachability_graphs import AbstractGraph
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.range_results import RangeInvariants
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import WitnessEntries

_PROVIDES = (
    Answer,
    Condition,
    Justification,
    Violation,
    Witness,
    WitnessEntries,
    RangeInvariants,
    ErrorPath,
    AbstractGraph,
)


@actor(version="2", provides=_PROVIDES)
def value(
    task: Task | Residual,
    within: Range | None = None,
    *,
    cpu: float | None = None,
    share: float = 1.0,
    states: int | None = None,
    loop_bound: int | None = None,
    order: Literal["dfs", "bfs", "random"] = "dfs",
    seed: int = 0,
    merge: Literal["sep", "join"] = "sep",
    refinement: Literal["none", "shortest", "selective"] = "none",
    precision: Literal["location", "function", "program"] = "location",
    precision_size: int | None = None,
    refinement_seconds: float | None = None,
    **paths: Unpack[PathOptions],
) -> Produced:
    """Explicit-value analysis.

    ``cpu``: soft limit in seconds; ``share``: of what is left of the budget; ``states``: so many abstract states at
    most. What is left because of other limits is not covered, and the search goes on elsewhere (CMC paper, Fig. 7): of
    a path ``loop_bound``, ``path_length`` in edges, ``assume_edges``, ``repetitions`` of a location, ``path_seconds``;
    ``location_states`` at one location; ``edge_uses`` of one edge; of a step ``post_seconds``, ``post_memory`` in MB,
    ``state_size`` in variables; variables that refinement tracks at one location (``precision_size``). ``overflow``: a
    path ends where a signed operation may overflow. ``condition_size``: states of the condition that is written.

    ``order``: which state is next: ``dfs``, ``bfs``, or ``random`` from ``seed``. ``merge``: states at one place are
    kept apart (``sep``), or joined (``join``). ``refinement``: track all variables from the start (``none``), or only
    those that refute the infeasible error paths found: by their ``shortest`` infeasible prefix, or by the one whose
    variables change least in loops (``selective``). ``precision``: where these are tracked then: at each ``location``
    where an interpolant names them, in its whole ``function``, or in the whole ``program``.
    """
    from coveriflow.actors.work.path_options import path_limits
    from coveriflow.actors.work.verify import answer
    from coveriflow.analysis.search.path_limits import RefinementLimits

    limits = answer.soft_limits(cpu, share, states, paths.get("condition_size"))
    of_refinements = RefinementLimits(refinement_seconds, precision_size=precision_size)
    left = path_limits(paths, of_refinements, loop_bound)
    strategy = answer.strategy(order, seed, merge, refinement, precision)
    return answer.verified(
        task, "value", answer.explicit(limits, left, strategy), within=within, overflow=paths.get("overflow")
    )


@actor(version="2", provides=_PROVIDES)
def value_given(
    task: Task,
    condition: Condition,
    justification: Justification | None,
    within: Range | None = None,
    *,
    cpu: float | None = None,
    share: float = 1.0,
    **paths: Unpack[PathOptions],
) -> Produced:
    """Explicit-value analysis of what ``condition`` leaves (conditional model checking without a reducer)."""
    from coveriflow.actors.work.path_options import path_limits
    from coveriflow.actors.work.verify import answer

    run = answer.explicit(
        answer.soft_limits(cpu, share, condition_size=paths.get("condition_size")), path_limits(paths)
    )
    return answer.verified(task, "value", run, condition, justification, within, overflow=paths.get("overflow"))


@actor(version="2", provides=_PROVIDES)
def bmc(
    task: Task | Residual,
    within: Range | None = None,
    *,
    cpu: float | None = None,
    share: float = 1.0,
    states: int | None = None,
    first_bound: int = 1,
    last_bound: int | None = None,
    **paths: Unpack[PathOptions],
) -> Produced:
    """Bounded model checking: unwinds ``first_bound`` times, then doubles until ``last_bound`` or until a limit.

    Other limits: see ``value``. ``state_size`` is in nodes of the path formula.
    """
    from coveriflow.actors.work.path_options import path_limits
    from coveriflow.actors.work.verify import answer, solver_based
    from coveriflow.analysis.unwinding.bmc import UnwindingLimits

    limits = answer.soft_limits(cpu, share, states, paths.get("condition_size"))
    bounds = UnwindingLimits(first_bound, last_bound, path_limits(paths))
    return answer.verified(
        task, "bmc", solver_based.bounded(limits, bounds), within=within, overflow=paths.get("overflow")
    )


@actor(version="2", provides=_PROVIDES)
def bmc_given(
    task: Task,
    condition: Condition,
    justification: Justification | None,
    within: Range | None = None,
    *,
    cpu: float | None = None,
    share: float = 1.0,
    last_bound: int | None = None,
    **paths: Unpack[PathOptions],
) -> Produced:
    """Bounded model checking of what ``condition`` leaves."""
    from coveriflow.actors.work.path_options import path_limits
    from coveriflow.actors.work.verify import answer, solver_based
    from coveriflow.analysis.unwinding.bmc import UnwindingLimits

    bounds = UnwindingLimits(last=last_bound, paths=path_limits(paths))
    run = solver_based.bounded(answer.soft_limits(cpu, share, condition_size=paths.get("condition_size")), bounds)
    return answer.verified(task, "bmc", run, condition, justification, within, overflow=paths.get("overflow"))


@actor(version="2", provides=_PROVIDES)
def kinduction(
    task: Task | Residual,
    within: Range | None = None,
    *,
    cpu: float | None = None,
    share: float = 1.0,
    states: int | None = None,
    first_bound: int = 1,
    last_bound: int | None = None,
    condition_size: int | None = None,
    overflow: bool | None = None,
    invariants: Literal["both", "executions", "data-flow", "none"] = "both",
) -> Produced:
    """k-induction (unifying paper, Algorithm 3): k grows from ``first_bound`` to ``last_bound`` or until a limit.

    k counts visits of loop heads, of all loops. ``invariants``: what strengthens the induction is guessed from
    ``executions``, comes from a ``data-flow`` analysis that runs beside it and becomes more precise, ``both``, or
    ``none``; of all this only what is shown to be inductive is used.
    """
    from coveriflow.actors.work.verify import answer, solver_based
    from coveriflow.analysis.induction.kinduction import InductionLimits

    bounds = InductionLimits(first_bound, last_bound, solver_based.invariant_source(invariants))
    run = solver_based.inductive(answer.soft_limits(cpu, share, states, condition_size), bounds)
    return answer.verified(task, "kinduction", run, within=within, overflow=overflow)


@actor(version="2", provides=_PROVIDES)
def kinduction_given(
    task: Task,
    condition: Condition,
    justification: Justification | None,
    within: Range | None = None,
    *,
    cpu: float | None = None,
    share: float = 1.0,
    last_bound: int | None = None,
    condition_size: int | None = None,
    overflow: bool | None = None,
) -> Produced:
    """k-induction for what ``condition`` leaves."""
    from coveriflow.actors.work.verify import answer, solver_based
    from coveriflow.analysis.induction.kinduction import InductionLimits

    run = solver_based.inductive(
        answer.soft_limits(cpu, share, condition_size=condition_size), InductionLimits(last=last_bound)
    )
    return answer.verified(task, "kinduction", run, condition, justification, within, overflow=overflow)


@actor(version="2", provides=_PROVIDES)
def predicate(
    task: Task | Residual,
    within: Range | None = None,
    *,
    cpu: float | None = None,
    share: float = 1.0,
    states: int | None = None,
    block: Literal["l", "lf"] = "l",
    combination: Literal["boolean", "cartesian"] = "boolean",
    order: Literal["bfs", "dfs", "random"] = "bfs",
    arithmetic: Literal["bits", "integers"] = "bits",
    **paths: Unpack[RefinementOptions],
) -> Produced:
    """Lazy predicate abstraction (unifying paper, Sect. 4.3): predicates come from interpolants of infeasible paths.

    ``block``: where abstractions are computed, at loop heads (``l``) or at calls and returns, too (``lf``).
    ``combination``: of predicates, ``boolean`` or ``cartesian``. ``order``: ``bfs`` or ``dfs``, of blocks.
    ``arithmetic``: solve ``bits``, or ask linear ``integers`` first: interpolants that hold as long as nothing
    overflows (checked in bits), and questions with the wrapped value wherever an operation overflows. What other
    operations than linear ones compute is left to bits. The proof is checked in bits in either case.

    Other limits: see ``value``. ``state_size`` is in disjuncts of an abstraction formula. Of a refinement:
    ``refinement_seconds``, ``refinement_memory`` in MB, ``formula_size`` in nodes of the error path's formula, and
    ``precision_size``, the predicates at one location. An error path that cannot be refined is left where it first is
    unreachable.
    """
    from coveriflow.actors.work.path_options import refinement_limits
    from coveriflow.actors.work.verify import answer
    from coveriflow.actors.work.verify import predicate as abstracting

    limits = answer.soft_limits(cpu, share, states, paths.get("condition_size"))
    chosen = abstracting.configuration("predicate", block, combination, arithmetic)
    in_order = abstracting.search_order("predicate", order)
    run = abstracting.abstracting(limits, chosen, in_order, refinement_limits(paths))
    return answer.verified(task, "predicate", run, within=within, overflow=paths.get("overflow"))


@actor(version="2", provides=_PROVIDES)
def predicate_given(
    task: Task,
    condition: Condition,
    justification: Justification | None,
    within: Range | None = None,
    *,
    cpu: float | None = None,
    share: float = 1.0,
    **paths: Unpack[RefinementOptions],
) -> Produced:
    """Lazy predicate abstraction for what ``condition`` leaves."""
    from coveriflow.actors.work.path_options import refinement_limits
    from coveriflow.actors.work.verify import answer
    from coveriflow.actors.work.verify import predicate as abstracting

    limits, chosen = (
        answer.soft_limits(cpu, share, condition_size=paths.get("condition_size")),
        abstracting.configuration("predicate"),
    )
    run = abstracting.abstracting(limits, chosen, paths=refinement_limits(paths))
    return answer.verified(task, "predicate", run, condition, justification, within, overflow=paths.get("overflow"))


@actor(version="2", provides=_PROVIDES)
def impact(
    task: Task | Residual,
    within: Range | None = None,
    *,
    cpu: float | None = None,
    share: float = 1.0,
    states: int | None = None,
    block: Literal["l", "lf"] = "l",
    forced_covering: bool = True,
    predicates: bool = False,
    order: Literal["bfs", "dfs", "random"] = "bfs",
    arithmetic: Literal["bits", "integers"] = "bits",
    **paths: Unpack[RefinementOptions],
) -> Produced:
    """Lazy abstraction with interpolants (unifying paper, Sect. 4.4), which strengthen the states of infeasible paths.

    ``forced_covering``: strengthen new states so that older ones cover them. ``predicates``: use the interpolants for
    predicate abstraction of new states, too (Ufo, Sect. 4.5.1). ``block``, ``order``, ``arithmetic``, and
    limits: as for ``predicate``.
    """
    from coveriflow.actors.work.path_options import refinement_limits
    from coveriflow.actors.work.verify import answer
    from coveriflow.actors.work.verify import predicate as abstracting

    limits = answer.soft_limits(cpu, share, states, paths.get("condition_size"))
    chosen = abstracting.configuration(
        "ufo" if predicates else "impact",
        block,
        arithmetic=arithmetic,
        forced_covering=forced_covering,
        actor="impact",
    )
    in_order = abstracting.search_order("impact", order)
    run = abstracting.abstracting(limits, chosen, in_order, refinement_limits(paths))
    return answer.verified(task, "impact", run, within=within, overflow=paths.get("overflow"))


@actor(version="2", provides=_PROVIDES)
def impact_given(
    task: Task,
    condition: Condition,
    justification: Justification | None,
    within: Range | None = None,
    *,
    cpu: float | None = None,
    share: float = 1.0,
    **paths: Unpack[RefinementOptions],
) -> Produced:
    """Lazy abstraction with interpolants for what ``condition`` leaves."""
    from coveriflow.actors.work.path_options import refinement_limits
    from coveriflow.actors.work.verify import answer
    from coveriflow.actors.work.verify import predicate as abstracting

    limits, chosen = (
        answer.soft_limits(cpu, share, condition_size=paths.get("condition_size")),
        abstracting.configuration("impact"),
    )
    run = abstracting.abstracting(limits, chosen, paths=refinement_limits(paths))
    return answer.verified(task, "impact", run, condition, justification, within, overflow=paths.get("overflow"))


@actor(version="2", provides=_PROVIDES)
def symbolic(
    task: Task | Residual,
    within: Range | None = None,
    *,
    cpu: float | None = None,
    share: float = 1.0,
    states: int | None = None,
    first_bound: int = 4,
    last_bound: int | None = None,
    **paths: Unpack[PathOptions],
) -> Produced:
    """Symbolic execution, depth first: every feasible path by itself, with loops executed ``first_bound`` times at
    most, then fourfold until ``last_bound`` or until no path is cut.

    Other limits: see ``value``. ``state_size`` is in nodes of the path constraint. Within a range, left branches come
    first, so that the right part of what is left can be given to somebody idle, but not with ``overflow``.
    """
    from coveriflow.actors.work.path_options import path_limits
    from coveriflow.actors.work.verify import answer, solver_based
    from coveriflow.actors.work.verify.work_stealing import SharedRange
    from coveriflow.analysis.symbolic.verifier import TreeLimits

    tree = TreeLimits(first_bound, last_bound, path_limits(paths))
    limits = answer.soft_limits(cpu, share, states, paths.get("condition_size"))
    overflow = paths.get("overflow")
    sharing = None if within is None or overflow else SharedRange(within)
    run = solver_based.executed(limits, tree, sharing)
    return answer.verified(task, "symbolic", run, within=sharing or within, overflow=overflow)


@actor(version="2", provides=_PROVIDES)
def symbolic_given(
    task: Task,
    condition: Condition,
    justification: Justification | None,
    within: Range | None = None,
    *,
    cpu: float | None = None,
    share: float = 1.0,
    last_bound: int | None = None,
    **paths: Unpack[PathOptions],
) -> Produced:
    """Symbolic execution of what ``condition`` leaves."""
    from coveriflow.actors.work.path_options import path_limits
    from coveriflow.actors.work.verify import answer, solver_based
    from coveriflow.actors.work.verify.work_stealing import SharedRange
    from coveriflow.analysis.symbolic.verifier import TreeLimits

    tree = TreeLimits(last_bound=last_bound, paths=path_limits(paths))
    limits = answer.soft_limits(cpu, share, condition_size=paths.get("condition_size"))
    overflow = paths.get("overflow")
    sharing = None if within is None or overflow else SharedRange(within)
    run = solver_based.executed(limits, tree, sharing)
    return answer.verified(task, "symbolic", run, condition, justification, sharing or within, overflow=overflow)

"""The embedded verifiers as actors. Each answers, and says by a condition how far it came when something stopped it.

Each has a twin that verifies what a condition leaves, with the same options (conditional model checking without a
reducer). Where there is a range of paths, the task is verified ``within`` it: what that shows is confirmed only by
those who look at the other ranges (ranged analysis, Sect. 3.1). A residual program has left out already what it was not
made for.
"""

from __future__ import annotations

from coveriflow.actors.definition import Produced, actor
from coveriflow.actors.options import (
    BmcOptions,
    HornOptions,
    ImpactOptions,
    InductionOptions,
    PredicateOptions,
    ShapeOptions,
    SymbolicOptions,
    ValueOptions,
)
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


@actor(version="4", provides=_PROVIDES, options=ValueOptions)
def value(task: Task | Residual, within: Range | None = None, *, options: ValueOptions) -> Produced:
    """Explicit-value analysis.

    ``cpu``: soft limit in seconds; ``share``: of what is left of the budget; ``states``: so many abstract states at
    most. What is left because of other limits is not covered, and the search goes on elsewhere (CMC paper, Fig. 7): of
    a path ``loop_bound``, ``path_length`` in edges, ``assume_edges``, ``repetitions`` of a location, ``path_seconds``;
    ``location_states`` at one location; ``edge_uses`` of one edge; of a step ``post_seconds``, ``post_memory`` in MB,
    ``state_size`` in variables; variables that refinement tracks at one location (``precision_size``). ``overflow``: a
    path ends where a signed operation may overflow. ``condition_size``: states of the condition that is written.
    ``condition``: ``always``, only where the search is ``finished``, or ``never``; that leaves more time to search.

    ``order``: which state is next: ``dfs``, ``bfs``, or ``random`` from ``seed``. ``merge``: states at one place are
    kept apart (``sep``), or joined (``join``). ``refinement``: track all variables from the start (``none``), or only
    those that refute the infeasible error paths found: by their ``shortest`` infeasible prefix, or by the one whose
    variables change least in loops (``selective``). ``precision``: where these are tracked then: at each ``location``
    where an interpolant names them, in its whole ``function``, or in the whole ``program``.
    """
    return _value(options, task, None, None, within)


@actor(version="5", provides=_PROVIDES, options=ValueOptions)
def value_given(
    task: Task,
    condition: Condition,
    justification: Justification | None,
    within: Range | None = None,
    *,
    options: ValueOptions,
) -> Produced:
    """Explicit-value analysis of what ``condition`` leaves (conditional model checking without a reducer)."""
    return _value(options, task, condition, justification, within)


def _value(
    options: ValueOptions,
    task: Task | Residual,
    condition: Condition | None,
    justification: Justification | None,
    within: Range | None,
) -> Produced:
    from coveriflow.actors.work.path_options import path_limits
    from coveriflow.actors.work.verify import answer, explicit_values, soft_limits
    from coveriflow.analysis.search.path_limits import RefinementLimits

    of_refinements = RefinementLimits(options.refinement_seconds, precision_size=options.precision_size)
    left = path_limits(options, of_refinements, options.loop_bound)
    run = explicit_values.explicit(soft_limits.search_limits(options), left, explicit_values.strategy(options))
    return answer.verified(task, "value", run, condition, justification, within, overflow=options.overflow)


@actor(version="5", provides=_PROVIDES, options=BmcOptions)
def bmc(task: Task | Residual, within: Range | None = None, *, options: BmcOptions) -> Produced:
    """Bounded model checking: unwinds ``first_bound`` times, then doubles until ``last_bound`` or until a limit.

    Other limits: see ``value``. ``state_size`` is in nodes of the path formula.
    """
    return _bmc(options, task, None, None, within)


@actor(version="5", provides=_PROVIDES, options=BmcOptions)
def bmc_given(
    task: Task,
    condition: Condition,
    justification: Justification | None,
    within: Range | None = None,
    *,
    options: BmcOptions,
) -> Produced:
    """Bounded model checking of what ``condition`` leaves."""
    return _bmc(options, task, condition, justification, within)


def _bmc(
    options: BmcOptions,
    task: Task | Residual,
    condition: Condition | None,
    justification: Justification | None,
    within: Range | None,
) -> Produced:
    from coveriflow.actors.work.path_options import path_limits
    from coveriflow.actors.work.verify import answer, soft_limits, solver_based
    from coveriflow.analysis.unwinding.bmc import UnwindingLimits

    bounds = UnwindingLimits(options.first_bound, options.last_bound, path_limits(options))
    run = solver_based.bounded(soft_limits.search_limits(options), bounds)
    return answer.verified(task, "bmc", run, condition, justification, within, overflow=options.overflow)


@actor(version="7", provides=_PROVIDES, options=InductionOptions)
def kinduction(task: Task | Residual, within: Range | None = None, *, options: InductionOptions) -> Produced:
    """k-induction (unifying paper, Algorithm 3): k grows from ``first_bound`` to ``last_bound`` or until a limit.

    k counts visits of loop heads, of all loops. ``invariants``: what strengthens the induction is guessed from
    ``executions``, comes from a ``data-flow`` analysis that runs beside it and becomes more precise, ``both``, or
    ``none``; of all this only what is shown to be inductive is used.
    """
    return _kinduction(options, task, None, None, within)


@actor(version="7", provides=_PROVIDES, options=InductionOptions)
def kinduction_given(
    task: Task,
    condition: Condition,
    justification: Justification | None,
    within: Range | None = None,
    *,
    options: InductionOptions,
) -> Produced:
    """k-induction for what ``condition`` leaves."""
    return _kinduction(options, task, condition, justification, within)


def _kinduction(
    options: InductionOptions,
    task: Task | Residual,
    condition: Condition | None,
    justification: Justification | None,
    within: Range | None,
) -> Produced:
    from coveriflow.actors.work.verify import answer, soft_limits, solver_based
    from coveriflow.analysis.induction.kinduction import InductionLimits

    source = solver_based.invariant_source(options.invariants)
    bounds = InductionLimits(options.first_bound, options.last_bound, source)
    run = solver_based.inductive(soft_limits.search_limits(options), bounds)
    return answer.verified(task, "kinduction", run, condition, justification, within, overflow=options.overflow)


@actor(version="4", provides=_PROVIDES, options=PredicateOptions)
def predicate(task: Task | Residual, within: Range | None = None, *, options: PredicateOptions) -> Produced:
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
    return _predicate(options, task, None, None, within)


@actor(version="5", provides=_PROVIDES, options=PredicateOptions)
def predicate_given(
    task: Task,
    condition: Condition,
    justification: Justification | None,
    within: Range | None = None,
    *,
    options: PredicateOptions,
) -> Produced:
    """Lazy predicate abstraction for what ``condition`` leaves."""
    return _predicate(options, task, condition, justification, within)


def _predicate(
    options: PredicateOptions,
    task: Task | Residual,
    condition: Condition | None,
    justification: Justification | None,
    within: Range | None,
) -> Produced:
    from coveriflow.actors.work.path_options import refinement_limits
    from coveriflow.actors.work.verify import answer, soft_limits
    from coveriflow.actors.work.verify import predicate as abstracting

    chosen = abstracting.configuration("predicate", options.block, options.combination, options.arithmetic)
    in_order = abstracting.search_order("predicate", options.order)
    run = abstracting.abstracting(soft_limits.search_limits(options), chosen, in_order, refinement_limits(options))
    return answer.verified(task, "predicate", run, condition, justification, within, overflow=options.overflow)


@actor(version="4", provides=_PROVIDES, options=ImpactOptions)
def impact(task: Task | Residual, within: Range | None = None, *, options: ImpactOptions) -> Produced:
    """Lazy abstraction with interpolants (unifying paper, Sect. 4.4), which strengthen the states of infeasible paths.

    ``forced_covering``: strengthen new states so that older ones cover them. ``predicates``: use the interpolants for
    predicate abstraction of new states, too (Ufo, Sect. 4.5.1). ``block``, ``order``, ``arithmetic``, and
    limits: as for ``predicate``.
    """
    return _impact(options, task, None, None, within)


@actor(version="5", provides=_PROVIDES, options=ImpactOptions)
def impact_given(
    task: Task,
    condition: Condition,
    justification: Justification | None,
    within: Range | None = None,
    *,
    options: ImpactOptions,
) -> Produced:
    """Lazy abstraction with interpolants for what ``condition`` leaves."""
    return _impact(options, task, condition, justification, within)


def _impact(
    options: ImpactOptions,
    task: Task | Residual,
    condition: Condition | None,
    justification: Justification | None,
    within: Range | None,
) -> Produced:
    from coveriflow.actors.work.path_options import refinement_limits
    from coveriflow.actors.work.verify import answer, soft_limits
    from coveriflow.actors.work.verify import predicate as abstracting

    chosen = abstracting.configuration(
        "ufo" if options.predicates else "impact",
        options.block,
        arithmetic=options.arithmetic,
        forced_covering=options.forced_covering,
        actor="impact",
    )
    in_order = abstracting.search_order("impact", options.order)
    run = abstracting.abstracting(soft_limits.search_limits(options), chosen, in_order, refinement_limits(options))
    return answer.verified(task, "impact", run, condition, justification, within, overflow=options.overflow)


@actor(version="4", provides=_PROVIDES, options=SymbolicOptions)
def symbolic(task: Task | Residual, within: Range | None = None, *, options: SymbolicOptions) -> Produced:
    """Symbolic execution, depth first: every feasible path by itself, with loops executed ``first_bound`` times at
    most, then fourfold until ``last_bound`` or until no path is cut.

    Other limits: see ``value``. ``state_size`` is in nodes of the path constraint. Within a range, left branches come
    first, so that the right part of what is left can be given to an idle worker, but not with ``overflow``.
    """
    return _symbolic(options, task, None, None, within)


@actor(version="5", provides=_PROVIDES, options=SymbolicOptions)
def symbolic_given(
    task: Task,
    condition: Condition,
    justification: Justification | None,
    within: Range | None = None,
    *,
    options: SymbolicOptions,
) -> Produced:
    """Symbolic execution of what ``condition`` leaves."""
    return _symbolic(options, task, condition, justification, within)


def _symbolic(
    options: SymbolicOptions,
    task: Task | Residual,
    condition: Condition | None,
    justification: Justification | None,
    within: Range | None,
) -> Produced:
    from coveriflow.actors.work.path_options import path_limits
    from coveriflow.actors.work.verify import answer, soft_limits, solver_based
    from coveriflow.actors.work.verify.work_stealing import SharedRange
    from coveriflow.analysis.symbolic.verifier import TreeLimits

    tree = TreeLimits(options.first_bound, options.last_bound, path_limits(options))
    sharing = None if within is None or options.overflow else SharedRange(within)
    run = solver_based.executed(soft_limits.search_limits(options), tree, sharing)
    part = sharing or within
    return answer.verified(task, "symbolic", run, condition, justification, part, overflow=options.overflow)


@actor(version="5", provides=_PROVIDES, options=HornOptions)
def horn(task: Task | Residual, within: Range | None = None, *, options: HornOptions) -> Produced:
    """Constrained Horn clauses: loops have invariants, recursive functions summaries. Property-directed reachability
    looks for invariants, and z3's Spacer for both. Bounded model checking of circuits looks for errors.

    ``arithmetic``: solve over ``integers`` that do not wrap, then over those that do; or ``bits``; or ``each`` in
    turns. A proof is checked in bits in every case, and a derivation of an error is executed. ``states``: ends of
    blocks. What a limit stops has shown nothing of single paths: the condition that is written covers none.
    """
    return _horn(options, task, None, None, within)


@actor(version="4", provides=_PROVIDES, options=HornOptions)
def horn_given(
    task: Task,
    condition: Condition,
    justification: Justification | None,
    within: Range | None = None,
    *,
    options: HornOptions,
) -> Produced:
    """Constrained Horn clauses for what ``condition`` leaves."""
    return _horn(options, task, condition, justification, within)


def _horn(
    options: HornOptions,
    task: Task | Residual,
    condition: Condition | None,
    justification: Justification | None,
    within: Range | None,
) -> Produced:
    from coveriflow.actors.work.verify import answer, horn_clauses, soft_limits

    run = horn_clauses.solving(soft_limits.search_limits(options), options.arithmetic)
    return answer.verified(task, "horn", run, condition, justification, within, overflow=options.overflow)


@actor(version="1", provides=(Answer, Violation, Witness, WitnessEntries, ErrorPath), options=ShapeOptions)
def shape(task: Task | Residual, *, options: ShapeOptions) -> Produced:
    """Shape analysis: lists of any length, as graphs of objects in which a segment stands for a chain of them.

    ``cpu``: soft limit in seconds; ``share``: of what is left of the budget; ``states``: so many abstract states at
    most. No condition is written, and none is taken.
    """
    from coveriflow.actors.work.verify import answer, shapes

    return answer.verified(task, "shape", shapes.shaping(options.cpu, options.share, options.states))

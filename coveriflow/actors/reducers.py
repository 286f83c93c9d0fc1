"""Reducers: from a program and a condition to the program that is left (fold paper, Def. 3)."""

from __future__ import annotations

from coveriflow.actors.definition import Produced, actor
from coveriflow.actors.options import (
    AbstractionOptions,
    AccelerateOptions,
    FoldingOptions,
    InvariantOptions,
    RangeProgramOptions,
    ReduceOptions,
)
from coveriflow.artifacts.answers import Justification
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.previous_version import Earlier, Reuse
from coveriflow.artifacts.residual_programs import Reduction, Residual
from coveriflow.artifacts.tasks import Task


@actor(version="4", provides=(Residual,), options=ReduceOptions)
def reduce(
    task: Task | Residual,
    condition: Condition,
    justification: Justification | None,
    *,
    options: ReduceOptions,
) -> Produced:
    """The program that a condition leaves, printed as C.

    ``reducer``: how much is unrolled, from all (``sep``) to nothing (``identity``); 'coveriflow reduce --help' explains
    each. What is unrolled less is verified again (fold paper, Sect. 4). ``bound``: iterations that ``lhb`` and ``lhbc``
    keep. ``heads``: the loops that count for those that look at loop heads, by their lines, as in ``12,20``. All but
    ``monitor`` and ``identity`` inline all calls, and take no recursive program.

    ``slice``: remove what cannot reach the error any more. ``minimise``: take the smallest automaton of the
    condition; without that, what its writer kept apart stays apart, also where the same is left (as in the paper).
    """
    from coveriflow.actors.work.reduce.residual import reduced

    return (reduced(task, condition, justification, _reduction(options, minimise=options.minimise)),)


@actor(version="1", provides=(Residual,), options=RangeProgramOptions)
def range_program(
    task: Task | Residual,
    within: Range,
    *,
    options: RangeProgramOptions,
) -> Produced:
    """The program of the paths in a range, printed as C: for verifiers that do not support ranges.

    ``form``: ``instrumented`` keeps the program, and an observer compares the branches taken with those recorded of the
    bounds. ``residual`` unfolds the program along the bounds, by ``reducer`` and the parameters of it (see ``reduce``):
    ``sep`` has just the paths in the range, and is large where a bound is long; the others let some more in. Of an
    alternative it is the program without the others.
    """
    from coveriflow.actors.work.reduce.range_program import range_reduced

    return (range_reduced(task, within, options.form, _reduction(options)),)


def _reduction(options: FoldingOptions, *, minimise: bool = True) -> Reduction:
    return Reduction(options.reducer, options.bound, options.heads or "", options.slice, minimise)


@actor(version="2", provides=(Residual,), options=AccelerateOptions)
def accelerate(task: Task | Residual, *, options: AccelerateOptions) -> Produced:
    """The program with accelerators beside its loops, printed as C: paths on which a number of iterations is one step.

    The same states are reachable; bugs after many iterations become bugs after few. ``seconds``: of CPU time for each
    solver query; ``size``: the program stays as it is if it has more edges. The program may be the residual one of a
    condition or a range.
    """
    from coveriflow.actors.work.reduce.accelerate import Accelerating, accelerated_task

    return (accelerated_task(task, Accelerating(automata=False, seconds=options.seconds, size=options.size)),)


@actor(version="2", provides=(Residual,), options=AccelerateOptions)
def accelerate_automata(task: Task | Residual, *, options: AccelerateOptions) -> Produced:
    """The program with accelerators, and without the paths that these subsume, which a trace automaton cuts off.

    The same states are reachable; where all iterations are subsumed, unwinding ends after a few of them, so that a
    bounded model checker can prove what holds. Parameters: see ``accelerate``.
    """
    from coveriflow.actors.work.reduce.accelerate import Accelerating, accelerated_task

    return (accelerated_task(task, Accelerating(automata=True, seconds=options.seconds, size=options.size)),)


@actor(version="1", provides=(Residual,), options=InvariantOptions)
def assume_invariants(task: Task | Residual, *, options: InvariantOptions) -> Produced:
    """The program with the invariants of its loops assumed at their heads, printed as C.

    The same executions, and easier to prove by k-induction for a verifier that has no such invariants. They are those
    that ``kinduction`` finds in ``cpu`` seconds, or in this ``share`` of what is left of the budget, for any property.
    """
    from coveriflow.actors.work.reduce.loops import assumed_task
    from coveriflow.actors.work.verify.soft_limits import soft_limits

    return (assumed_task(task, soft_limits(options.cpu, options.share)),)


@actor(version="1", provides=(Residual,), options=AbstractionOptions)
def abstract_loops(task: Task | Residual, *, options: AbstractionOptions) -> Produced:
    """The program whose loops begin in any state that their invariants allow, and end after few ``iterations``, as C.

    A verifier that only unwinds can prove it: this is k-induction as a program, and ``iterations`` is k. What violates
    the property there need not do so in the original. A loop that changes what is in memory, or pointers, stays as it
    is. ``cpu`` and ``share``: see ``assume-invariants``.
    """
    from coveriflow.actors.work.reduce.loops import abstracted_task
    from coveriflow.actors.work.verify.soft_limits import soft_limits

    return (abstracted_task(task, soft_limits(options.cpu, options.share), options.iterations),)


@actor(version="1", provides=(Task,))
def original(task: Task) -> Produced:
    """The program as written, for those after it: they take no residual program that was made before it."""
    return (task,)


@actor(version="1", provides=(Condition, Justification))
def carry_back(residual: Residual, condition: Condition, justification: Justification | None) -> Produced:
    """What was verified of a residual program, and of the original before it, as one condition about the original.

    ``condition`` was written by a verifier of the residual program. A path of the original is covered if one of the
    conditions of the residual program covers it, or if this one covers its image in the residual program.
    """
    from coveriflow.actors.work.reduce.carry_back import brought_back

    return brought_back(residual, condition, justification)


@actor(version="2", provides=(Condition, Justification, Reuse))
def carry_over(task: Task, earlier: Earlier) -> Produced:
    """What was verified of an earlier version, as far as it is true of this one (regression checking).

    A path is covered if the earlier version's condition covers it, no change is on it, and none can be reached from
    where it became covered.
    """
    from coveriflow.actors.work.reduce.carry_over import carried

    return carried(task, earlier)

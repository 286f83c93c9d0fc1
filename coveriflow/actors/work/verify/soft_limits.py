"""How long an actor searches: what is inside the hard limits, and what is left of that."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace

from coveriflow.actors.options import SearchOptions
from coveriflow.actors.work.words import chosen_by
from coveriflow.analysis.search.limits import CONDITION_SIZE, ConditionWanted, SoftLimits, inside
from coveriflow.execution.processes.worker import current_limits

_MORE_FOR_EVIDENCE = 2.0
"""Times its own limit, a search that came to its end may take with the check of its proof."""
_MORE = 0.9
"""Of CPU time that is granted later; the rest is for the hard limit to be larger."""


def counted_from_now(limits: SoftLimits) -> Callable[[], SoftLimits]:
    """What is left of ``limits`` whenever it is called: building the automaton takes time, too.

    A search has at least as much as that took, the time until the first call, where the job has it. In a turn that is
    shorter, nothing would be found in a long program.
    """
    cpu, wall = time.process_time(), time.monotonic()
    whole: SoftLimits | None = None

    def left() -> SoftLimits:
        nonlocal whole
        used = time.process_time() - cpu
        whole = whole or limits.at_least(2 * used)
        return whole.after(used, time.monotonic() - wall)

    return left


def soft_limits(
    cpu: float | None,
    share: float,
    states: int | None = None,
    condition_size: int | None = None,
    wanted: ConditionWanted = ConditionWanted.ALWAYS,
) -> SoftLimits:
    """Inside the hard limits, with room to write the condition: a tenth, and at least a second if there is as much.
    Less, where none is ``wanted``.
    """
    hard = current_limits()
    spare = SoftLimits(condition=wanted).spare
    most = None if hard.cpu is None else share * inside(hard.cpu, spare)
    soft_cpu = most
    if cpu is not None:
        soft_cpu = cpu if most is None else min(cpu, most)
    wall = None if hard.wall is None else share * inside(hard.wall)
    memory = None if hard.memory is None else int(0.8 * hard.memory)
    size = CONDITION_SIZE if condition_size is None else condition_size
    more = 0.0 if cpu is not None else _MORE * share
    return SoftLimits(soft_cpu, wall, memory, states, size, more, wanted, most=most, hard=hard.cpu)


def search_limits(options: SearchOptions) -> SoftLimits:
    """Those of a verifier with these options."""
    wanted = chosen_by(ConditionWanted, "a verifier", "condition", options.condition)
    found = soft_limits(options.cpu, options.share, options.states, options.condition_size, wanted)
    hard = current_limits().cpu
    if wanted is ConditionWanted.ALWAYS or found.cpu is None:
        return found
    evidence = _MORE_FOR_EVIDENCE * found.cpu
    return replace(found, evidence=evidence if hard is None else min(evidence, inside(hard, found.spare)))

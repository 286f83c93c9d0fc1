"""Soft limits of a whole search (CMC paper, Fig. 7, Global Progress): it stops, and says how far it came."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum

from coveriflow.analysis.cpa.contracts import Watch
from coveriflow.analysis.search.path_limits import peak_memory
from coveriflow.execution.processes.worker import more_cpu
from coveriflow.logic import cpu_time

CONDITION_SIZE = 20_000
"""States of a condition, unless something else is asked for."""
_PERIOD = 1.0  # seconds between two reports
_LEAST_SHARE = 0.1
_EVIDENCE_SHARE = 0.88
_SPARE, _LITTLE = 1.0, 0.6
"""CPU seconds between a soft limit and the hard one: with a condition to be written, and without."""
_SEARCH_ALONE = 0.95
"""Of the time, for a search that leaves no condition where a limit ends it."""


class ConditionWanted(StrEnum):
    """When the condition of what was verified is written, where there is no verdict."""

    ALWAYS = "always"
    FINISHED = "finished"
    NEVER = "never"


def inside(seconds: float, spare: float = _SPARE) -> float:
    """A limit that comes before the hard one of so many ``seconds``."""
    return max(seconds / 2, min((1 - 0.1 * spare) * seconds, seconds - spare))


@dataclass(frozen=True, slots=True)
class SoftLimits:
    """CPU and wall seconds, bytes of resident memory, number of reached states; ``None``: no limit.

    ``condition_size``: states of the condition that is written in the end. ``more``: of the CPU time that is granted
    while the search runs (``worker.more_cpu``), the part that it may use.

    ``condition``: when one is written; ``FINISHED``: if the search came to its end. ``evidence``: CPU seconds until
    which a search that came to its end may check its proof where no condition is written for a search that did not.
    ``most``: CPU seconds that the search may be given instead of ``cpu`` where the program is large. ``hard``: CPU
    seconds of the whole job as it was when it began, from which ``cpu`` comes.
    """

    cpu: float | None = None
    wall: float | None = None
    memory: int | None = None
    states: int | None = None
    condition_size: int = CONDITION_SIZE
    more: float = 0.0
    condition: ConditionWanted = ConditionWanted.ALWAYS
    evidence: float | None = None
    most: float | None = None
    hard: float | None = None

    @property
    def spare(self) -> float:
        """CPU seconds between it and the hard limit, at most."""
        return _SPARE if self.condition is ConditionWanted.ALWAYS else _LITTLE

    def at_least(self, cpu: float) -> SoftLimits:
        """The same with so many seconds of CPU time, as far as ``most`` allows; the evidence gets as much more."""
        more = 0.0 if self.cpu is None or self.most is None else max(0.0, min(cpu, self.most) - self.cpu)
        cpu_more, evidence_more = (None if each is None else each + more for each in (self.cpu, self.evidence))
        return replace(self, cpu=cpu_more, evidence=evidence_more)

    def scaled(self, share: float) -> SoftLimits:
        """The same with a ``share`` of the time: the rest is for what comes after the search."""
        cpu = None if self.cpu is None else self.cpu * share
        wall = None if self.wall is None else self.wall * share
        return replace(self, cpu=cpu, wall=wall, more=self.more * share)

    def for_search(self, share: float) -> SoftLimits:
        """The time of the search: ``share``, or nearly all where no condition is written when it ends it."""
        return self.scaled(share if self.condition is ConditionWanted.ALWAYS else _SEARCH_ALONE)

    def wants_condition(self, *, finished: bool) -> bool:
        """Whether one is written; ``finished``: the search came to its end."""
        return self.condition is ConditionWanted.ALWAYS or (finished and self.condition is ConditionWanted.FINISHED)

    def for_evidence(self) -> SoftLimits:
        """The time until the evidence must be checked and the condition known: the rest is for writing these, of more
        than 50,000 states at times.
        """
        if self.condition is not ConditionWanted.ALWAYS and self.evidence is not None:
            return SoftLimits(self.evidence, self.wall)
        scaled = self.scaled(_EVIDENCE_SHARE)
        return SoftLimits(scaled.cpu, scaled.wall, more=scaled.more)

    def at_most(self, cpu: float) -> SoftLimits:
        """No more than so many seconds of CPU time, whatever is granted later."""
        return replace(self, cpu=cpu if self.cpu is None else min(cpu, self.cpu), more=0.0)

    def after(self, cpu: float, wall: float) -> SoftLimits:
        """What is left when so many seconds of the time have been used; nothing, at the worst."""
        cpu_left = None if self.cpu is None else max(0.0, self.cpu - cpu)
        wall_left = None if self.wall is None else max(0.0, self.wall - wall)
        evidence = None if self.evidence is None else max(0.0, self.evidence - cpu)
        return replace(self, cpu=cpu_left, wall=wall_left, evidence=evidence)


@dataclass(slots=True)
class LimitWatch:
    """Says when one of ``limits`` is reached; measured from its creation. ``states`` tells the size of the reached
    set, ``elsewhere`` the CPU seconds that other processes have used for the search, ``allowed`` those that have been
    granted since the job began.
    """

    limits: SoftLimits
    states: Callable[[], int] = lambda: 0
    elsewhere: Callable[[], float] = lambda: 0.0
    allowed: Callable[[], float] = more_cpu
    _cpu_start: float = field(default_factory=cpu_time.now)
    _wall_start: float = field(default_factory=time.monotonic)
    _reason: str | None = None

    def exhausted(self) -> str | None:
        """Why to stop; once there is a reason, it stays. It reads the clocks: one step may be long."""
        if self._reason is None and self.limits.states is not None:
            self._reason = self._states_reached()
        if self._reason is None:
            self._reason = self._resources_reached()
        return self._reason

    def check_now(self) -> str | None:
        """The same, with a look at the clocks."""
        self._reason = self._reason or self._states_reached() or self._resources_reached()
        return self._reason

    def seconds_left(self, most: float = 3600.0) -> float:
        """CPU seconds that a solver may take now, at least a little."""
        left = [most]
        if self.limits.cpu is not None:
            left.append(self._cpu_limit(self.limits.cpu) - self._cpu())
        if self.limits.wall is not None:
            left.append(self._worth(self.limits.wall))
        return max(0.01, min(left))

    def _worth(self, wall: float) -> float:
        """The CPU seconds that are to be had until ``wall``, if the machine stays as busy as it has been."""
        used = time.monotonic() - self._wall_start
        share = 1.0 if used < _PERIOD else max(_LEAST_SHARE, min(1.0, self._cpu() / used))
        return (wall - used) * share

    def _cpu(self) -> float:
        return cpu_time.now() - self._cpu_start + self.elsewhere()

    def _cpu_limit(self, cpu: float) -> float:
        """More in proportion; less, as it would have been from the beginning."""
        if not self.limits.more:
            return cpu
        allowed, hard = self.allowed(), self.limits.hard
        if allowed >= 0 or hard is None:
            return cpu + self.limits.more * allowed
        spare = self.limits.spare
        return max(0.0, cpu + self.limits.more * (inside(max(0.0, hard + allowed), spare) - inside(hard, spare)))

    def _states_reached(self) -> str | None:
        if self.limits.states is not None and self.states() >= self.limits.states:
            return f"the search stopped at {self.limits.states} abstract states"
        return None

    def _rest(self) -> str:
        """What the rest of the budget is for, where the limit is a share of it."""
        is_kept = self.limits.more and self.limits.condition is ConditionWanted.ALWAYS
        return "; the rest is for writing the condition" if is_kept else ""

    def _resources_reached(self) -> str | None:
        limits = self.limits
        if limits.cpu is not None and self._cpu() >= (most := self._cpu_limit(limits.cpu)):
            return f"the search stopped after {most:.3g} s of CPU time{self._rest()}"
        if limits.wall is not None and time.monotonic() - self._wall_start >= limits.wall:
            return f"the search stopped after {limits.wall:.3g} s"
        if limits.memory is not None and peak_memory() >= limits.memory:
            return f"the search stopped at {limits.memory / 1e6:.0f} MB of memory"
        return None


@dataclass(slots=True)
class Reporting:
    """Passes on what ``watch`` says, and tells ``progress`` about once a second how many states have been reached."""

    watch: Watch
    states: Callable[[], int]
    progress: Callable[[str], None]
    _calls: int = 0
    _next: float = field(default_factory=lambda: time.monotonic() + _PERIOD)

    def exhausted(self) -> str | None:
        """See ``LimitWatch``."""
        self._calls += 1
        if self._calls % 32 == 0 and time.monotonic() >= self._next:
            self.tell()
        return self.watch.exhausted()

    def tell(self) -> None:
        """Now."""
        self._next = time.monotonic() + _PERIOD
        self.progress(f"{self.states()} states")

"""Parts of a composition that take turns: who runs, until when, and how each of them is stopped and goes on.

A part runs in a thread of its own, and its actors in processes. At the end of its turn the process is stopped where it
is (SIGSTOP), and in the next turn it goes on: nothing is done twice. What a part waits for in between is ``Pace``.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from math import inf
from typing import Any

from coveriflow.actors.composition.nodes import Slice
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.execution.contracts import Job

_SETTLED = 1.0
"""Seconds after which it counts how busy the machine is."""
_SLOWEST = 0.1
_LEAST_MEMORY = 256 << 20
"""Bytes for a part, before fewer of them run at a time."""
_STANDING = 0.3
"""Seconds to wait for a process to stop."""
_SLACK = 0.8
"""CPU seconds between the last turn of a part and its limit: its own end comes first. The budget's end has none."""


def planned(slices: Sequence[Slice], parts: int, cpu: float | None) -> list[float | None]:
    """The CPU seconds that each of so many parts may have in all its turns, if all others use theirs; ``None``: no
    limit.
    """
    left, found = inf if cpu is None else cpu, [0.0] * parts
    for each in slices:
        turn = each.of(left)
        found[each.part] += turn
        left -= 0.0 if turn == inf else turn
    return [None if seconds == inf else seconds for seconds in found]


def since(beside: Callable[[], float]) -> Callable[[], float]:
    """The same, counted from now on."""
    before = beside()
    return lambda: beside() - before


def _nothing() -> None:
    pass


class Pace:
    """How far one part may go. Its thread calls ``begins`` and ``working``; who shares out the time, ``run``."""

    def __init__(self, limit: float | None, heard: Callable[[], object], rest: Callable[[Pace], float]) -> None:
        self._changed = threading.Condition()
        self._limit = limit
        self._heard = heard
        self._rest = rest
        self._job: Job[Any] | None = None
        self._finished = Resources()  # what earlier jobs used
        self._of_job = Resources()
        self._until = 0.0
        self._told: float | None = None
        self._more = 0.0
        self._is_last = False
        self._is_free = False
        self._is_held = False
        self._stands = False
        self.may_have_more = True
        """The limit of its actor is that of the part, and not one of a budget within."""
        self.is_running = False
        self.has_ended = False
        self.has_decided = False
        """It has a verdict that ends the others."""
        self.waits: Callable[[], object] = _nothing
        self.goes_on: Callable[[], object] = _nothing
        """What to call when a job is stopped, and when it goes on."""

    @property
    def used(self) -> float:
        """CPU seconds, as far as it is known: while a job runs, those up to its last stop."""
        return self._finished.cpu + self._of_job.cpu

    @property
    def memory(self) -> int:
        """Bytes that a job which is stopped holds."""
        return self._of_job.memory

    def granted(self) -> float:
        """CPU seconds that it may use beyond its limit."""
        return self._more

    @property
    def committed(self) -> float:
        """CPU seconds that it has used, or may until it is stopped."""
        goes = self.is_running and not self._is_held and self._until != inf
        return max(self.used, self._until) if goes else self.used

    def run(self, seconds: float, slack: float | None = None) -> None:
        """A turn of so many seconds of CPU time. ``slack``: of the last one. Only its own limit ends that, which is so
        much later.
        """
        with self._changed:
            self.is_running, self._is_last, self._until = True, slack is not None, self.used + seconds
            if slack is not None and self._limit is not None and self._until != inf:
                self._allow(self._until + slack - self._limit - self._more)
            if self._job is not None:
                self._job.go_on(self._job_until())
                self.goes_on()
            self._changed.notify_all()

    def have(self, limit: float | None) -> None:
        """A limit of so many seconds of CPU time, if that is more than it has."""
        with self._changed:
            if self._limit is not None and limit is not None and limit > self._limit + self._more:
                self._allow(limit - self._limit - self._more)

    def free(self) -> None:
        """What is left to do decides all: it is not stopped any more, and may use the rest of the budget."""
        if self._is_free:
            return
        rest = self._rest(self)
        with self._changed:
            if rest != inf and self._limit is not None:
                self._allow(rest + self.committed - self._limit - self._more)
            self._is_free = True
            self._is_held = self._stands = False  # another one may have begun to decide at the same time

    def hold(self) -> None:
        """Stop where it is, and keep the rest of the turn."""
        with self._changed:
            if not self._is_free and self.is_running:
                self._is_held, self._stands = True, self._job is None
                if self._job is not None:
                    self._job.go_on(0.0)

    def stands(self, patience: float) -> None:
        """Wait until it does, where it is held; at most so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._stands or not self._is_held, patience)

    def release(self, rest: float) -> None:
        """Go on with the turn, as far as the budget has that much left."""
        with self._changed:
            if not self._is_held:
                return
            self._is_held = self._stands = False
            if self._until > self.used + rest:
                self._until, self._is_last = self.used + rest, False
            if self._job is not None:
                self._job.go_on(self._job_until())
            elif self._until <= self.used:
                self._stops()
            self._changed.notify_all()

    def end(self) -> None:
        """The part has ended, or shall: nothing waits any more."""
        with self._changed:
            self.has_ended, self.is_running, self._is_held = True, False, False
            self._changed.notify_all()
        self._heard()

    def begins(self) -> bool:
        """Wait for a turn; ``False`` where there will be none."""
        with self._changed:
            if self._until <= self.used and not self._is_free:
                self._stops()
            self._changed.wait_for(self._may_begin)
            return not self.has_ended

    def _may_begin(self) -> bool:
        return self._is_free or self.has_ended or (self._until > self.used and not self._is_held)

    def job_until(self) -> float | None:
        """The CPU seconds after which a job that begins now is to be stopped; ``None`` if it is not."""
        with self._changed:
            self._told = self._job_until()
            return self._told

    @contextmanager
    def working(self, job: Job[Any]) -> Iterator[None]:
        """While ``job`` works."""
        with self._changed:
            self._job = job
            if self._job_until() != self._told:  # a turn began since
                job.go_on(self._job_until())
        try:
            yield
        finally:
            used = job.result().resources
            with self._changed:
                self._job, self._of_job = None, Resources()
                self._finished = self._finished + used

    def stopped(self, used: Resources) -> None:
        """The job was stopped, and has used so much."""
        with self._changed:
            self._of_job = used
            if self._is_held:
                self._stands = True
                self._changed.notify_all()
                return
            if self._is_free or self._until > self.used:
                if self._job is not None:
                    self._job.go_on(self._job_until())
                return
            self._stops()
            self.waits()

    def _stops(self) -> None:
        if self.is_running:
            self.is_running = False
            self._heard()

    def _allow(self, seconds: float) -> None:
        self._more += seconds
        if self._job is not None and self.may_have_more:
            self._job.allow(seconds)

    def _job_until(self) -> float | None:
        if self._is_held:
            return 0.0
        return None if self._is_last or self._is_free or self._until == inf else self._until - self._finished.cpu


class TurnTaking:
    """So many ``parts`` take the turns ``slices`` in their order, ``cores`` of them at a time, within ``limits``.

    Parts that are stopped hold at most half of the memory (with several cores, less): the largest are ended.
    ``beside``: CPU seconds that others use; ``granted``: those beyond ``limits`` that others have left, so far.
    """

    def __init__(
        self,
        slices: Sequence[Slice],
        parts: int,
        limits: Limits,
        cores: int,
        beside: Callable[[], float] = lambda: 0.0,
        granted: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self._granted = since(granted)
        self._slices = slices
        self._parts = parts
        self._limits = limits
        self._beside = since(beside)
        fitting = cores if limits.memory is None else max(1, limits.memory // _LEAST_MEMORY - 1)
        self._cores = min(cores, fitting)
        self._events = queue.SimpleQueue[None]()
        self._begun = time.monotonic()
        self._ends: Sequence[Callable[[], object]] = ()
        self.paces = [Pace(self.limits_of(part, limits).cpu, self._hear, self._left_to) for part in range(parts)]
        self._deciding: list[Pace] = []
        self._state = threading.Lock()

    def limits_of(self, part: int, whole: Limits) -> Limits:
        """Of one part, out of what all have."""
        cpu = planned(self._slices, self._parts, self._cpu(whole))[part]
        memory = None if whole.memory is None else whole.memory // (self._cores + 1)
        return Limits(None if cpu is None else cpu + _SLACK, whole.wall, memory)

    def _limit_of_next(self, number: int, left: float) -> float | None:
        """Of the part of that slice, where so many seconds are left: what others do not use any more is shared out."""
        part, rest = self._slices[number].part, left
        seconds = self.paces[part].used + _SLACK
        for each in self._slices[number:]:
            turn = 0.0 if self.paces[each.part].has_ended else each.of(rest)
            if turn == inf:
                return None
            seconds += turn if each.part == part else 0.0
            rest -= turn
        return seconds

    def end(self, whole: float | None) -> float | None:
        """When the limit of elapsed time is over, on the clock; ``whole``: that of the run."""
        own = None if self._limits.wall is None else self._begun + self._limits.wall
        return whole if own is None else own if whole is None else min(own, whole)

    def _cpu(self, limits: Limits) -> float | None:
        """CPU seconds that there are within both limits of time."""
        by_wall = None if limits.wall is None else limits.wall * self._cores
        return by_wall if limits.cpu is None else limits.cpu if by_wall is None else min(limits.cpu, by_wall)

    @contextmanager
    def sharing_out(self, ends: Sequence[Callable[[], object]]) -> Iterator[None]:
        """Give all turns while the block waits for the parts. ``ends``: how each of them is ended."""
        self._ends = ends
        raised: list[BaseException] = []

        def share_out() -> None:
            try:
                self._share_out()
            except BaseException as error:  # noqa: BLE001  (raised again below)
                raised.append(error)
                self._end_all()

        thread = threading.Thread(target=share_out, name="coveriflow-turns", daemon=True)
        thread.start()
        try:
            yield
        except BaseException:  # an interruption, perhaps before all parts have begun
            self._end_all()
            raise
        finally:
            thread.join()
        if raised:
            raise raised[0]

    def _end_all(self) -> None:
        for end in self._ends:
            end()
        for pace in self.paces:
            pace.end()

    def left(self) -> float:
        """CPU seconds that no part has used, or may use in its turn; ``inf`` without a limit."""
        committed = sum(each.committed for each in self.paces)
        left = inf if self._limits.cpu is None else self._limits.cpu + self._granted() - self._beside() - committed
        if self._limits.wall is None:
            return max(0.0, left)
        elapsed, used = time.monotonic() - self._begun, sum(each.used for each in self.paces)
        rate = 1.0 if elapsed < _SETTLED else min(float(self._cores), max(_SLOWEST, used / elapsed))
        return max(0.0, min(left, rate * (self._limits.wall - elapsed)))

    def _left_to(self, deciding: Pace) -> float:
        """The same for one that is about to decide: the others wait until it has ended, and keep their turns."""
        with self._state:
            self._deciding.append(deciding)
            others = [each for each in self.paces if each not in self._deciding]
        for each in others:
            each.hold()
        for each in others:
            each.stands(_STANDING)
        return self.left()

    def _hear(self) -> None:
        self._events.put(None)

    def _is_deciding(self) -> bool:
        """Whether one does for which the others wait. Where it has ended without, they go on."""
        with self._state:
            if any(not each.has_ended for each in self._deciding):
                return True
            is_over = bool(self._deciding)
            self._deciding.clear()
        if is_over and not self._is_over():
            left = self.left()
            for each in self.paces:
                each.release(left)
        return False

    def _share_out(self) -> None:
        for number, each in enumerate(self._slices):
            pace = self.paces[each.part]
            while self._is_deciding() or (not pace.has_ended and (pace.is_running or self._running() >= self._cores)):
                if self._is_over():
                    return
                self._events.get()
            if self._is_over():
                return
            left = self.left()
            turn = each.of(left)
            if not pace.has_ended and turn > 0.0:
                self._make_room(pace)
                pace.have(self._limit_of_next(number, left))
                pace.run(turn, self._slack(number, left - turn))
        while (self._is_deciding() or self._running()) and not self._is_over():
            self._events.get()
        for pace, end in zip(self.paces, self._ends, strict=True):
            if not pace.has_ended:
                end()

    def _slack(self, number: int, left: float) -> float | None:
        """``None`` if the part of that slice has a later turn, where all that are left use theirs."""
        slack = min(_SLACK, max(0.0, left))
        for later in self._slices[number + 1 :]:
            turn = 0.0 if self.paces[later.part].has_ended else later.of(left)
            if turn > 0.0 and later.part == self._slices[number].part:
                return None
            left -= 0.0 if turn == inf else turn
        return slack

    def _is_over(self) -> bool:
        return all(each.has_ended for each in self.paces) or any(each.has_decided for each in self.paces)

    def _running(self) -> int:
        return sum(each.is_running for each in self.paces)

    def _make_room(self, wanted: Pace) -> None:
        """For the one that runs next."""
        if self._limits.memory is None:
            return
        stopped = [p for p in self.paces if p is not wanted and not p.is_running and not p.has_ended and p.memory]
        while sum(each.memory for each in stopped) > self._limits.memory // (self._cores + 1):
            largest = max(stopped, key=lambda each: each.memory)
            stopped.remove(largest)
            self._ends[self.paces.index(largest)]()

"""Engines in processes of their own: with a limit that holds, and without harm if they crash."""

from __future__ import annotations

import atexit
from collections.abc import Sequence
from dataclasses import dataclass

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.contracts import End
from coveriflow.execution.processes.workers import Workers
from coveriflow.logic import cpu_time
from coveriflow.logic.interpolation.contracts import Effort, Ending, Engine, Inapplicable, OutOfTime, Scope
from coveriflow.logic.interpolation.path import Path
from coveriflow.logic.serialisation import Packed, packed, unpacked
from coveriflow.logic.terms import Term

_MEMORY = 2 << 30
_MODULES = ("z3", "bitwuzla", "coveriflow.logic.interpolation.chain")
_SLACK = 0.5
"""Seconds after its deadline at which an engine is stopped from outside."""
_workers: Workers | None = None


def shared_workers() -> Workers:
    """The workers of this process, started at the first call: starting them takes longer than most interpolants."""
    global _workers
    if _workers is None:
        _workers = Workers(modules=_MODULES).__enter__()
        atexit.register(stop_workers)
    return _workers


def stop_workers() -> None:
    """End what ``shared_workers`` started; it starts again when it is needed."""
    global _workers
    if _workers is not None:
        workers, _workers = _workers, None
        workers.__exit__(None, None, None)


@dataclass(frozen=True, slots=True)
class Apart:
    """``engine``, run elsewhere. It is sent there, so it must be made of values."""

    engine: Engine

    @property
    def name(self) -> str:
        """See ``contracts.Engine``."""
        return self.engine.name

    @property
    def scope(self) -> Scope:
        """See ``contracts.Engine``."""
        return self.engine.scope

    @property
    def effort(self) -> Effort:
        """See ``contracts.Engine``."""
        return self.engine.effort

    def applies(self, path: Path) -> bool:
        """See ``contracts.Engine``; here, not elsewhere."""
        return self.engine.applies(path)

    def interpolants(self, path: Path, deadline: float) -> Sequence[Term] | None:
        """See ``contracts.Engine``."""
        conjuncts = packed([conjunct for part in path.parts for conjunct in part])
        seconds = deadline - cpu_time.now()
        most = max(0.01, seconds + _SLACK)
        limits = Limits(cpu=most, wall=cpu_time.wall_for(most), memory=_MEMORY)
        job = shared_workers().submit(
            _performed, self.engine, conjuncts, tuple(map(len, path.parts)), seconds, limits=limits
        )
        outcome = job.result()
        cpu_time.charge(outcome.resources.cpu)
        if outcome.end is not End.FINISHED:
            raise OutOfTime if outcome.end in (End.OUT_OF_CPU, End.OUT_OF_WALL) else Inapplicable(outcome.message)
        if outcome.value is Ending.OUT_OF_TIME:
            raise OutOfTime
        return unpacked(outcome.value) if isinstance(outcome.value, Packed) else None


def _performed(engine: Engine, content: Packed, lengths: Sequence[int], seconds: float) -> Packed | Ending:
    rest = iter(unpacked(content))
    path = Path(tuple(tuple(next(rest) for _ in range(length)) for length in lengths))
    try:
        found = engine.interpolants(path, cpu_time.now() + seconds)
    except Inapplicable:
        return Ending.NOTHING
    except OutOfTime:
        return Ending.OUT_OF_TIME
    return packed(found) if found is not None else Ending.NOTHING

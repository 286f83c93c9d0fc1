"""Does a test reach the error? The compiled program decides (design: no verdict ``false`` without an execution)."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum

from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.execution.contracts import End
from coveriflow.execution.native.compiled_program import (
    CompileError,
    LibraryMissing,
    NoRoom,
    ProgramRun,
    compile_program,
)
from coveriflow.execution.native.compiler import Linkage
from coveriflow.execution.native.harness import Stop
from coveriflow.execution.processes.workers import Workers
from coveriflow.program.text.violations import Violations
from coveriflow.program.types.data_model import DataModel


class ExecutionVerdict(Enum):
    """``CONFIRMED``: it reached the error. ``REJECTED``: it ended without. ``INCONCLUSIVE``: anything else."""

    CONFIRMED = "confirmed"
    REJECTED = "rejected"
    INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True, slots=True)
class Execution:
    """What the execution of one test showed, why, and what the program used. ``ended``: by itself, in whatever way.

    ``linkage``: the C library that it ran with; ``None`` if it did not compile or start, or came to what that lacks.
    ``lacks_library``: that is why; the program itself may be in order. So it may with ``lacks_room``, of the disk.
    """

    verdict: ExecutionVerdict
    reason: str
    resources: Resources = Resources()
    ended: bool = False
    linkage: Linkage | None = None
    lacks_library: bool = False
    lacks_room: bool = False


def execute_test(
    sources: Sequence[tuple[str, str]],
    values: Sequence[int],
    violations: Violations,
    data_model: DataModel,
    limits: Limits,
    workers: Workers | None = None,
    standard_input: bytes = b"",
    arguments: Sequence[bytes] = (),
    extra_flags: Sequence[str] = (),
) -> Execution:
    """Compile the program of ``sources`` (name, preprocessed text), feed it ``values``, see if it reaches the error.

    Each value is converted to the type of the function that returns it, as C converts integers. Confirmed only if exit
    status and marker match, and the marker holds a random token. ``limits`` are the program's, not the compiler's.
    ``standard_input``: what it may read there. ``arguments``: what ``argv`` holds, the program's name first.
    ``extra_flags``: of the compiler.
    """
    try:
        with compile_program(sources, data_model, violations, extra_flags, workers) as program:
            run = program.run(values, limits, standard_input, arguments)
            ran = run.stop is not Stop.MISSING and run.end is not End.FAILED
            linkage = program.linkage if ran else None
            return replace(execution_of(run, len(values)), linkage=linkage, lacks_library=not ran)
    except CompileError as error:
        lacks, room = isinstance(error, LibraryMissing), isinstance(error, NoRoom)
        return Execution(ExecutionVerdict.INCONCLUSIVE, str(error), lacks_library=lacks, lacks_room=room)
    except OSError as error:
        reason = f"the program cannot be executed: {error.strerror}"
        return Execution(ExecutionVerdict.INCONCLUSIVE, reason, lacks_room=True)


def execution_of(run: ProgramRun, values: int) -> Execution:
    """What the run of a compiled program with so many ``values`` showed."""
    verdict, reason = _judged(run, values)
    ended = run.stop not in (Stop.MISSING, Stop.MEMORY) and (run.stop is not None or _ended_by_itself(run))
    return Execution(verdict, reason, run.resources, ended)


def _judged(run: ProgramRun, values: int) -> tuple[ExecutionVerdict, str]:
    match run.stop:
        case Stop.ERROR:
            return ExecutionVerdict.CONFIRMED, "the program reached the error"
        case Stop.ASSUMPTION:
            return ExecutionVerdict.REJECTED, "an assumption does not hold for these inputs"
        case Stop.EXHAUSTED:
            return ExecutionVerdict.INCONCLUSIVE, f"the program reads more than the {values} inputs of the test"
        case Stop.MISSING:
            return ExecutionVerdict.INCONCLUSIVE, "the program needs more of a C library than is available"
        case Stop.MEMORY:
            return ExecutionVerdict.INCONCLUSIVE, "the program asks for more memory than there is"
        case None if run.status == 0:
            return ExecutionVerdict.REJECTED, "the program ended without reaching the error"
        case None:
            return ExecutionVerdict.INCONCLUSIVE, _fate(run)


def _fate(run: ProgramRun) -> str:
    if run.status is None:
        return f"the execution was ended: {run.end.value}"
    if run.status > 0:
        return f"the program exited with status {run.status}"
    return "the program wrote too much" if run.status == -signal.SIGXFSZ else f"the program crashed with {_signal(run)}"


def _ended_by_itself(run: ProgramRun) -> bool:
    return run.status is not None and run.status not in (-signal.SIGXFSZ, -signal.SIGKILL)


def _signal(run: ProgramRun) -> str:
    number = -(run.status or 0)
    return signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"

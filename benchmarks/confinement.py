"""What the box costs per execution: one compiled program, with and without, in turns, in one run.

Prints CPU seconds of the job (the worker, what makes the box, the program) and elapsed time, as medians, for each box
that this machine has. It exits with 1 where a box
costs more than 10 ms of CPU time. ``--smoke`` measures less, and exits with 0.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from rich.console import Console
from rich.table import Table

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.confinement.contracts import Sandbox
from coveriflow.execution.confinement.probing import ask_for
from coveriflow.execution.native.compiled_program import Program, compile_program
from coveriflow.execution.native.launch import launch
from coveriflow.execution.processes.workers import Workers
from coveriflow.program.types.data_model import DataModel

TEXT = "extern int __VERIFIER_nondet_int(void); int main(void) { return __VERIFIER_nondet_int(); }"
LIMITS = Limits(cpu=10, wall=60, memory=1 << 30)
MOST = 0.010


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--smoke", action="store_true", help="measure less")
    is_smoke = parser.parse_args().smoke
    rounds = 3 if is_smoke else 100
    with ExitStack() as stack:
        programs = dict(_programs(stack))
        times = {name: [_once(program) for program in [program] * 3] for name, program in programs.items()}
        times = {name: [] for name in times}  # the first ones are not counted
        for _ in range(rounds):
            for name, program in programs.items():
                times[name].append(_once(program))
    medians = {name: tuple(map(statistics.median, zip(*found, strict=True))) for name, found in times.items()}
    _show(medians, rounds)
    without = medians["none"][0]
    return int(not is_smoke and any(cpu - without > MOST for cpu, _ in medians.values()))


def _once(program: Program) -> tuple[float, float]:
    start = time.perf_counter()
    run = program.run([7], LIMITS)
    if run.status != 7:
        raise SystemExit(f"the program did not run: {run}")
    return run.resources.cpu, time.perf_counter() - start


def _programs(stack: ExitStack) -> Iterator[tuple[str, Program]]:
    """By the strength of their boxes: none, the best one, and the best one without bubblewrap."""
    for sandbox, hides in ((Sandbox.OFF, False), (Sandbox.AUTO, False), (Sandbox.AUTO, True)):
        with _path(hides_bubblewrap=hides):
            box = ask_for(sandbox)
            workers = stack.enter_context(Workers((launch.__module__,)))
            program = stack.enter_context(compile_program([("a.c", TEXT)], DataModel.LP64, workers=workers))
        yield box.strength.value, program


@contextmanager
def _path(*, hides_bubblewrap: bool) -> Iterator[None]:
    before = os.environ["PATH"]
    with tempfile.TemporaryDirectory() as name:
        if hides_bubblewrap:
            for program in ("gcc", "cc", "clang", "as", "ld", "cat"):
                if (place := shutil.which(program)) is not None:
                    Path(name, program).symlink_to(place)
            os.environ["PATH"] = name
        try:
            yield
        finally:
            os.environ["PATH"] = before


def _show(medians: dict[str, tuple[float, ...]], rounds: int) -> None:
    table = Table("box", "CPU", "elapsed", "CPU more", title=f"an execution, median of {rounds}")
    for name, (cpu, wall) in medians.items():
        more = cpu - medians["none"][0]
        table.add_row(name, f"{1000 * cpu:.1f} ms", f"{1000 * wall:.1f} ms", f"{1000 * more:.1f} ms")
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())

"""What coveriflow costs beside the work of its verifiers.

Prints, all measured in one run: the start-up of ``coveriflow verify`` on a three-line program against two yardsticks
(an interpreter that does nothing, one that imports z3), the peak memory of the command with all its processes, the
cost per actor, embedded and external, in sequences of 1, 10 and 50 over the same work done in this process, beside
that of a bare subprocess and what CoVeriTeam was measured to take, and the memory after a tenth of 1,000 rounds of
``Repeat`` and after all of them. Results that are there already are not used. ``--smoke`` measures less; a wrong
verdict exits with 1.
"""

from __future__ import annotations

import argparse
import contextlib
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TypeVar

import psutil
from rich.console import Console
from rich.table import Table

from coveriflow.actors import Actor, Composition, Flow, Repeat, tool, value
from coveriflow.actors.definition import performed
from coveriflow.actors.questions import VerdictIs
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.runner import Listener, Turn, in_workers, run
from coveriflow.flows.running.worker_modules import MODULES
from coveriflow.flows.tasks.load import Asked, load

PROGRAM = "extern void reach_error(void);\nint x = 1;\nint main(void) { if (x != 1) reach_error(); return 0; }\n"
LENGTHS = (1, 10, 50)
ROUNDS = 1000
WARM = 12
"""Jobs before anything is measured: beside the first ones a supervisor goes on to import what all of them share."""
COVERITEAM = "149-171 ms"
EXPECTED = {"embedded": Verdict.TRUE, "external": Verdict.UNKNOWN}
_Made = TypeVar("_Made")
_VERIFY = "coveriflow verify three.c"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--smoke", action="store_true", help="few repetitions, under a minute")
    smoke = parser.parse_args().smoke
    repetitions, lengths = (3, LENGTHS[:2]) if smoke else (15, LENGTHS)
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "three.c")
        program.write_text(PROGRAM, encoding="ascii")
        right = show_start_up(program, repetitions) and show_actors(program, repetitions, lengths)
        show_rounds(program, ROUNDS // 20 if smoke else ROUNDS)
    if not right:
        print("wrong verdict", file=sys.stderr)
    return 0 if right else 1


def show_start_up(program: Path, repetitions: int) -> bool:
    """Whole processes, from the shell's point of view."""
    script = "from coveriflow.cli import main; raise SystemExit(main())"
    arguments = ["verify", str(program), "--no-cache", "--json", "--out", str(program.parent / "out")]
    commands = {
        "python -c pass": [sys.executable, "-c", "pass"],
        "python -c 'import z3'": [sys.executable, "-c", "import z3"],
        _VERIFY: [sys.executable, "-c", script, *arguments],
    }
    table = Table("whole process", "wall, median", "least", "CPU, median", "x import z3")
    measured = {name: [_process(command) for _ in range(repetitions)] for name, command in commands.items()}
    yardstick = statistics.median(m[0] for m in measured["python -c 'import z3'"])
    for name, runs in measured.items():
        wall = statistics.median(m[0] for m in runs)
        cpu = statistics.median(m[1] for m in runs)
        table.add_row(name, _ms(wall), _ms(min(m[0] for m in runs)), _ms(cpu), f"{wall / yardstick:.1f}")
    Console().print(table)
    print(f"peak memory of coveriflow verify, all its processes together: {_peak(commands[_VERIFY]) / 1e6:.0f} MB\n")
    return all(m[2] == 0 for runs in measured.values() for m in runs)


def _process(command: list[str]) -> tuple[float, float, int]:
    """Wall and CPU seconds (of the whole tree) and exit code."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    ended = subprocess.run(command, stdout=subprocess.DEVNULL, check=False)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, ended.returncode


def _peak(command: list[str]) -> int:
    """The largest sum of resident bytes that was seen, looking every 2 ms; shared pages count in every process."""
    peak = 0
    with subprocess.Popen(command, stdout=subprocess.DEVNULL) as process:
        root = psutil.Process(process.pid)
        while process.poll() is None:
            with contextlib.suppress(psutil.Error):
                tree = [root, *root.children(recursive=True)]
                peak = max(peak, sum(p.memory_info().rss for p in tree))
            time.sleep(0.002)
    return peak


def show_actors(program: Path, repetitions: int, lengths: Sequence[int]) -> bool:
    """Sequences of one actor on the same program: what a turn costs beside the work, and beside a bare subprocess."""
    columns = ("in workers", "own work", "cost per actor", "least", "bare subprocess", "more", "ratio", "memory")
    table = Table("actors in sequence", *columns)
    task, right = load(Asked((program,))), True
    bare = _least_and_median([_timed(_bare)[0] for _ in range(10 * repetitions)])
    with Workers(MODULES) as workers:
        perform = in_workers(workers, Listener())
        for kind, (actor, work) in _kinds(program, task).items():
            warming = Flow("first", _repeated(actor, WARM))
            begun, _ = _timed(partial(run, warming, task, Limits(), perform, Listener()))
            each = _ms(begun / WARM)
            print(f"the first {WARM} {kind} jobs, beside which the supervisor still imports: {each} each")
            for length in lengths:
                flow = Flow(f"{length} times", _repeated(actor, length))
                runs = [_timed(partial(run, flow, task, Limits(), perform, Listener())) for _ in range(repetitions)]
                own = [_timed(partial(_again, work, length))[0] for _ in range(repetitions)]
                walls, works = _least_and_median([wall for wall, _ in runs]), _least_and_median(own)
                least, cost = ((wall - work) / length for wall, work in zip(walls, works, strict=True))
                memory = max(r.resources.memory for _, r in runs)
                shown = (_ms(walls[1]), _ms(works[1]), _ms(cost), _ms(least), _ms(bare[1]), _ms(cost - bare[1]))
                table.add_row(f"{length} {kind}", *shown, f"{cost / bare[1]:.1f}", f"{memory / 1e6:.0f} MB")
                right = right and all(r.answer.verdict is EXPECTED[kind] for _, r in runs)
    table.add_row("CoVeriTeam", *[""] * 2, COVERITEAM, *[""] * 5)
    Console(width=140).print(table)
    print(
        "cost per actor: medians; least: of the best runs. CoVeriTeam: our own earlier measurement, with no-op tools.\n"
    )
    return right


def _kinds(program: Path, task: Task) -> dict[str, tuple[Actor, Callable[[], object]]]:
    """An actor of each kind, and what it does, done without any actor: an analysis, or a call of a tool."""
    script = program.parent / "tool"
    script.write_text("#!/bin/sh\nexit 20\n", encoding="ascii")
    script.chmod(0o755)
    external = tool("command", executable=str(script))
    return {
        "embedded": (value(), lambda: performed(value(), (task,))),
        "external": (external, lambda: subprocess.run([str(script)], check=False)),
    }


def _bare() -> object:
    return subprocess.run(["true"], check=True)


def _least_and_median(times: list[float]) -> tuple[float, float]:
    return min(times), statistics.median(times)


class _Rounds(Listener):
    """Looks at the memory of this process and of its supervisor, when a tenth of the rounds are done and at the end."""

    def __init__(self, rounds: int) -> None:
        self.looks = (rounds // 10, rounds)
        self.done = 0
        self.seen: list[tuple[int, int, int]] = []

    def finished(self, turn: Turn) -> None:
        self.done += 1
        if self.done in self.looks:
            own = psutil.Process()
            below = sum(child.memory_info().rss for child in own.children())
            self.seen.append((self.done, own.memory_info().rss, below))


def show_rounds(program: Path, rounds: int) -> None:
    """The same actor in every round."""
    table = Table("rounds", "memory of this process", "memory of the supervisor")
    task, listener = load(Asked((program,))), _Rounds(rounds)
    with Workers(MODULES) as workers:
        flow = Flow("rounds", Repeat(value(), VerdictIs(()), rounds))
        run(flow, task, Limits(), in_workers(workers, listener), listener)
    for done, own, below in listener.seen:
        table.add_row(str(done), f"{own / 1e6:.1f} MB", f"{below / 1e6:.1f} MB")
    Console().print(table)


def _repeated(actor: Actor, length: int) -> Composition:
    composition: Composition = actor
    for _ in range(length - 1):
        composition = composition >> actor
    return composition


def _again(work: Callable[[], object], times: int) -> list[object]:
    return [work() for _ in range(times)]


def _timed(work: Callable[[], _Made]) -> tuple[float, _Made]:
    start = time.perf_counter()
    result = work()
    return time.perf_counter() - start, result


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms" if seconds >= 0.01 else f"{seconds * 1000:.1f} ms"


if __name__ == "__main__":
    sys.exit(main())

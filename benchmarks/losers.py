"""How soon the losers of a portfolio are gone, with all their children.

A portfolio of four: three actors ignore SIGTERM and have two children each, which ignore it as well, in sessions of
their own and without a parent; the fourth one answers when all of these hang. Measured is the time from the end of the
winner's turn to the moment when none of the nine processes is there any more (zombies count). Prints the distribution;
exits with 3 if it took more than a second once, with 1 if the verdict is not the winner's. ``--smoke``: 5 trials.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path

from corpus.endings import ending
from rich.console import Console
from rich.table import Table
from stubborn import CHILDREN, stays, wins

from coveriflow.actors import Composition, Flow
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.runner import Listener, Turn, in_workers, run

LOSERS = 3
ALLOWED = 1.0  # seconds
_PATIENCE = 30.0
_TASK = Task((Source("a.c", "", ""),))


class Stopwatch(Listener):
    """Starts when the winner is done."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.seconds = float("inf")
        self.thread = threading.Thread(target=self._watch)

    def finished(self, turn: Turn) -> None:
        if turn.actor.called == "wins":
            self.thread.start()

    def _watch(self) -> None:
        begun = time.monotonic()
        pids = [int(name) for name in os.listdir(self.folder)]
        while any(map(_is_there, pids)):
            if time.monotonic() - begun > _PATIENCE:
                return
            time.sleep(0.001)
        self.seconds = time.monotonic() - begun


def _is_there(pid: int) -> bool:
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 0)
        return True
    return False


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--smoke", action="store_true", help="5 trials")
    parser.add_argument("--trials", type=int, default=100)
    asked = parser.parse_args()
    with Workers(("stubborn",)) as workers:
        times = sorted(_trial(workers) for _ in range(5 if asked.smoke else asked.trials))
    table = Table("trials", "least", "median", "95 %", "worst", f"within {ALLOWED:.0f} s")
    shown = (times[0], statistics.median(times), times[int(0.95 * (len(times) - 1))], times[-1])
    within = sum(each <= ALLOWED for each in times)
    table.add_row(str(len(times)), *(f"{1000 * each:.0f} ms" for each in shown), f"{within} of {len(times)}")
    Console().print(table)
    return ending(wrong=False, missed=within < len(times))


def _trial(workers: Workers) -> float:
    """Seconds until the losers were gone."""
    with tempfile.TemporaryDirectory() as folder:
        watch = Stopwatch(Path(folder))
        composition: Composition = wins(folder=folder, others=LOSERS * (CHILDREN + 1))
        for number in range(LOSERS):
            composition = composition | stays(folder=folder).named(f"loser-{number}")
        done = run(Flow("losers", composition), _TASK, Limits(), in_workers(workers, watch), watch)
        watch.thread.join()
        assert done.answer.verdict is Verdict.TRUE, done.answer
        return watch.seconds


if __name__ == "__main__":
    sys.exit(main())

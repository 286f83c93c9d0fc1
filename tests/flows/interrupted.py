"""Compositions that hang the first time, and the process that runs all of them at once and is killed then."""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from coveriflow.actors import Fallback, Repeat, bmc, reduce, value
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Composition
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.execution.processes.workers import Workers
from coveriflow.execution.store.contracts import Store
from coveriflow.execution.store.files import FileStore
from coveriflow.flows.running.runner import Listener, Run, in_workers, run
from tests.actors.defined import waits
from tests.actors.tasks import EXAMPLES

LIMITS = Limits(cpu=60.0, wall=120.0, memory=8 << 30)
MODULES = ("z3", "coveriflow.actors.work.verify.answer", "coveriflow.actors.work.verify.explicit_values")
NAMES = ("sequence", "parallel", "portfolio", "repeat", "fallback")
FINISHED = {
    "sequence": ["value", "reduce"],
    "parallel": ["bmc", "value"],
    "portfolio": ["bmc", "value"],
    "repeat": ["bmc"],
    "fallback": ["value"],
}
"""Who has ended when all else hangs."""


def flow(name: str, folder: Path) -> Flow:
    hangs = waits(folder=str(folder / name))
    short = bmc(last_bound=1)
    compositions: dict[str, Composition] = {
        "sequence": value() >> reduce() >> hangs >> bmc(),
        "parallel": (value() & short & hangs) >> reduce().taking(condition="value") >> bmc(),
        "portfolio": (value() | short | hangs),
        "repeat": Repeat(short >> hangs, most=3),
        "fallback": Fallback((value(), hangs, reduce() >> bmc())),
    }
    return Flow(name, compositions[name])


def task(name: str) -> Task:
    """A program of its own for each composition: nothing is there because another one has found it."""
    text = f"// {name}\n{(EXAMPLES / 'halves.c').read_text()}"
    return Task((Source(f"{name}.c", text, text),))


def verified(name: str, folder: Path, workers: Workers, store: Store) -> Run:
    return run(flow(name, folder), task(name), LIMITS, in_workers(workers, Listener(), store), Listener())


def main() -> None:
    folder = Path(sys.argv[1])
    store = FileStore(folder / "cache").opened()
    with Workers(MODULES) as workers:
        for name in NAMES:
            (folder / name).mkdir()
            threading.Thread(target=verified, args=(name, folder, workers, store)).start()
        threading.Event().wait()

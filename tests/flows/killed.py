"""A process that runs a ready flow and kills itself as soon as one actor has finished and another one is at work."""

from __future__ import annotations

import os
import signal
import sys
import threading
from pathlib import Path

from coveriflow.actors.definition import Produced
from coveriflow.artifacts.resources import Limits
from coveriflow.execution.contracts import Outcome
from coveriflow.execution.processes.workers import Workers
from coveriflow.execution.store.contracts import Store
from coveriflow.execution.store.files import FileStore
from coveriflow.flows.ready import READY
from coveriflow.flows.running.caching import remembered
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.jobs import Progress, Request, working
from coveriflow.flows.running.runner import Listener, Run, in_workers, run
from coveriflow.flows.running.worker_modules import MODULES
from tests.actors.tasks import example
from tests.execution.helpers import wait_until

LIMITS = Limits(cpu=60.0, wall=300.0, memory=8 << 30)
TESTING = Limits(cpu=5.0, wall=300.0, memory=8 << 30)
"""Testers look for tests as long as they may."""
PROGRAM = "halves-bug.c"


def verified(name: str, workers: Workers, store: Store) -> Run:
    """To the end."""
    return run(READY[name](), example(PROGRAM), limits(name), in_workers(workers, Listener(), store), Listener())


def limits(name: str) -> Limits:
    return TESTING if name in ("test", "fuzz") else LIMITS


def main() -> None:
    """``sys.argv``: the flow, the folder of the store, where the process says that it kills itself, and how many actors
    have finished then.
    """
    name, store, enough = sys.argv[1], FileStore(Path(sys.argv[2])).opened(), int(sys.argv[4])
    with Workers(MODULES) as workers:

        def killing(request: Request, cancellation: Cancellation, progress: Progress) -> Outcome[Produced]:
            if len(list(store.listed())) >= enough:
                threading.Thread(target=kill, args=(workers, request.actor.called), daemon=True).start()
            return working(workers)(request, cancellation, progress)

        work = remembered(killing, store)
        perform = lambda request, cancellation: work(request, cancellation, lambda _: None)  # noqa: E731
        run(READY[name](), example(PROGRAM), limits(name), perform, Listener())


def kill(workers: Workers, actor: str) -> None:
    """As soon as the worker of ``actor`` has begun."""
    assert wait_until(lambda: bool(os.listdir(workers.folder)))
    Path(sys.argv[3]).write_text(actor)
    os.kill(os.getpid(), signal.SIGKILL)

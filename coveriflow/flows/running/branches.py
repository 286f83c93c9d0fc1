"""Branches of a composition in threads: each only waits for worker processes."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from contextvars import copy_context

from coveriflow.flows.running.cancellation import Cancellation


def as_they_end(works: Sequence[Callable[[], None]], cancellations: Sequence[Cancellation]) -> Iterator[int]:
    """Begin all ``works`` at once, and give their positions as they end.

    If one raises, or the caller gives up, all are cancelled; the exception is raised when all have ended. Each thread
    has a copy of the context of the one that asks (Prefect knows by it where it is).
    """
    ended: queue.SimpleQueue[tuple[int, BaseException | None]] = queue.SimpleQueue()

    def do(number: int, work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001  (raised again below)
            ended.put((number, error))
        else:
            ended.put((number, None))

    threads = [threading.Thread(target=copy_context().run, args=(do, n, work)) for n, work in enumerate(works)]
    raised: list[BaseException] = []
    is_complete = False
    try:
        for thread in threads:
            thread.start()
        for _ in threads:
            number, error = ended.get()
            if error is None:
                yield number
            else:
                raised.append(error)
                _cancel(cancellations)
        is_complete = True
    finally:
        if not is_complete:
            _cancel(cancellations)
        for thread in threads:
            if thread.ident is not None:  # it has begun
                thread.join()
    if raised:
        raise raised[0]


def _cancel(cancellations: Sequence[Cancellation]) -> None:
    for cancellation in cancellations:
        cancellation.cancel()

"""What a job costs beside its work: ``python -m tests.execution.measure_jobs``, on a machine that is otherwise idle."""

from __future__ import annotations

import operator
import statistics
import time

from coveriflow.execution.processes.workers import Workers

JOBS = 200


def milliseconds(start: float) -> float:
    return 1000 * (time.perf_counter() - start)


def measure(modules: tuple[str, ...] | None) -> None:
    start = time.perf_counter()
    with Workers() if modules is None else Workers(modules) as workers:
        print(f"  entering              {milliseconds(start):8.1f} ms")
        workers.submit(operator.add, 1, 2).result()
        print(f"  until the first value {milliseconds(start):8.1f} ms")
        times = []
        for number in range(JOBS):
            start = time.perf_counter()
            workers.submit(operator.add, 1, number).result()
            times.append(milliseconds(start))
        cuts = statistics.quantiles(times, n=20)
        print(f"  a job, one by one     {statistics.median(times):8.1f} ms (19 of 20 below {cuts[-1]:.1f} ms)")
        start = time.perf_counter()
        jobs = [workers.submit(operator.add, 1, number) for number in range(JOBS)]
        assert [job.result().value for job in jobs] == [1 + number for number in range(JOBS)]
        print(f"  a job, all at once    {milliseconds(start) / JOBS:8.1f} ms")
        start = time.perf_counter()
    print(f"  leaving               {milliseconds(start):8.1f} ms")


if __name__ == "__main__":
    print("z3, pycparser, lxml.etree preloaded:")
    measure(None)
    print("nothing preloaded:")
    measure(())

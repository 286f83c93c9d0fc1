"""Results of a batch run as comma-separated values (RFC 4180), one line for each task and flow."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from coveriflow.artifacts.batch.results import Batch, JobResult
from coveriflow.formats.primitives.csv_text import line

COLUMNS = (
    "task",
    "group",
    "property",
    "flow",
    "status",
    "rating",
    "expected",
    "score",
    "cpu_s",
    "wall_s",
    "memory_bytes",
    "reused_cpu_s",
    "assumptions",
    "solved_by",
    "reason",
)


def write_csv(batch: Batch) -> Iterator[bytes]:
    """Line by line, UTF-8, with a head line; seconds and bytes are plain numbers. What is not UTF-8 in a name is
    escaped.
    """
    yield from map(line, itertools.chain((COLUMNS,), map(cells, batch.results)))


def cells(each: JobResult) -> tuple[str | int | float, ...]:
    """The line of a result, in the order of ``COLUMNS``; what is not there is an empty text."""
    return (
        each.job.task.path,
        each.job.task.group,
        each.property_name,
        each.job.flow,
        each.status,
        each.rating.value,
        each.promise,
        each.score,
        each.resources.cpu,
        each.resources.wall,
        each.resources.memory,
        each.reused.cpu if each.reused else "",
        len(each.assumptions),
        " ".join(each.solved_by),
        each.reason,
    )

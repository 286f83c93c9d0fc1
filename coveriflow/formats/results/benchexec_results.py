"""Results of a batch run as BenchExec's result files, which its ``table-generator`` reads: one for each
flow and group.
"""

from __future__ import annotations

import itertools
import os
import re
from collections.abc import Container, Iterator
from datetime import UTC, datetime

from lxml import etree

from coveriflow.artifacts.batch.results import Batch, JobResult, Rating
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.formats.primitives.xml import Large, legal, written_in_parts

_DOCTYPE = (
    "<!DOCTYPE result PUBLIC '+//IDN sosy-lab.org//DTD BenchExec result 3.29//EN' "
    "'https://www.sosy-lab.org/benchexec/result-3.29.dtd'>"
)
_TOOL_MODULE = "coveriflow.execution.benchexec_tool"
_CATEGORIES = {
    Rating.CORRECT: "correct",
    Rating.WRONG: "wrong",
    Rating.UNRATED: "missing",
    Rating.UNCONFIRMED: "correct-unconfirmed",
    Rating.UNKNOWN: "unknown",
    Rating.ERROR: "error",
}


def _category(result: JobResult) -> str:
    """Where no verdict is expected, none is correct."""
    return _CATEGORIES[Rating.UNRATED if result.is_claimed and result.expected is None else result.rating]


def write_benchexec_results(batch: Batch, folder: str) -> dict[str, Iterator[bytes]]:
    """File names and their bytes, piece by piece; ``folder`` is where they will lie, since names of tasks are relative
    to it.

    A verdict that rests on results that were there already has the resources that these took when they came about.
    """
    groups = list(dict.fromkeys(each.job.task.group for each in batch.results))
    parts = [(flow, group) for flow in batch.plan.flows for group in groups]
    found = {part: [each for each in batch.of(part[0]) if each.job.task.group == part[1]] for part in parts}
    named: dict[str, Iterator[bytes]] = {}
    for part, runs in found.items():
        if runs:
            named[_name(batch, part, named)] = _file(batch, part, runs, folder)
    return named


def _name(batch: Batch, part: tuple[str, str], others: Container[str]) -> str:
    """One for each: names of groups may differ in characters alone that names of files do not have."""
    words = (batch.plan.name, "results", *filter(None, part))
    name = re.sub(r"[^A-Za-z0-9._-]+", "-", ".".join(words))
    names = (f"{name}{number}.xml" for number in itertools.chain([""], (f"-{n}" for n in itertools.count(2))))
    return next(each for each in names if each not in others)


def _file(batch: Batch, part: tuple[str, str], results: list[JobResult], folder: str) -> Iterator[bytes]:
    flow, group = part
    limits = batch.plan.limits
    began = datetime.fromtimestamp(batch.began, UTC)
    attributes = {
        "tool": "coveriflow",
        "version": batch.version,
        "toolmodule": _TOOL_MODULE,
        "benchmarkname": batch.plan.name,
        "name": ".".join(filter(None, part)),
        "displayName": flow,
        "block": group,
        "date": began.strftime("%Y-%m-%d %H:%M:%S UTC"),
        "starttime": began.isoformat(),
        "options": f"--flow {flow}",
        "generator": "coveriflow nightly",
        **({} if limits.cpu is None else {"timelimit": f"{limits.cpu:g}s"}),
        **({} if limits.wall is None else {"walltimelimit": f"{limits.wall:g}s"}),
        **({} if limits.memory is None else {"memlimit": f"{limits.memory}B"}),
    }
    words = {key: legal(value) for key, value in attributes.items() if value}
    return written_in_parts(Large("result", words, (_run(each, folder) for each in results)), _DOCTYPE)


def _run(each: JobResult, folder: str) -> etree._Element:
    task = each.job.task
    attributes = {
        "name": os.path.relpath(task.path, folder),
        "properties": each.property_name,
        "propertyFile": os.path.relpath(task.specification, folder) if task.specification else "",
        "expectedVerdict": each.promise,
    }
    run = etree.Element("run", {key: legal(value) for key, value in attributes.items() if value})
    reused = each.reused
    cpu, wall = (a + b for a, b in zip(_times(each), (reused.cpu, reused.wall) if reused else (0.0, 0.0), strict=True))
    memory = max(each.resources.memory, reused.memory if reused else 0)
    columns = {
        "status": _status(each),
        "cputime": f"{cpu:.3f}s",
        "walltime": f"{wall:.3f}s",
        "memory": f"{memory}B",
        "reason": each.reason,
    }
    for title, value in columns.items():
        etree.SubElement(run, "column", {"title": title, "value": legal(value)})
    etree.SubElement(run, "column", {"title": "category", "value": _category(each), "hidden": "true"})
    return run


def _times(each: JobResult) -> tuple[float, float]:
    return each.resources.cpu, each.resources.wall


def _status(each: JobResult) -> str:
    if each.rating is Rating.ERROR:
        return f"ERROR ({each.status})"
    if each.verdict is Verdict.FALSE and each.violated_property:
        return f"false({each.violated_property})"
    if each.verdict is Verdict.FALSE and each.property_name and "," not in each.property_name:
        return f"false({each.property_name})"
    if "out of CPU time" in each.reason and not each.verdict.decisive:
        return "TIMEOUT"
    return each.verdict.value

"""Results of a batch run as JUnit XML, as continuous integration servers read it.

A wrong verdict is a failure, and so is a violation where no verdict is expected. What went wrong is an error, and what
is not decided a skipped test. Messages say what became of the earlier verdict.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from lxml import etree

from coveriflow.artifacts.batch.changes import Changed, Comparison, by_job
from coveriflow.artifacts.batch.results import Batch, Job, JobResult, Rating
from coveriflow.formats.primitives.xml import Large, legal, written_in_parts


def write_junit(batch: Batch, changes: Comparison | None = None) -> Iterator[bytes]:
    """Piece by piece: one test suite for each flow, one test case for each task; times are wall seconds."""
    changed = by_job(changes)
    suites = [_suite(batch, flow, changed) for flow in batch.plan.flows]
    totals = {key: str(sum(int(suite.attributes[key]) for suite in suites)) for key in ("tests", "failures", "errors")}
    return written_in_parts(Large("testsuites", {"name": legal(batch.plan.name), **totals}, suites))


def _suite(batch: Batch, flow: str, changed: Mapping[Job, Changed]) -> Large:
    results = batch.of(flow)
    kinds = [each.rating for each in results]
    attributes = {
        "name": legal(flow),
        "tests": str(len(results)),
        "failures": str(kinds.count(Rating.WRONG) + sum(each.is_violated for each in results)),
        "errors": str(kinds.count(Rating.ERROR)),
        "skipped": str(kinds.count(Rating.UNKNOWN) + kinds.count(Rating.UNCONFIRMED)),
        "time": f"{sum(each.elapsed for each in results):.3f}",
        "timestamp": datetime.fromtimestamp(batch.began, UTC).strftime("%Y-%m-%dT%H:%M:%S"),
    }
    return Large("testsuite", attributes, (_case(each, changed.get(each.job)) for each in results))


def _case(result: JobResult, changed: Changed | None) -> etree._Element:
    group, name = result.job.task.group or "tasks", result.job.task.path
    attributes = {"classname": f"{result.job.flow}.{group}", "name": name, "time": f"{result.elapsed:.3f}"}
    case = etree.Element("testcase", {key: legal(value) for key, value in attributes.items()})
    expected = f", expected {result.expected.value}" if result.expected else ""
    told = f"{changed.told}: " if changed else ""
    message = legal(f"{told}{_status(result)}{expected}: {result.reason or result.confirmed_by}".rstrip(": "))
    match result.rating:
        case Rating.WRONG:
            etree.SubElement(case, "failure", {"message": message, "type": "wrong verdict"})
        case Rating.ERROR:
            etree.SubElement(case, "error", {"message": message, "type": legal(result.status)})
        case Rating.UNKNOWN | Rating.UNCONFIRMED:
            etree.SubElement(case, "skipped", {"message": message})
        case Rating.UNRATED if result.is_violated:
            etree.SubElement(case, "failure", {"message": message, "type": "violated"})
        case Rating.CORRECT | Rating.UNRATED:
            etree.SubElement(case, "system-out").text = message
    return case


def _status(result: JobResult) -> str:
    """With the property, if it was violated."""
    name = result.violated_property or result.property_name
    return f"{name} is violated" if result.is_violated and name else result.status

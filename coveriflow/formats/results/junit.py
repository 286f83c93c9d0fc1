"""Results of a batch run as JUnit XML, as continuous integration servers read it.

A wrong verdict is a failure, what went wrong an error, and what is not decided a skipped test.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from lxml import etree

from coveriflow.artifacts.batch.results import Batch, JobResult, Rating
from coveriflow.formats.primitives.xml import Large, legal, written_in_parts


def write_junit(batch: Batch) -> Iterator[bytes]:
    """Piece by piece: one test suite for each flow, one test case for each task; times are wall seconds."""
    suites = [_suite(batch, flow) for flow in batch.plan.flows]
    totals = {key: str(sum(int(suite.attributes[key]) for suite in suites)) for key in ("tests", "failures", "errors")}
    return written_in_parts(Large("testsuites", {"name": legal(batch.plan.name), **totals}, suites))


def _suite(batch: Batch, flow: str) -> Large:
    results = batch.of(flow)
    kinds = [each.rating for each in results]
    attributes = {
        "name": legal(flow),
        "tests": str(len(results)),
        "failures": str(kinds.count(Rating.WRONG)),
        "errors": str(kinds.count(Rating.ERROR)),
        "skipped": str(kinds.count(Rating.UNKNOWN) + kinds.count(Rating.UNCONFIRMED)),
        "time": f"{sum(each.elapsed for each in results):.3f}",
        "timestamp": datetime.fromtimestamp(batch.began, UTC).strftime("%Y-%m-%dT%H:%M:%S"),
    }
    return Large("testsuite", attributes, map(_case, results))


def _case(result: JobResult) -> etree._Element:
    group, name = result.job.task.group or "tasks", result.job.task.path
    attributes = {"classname": f"{result.job.flow}.{group}", "name": name, "time": f"{result.elapsed:.3f}"}
    case = etree.Element("testcase", {key: legal(value) for key, value in attributes.items()})
    expected = f", expected {result.expected.value}" if result.expected else ""
    message = legal(f"{result.status}{expected}: {result.reason or result.confirmed_by}".rstrip(": "))
    match result.rating:
        case Rating.WRONG:
            etree.SubElement(case, "failure", {"message": message, "type": "wrong verdict"})
        case Rating.ERROR:
            etree.SubElement(case, "error", {"message": message, "type": legal(result.status)})
        case Rating.UNKNOWN | Rating.UNCONFIRMED:
            etree.SubElement(case, "skipped", {"message": message})
        case Rating.CORRECT | Rating.UNRATED:
            etree.SubElement(case, "system-out").text = message
    return case

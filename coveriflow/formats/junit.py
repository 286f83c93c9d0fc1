"""Results of a night as JUnit XML, as continuous integration servers read it.

A wrong verdict is a failure, what went wrong an error, and what is not decided a skipped test.
"""

from __future__ import annotations

from datetime import UTC, datetime

from lxml import etree

from coveriflow.artifacts.nights import JobResult, Night, Rating
from coveriflow.formats.xml import legal, written


def write_junit(night: Night) -> bytes:
    """One test suite for each flow, one test case for each task; times are wall seconds."""
    suites = [_suite(night, flow) for flow in night.plan.flows]
    totals = {key: str(sum(int(suite.get(key, "0")) for suite in suites)) for key in ("tests", "failures", "errors")}
    root = etree.Element("testsuites", {"name": legal(night.plan.name), **totals})
    root.extend(suites)
    return written(root)


def _suite(night: Night, flow: str) -> etree._Element:
    results = night.of(flow)
    kinds = [each.rating for each in results]
    suite = etree.Element(
        "testsuite",
        {
            "name": legal(flow),
            "tests": str(len(results)),
            "failures": str(kinds.count(Rating.WRONG)),
            "errors": str(kinds.count(Rating.ERROR)),
            "skipped": str(kinds.count(Rating.UNKNOWN) + kinds.count(Rating.UNCONFIRMED)),
            "time": f"{sum(each.elapsed for each in results):.3f}",
            "timestamp": datetime.fromtimestamp(night.began, UTC).strftime("%Y-%m-%dT%H:%M:%S"),
        },
    )
    suite.extend(map(_case, results))
    return suite


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

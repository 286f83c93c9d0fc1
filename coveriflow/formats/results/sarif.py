"""Violations that a batch run has found, and what is wrong with the batch run itself, as SARIF 2.1.0 (OASIS)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from coveriflow.artifacts.batch.changes import Comparison, by_job
from coveriflow.artifacts.batch.results import Batch, JobResult, Rating
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.formats.primitives.json_streaming import written_in_pieces
from coveriflow.formats.primitives.text import path_in_uri

_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
_RULES = {
    "violation": "An execution of the program violates its property",
    "wrong-verdict": "The verdict is not the one that the task definition expects",
    "contradiction": "Two flows give contradictory verdicts about the same program",
    "error": "A task could not be verified",
    "undecided": "Neither a proof nor a violation was found",
}


def write_sarif(batch: Batch, changes: Comparison | None = None) -> Iterator[bytes]:
    """One SARIF run for the whole batch run, piece by piece; paths are relative to where the batch run was started.

    With ``changes`` each result has a ``baselineState``: ``new``, or ``unchanged`` if the earlier batch run had it.
    """
    driver = {
        "name": "coveriflow",
        "version": batch.version,
        "rules": [{"id": name, "shortDescription": {"text": text}} for name, text in _RULES.items()],
    }
    details = {"id": f"nightly/{batch.plan.name}"}
    run = {"tool": {"driver": driver}, "automationDetails": details, "results": _with_states(batch, changes)}
    return written_in_pieces({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]})


def _with_states(batch: Batch, changes: Comparison | None) -> Iterator[dict[str, Any]]:
    changed = by_job(changes)
    jobs = {each.job.key: each.job for each in batch.results}
    only_later = {each.job for each in changes.only_later} if changes else set()
    for finding in _findings(batch):
        job = jobs[finding["partialFingerprints"]["job/v1"].rpartition(":")[2]]
        told = changed.get(job)
        if told is not None:
            finding["message"]["text"] = f"{told.told}: {finding['message']['text']}"
        is_new = told is not None or job in only_later
        yield finding if changes is None else {**finding, "baselineState": "new" if is_new else "unchanged"}


def _findings(batch: Batch) -> Iterator[dict[str, Any]]:
    """What is worst first."""
    results = batch.results
    yield from (_violation(each) for each in results if each.verdict is Verdict.FALSE and not each.is_claimed)
    yield from map(_wrong, batch.wrong)
    yield from map(_contradiction, batch.contradictions)
    yield from (_error(each) for each in results if each.rating is Rating.ERROR)
    yield from (_open(each) for each in results if each.rating in (Rating.UNKNOWN, Rating.UNCONFIRMED))


def _violation(each: JobResult) -> dict[str, Any]:
    what = f": {each.reason}" if each.reason else ""
    name = each.violated_property or each.property_name
    text = f"{name} is violated{what} ({each.job.flow}: {each.confirmed_by})"
    return _result("violation", "error", text, each)


def _wrong(each: JobResult) -> dict[str, Any]:
    expected = each.expected.value if each.expected else ""
    return _result("wrong-verdict", "error", f"{each.job.flow} reports {each.status}, expected is {expected}", each)


def _contradiction(results: tuple[JobResult, ...]) -> dict[str, Any]:
    said = ", ".join(f"{each.job.flow} reports {each.status}" for each in results if each.verdict.decisive)
    return _result("contradiction", "error", said, results[0])


def _error(each: JobResult) -> dict[str, Any]:
    return _result("error", "warning", f"{each.job.flow}: {each.status}: {each.reason}", each)


def _open(each: JobResult) -> dict[str, Any]:
    told = _result("undecided", "none", f"{each.job.flow}: {each.status}: {each.reason}", each)
    return {**told, "kind": "open"}


def _result(rule: str, level: str, text: str, each: JobResult) -> dict[str, Any]:
    file, line = each.place or (each.job.task.path, 0)
    region = {"region": {"startLine": line}} if line else {}
    location = {"physicalLocation": {"artifactLocation": {"uri": _uri(file)}, **region}}
    return {
        "ruleId": rule,
        "ruleIndex": list(_RULES).index(rule),
        "level": level,
        "message": {"text": text},
        "locations": [location],
        "partialFingerprints": {"job/v1": f"{rule}:{each.job.key}"},
        "properties": {"flow": each.job.flow, "task": each.job.task.path},
    }


def _uri(file: str) -> str:
    path = path_in_uri(file)
    return f"file://{path}" if PurePath(file).is_absolute() else path

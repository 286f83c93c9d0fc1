"""Batch runs as JSON, schema version 1: the plan, each result in a file of its own, and all of it together."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import asdict, replace
from sys import intern
from typing import Any

from coveriflow.artifacts.batch.results import Batch, BatchPlan, BatchTask, Job, JobResult, Purpose, Trouble
from coveriflow.artifacts.builds import NO_BUILD
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.formats.builds import build_of_fields, written_build
from coveriflow.formats.primitives.json_reading import Fields, loaded
from coveriflow.formats.primitives.json_streaming import written_in_pieces

SCHEMA_VERSION = 1
MAX_BYTES = 1 << 30
_MAX_RESULT = 1 << 24


def write_plan(plan: BatchPlan) -> Iterator[bytes]:
    """``night.json``, piece by piece."""
    return written_in_pieces(_plan(plan))


def read_plan(data: bytes, name: str) -> BatchPlan:
    """The plan that ``write_plan`` has written; ``InputError``."""
    return _read_plan(loaded(data, name, MAX_BYTES))


def write_result(result: JobResult) -> bytes:
    """One result, in one line."""
    content = {"schema_version": SCHEMA_VERSION, "session": result.session, **_result(result)}
    return (json.dumps(content, allow_nan=False) + "\n").encode("ascii")


def read_result(data: bytes, name: str) -> JobResult:
    """The result that ``write_result`` has written; ``InputError``."""
    fields = loaded(data, name, _MAX_RESULT)
    fields.version("schema_version", SCHEMA_VERSION)
    session = intern(fields.text("session")) if fields.says("session") else ""
    return replace(_read_result(fields), session=session)


def write_batch(batch: Batch) -> Iterator[bytes]:
    """``results.json``, piece by piece: plan and results; and rating, status and score of each, for those who read it
    elsewhere.
    """
    head = {**_plan(batch.plan), "coveriflow": batch.version, "began": batch.began, "elapsed": batch.elapsed}
    return written_in_pieces({**head, "results": map(_rated, batch.results)})


def _rated(each: JobResult) -> dict[str, Any]:
    return {**_result(each), "status": each.status, "rating": each.rating.value, "score": each.score}


def read_batch(data: bytes, name: str) -> Batch:
    """The batch run that ``write_batch`` has written; ``InputError``."""
    fields = loaded(data, name, MAX_BYTES)
    plan = _read_plan(fields)
    results = tuple(map(_read_result, fields.records("results")))
    return Batch(plan, results, fields.text("coveriflow"), fields.amount("began"), fields.amount("elapsed"))


def _plan(plan: BatchPlan) -> dict[str, Any]:
    return {
        "schema_version": SCHEMA_VERSION,
        "name": plan.name,
        "flows": plan.flows,
        "limits": asdict(plan.limits),
        "since": plan.since,
        "assume_defined": plan.assume_defined,
        "purpose": plan.purpose.value,
        "tasks": map(_written_task, plan.tasks),
    }


def _read_plan(fields: Fields) -> BatchPlan:
    fields.version("schema_version", SCHEMA_VERSION)
    limits = fields.record("limits")
    return BatchPlan(
        fields.text("name"),
        tuple(map(_task, fields.records("tasks"))),
        fields.texts("flows"),
        Limits(_amount(limits, "cpu"), _amount(limits, "wall"), _count(limits, "memory")),
        fields.text("since"),
        fields.flag("assume_defined") if fields.says("assume_defined") else False,
        fields.choice("purpose", Purpose) if fields.says("purpose") else Purpose.RATE,
    )


def _amount(fields: Fields, key: str) -> float | None:
    return fields.amount(key) if fields.says(key) else None


def _count(fields: Fields, key: str) -> int | None:
    return fields.count(key) if fields.says(key) else None


def _written_task(task: BatchTask) -> dict[str, Any]:
    found: dict[str, Any] = {key: getattr(task, key) for key in ("path", "group", "specification", "data_model")}
    found |= {"further": task.further} if task.further else {}
    found |= {"build": written_build(task.build)} if task.build != NO_BUILD else {}
    return found | ({"property_names": task.property_names} if task.property_names else {})


def _task(fields: Fields) -> BatchTask:
    return BatchTask(
        fields.text("path"),
        intern(fields.text("group")),
        intern(fields.text("specification")),
        intern(fields.text("data_model")),
        fields.texts("further") if fields.says("further") else (),
        build_of_fields(fields.record("build")) if fields.says("build") else NO_BUILD,
        intern(fields.text("property_names")) if fields.says("property_names") else "",
    )


def _result(result: JobResult) -> dict[str, Any]:
    return {
        "task": _written_task(result.job.task),
        "flow": result.job.flow,
        "content": result.content,
        "verdict": result.verdict.value,
        "property": result.property_name,
        "expected": result.expected and result.expected.value,
        "trouble": result.trouble and result.trouble.value,
        "claimed": result.is_claimed,
        "reason": result.reason,
        "confirmed_by": result.confirmed_by,
        "assumptions": result.assumptions,
        "place": result.place and {"file": result.place[0], "line": result.place[1]},
        "resources": asdict(result.resources),
        "reused": result.reused and asdict(result.reused),
        "carried": result.carried,
        "began": result.began,
        "elapsed": result.elapsed,
        "program_hash": result.program_hash,
        "data_model": result.data_model,
        "evidence": [{"kind": kind, "path": path} for kind, path in result.evidence],
        "solved_by": result.solved_by,
        "expected_property": result.expected_property,
        "violated_property": result.violated_property,
        "preprocessed_hash": result.preprocessed_hash,
        "subject": result.subject,
    }


_LATER_KEYS = ("expected_property", "violated_property", "preprocessed_hash", "subject")
"""Batch runs of earlier versions do not have them."""


def _read_result(fields: Fields) -> JobResult:
    """Texts that many results have are there once: of a large batch run, all results are in memory."""
    place = fields.record("place") if fields.says("place") else None
    return JobResult(
        Job(_task(fields.record("task")), intern(fields.text("flow"))),
        fields.text("content"),
        fields.choice("verdict", Verdict),
        intern(fields.text("property")),
        fields.choice("expected", Verdict) if fields.says("expected") else None,
        fields.choice("trouble", Trouble) if fields.says("trouble") else None,
        fields.flag("claimed"),
        intern(fields.text("reason")),
        intern(fields.text("confirmed_by")),
        tuple(map(intern, fields.texts("assumptions"))),
        None if place is None else (place.text("file"), place.count("line")),
        _resources(fields.record("resources")),
        _resources(fields.record("reused")) if fields.says("reused") else None,
        intern(fields.text("carried")),
        fields.amount("began"),
        fields.amount("elapsed"),
        fields.text("program_hash"),
        intern(fields.text("data_model")),
        tuple(_evidence(fields.records("evidence"))),
        tuple(map(intern, fields.texts("solved_by"))) if fields.says("solved_by") else (),
        *(intern(fields.text(key)) if fields.says(key) else "" for key in _LATER_KEYS),
    )


def _resources(fields: Fields) -> Resources:
    return Resources(fields.amount("cpu"), fields.amount("wall"), fields.count("memory"))


def _evidence(records: Iterable[Fields]) -> Iterable[tuple[str, str]]:
    return ((intern(each.text("kind")), each.text("path")) for each in records)

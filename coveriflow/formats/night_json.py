"""Nights as JSON, schema version 1: the plan, each result in a file of its own, and all of it together."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict
from textwrap import indent
from typing import Any

from coveriflow.artifacts.nights import Job, JobResult, Night, NightPlan, NightTask, Trouble
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.formats.json_fields import Fields, loaded

SCHEMA_VERSION = 1
MAX_BYTES = 1 << 30
_MAX_RESULT = 1 << 24


def write_plan(plan: NightPlan) -> bytes:
    """``night.json``."""
    return _written(_plan(plan), indent=1)


def read_plan(data: bytes, name: str) -> NightPlan:
    """The plan that ``write_plan`` has written; ``InputError``."""
    return _read_plan(loaded(data, name, MAX_BYTES))


def write_result(result: JobResult) -> bytes:
    """One result, in one line."""
    return _written({"schema_version": SCHEMA_VERSION, **_result(result)})


def read_result(data: bytes, name: str) -> JobResult:
    """The result that ``write_result`` has written; ``InputError``."""
    fields = loaded(data, name, _MAX_RESULT)
    fields.version("schema_version", SCHEMA_VERSION)
    return _read_result(fields)


_END = "\n}\n"


def write_night(night: Night) -> bytes:
    """``results.json``: plan and results; and rating, status and score of each, for those who read it elsewhere."""
    head = {**_plan(night.plan), "coveriflow": night.version, "began": night.began, "elapsed": night.elapsed}
    words = [f'{_written(head, indent=1).decode("ascii").removesuffix(_END)},\n "results": [']
    for number, each in enumerate(night.results):  # one after the other: there may be many
        content = {**_result(each), "status": each.status, "rating": each.rating.value, "score": each.score}
        one = _written(content, indent=1).decode("ascii").rstrip("\n")
        words.append(("," if number else "") + "\n" + indent(one, "  "))
    return "".join([*words, "\n ]" if night.results else "]", _END]).encode("ascii")


def read_night(data: bytes, name: str) -> Night:
    """The night that ``write_night`` has written; ``InputError``."""
    fields = loaded(data, name, MAX_BYTES)
    plan = _read_plan(fields)
    results = tuple(map(_read_result, fields.records("results")))
    return Night(plan, results, fields.text("coveriflow"), fields.amount("began"), fields.amount("elapsed"))


def _written(content: dict[str, Any], indent: int | None = None) -> bytes:
    return (json.dumps(content, indent=indent, allow_nan=False) + "\n").encode("ascii")


def _plan(plan: NightPlan) -> dict[str, Any]:
    return {
        "schema_version": SCHEMA_VERSION,
        "name": plan.name,
        "flows": plan.flows,
        "limits": asdict(plan.limits),
        "since": plan.since,
        "tasks": [asdict(each) for each in plan.tasks],
    }


def _read_plan(fields: Fields) -> NightPlan:
    fields.version("schema_version", SCHEMA_VERSION)
    limits = fields.record("limits")
    return NightPlan(
        fields.text("name"),
        tuple(map(_task, fields.records("tasks"))),
        fields.texts("flows"),
        Limits(_amount(limits, "cpu"), _amount(limits, "wall"), _count(limits, "memory")),
        fields.text("since"),
    )


def _amount(fields: Fields, key: str) -> float | None:
    return fields.amount(key) if fields.says(key) else None


def _count(fields: Fields, key: str) -> int | None:
    return fields.count(key) if fields.says(key) else None


def _task(fields: Fields) -> NightTask:
    return NightTask(*(fields.text(key) for key in ("path", "group", "specification", "data_model")))


def _result(result: JobResult) -> dict[str, Any]:
    return {
        "task": asdict(result.job.task),
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
    }


def _read_result(fields: Fields) -> JobResult:
    place = fields.record("place") if fields.says("place") else None
    return JobResult(
        Job(_task(fields.record("task")), fields.text("flow")),
        fields.text("content"),
        fields.choice("verdict", Verdict),
        fields.text("property"),
        fields.choice("expected", Verdict) if fields.says("expected") else None,
        fields.choice("trouble", Trouble) if fields.says("trouble") else None,
        fields.flag("claimed"),
        fields.text("reason"),
        fields.text("confirmed_by"),
        fields.texts("assumptions"),
        None if place is None else (place.text("file"), place.count("line")),
        _resources(fields.record("resources")),
        _resources(fields.record("reused")) if fields.says("reused") else None,
        fields.text("carried"),
        fields.amount("began"),
        fields.amount("elapsed"),
        fields.text("program_hash"),
        fields.text("data_model"),
        tuple(_evidence(fields.records("evidence"))),
        fields.texts("solved_by") if fields.says("solved_by") else (),
    )


def _resources(fields: Fields) -> Resources:
    return Resources(fields.amount("cpu"), fields.amount("wall"), fields.count("memory"))


def _evidence(records: Iterable[Fields]) -> Iterable[tuple[str, str]]:
    return ((each.text("kind"), each.text("path")) for each in records)

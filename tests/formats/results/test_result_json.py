from __future__ import annotations

import dataclasses
import json
from typing import Any

import pytest

from coveriflow.artifacts.verdicts import Verdict
from coveriflow.formats.results.result_json import (
    ActorRecord,
    EvidenceFile,
    ExecutedRecord,
    RunRecord,
    UndefinedRecord,
    read_run_record,
    write_run_record,
)
from coveriflow.program.errors import InputError, Span
from coveriflow.program.types.data_model import DataModel

RECORD = RunRecord(
    verdict=Verdict.FALSE,
    property="unreach-call",
    flow="default",
    task="a.c",
    program_hash="0123",
    data_model=DataModel.LP64,
    version="0.1.0",
    confirmed_by="executed",
    reason="",
    assumptions=("malloc does not fail",),
    actors=(
        ActorRecord("value", "1", Verdict.UNKNOWN, "time limit", 1.25, 2.0, 4096, "timeout"),
        ActorRecord("fold", "1"),
    ),
    evidence=(EvidenceFile("test", "tests/testcase-1.xml"),),
    undefined=UndefinedRecord("BOUNDS", "write of 1 element past `a`", "a.c", 9, 3, "strcpy", "replayed"),
    violated="the assertion `x > 0` fails at line 9",
    warnings=("the program has no function f",),
    executed=ExecutedRecord(3, 4, "3 of 4 lines (75 %); not a.c:7", ("a.c:7",)),
)
CONTENT: dict[str, Any] = json.loads(write_run_record(RECORD))
ACTOR: dict[str, Any] = CONTENT["actors"][0]


def test_the_fields_of_schema_version_2() -> None:
    assert CONTENT["schema_version"] == 2
    promised = {
        "verdict",
        "claimed",
        "error",
        "property",
        "confirmed_by",
        "reason",
        "assumptions",
        "flow",
        "actors",
        "evidence",
    }
    assert promised <= CONTENT.keys()
    assert (CONTENT["verdict"], CONTENT["actors"][1]["verdict"]) == ("false", None)


@pytest.mark.parametrize("verdict", Verdict)
@pytest.mark.parametrize("by", ["", "a tool"])
def test_records_of_version_1_are_read(verdict: Verdict, by: str) -> None:
    """There a verdict that is only claimed is the verdict."""
    old = {key: value for key, value in CONTENT.items() if key not in ("claimed", "error")}
    old |= {"schema_version": 1, "verdict": verdict.value, "claimed_by": by}
    found = read_run_record(json.dumps(old).encode(), "r.json")
    is_claimed = verdict.decisive and by == "a tool"
    assert (found.verdict, found.claimed) == ((Verdict.UNKNOWN, verdict) if is_claimed else (verdict, None))
    assert found.error is None


def test_keys_of_later_versions_are_ignored() -> None:
    assert read_run_record(json.dumps(CONTENT | {"new": [1]}).encode(), "r.json") == RECORD


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"schema_version": 3}, "'schema_version' is not 1 or 2"),
        ({"schema_version": 0}, "schema_version"),
        ({"schema_version": True}, "schema_version"),
        ({"schema_version": "1"}, "schema_version"),
        ({"verdict": "TRUE"}, "'verdict' is not one of true, false, unknown"),
        ({"verdict": None}, "'verdict' is not a text"),
        ({"data_model": "LP32"}, "'data_model' is not one of ILP32, LP64"),
        ({"reason": 1}, "'reason' is not a text"),
        ({"assumptions": "none"}, "'assumptions' is not a list"),
        ({"assumptions": [1]}, "'assumptions' is not a list of texts"),
        ({"actors": [[]]}, "'actors' is not a list of objects"),
        ({"actors": [ACTOR | {"cpu": "1"}]}, "'cpu' is not a finite number"),
        ({"actors": [ACTOR | {"cpu": -1}]}, "'cpu' is not a finite number"),
        ({"actors": [ACTOR | {"cpu": True}]}, "'cpu' is not a finite number"),
        ({"actors": [ACTOR | {"wall": 10**400}]}, "'wall' is not a finite number"),
        ({"actors": [ACTOR | {"memory": 1.5}]}, "'memory' is not a whole number"),
        ({"actors": [{}]}, "'name' is not a text"),
        ({"evidence": [{"kind": "test"}]}, "'path' is not a text"),
        ({"undefined": {"kind": "BOUNDS"}}, "'sentence' is not a text"),
    ],
)
def test_fields_of_the_wrong_kind_are_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_run_record(json.dumps(CONTENT | change).encode(), "r.json")


@pytest.mark.parametrize(
    "key",
    [
        key
        for key in CONTENT
        if key
        not in (
            "claimed",
            "claimed_by",
            "error",
            "undefined",
            "violated",
            "violated_property",
            "warnings",
            "entry",
            "environment",
            "command",
            "build",
            "asked",
            "sandbox",
            "sandbox_layers",
            "executed",
        )
    ],
)
def test_missing_fields_are_refused(key: str) -> None:
    rest = {name: value for name, value in CONTENT.items() if name != key}
    with pytest.raises(InputError, match=f"'{key}'"):
        read_run_record(json.dumps(rest).encode(), "r.json")


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"[]", b"null", b"{} {}", b"\xff", b"\x00", b'{"a": NaN}', b'{"a": 1, "a": 2}', b'{"a": \x01}',
        b"[" * 100_000, b'{"a":' * 100_000, b'{"a": ' + b"9" * 5000 + b"}", "{}".encode("utf-16"), b"{'a': 1}",
    ],
)  # fmt: skip
def test_what_is_no_json_object_is_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        read_run_record(data, "r.json")


def test_errors_of_syntax_have_their_place() -> None:
    with pytest.raises(InputError) as caught:
        read_run_record(b'{\n  "a": 1,\n  b\n}', "r.json")
    assert caught.value.span == Span("r.json", 3, 3)


def test_numbers_that_json_has_not_are_not_written() -> None:
    endless = dataclasses.replace(RECORD, actors=(ActorRecord("a", "1", cpu=float("inf")),))
    with pytest.raises(ValueError, match="JSON"):
        write_run_record(endless)

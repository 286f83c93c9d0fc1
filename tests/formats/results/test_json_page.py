"""The page about JSON has all keys that are written, and no others; keys are named as it says."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from coveriflow.artifacts.batch.results import Batch, BatchPlan, BatchTask, Job, JobResult, Trouble
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.cli.commands.completion import parsers
from coveriflow.formats.results.batch_json import write_batch
from coveriflow.formats.results.result_json import (
    ActorRecord,
    EvidenceFile,
    Failure,
    RunRecord,
    UndefinedRecord,
    write_run_record,
)
from coveriflow.program.types.data_model import DataModel
from tests.cli.helpers import coveriflow
from tests.places import ROOT

PAGE = ROOT / "docs" / "reference" / "json.md"
SECTION = re.compile(r"^#{2,3} ([^\n]+)\n(.*?)(?=^#|\Z)", re.MULTILINE | re.DOTALL)
ROW = re.compile(r"^\| `([^`]+)` \|", re.MULTILINE)

TABLES = {title.strip("`"): ROW.findall(body) for title, body in SECTION.findall(PAGE.read_text(encoding="utf-8"))}
CONDITION = "out/condition.graphml"
USED = Resources(1.0, 2.0, 3)


def run_record() -> dict[str, Any]:
    """With a value for everything."""
    actor = ActorRecord("bmc", "1", Verdict.TRUE, reused=USED, tool=USED)
    undefined = UndefinedRecord("DIVISION", "division by zero", "p.c", 1, 2)
    record = RunRecord(
        verdict=Verdict.UNKNOWN,
        property="unreach-call",
        flow="cmc",
        task="p.c",
        program_hash="0",
        data_model=DataModel.LP64,
        version="1",
        claimed=Verdict.TRUE,
        error=Failure.INTERNAL,
        actors=(actor,),
        evidence=(EvidenceFile("test", "p"),),
        undefined=undefined,
    )
    found: dict[str, Any] = json.loads(write_run_record(record))
    return found


def batch_record() -> dict[str, Any]:
    task = BatchTask("p.yml")
    result = JobResult(
        Job(task, "cmc"),
        "0",
        expected=Verdict.TRUE,
        trouble=Trouble.INTERNAL,
        place=("p.c", 1),
        reused=USED,
        evidence=(("test", "p"),),
    )
    plan = BatchPlan("loops", (task,), ("cmc",), Limits(1.0, 2.0, 3))
    found: dict[str, Any] = json.loads(b"".join(write_batch(Batch(plan, (result,)))))
    return found


def test_a_result_has_the_keys_of_the_page() -> None:
    record = run_record()
    assert list(record) == TABLES["result.json"]
    assert list(record["actors"][0]) == TABLES["actors"]
    assert list(record["evidence"][0]) == TABLES["evidence"]
    assert list(record["undefined"]) == TABLES["undefined"]
    assert list(record["actors"][0]["tool"]) == list(record["actors"][0]["reused"]) == TABLES["resources"]


def test_a_batch_run_has_the_keys_of_the_page() -> None:
    record = batch_record()
    assert list(record) == TABLES["results.json"]
    (task,), (result,) = record["tasks"], record["results"]
    assert list(task) == list(result["task"]) == TABLES["tasks"]
    assert list(result) == TABLES["results"]
    assert list(result["resources"]) == list(result["reused"]) == TABLES["resources"]
    assert list(result["evidence"][0]) == TABLES["evidence"]
    assert list(record["limits"]) == ["cpu", "wall", "memory"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A program, and a condition that covers half of it."""
    made = tmp_path_factory.mktemp("json")
    shutil.copy(ROOT / "examples" / "halves.c", made / "prog.c")
    coveriflow("verify", "prog.c", "--flow", "value", "--out", "out", cwd=made, status=20)
    return made


@pytest.mark.parametrize(
    ("title", "words"),
    [
        ("coveriflow validate", ["validate", "out/condition.graphml", "prog.c"]),
        ("coveriflow condition show", ["condition", "show", "out/condition.graphml", "--program", "prog.c"]),
        (
            "coveriflow condition compare",
            ["condition", "compare", *["out/condition.graphml"] * 2, "--program", "prog.c"],
        ),
    ],
)
def test_what_commands_print_has_the_keys_of_the_page(folder: Path, title: str, words: list[str]) -> None:
    assert list(json.loads(coveriflow(*words, "--json", cwd=folder, status=0).stdout)) == TABLES[title]


def test_keys_are_named_as_the_page_says() -> None:
    keys = {key for table in TABLES.values() for key in table}
    assert [key for key in keys if not re.fullmatch(r"[a-z]+(_[a-z]+)*", key)] == []


def test_every_command_with_json_has_a_record_on_the_page() -> None:
    records = {
        "verify": "result.json",
        "test": "result.json",
        "validate": "coveriflow validate",
        "condition": "coveriflow condition show",
        "nightly": "results.json",
        "report": "results.json",
    }
    with_json = {name for name, parser in parsers().items() if "--json" in parser.format_help()}
    assert with_json == records.keys()
    assert {TABLES[title][0] for title in records.values()} == {"schema_version"}


def test_the_parts_of_records_are_explained(folder: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    words = ["condition", "show", "out/condition.graphml", "--program", "prog.c", "--json"]
    coverage = json.loads(coveriflow(*words, cwd=folder, status=0).stdout)["coverage"]
    parts = {*coverage, *coverage["edges"]}
    assert [part for part in parts if f"`{part}`" not in text] == []

"""Tables of a night for other tools: whatever texts are in it, they can be read, and say what the night says."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from coveriflow.artifacts.batch.changes import compared
from coveriflow.artifacts.batch.results import Batch, BatchPlan, BatchTask, Job, JobResult, Trouble
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.benchexec.table_generator import generate_tables
from coveriflow.formats.primitives.xml import parsed
from coveriflow.formats.results.batch_csv import COLUMNS, write_csv
from coveriflow.formats.results.benchexec_results import write_benchexec_results
from coveriflow.formats.results.junit import write_junit
from coveriflow.formats.results.sarif import write_sarif
from tests.formats import strategies

A, B, C = (BatchTask(f"sets/{name}.yml", "Loops") for name in "abc")
USED = Resources(1.5, 2.0, 3_000_000)
TRUE, FALSE = Verdict.TRUE, Verdict.FALSE


def result(task: BatchTask, flow: str, verdict: Verdict, **more: object) -> JobResult:
    facts: dict[str, object] = {"property_name": "unreach-call", "expected": TRUE, "resources": USED}
    return JobResult(Job(task, flow), "", verdict, **(facts | more))  # type: ignore[arg-type]


BATCH = Batch(
    BatchPlan("tonight", (A, B, C), ("cmc", "bmc"), Limits(60.0, None, 10**9)),
    (
        result(A, "cmc", TRUE, confirmed_by="a proof"),
        result(A, "bmc", FALSE, place=("sets/a b.c", 7), confirmed_by="a test"),
        result(B, "cmc", Verdict.UNKNOWN, reason="bmc: out of CPU time"),
        result(B, "bmc", TRUE, is_claimed=True),
        result(C, "cmc", TRUE, expected=None, reused=Resources(4.0, 4.0, 5_000_000)),
        result(C, "bmc", Verdict.UNKNOWN, trouble=Trouble.BAD_INPUT, reason="no such file"),
    ),
    "1.0",
    1_700_000_000.0,
    9.0,
)


def whole(pieces: Iterator[bytes]) -> bytes:
    return b"".join(pieces)


def test_csv() -> None:
    rows = list(csv.DictReader(io.StringIO(whole(write_csv(BATCH)).decode())))
    assert tuple(rows[0]) == COLUMNS
    assert [(row["task"], row["flow"], row["status"], row["rating"], row["score"]) for row in rows] == [
        ("sets/a.yml", "cmc", "true", "correct", "2"),
        ("sets/a.yml", "bmc", "false", "wrong", "-16"),
        ("sets/b.yml", "cmc", "unknown", "unknown", "0"),
        ("sets/b.yml", "bmc", "true, unconfirmed", "unconfirmed", "0"),
        ("sets/c.yml", "cmc", "true", "not rated", "0"),
        ("sets/c.yml", "bmc", "bad input", "error", "0"),
    ]


def test_junit() -> None:
    root = parsed(whole(write_junit(BATCH)), "junit.xml")
    assert (root.get("tests"), root.get("failures"), root.get("errors")) == ("6", "1", "1")
    kinds = [[child.tag for child in case] for suite in root for case in suite]
    assert kinds == [["system-out"], ["skipped"], ["system-out"], ["failure"], ["skipped"], ["error"]]


def test_sarif() -> None:
    (run,) = json.loads(whole(write_sarif(BATCH)))["runs"]
    told = [(each["ruleId"], each["level"], each.get("kind")) for each in run["results"]]
    assert told == [
        ("violation", "error", None),
        ("wrong-verdict", "error", None),
        ("contradiction", "error", None),
        ("error", "warning", None),
        ("undecided", "none", "open"),
        ("undecided", "none", "open"),
    ]
    place = run["results"][0]["locations"][0]["physicalLocation"]
    assert place == {"artifactLocation": {"uri": "sets/a%20b.c"}, "region": {"startLine": 7}}
    rules = run["tool"]["driver"]["rules"]
    assert all(rules[each["ruleIndex"]]["id"] == each["ruleId"] for each in run["results"])
    assert len({each["partialFingerprints"]["job/v1"] for each in run["results"]}) == len(run["results"])


NOT_RATED = result(A, "cmc", FALSE, expected=None, place=("a.c", 3), program_hash="new")
BEFORE = result(A, "cmc", TRUE, expected=None, program_hash="old")


def test_groups_whose_names_look_alike_have_a_file_each() -> None:
    tasks = tuple(BatchTask(f"{group}.yml", group) for group in ("Größe", "Grüße", "Gr-e"))
    plan = replace(BATCH.plan, tasks=tasks, flows=("bmc",))
    batch = replace(BATCH, plan=plan, results=tuple(result(task, "bmc", TRUE) for task in tasks))
    files = {name: whole(content) for name, content in write_benchexec_results(batch, "").items()}
    assert len(files) == 3


def test_what_became_of_a_verdict_is_in_every_table() -> None:
    """Also where no verdict is expected: a violation is a failed test."""
    plan = BatchPlan("tonight", (A,), ("cmc",), Limits())
    batch = Batch(plan, (NOT_RATED,))
    for before, told, state in ((BEFORE, "newly violated (true before): ", "new"), (NOT_RATED, "", "unchanged")):
        changes = compared(Batch(plan, (before,)), batch)
        root = parsed(whole(write_junit(batch, changes)), "junit.xml")
        assert root.get("failures") == "1"
        ((failure,),) = root[0]
        assert (failure.tag, failure.get("type")) == ("failure", "violated")
        assert str(failure.get("message")) == f"{told}unreach-call is violated"
        (run,) = json.loads(whole(write_sarif(batch, changes)))["runs"]
        (finding,) = run["results"]
        assert (finding["ruleId"], finding["baselineState"]) == ("violation", state)
        assert finding["message"]["text"].startswith(f"{told}unreach-call is violated")


def test_table_generator_reads_the_results_as_those_of_benchexec(tmp_path: Path) -> None:
    pytest.importorskip("benchexec")
    files = write_benchexec_results(BATCH, str(tmp_path))
    for name, pieces in files.items():
        (tmp_path / name).write_bytes(whole(pieces))
    page = generate_tables([tmp_path / name for name in files], tmp_path)
    assert page.is_file()
    rows = list(csv.reader(io.StringIO((tmp_path / "table.table.csv").read_text()), delimiter="\t"))
    assert [row[1::5][:2] for row in rows[3:]] == [
        ["true", "false(unreach-call)"],
        ["TIMEOUT", "true"],
        ["true", "ERROR (bad input)"],
    ]
    assert [row[2] for row in rows[3:]] == ["1.500", "1.500", "5.500"]
    assert page.read_text().count("correct-unconfirmed") >= 1


def with_text(text: str) -> Batch:
    """A night with ``text`` wherever somebody else may have chosen it."""
    task = BatchTask(f"{text}.c", text)
    job = Job(task, text)
    one = JobResult(job, text, TRUE, "unreach-call", FALSE, None, False, text, text, (text,), (text, 3))
    other = JobResult(Job(task, "cmc"), text, FALSE, "unreach-call", FALSE, place=(text, 0), evidence=((text, text),))
    plan = BatchPlan(text, (task,), (text, "cmc"), Limits(), assume_defined=True)
    return Batch(plan, (one, other), text, 1.0, 2.0)


@pytest.mark.parametrize("text", strategies.NASTY)
def test_whatever_is_in_a_night_its_tables_can_be_read(text: str) -> None:
    batch = with_text(text)
    for pieces in (write_junit(batch), *write_benchexec_results(batch, "/somewhere").values()):
        parsed(whole(pieces), "table.xml")
    assert json.loads(whole(write_sarif(batch)))["version"] == "2.1.0"
    assert len(list(csv.reader(io.StringIO(whole(write_csv(batch)).decode(), newline="")))) == 3

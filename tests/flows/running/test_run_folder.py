"""The folder that a run leaves: the files of this run and no others, and what they hold."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from coveriflow.actors import bmc, reduce, value, when_unknown
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.definition import performed
from coveriflow.artifacts.answers import (
    Answer,
    Claim,
    ClosedReachedSet,
    Composite,
    Confirmation,
    ConfirmedTest,
    UnwindingCertificate,
)
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestCase, TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import WitnessKind
from coveriflow.execution.contracts import End, Outcome
from coveriflow.flows import ready
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.jobs import Request
from coveriflow.flows.running.run_folder import described, write_run_folder
from coveriflow.flows.running.runner import Listener, Perform, Run, run
from coveriflow.formats.conditions.graphml_condition import read_condition
from coveriflow.formats.results.result_json import read_run_record
from coveriflow.formats.tests.test_suite import read_test_suite
from coveriflow.formats.witnesses.graphml_witness import read_witness
from tests.actors.defined import stumbles
from tests.actors.tasks import example, program


def in_process(request: Request, *_: object) -> Outcome[tuple[object, ...]]:
    return Outcome(End.FINISHED, performed(request.actor, request.inputs), Resources(0.5, 0.25, 1 << 20))


def ran(flow: Flow, task: Task, perform: Perform = in_process) -> Run:
    return run(flow, task, Limits(), perform, Listener())


def names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_true_leaves_condition_residual_program_and_witness(tmp_path: Path) -> None:
    result = ran(ready.cmc(), example("halves.c"))
    record = write_run_folder(result, tmp_path)
    assert names(tmp_path) == {"result.json", "condition.graphml", "residual.c", "witness.graphml", "witness.yml"} | {
        "graphs/1-value.json",
        "graphs/3-bmc.json",
    }
    assert read_run_record((tmp_path / "result.json").read_bytes(), "result.json") == record
    assert record.verdict is Verdict.TRUE
    assert (record.flow, record.task, record.property) == ("cmc", "halves.c", "unreach-call")
    assert [(actor.name, actor.verdict, actor.end) for actor in record.actors] == [
        ("value", Verdict.UNKNOWN, "finished"),
        ("reduce", None, "finished"),
        ("bmc", Verdict.TRUE, "finished"),
    ]
    assert {(file.kind, Path(file.path).name) for file in record.evidence} == {
        ("condition", "condition.graphml"),
        ("residual program", "residual.c"),
        ("witness", "witness.graphml"),
        ("witness", "witness.yml"),
    }
    assert all(Path(file.path).is_file() for file in record.evidence)


def test_the_files_are_the_artifacts(tmp_path: Path) -> None:
    result = ran(ready.cmc(), example("halves.c"))
    write_run_folder(result, tmp_path)
    condition = read_condition((tmp_path / "condition.graphml").read_bytes(), "condition")
    assert condition == result.latest(Condition)
    assert (tmp_path / "residual.c").read_text() == result.latest(Residual).task.sources[0].text
    witness = read_witness((tmp_path / "witness.graphml").read_bytes(), "witness")
    assert witness.kind is WitnessKind.CORRECTNESS
    assert witness.program_hash == result.task.program_hash


@pytest.mark.usefixtures("compiler")
def test_false_leaves_a_test_and_a_witness(tmp_path: Path) -> None:
    result = ran(ready.cmc(), example("halves-bug.c"))
    record = write_run_folder(result, tmp_path)
    assert record.verdict is Verdict.FALSE
    assert {"result.json", "witness.graphml", "witness.yml", "tests/metadata.xml", "tests/testcase-1.xml"} <= names(
        tmp_path
    )
    files = {path.name: path.read_bytes() for path in (tmp_path / "tests").iterdir()}
    assert read_test_suite(files, "tests").cases == result.latest(TestSuite).cases
    witness = read_witness((tmp_path / "witness.graphml").read_bytes(), "witness")
    assert witness.kind is WitnessKind.VIOLATION


def test_unknown_leaves_the_condition_of_what_was_verified(tmp_path: Path) -> None:
    record = write_run_folder(ran(ready.value_alone(), example("halves.c")), tmp_path)
    assert names(tmp_path) == {"result.json", "condition.graphml", "graphs/1-value.json"}
    assert record.verdict is Verdict.UNKNOWN
    assert record.reason
    assert record.confirmed_by == ""


def test_a_condition_about_a_residual_program_is_not_the_original_s(tmp_path: Path) -> None:
    flow = Flow("unfinished", value(states=9) >> when_unknown(reduce() >> bmc(last_bound=2)))
    task = example("halves.c")
    result = ran(flow, task)
    assert result.latest(Condition).program_hash != task.program_hash
    write_run_folder(result, tmp_path)
    condition = read_condition((tmp_path / "condition.graphml").read_bytes(), "condition")
    assert condition.program_hash == task.program_hash


def test_what_an_earlier_run_left_is_gone_and_what_others_left_stays(tmp_path: Path) -> None:
    (tmp_path / "tests").mkdir()
    (tmp_path / "log").mkdir()
    for name in (
        "notes.txt",
        "tests/mine.c",
        "log/1-bmc.txt",
        "witness.graphml",
        "tests/testcase-7.xml",
        "condition.graphml",
    ):
        (tmp_path / name).write_text("old")
    write_run_folder(ran(ready.value_alone(), program("int main(void) { return 0; }")), tmp_path)
    assert names(tmp_path) == {"result.json", "witness.graphml", "witness.yml", "graphs/1-value.json"} | {
        "notes.txt",
        "tests/mine.c",
    }
    assert (tmp_path / "witness.graphml").read_text() != "old"
    assert not (tmp_path / "log").exists()


def test_two_runs_write_the_same_condition_and_residual_program(tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_run_folder(ran(ready.cmc(), example("halves.c")), tmp_path / name)
    for file in ("condition.graphml", "residual.c"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


def test_the_log_has_what_actors_said_when_they_failed(tmp_path: Path) -> None:
    def fails(request: Request, *_: object) -> Outcome[tuple[object, ...]]:
        return Outcome(End.FAILED, message="Traceback ...\nZeroDivisionError: \udcff on purpose")

    record = write_run_folder(ran(Flow("broken", stumbles()), example("halves.c"), fails), tmp_path)
    assert names(tmp_path) == {"result.json", "log/1-stumbles.txt"}
    assert "ZeroDivisionError" in (tmp_path / "log" / "1-stumbles.txt").read_text()
    assert record.actors[0].end == "failed"
    assert record.reason == "stumbles: internal error"


def test_the_place_of_what_is_not_supported_is_told(tmp_path: Path) -> None:
    task = program("int main(void) {\n  __float128 d = 0;\n  return d != 1;\n}", "wide.c")
    record = write_run_folder(ran(ready.value_alone(), task), tmp_path)
    assert "is not supported (wide.c, line 5, column" in record.reason


def test_an_actor_that_was_left_out_says_why(tmp_path: Path) -> None:
    task = program("struct s { int a; } __attribute__((ms_struct));\nint main(void) { return 0; }", "layout.c")
    record = write_run_folder(ran(ready.cmc(), task), tmp_path)
    left_out = record.actors[1]
    assert (left_out.name, left_out.end, left_out.reason) == ("reduce", "not run", "not run: no Condition")


@pytest.mark.parametrize("verdict", [Verdict.TRUE, Verdict.FALSE])
def test_a_claim_is_no_verdict(verdict: Verdict, tmp_path: Path) -> None:
    """Who looks at ``verdict`` alone does not take it for one."""

    def claiming(request: Request, cancellation: Cancellation) -> Outcome[tuple[object, ...]]:
        return Outcome(End.FINISHED, (Answer(verdict, evidence=Claim("a tool")),))

    record = write_run_folder(ran(Flow("bmc", bmc()), example("halves.c"), claiming), tmp_path)
    assert (record.verdict, record.claimed, record.confirmed_by) == (Verdict.UNKNOWN, verdict, "")
    assert record.claimed_by == "the report of a tool, unchecked"
    assert "nothing confirms it" in record.reason
    assert json.loads((tmp_path / "result.json").read_text())["claimed"] == verdict.value


def test_evidence_in_words() -> None:
    assert described(None) == ""
    composite = described(Composite(ClosedReachedSet(3), UnwindingCertificate(2)))
    assert "fixed point of 3 abstract states" in composite
    assert "unwinding certificate with bound 2" in composite
    texts = {described(ConfirmedTest(TestCase(()), confirmation)) for confirmation in Confirmation}
    assert len(texts) == len(Confirmation)

"""What people see in Prefect of what came out."""

from __future__ import annotations

import importlib
from pathlib import Path
from types import ModuleType

import pytest

from coveriflow.actors import bmc, reduce, value, when_unknown
from coveriflow.actors.composition.flow import Flow
from coveriflow.artifacts.answers import Answer, Confirmation, ConfirmedTest, UnwindingCertificate
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.path_ranges import Range
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Resources
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.test_suites import TestCase, TestInput
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import End, Outcome
from coveriflow.flows.running.run_folder import record_of
from coveriflow.flows.running.runner import Run, Turn
from coveriflow.formats.results.result_json import EvidenceFile
from coveriflow.program.errors import InputError, Span

pytestmark = pytest.mark.prefect

TASK = Task((Source("some/where/odd|name_1.c", "", ""),))
RESIDUAL = Residual(Task((Source("odd.residual.c", "", ""),)), TASK, ())
FLOW = Flow("cmc", value() >> when_unknown(reduce() >> bmc()))
CONDITION = Condition("a", frozenset(), (), TASK.program_hash)
UNKNOWN = Answer(Verdict.UNKNOWN, "a limit was reached")
TRUE = Answer(Verdict.TRUE, evidence=UnwindingCertificate(3))


@pytest.fixture(scope="module")
def display() -> ModuleType:
    """It loads Prefect, which takes longer than all these tests: not where others are run."""
    return importlib.import_module("coveriflow.flows.prefect_backend.display")


def outcome(
    end: End, *produced: object, message: str = "", error: InputError | None = None
) -> Outcome[tuple[object, ...]]:
    return Outcome(end, produced if end is End.FINISHED else None, Resources(1.5, 2.25, 3_000_000), message, error)


@pytest.mark.parametrize(
    ("came_out", "type_", "name", "message"),
    [
        (outcome(End.FINISHED, TRUE), "COMPLETED", "true", "an unwinding certificate with bound 3, solved again"),
        (outcome(End.FINISHED, UNKNOWN, CONDITION), "COMPLETED", "unknown", "a limit was reached; made: condition"),
        (outcome(End.FINISHED, RESIDUAL), "COMPLETED", "Completed", "made: residual program"),
        (
            outcome(End.OUT_OF_CPU, message="killed: out of CPU time"),
            "CRASHED",
            "out of CPU time",
            "killed: out of CPU time",
        ),
        (outcome(End.OUT_OF_MEMORY), "CRASHED", "out of memory", "out of memory"),
        (outcome(End.DIED, message="killed by signal 9"), "CRASHED", "died", "killed by signal 9"),
        (outcome(End.FAILED, message="Traceback\n  line\nKeyError: 1"), "CRASHED", "internal error", "KeyError: 1"),
        (outcome(End.FAILED, error=InputError("no C", Span("a.c", 2))), "CRASHED", "bad input", "no C (a.c, line 2)"),
        (outcome(End.CANCELLED, message="killed: cancelled"), "CANCELLED", "Cancelled", "killed: cancelled"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_the_state_of_a_task_run(
    display: ModuleType, came_out: Outcome[tuple[object, ...]], type_: str, name: str, message: str
) -> None:
    state = display.state_of_outcome(came_out)
    assert (state.type.value, state.name, state.message) == (type_, name, message)


def test_a_turn_is_named_after_the_program_that_it_works_on(display: ModuleType) -> None:
    assert display.turn_name(value(), (TASK,)) == "value odd|name_1.c"
    assert display.turn_name(bmc(), (RESIDUAL,)) == "bmc odd.residual.c"
    assert display.turn_name(reduce(), (TASK, CONDITION, None)) == "reduce odd|name_1.c"
    within = Range(None, TestCase((TestInput(3),)), TASK.program_hash)
    assert display.turn_name(value(), (TASK, within)) == "value odd|name_1.c [start, (3)]"
    assert display.turn_name(reduce(), ()) == "reduce"


def run_of(answer: Answer, *turns: Turn) -> Run:
    return Run(FLOW, TASK, answer, turns)


def test_the_state_of_a_flow_run(display: ModuleType) -> None:
    state = display.state_of_run(run_of(TRUE))
    assert (state.name, state.message) == ("true", "an unwinding certificate with bound 3, solved again")
    state = display.state_of_run(run_of(Answer(Verdict.UNKNOWN, "threads are not supported", place=("a.c", 3, 0))))
    assert (state.name, state.message) == ("unknown", "threads are not supported (a.c, line 3)")
    state = display.state_of_cancelled(run_of(UNKNOWN, Turn(bmc(), End.CANCELLED)))
    assert (state.type.value, state.message) == ("CANCELLED", "cancelled: bmc")


def test_keys_of_pages_are_as_prefect_wants_them(display: ModuleType) -> None:
    assert display.page_key(run_of(TRUE)) == "cmc-odd-name-1-c"


def test_the_page_tells_verdict_actors_reasons_and_files(display: ModuleType) -> None:
    use = Resources(1.5, 2.25, 3_000_000)
    run = run_of(
        Answer(Verdict.TRUE, evidence=UnwindingCertificate(3), assumptions=("no *overflow* at line 3",)),
        Turn(value(), End.FINISHED, use, (UNKNOWN, CONDITION)),
        Turn(reduce(), None, missing="Condition"),
        Turn(bmc(), End.OUT_OF_WALL, use),
    )
    page = display.page(run, record_of(run, (EvidenceFile("condition", "/out/con_dition.graphml"),)))
    assert page.splitlines()[0] == "# true: odd\\|name\\_1.c"
    assert "**Confirmed by**: an unwinding certificate with bound 3, solved again" in page
    assert "- **Assumption**: no \\*overflow\\* at line 3" in page
    assert "| value | unknown, condition | 1.50 s | 2.25 s | 3 MB |" in page
    assert "| reduce | not run | 0.00 s | 0.00 s | 0 MB |" in page
    assert "| bmc | out of wall time | 1.50 s | 2.25 s | 3 MB |" in page
    assert "| all |  | 3.00 s | 4.50 s | 3 MB |" in page
    assert "- **value**: a limit was reached" in page
    assert "- **reduce**: there is no Condition" in page
    assert "| condition | /out/con\\_dition.graphml |" in page


def test_the_page_of_a_violation_has_the_test_s_inputs(display: ModuleType) -> None:
    case = TestCase((TestInput(3), TestInput(-1)))
    run = run_of(Answer(Verdict.FALSE, evidence=ConfirmedTest(case, Confirmation.EXECUTED)))
    page = display.page(run, record_of(run))
    assert page.startswith("# false: ")
    assert "- **Inputs of the test**: 3, -1" in page
    assert "| File |" not in page


def test_the_page_of_an_unknown_says_why_once(display: ModuleType) -> None:
    run = run_of(UNKNOWN, Turn(value(), End.FINISHED, Resources(), (UNKNOWN,)))
    page = display.page(run, record_of(run))
    assert "**Because**: a limit was reached" in page
    assert page.count("a limit was reached") == 1


def test_bytes_that_are_no_text_can_be_sent(display: ModuleType) -> None:
    answer = Answer(Verdict.UNKNOWN, "the name \udcff is not supported", place=("a\udcfe.c", 1, 0))
    run = run_of(answer, Turn(value(), End.FINISHED, Resources(), (Answer(Verdict.UNKNOWN, "another \udcfd"),)))
    error = InputError("no C: \udcff", Span("a.c"))
    texts = (
        display.page(run, record_of(run)),
        display.state_of_run(run).message,
        display.state_of_outcome(outcome(End.FINISHED, answer)).message,
        display.state_of_outcome(outcome(End.FAILED, error=error)).message,
    )
    assert all(text and text.encode("utf-8") for text in texts)


def test_evidence_is_a_link_where_it_is_served(
    display: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = run_of(UNKNOWN)
    files = [
        EvidenceFile(what, str(tmp_path / name)) for what, name in (("log", "a_b.txt"), ("x", "counterexample.html"))
    ]
    record = record_of(run, tuple(files))
    monkeypatch.delenv("COVERIFLOW_SERVE_URL", raising=False)
    assert "](" not in display.page(run, record)
    monkeypatch.setenv("COVERIFLOW_SERVE_URL", "http://localhost:8137")
    monkeypatch.setenv("COVERIFLOW_SERVE_FOLDER", str(tmp_path.parent))
    page = display.page(run, record)
    assert f"a\\_b.txt ([open](http://localhost:8137/{tmp_path.name}/a_b.txt)) |" in page
    assert f"[The violation, step by step](http://localhost:8137/{tmp_path.name}/counterexample.html)" in page

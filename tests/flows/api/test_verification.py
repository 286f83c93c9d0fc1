"""Verifications from Python: the arguments, the results, and that every ending leaves no process."""

from __future__ import annotations

import asyncio
import json
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import psutil
import pytest

import coveriflow
from coveriflow import InputError, Verdict
from tests.actors.defined import sleeps
from tests.actors.tasks import EXAMPLES

HALVES = EXAMPLES / "halves.c"
PATIENCE = 30.0


def until(holds: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def nothing_is_left(folder: Path) -> bool:
    """The actor left the number of its process; the supervisor above it is a child of this process."""
    (left,) = folder.iterdir()
    return not psutil.pid_exists(int(left.name))


def test_a_run_says_in_a_few_lines_what_came_out(tmp_path: Path) -> None:
    lines: list[str] = []
    run = coveriflow.verify(HALVES, flow="cmc", cpu="1min", out=tmp_path, progress=lines.append)
    assert (run.verdict, run.claimed, run.answer.verdict) == (Verdict.TRUE, None, Verdict.TRUE)
    assert len(repr(run).splitlines()) <= 5
    assert repr(run).startswith("<Verification: true; ")
    assert run.because.startswith("a fixed point of ")
    assert [each["actor"] for each in run.to_records()] == ["value", "reduce", "bmc"]
    assert lines[0] == "value begins"
    assert lines[-1] == "bmc: true"
    assert json.loads((tmp_path / "result.json").read_bytes())["verdict"] == "true"
    assert run.condition is not None
    assert run.residual is not None
    assert run.counterexample is None


def test_the_evidence_is_that_of_the_command_line(tmp_path: Path) -> None:
    run = coveriflow.verify(EXAMPLES / "halves-bug.c", cpu=60)
    assert run.record.evidence == ()
    written = run.write(tmp_path)
    assert {each.kind for each in written.record.evidence} >= {"counterexample", "test", "witness"}
    assert (tmp_path / "counterexample.html").is_file()
    assert run.counterexample is not None
    assert "this is the violation" in str(run.counterexample)
    assert run.counterexample.inputs[0] == ("__VERIFIER_nondet_int()", "0")


def test_inputs_are_what_functions_give(tmp_path: Path) -> None:
    """What a variable holds without an initial value is something else, also where it is written before it is read."""
    program = tmp_path / "p.c"
    program.write_text(
        "#include <assert.h>\nextern int get(void);\nstruct s { int a, b; };\n"
        "static void init(struct s *s) { s->a = s->b = 0; }\n"
        "int main(void) { struct s s; init(&s); s.a = get(); assert(s.a != 7); return s.b; }\n"
    )
    run = coveriflow.verify(program, flow="bmc", cpu=30)
    assert run.counterexample is not None
    assert run.counterexample.inputs == (("get()", "7"),)
    assert {name for name, _ in run.counterexample.uninitialised} == {"s.a", "s.b"}


def test_what_is_only_claimed_is_no_verdict(tmp_path: Path) -> None:
    script = tmp_path / "claims.sh"
    script.write_text("#!/bin/sh\necho TRUE\n")
    script.chmod(0o755)
    run = coveriflow.verify(HALVES, flow=coveriflow.tool("command", executable=str(script), cpu=10), cache=False)
    assert (run.verdict, run.claimed) == (Verdict.UNKNOWN, Verdict.TRUE)
    assert "true, unconfirmed" in repr(run)


def test_a_property_by_its_name(tmp_path: Path) -> None:
    program = tmp_path / "p.c"
    program.write_text("int main(void) { int a[2]; a[2] = 1; return 0; }\n")
    run = coveriflow.verify(program, property=["memory-safety", "no-overflow"], flow="bmc", cpu=30)
    assert run.verdict is Verdict.FALSE
    assert run.record.violated_property == "valid-deref"


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"property": "memory-savety"}, "'memory-savety' is not a property"),
        ({"property": "termination", "specification": "a.prp"}, "not both"),
        ({"flow": "cmd"}, "there is no flow 'cmd'"),
        ({"data_model": "LP32"}, "'LP32' is no data model"),
        ({"cpu": "soon"}, "'soon' is not a duration"),
        ({"cpu": -1}, "a limit of time is above 0, and not -1 s"),
        ({"memory": "much"}, "'much' is not a size"),
        ({"cores": 5}, "'5' is no number from 1 to 4"),
        ({"property": "termination", "flow": "value"}, "cannot decide termination"),
        ({"flow": coveriflow.value}, r"an actor that is not called yet: write value\(\)"),
        ({"flow": 3}, "not a value of the type int"),
        ({"cpu": True}, "a time is a number or a text with a unit, not True"),
        ({"cache": "x"}, "cache is True or False, not 'x'"),
        ({"memory": 51200}, "51200 is a number of gigabytes, and there are"),
        ({"out": ""}, "out is empty"),
        ({"out": str(HALVES)}, "this is not a folder"),
        ({"out": "/proc/x"}, "the evidence cannot be written here"),
        ({"trust_condition": True}, "trust_condition is about a condition"),
        ({"range": "a.xml"}, "a range is two tests"),
        ({"settings": {"value.odrer": 1}}, "value has no parameter 'odrer'"),
    ],
)
def test_wrong_arguments_are_said(options: dict[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        coveriflow.verify(HALVES, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("program", [5, None, [5]])
def test_a_program_is_named(program: object) -> None:
    with pytest.raises(InputError, match="a program is the name of a file"):
        coveriflow.verify(program)  # type: ignore[arg-type]


def test_evidence_goes_where_it_can_be_written(tmp_path: Path) -> None:
    run = coveriflow.verify(HALVES, flow="value", cpu=10)
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="this is not a folder"):
        run.write(tmp_path / "file")


def test_a_condition_goes_on_in_another_verification(tmp_path: Path) -> None:
    """As an object and as a file, whatever the program is called by then; so does what it leaves."""
    first = coveriflow.verify(HALVES, flow="value", cpu=20, out=tmp_path)
    assert first.coverage is not None
    assert first.coverage.edges.covered > 0
    copy = tmp_path / "copy.c"
    copy.write_bytes(HALVES.read_bytes())
    for condition in (first.condition, tmp_path / "condition.graphml"):
        rest = coveriflow.verify(copy, flow="bmc", condition=condition, cpu=30)
        assert rest.claimed is Verdict.TRUE
        assert any("condition" in each for each in rest.assumptions)
    trusted = coveriflow.verify(copy, flow="bmc", condition=first.condition, trust_condition=True, cpu=30)
    assert trusted.verdict is Verdict.TRUE
    assert trusted.residual is not None
    assert coveriflow.verify(trusted.residual, flow="bmc", cpu=30).verdict is Verdict.TRUE
    assert coveriflow.verify(first.task, flow="bmc", condition=first.condition, cpu=30).claimed is Verdict.TRUE
    with pytest.raises(InputError, match="the condition is about another program"):
        coveriflow.verify(EXAMPLES / "count.c", condition=first.condition)
    with pytest.raises(InputError, match="defines is about reading files"):
        coveriflow.verify(first.task, defines=["A"])


def test_values_are_a_few_lines_at_a_prompt() -> None:
    run = coveriflow.verify(HALVES, flow="cmc", cpu=30)
    shown = (run.condition, run.residual, run.task, run.answer, run.flow, run.witness, *run.turns, *run.artifacts)
    assert all(len(repr(each)) <= 300 for each in shown)
    assert len(repr(coveriflow.flow_named("portfolio"))) <= 300
    assert run.residual is not None
    bundle = run.residual._repr_mimebundle_()
    assert "int main(void)" in bundle["text/plain"]
    assert "<pre" in bundle["text/html"]
    composed = coveriflow.value(share=0.5) >> coveriflow.when_unknown(coveriflow.reduce() >> coveriflow.bmc())
    assert repr(composed) == "value(share=0.5) >> when_unknown(reduce() >> bmc())"
    assert repr(coveriflow.bmc() | coveriflow.value().named("v")) == "bmc() | value().named('v')"
    assert "last_bound: int | None = None" in (coveriflow.bmc.__doc__ or "")


def test_an_exception_leaves_a_record(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="No such file"):
        coveriflow.verify("nowhere.c", out=tmp_path)
    assert json.loads((tmp_path / "result.json").read_bytes())["error"] == "bad input"


def test_several_threads_verify_at_once() -> None:
    with ThreadPoolExecutor(2) as pool:
        runs = list(
            pool.map(lambda name: coveriflow.verify(EXAMPLES / name, flow="bmc", cpu=30), ("halves-bug.c",) * 2)
        )
    assert [run.verdict for run in runs] == [Verdict.FALSE] * 2


def test_a_cancelled_verification_leaves_no_process(tmp_path: Path) -> None:
    running = coveriflow.start(HALVES, flow=sleeps(folder=str(tmp_path)) >> coveriflow.value(), cache=False)
    until(lambda: list(tmp_path.iterdir()))
    assert "running" in repr(running)
    with pytest.raises(TimeoutError, match=r"after 0\.01 s there is no result"):
        running.result(timeout=0.01)
    assert not running.done
    running.cancel()
    assert nothing_is_left(tmp_path)
    with pytest.raises(coveriflow.Cancelled):
        running.result()
    assert repr(running).endswith("cancelled>")


def test_the_end_of_a_block_cancels(tmp_path: Path) -> None:
    with coveriflow.start(HALVES, flow=sleeps(folder=str(tmp_path)), cache=False):
        until(lambda: list(tmp_path.iterdir()))
    assert nothing_is_left(tmp_path)


def test_an_interruption_leaves_no_process(tmp_path: Path) -> None:
    def interrupt() -> None:
        until(lambda: list(tmp_path.glob("[0-9]*")))
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        coveriflow.verify(HALVES, flow=sleeps(folder=str(tmp_path)), out=tmp_path / "out", cache=False)
    thread.join()
    assert json.loads((tmp_path / "out" / "result.json").read_bytes())["error"] == "interrupted"
    assert not psutil.pid_exists(int(next(tmp_path.glob("[0-9]*")).name))


def test_a_limit_ends_it_as_unknown(tmp_path: Path) -> None:
    run = coveriflow.verify(HALVES, flow=sleeps(folder=str(tmp_path)), wall=1.0, cache=False)
    assert run.verdict is Verdict.UNKNOWN
    assert nothing_is_left(tmp_path)


def test_a_coroutine_gets_the_result() -> None:
    async def main() -> list[coveriflow.Verification]:
        return list(await asyncio.gather(*(coveriflow.verify_async(HALVES, flow="bmc", cpu=1) for _ in range(1))))

    (run,) = asyncio.run(main())
    assert run.verdict is Verdict.UNKNOWN


def test_a_coroutine_that_is_cancelled_leaves_no_process(tmp_path: Path) -> None:
    async def main() -> bool:
        flow = sleeps(folder=str(tmp_path))
        waiting = asyncio.create_task(coveriflow.verify_async(HALVES, flow=flow, cache=False))
        while not list(tmp_path.iterdir()):
            await asyncio.sleep(0.02)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        return nothing_is_left(tmp_path)

    assert asyncio.run(main())

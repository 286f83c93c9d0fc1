"""Each program of ``examples/approaches`` is decided by the flow that it is for, and by no other one wrongly."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.ready import READY
from coveriflow.flows.running.runner import Listener, in_workers, run
from coveriflow.flows.running.worker_modules import MODULES
from tests.actors.tasks import example
from tests.places import ROOT

FOLDER = ROOT / "examples" / "approaches"
NAMES = sorted(path.stem for path in FOLDER.glob("*.c"))
APPROACHES = ("bmc", "kinduction", "predicate", "impact", "value", "symbolic")
QUICK = ("bmc-crc", "bmc-reverse", "impact-slots", "symbolic-product")
"""Each decided within three seconds; the others take longer."""


@pytest.fixture(scope="module")
def workers() -> Iterator[Workers]:
    with Workers(MODULES) as some:
        yield some


def expectation(name: str) -> Verdict:
    first = (FOLDER / f"{name}.c").read_text().partition("\n")[0]
    return Verdict(first.removeprefix("// EXPECT: "))


def answer(workers: Workers, name: str, flow: str, cpu: float) -> Answer:
    listener = Listener()
    task = example(f"approaches/{name}.c")
    return run(READY[flow](), task, Limits(cpu=cpu), in_workers(workers, listener), listener).answer


@pytest.mark.parametrize("name", NAMES)
def test_a_program_names_its_flow_and_its_verdict(name: str) -> None:
    first, second, *rest = (FOLDER / f"{name}.c").read_text().splitlines()
    assert first in ("// EXPECT: true", "// EXPECT: false")
    assert second == f"// ARGS: --flow {name.partition('-')[0]}"
    assert not any(line.startswith("#") for line in rest), "an example needs no preprocessor"


def test_every_approach_has_three_programs() -> None:
    assert [sum(name.startswith(f"{flow}-") for name in NAMES) for flow in APPROACHES] == [3] * len(APPROACHES)


@pytest.mark.parametrize("name", QUICK)
def test_its_own_flow_decides_a_program(workers: Workers, name: str) -> None:
    found = answer(workers, name, name.partition("-")[0], 60.0)
    assert found.verdict is expectation(name), found.reason
    assert found.assumptions == ()


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in NAMES if name not in QUICK])
def test_its_own_flow_decides_a_longer_one(workers: Workers, name: str) -> None:
    test_its_own_flow_decides_a_program(workers, name)


@pytest.mark.slow
@pytest.mark.parametrize("flow", APPROACHES)
@pytest.mark.parametrize("name", NAMES)
def test_no_other_flow_decides_it_wrongly(workers: Workers, name: str, flow: str) -> None:
    assert answer(workers, name, flow, 3.0).verdict in (expectation(name), Verdict.UNKNOWN)

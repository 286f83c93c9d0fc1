"""The script of the README."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest

from coveriflow.actors import Flow, bmc, bmc_given, reduce, value
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import End
from coveriflow.flows import direct
from coveriflow.flows.direct import verify
from coveriflow.flows.tasks.load import Asked, CannotDecide, load
from tests.places import ROOT


def test_the_readme_s_flow_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    script = next(s for s in re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL))
    monkeypatch.chdir(ROOT)
    names: dict[str, object] = {}
    exec(script, names)
    run = names["run"]
    assert run.answer.verdict is Verdict.TRUE  # type: ignore[attr-defined]
    assert "true" in capsys.readouterr().out


def test_the_readme_s_flow_with_a_tool_of_one_s_own_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The tool does not know; where CBMC is not, the others go on."""
    scripts = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    script = next(each for each in scripts if "./my-tool.sh" in each)
    assert len(script.splitlines()) <= 11
    (tmp_path / "my-tool.sh").write_text("#!/bin/sh\nexit 20\n")
    (tmp_path / "my-tool.sh").chmod(0o755)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    exec(script, {})
    said = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in said[:3]] == ["mine", "value", "reduce"]
    assert said[-1].startswith("true Composite(")
    assert (tmp_path / "coveriflow-out" / "mine" / "result.json").exists()


def test_a_condition_goes_with_its_program() -> None:
    composition = value(states=3) >> reduce() >> bmc(last_bound=1) >> bmc_given(last_bound=2)
    run = verify(Flow("three", composition), ROOT / "examples/abspow.c")
    conditions = [p for turn in run.turns for p in turn.produced if isinstance(p, Condition)]
    assert len({c.program_hash for c in conditions}) == 2
    assert [turn.end for turn in run.turns] == [End.FINISHED] * 4
    assert run.answer.verdict is Verdict.UNKNOWN


def test_loading_takes_from_the_elapsed_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(_flow: Flow, asked: Asked) -> Task:
        time.sleep(0.2)
        return load(asked)

    left: list[Limits] = []
    monkeypatch.setattr(direct, "load_for", slowly)
    monkeypatch.setattr(direct, "run", lambda _flow, _task, limits, *_rest, **_more: left.append(limits))
    verify(Flow("one", value()), ROOT / "examples/abspow.c", limits=Limits(cpu=9, wall=5, memory=1 << 30))
    verify(Flow("one", value()), ROOT / "examples/abspow.c", limits=Limits(wall=0.1))
    assert left[0].wall is not None
    assert left[0].wall <= 4.8
    assert (left[0].cpu, left[0].memory) == (9, 1 << 30)
    assert left[1] == Limits(wall=0.1)


def test_a_flow_that_can_decide_nothing_of_the_property_is_refused(tmp_path: Path) -> None:
    (tmp_path / "t.prp").write_text("CHECK( init(main()), LTL(F end) )\n")
    with pytest.raises(CannotDecide, match=r"'value' cannot decide termination\nvalue: no place in a program violates"):
        verify(Flow("value", value()), ROOT / "examples/abspow.c", specification=tmp_path / "t.prp")

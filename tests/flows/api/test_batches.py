"""Batch runs from Python."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import coveriflow
from coveriflow import InputError, Verdict
from tests.actors.tasks import EXAMPLES


def test_a_batch_run_is_a_table(tmp_path: Path) -> None:
    lines: list[str] = []
    tasks = [EXAMPLES / "halves-bug.yml", EXAMPLES / "abspow.yml"]
    found = coveriflow.batch(tasks, flows="value", cpu=5, folder=tmp_path, name="one", progress=lines.append)
    assert [(each["flow"], each["cpu_s"] is not None) for each in found.to_records()] == [("value", True)] * 2
    assert found.flow_records()[0]["flow"] == "value"
    assert repr(found).startswith("<BatchRun one: ")
    assert (found.folder, found.page.is_file(), len(lines)) == (tmp_path / "one", True, 2)
    again = coveriflow.batch(tasks, flows="value", cpu=5, folder=tmp_path, name="two")
    assert again.changes is not None
    assert again.changes.earlier == "one"


def test_a_property_is_that_of_every_task(tmp_path: Path) -> None:
    program = tmp_path / "p.c"
    program.write_text("int main(void) { int a[2]; a[2] = 1; return 0; }\n")
    found = coveriflow.batch(program, flows=["bmc"], property="valid-deref", cpu=20, folder=tmp_path / "b", name="one")
    assert [each.verdict for each in found.results] == [Verdict.FALSE]
    assert found.results[0].property_name == "valid-deref"
    plan = json.loads((tmp_path / "b" / "one" / "night.json").read_bytes())
    assert [each["property_names"] for each in plan["tasks"]] == ["valid-deref"]


def test_flows_may_be_compositions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COVERIFLOW_CACHE", str(tmp_path / "cache"))
    whole = coveriflow.value(share=0.5) >> coveriflow.when_unknown(coveriflow.reduce() >> coveriflow.bmc())
    task = EXAMPLES / "abspow.yml"
    found = coveriflow.batch(task, flows=[coveriflow.bmc(), whole], cpu=10, folder=tmp_path, name="one")
    assert found.plan.flows == ("bmc()", "composition 2")
    assert all(each.trouble is None for each in found.results)
    named: dict[str, Any] = {"mine": whole, "bmc": "bmc"}
    again = coveriflow.batch(task, flows=named, cpu=10, folder=tmp_path, name="two")
    assert again.plan.flows == ("mine", "bmc")
    assert [each["reused"] for each in again.to_records()] == [True, True]
    rows: list[dict[str, Any]] = list(again.to_records())
    assert all(each["cost_s"] >= each["reused_cpu_s"] > 0 for each in rows)
    assert [each["reused"] for each in again.flow_records()] == [1, 1]
    assert "reused" in again._repr_mimebundle_()["text/html"]
    with pytest.raises(InputError, match="not called yet"):
        coveriflow.batch(task, flows=[coveriflow.bmc], folder=tmp_path)  # type: ignore[list-item]
    two = [coveriflow.Flow("f", coveriflow.bmc()), coveriflow.Flow("f", coveriflow.value())]
    with pytest.raises(InputError, match="two flows are called 'f'"):
        coveriflow.batch(task, flows=two, folder=tmp_path)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"property": "valid-deref", "specification": "a.prp"}, "not both"),
        ({"property": "fast"}, "'fast' is not a property"),
        ({"purpose": "win"}, "'win' is no purpose"),
        ({"flows": "cmd"}, "there is no flow 'cmd'"),
    ],
)
def test_wrong_arguments_are_said(tmp_path: Path, options: dict[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        coveriflow.batch(EXAMPLES / "abspow.yml", folder=tmp_path, **options)  # type: ignore[arg-type]

"""What users name, and the tasks that it stands for."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.artifacts.batch.results import BatchTask
from coveriflow.flows.batch.task_sets import tasks_named
from coveriflow.formats.tasks.task_set import read_benchmark_definition
from coveriflow.program.errors import InputError
from tests.flows.batch.helpers import SAFE, write_tasks

BENCHMARK = """<?xml version="1.0"?>
<!DOCTYPE benchmark PUBLIC "+//IDN sosy-lab.org//DTD BenchExec benchmark 1.9//EN"
  "https://www.sosy-lab.org/benchexec/benchmark-1.9.dtd">
<benchmark tool="coveriflow.execution.benchexec_tool" timelimit="90 s" memlimit="3 GB">
  <option name="--flow">cmc</option>
  <rundefinition name="own"/>
  <rundefinition name="bmc"><option name="--flow">bmc</option></rundefinition>
  <tasks name="Loops">
    <include>${benchmark_path}/tasks/[abd].yml</include>
    <exclude>tasks/b*.yml</exclude>
    <propertyfile>tasks/reach.prp</propertyfile>
  </tasks>
  <tasks name="More"><includesfile>more.set</includesfile></tasks>
</benchmark>
"""


@pytest.fixture
def tasks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """``a`` and ``b`` have a definition, ``c`` has none; ``d`` has one with another property."""
    monkeypatch.chdir(tmp_path)
    folder = write_tasks(Path("tasks"), dict.fromkeys("abcd", SAFE), {"a": True, "b": False, "d": True})
    (folder / "no-overflow.prp").write_text("CHECK( init(main()), LTL(G ! overflow) )\n")
    definition = folder / "d.yml"
    definition.write_text(definition.read_text().replace("reach.prp", "no-overflow.prp"))
    (folder / "flow.yml").write_text("format_version: '1.0'\nflow: mine\ncomposition: bmc\n")
    Path("more.set").write_text("# the rest\n\ntasks/b.yml\n  tasks/[cd].c\n")
    Path("benchmark.xml").write_text(BENCHMARK)
    return folder


def paths(*words: str) -> list[str]:
    return [each.path for each in tasks_named(words).tasks]


def test_a_folder_has_its_definitions_and_the_programs_that_none_of_them_names(tasks: Path) -> None:
    assert paths("tasks") == ["tasks/a.yml", "tasks/b.yml", "tasks/c.c", "tasks/d.yml"]
    assert {each.group for each in tasks_named(["tasks"]).tasks} == {"tasks"}


def test_a_set_is_seen_from_its_own_folder(tasks: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = tasks_named(["more.set"]).tasks
    assert [(each.path, each.group) for each in found] == [
        ("tasks/b.yml", "more"),
        ("tasks/c.c", "more"),
        ("tasks/d.c", "more"),
    ]
    monkeypatch.chdir(tasks)
    assert paths("../more.set") == ["../tasks/b.yml", "../tasks/c.c", "../tasks/d.c"]


def test_words_together_have_each_task_once(tasks: Path) -> None:
    assert paths("tasks/b.yml", "tasks/*.yml", "tasks/c.c") == [
        "tasks/b.yml",
        "tasks/a.yml",
        "tasks/d.yml",
        "tasks/flow.yml",
        "tasks/c.c",
    ]


def test_a_benchmark_definition_has_tasks_flows_and_limits(tasks: Path) -> None:
    found = tasks_named(["benchmark.xml"])
    assert found.tasks == (
        BatchTask("tasks/a.yml", "Loops", "tasks/reach.prp"),
        BatchTask("tasks/b.yml", "More"),
        BatchTask("tasks/c.c", "More"),
        BatchTask("tasks/d.c", "More"),
    )
    assert found.flows == ("cmc", "bmc")
    assert (found.limits.cpu, found.limits.memory) == (90.0, 3 * 10**9)


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("nowhere.set", "No such file"),
        ("tasks/x*.yml", "no task matches"),
        ("tasks/reach.prp", "neither a program nor a set"),
        ("tasks/x.c", "no such file"),
        ("empty", "neither task definitions nor programs"),
    ],
)
def test_words_that_name_no_task(tasks: Path, word: str, message: str) -> None:
    Path("empty").mkdir()
    with pytest.raises(InputError, match=message):
        tasks_named([word])


def test_options_for_other_tools_mean_nothing_and_other_options_are_refused(tasks: Path) -> None:
    Path("cpa.xml").write_text(BENCHMARK.replace("coveriflow.execution.benchexec_tool", "cpachecker"))
    assert tasks_named(["cpa.xml"]).flows == ()
    Path("set.xml").write_text(BENCHMARK.replace('"--flow">cmc', '"--set">value.order=bfs'))
    with pytest.raises(InputError, match="only --flow is read here, not '--set'"):
        tasks_named(["set.xml"])


@pytest.mark.parametrize(
    ("part", "message"),
    [
        ("<tasks><withoutfile>x</withoutfile></tasks>", "<withoutfile> is not supported"),
        ("<tasks><append>x</append></tasks>", "<append> is not supported"),
        ("<rundefinition><tasks/></rundefinition>", "of one run definition alone"),
        ("", "there are no <tasks>"),
        ("<propertyfile>a</propertyfile><tasks><propertyfile>b</propertyfile></tasks>", "more than one property file"),
    ],
)
def test_benchmark_definitions_that_mean_other_tasks_are_refused(part: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_benchmark_definition(f"<benchmark>{part}</benchmark>".encode(), "b.xml")

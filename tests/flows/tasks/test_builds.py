"""What task definitions, batch runs, Python and Prefect's forms say of a program is what ``verify`` would be asked."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from coveriflow.actors import Flow, bmc
from coveriflow.artifacts.batch.results import BatchTask, Job, Purpose
from coveriflow.artifacts.builds import NO_BUILD, Build
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.store.encoding import encoded
from coveriflow.execution.store.names import Mentions, names_in
from coveriflow.flows.batch.job import asked
from coveriflow.flows.batch.job_digest import content_of
from coveriflow.flows.batch.planning import Order, begun
from coveriflow.flows.direct import verify
from coveriflow.flows.tasks.load import Asked, load
from coveriflow.program.errors import InputError
from coveriflow.program.harness.entry import Entry, Globals

FLOW = Flow("bmc", bmc())
LIST = """#include "list.h"
int sum(int *values, int n) {
  int s = 0;
  for (int i = 0; i < n && i < SIZE; i++) s += values ? values[i] > 0 : 0;
  return s;
}
void check(int *values, int n) { int s = sum(values, n); assert(s <= SIZE); done(s); }
"""
DONE = "void done(int s) { }\n"
HEADER = "#include <assert.h>\nint sum(int *values, int n);\nvoid done(int s);\n"
DEFINITION = """format_version: "2.0"
input_files: [list.c, done.c]
options:
  language: C
  data_model: LP64
  coveriflow:
    include_directories: [include]
    defines: [SIZE=3]
    entry: check
    entry_arrays: [values=3]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiler: str) -> Path:
    (tmp_path / "include").mkdir()
    for name, text in {"list.c": LIST, "done.c": DONE, "include/list.h": HEADER, "list.yml": DEFINITION}.items():
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def asking(**changed: object) -> Task:
    usual: dict[str, object] = {
        "include_directories": ("include",),
        "defines": ("SIZE=3",),
        "entry": Entry("check", arrays=(("values", 3),)),
    }
    return load(Asked((Path("list.c"), Path("done.c")), **(usual | changed)))  # type: ignore[arg-type]


@pytest.mark.usefixtures("folder")
def test_a_task_definition_says_all_that_options_say() -> None:
    assert load(Asked((Path("list.yml"),))) == asking()


@pytest.mark.usefixtures("folder")
def test_options_count_before_a_task_definition() -> None:
    found = load(Asked((Path("list.yml"),), defines=("MORE",), entry=Entry("done")))
    assert found == asking(entry=Entry("done"), defines=("SIZE=3", "MORE"))


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("    enter: f\n", "'enter' is not one of"),
        ("    entry_text: many\n", "number"),
        ("    entry_alias: some\n", "'some' is not one of none, parameters, all"),
    ],
)
def test_a_task_definition_that_says_nonsense(folder: Path, line: str, message: str) -> None:
    (folder / "list.yml").write_text(DEFINITION + line)
    with pytest.raises(InputError, match=message):
        load(Asked((Path("list.yml"),)))


@pytest.mark.usefixtures("folder")
def test_a_batch_run_has_one_program_of_several_files() -> None:
    build = Build(("include",), ("SIZE=3",), Entry("check", arrays=(("values", 3),)))
    plan = begun(Order(("list.c", "done.c"), ("bmc",), since="none", build=build, together=True)).plan
    (task,) = plan.tasks
    assert load(asked(task)) == asking()


@pytest.mark.usefixtures("folder")
def test_only_c_files_are_one_program() -> None:
    with pytest.raises(InputError, match="only C files"):
        begun(Order(("list.c", "list.yml"), ("bmc",), since="none", together=True))


def test_other_builds_are_other_jobs() -> None:
    builds = (NO_BUILD, Build(("a",)), Build((), ("a",)), Build(entry=Entry("a")), Build(compile_commands="a"))
    keys = {Job(BatchTask("a.c", build=each), "bmc").key for each in builds}
    keys.add(Job(BatchTask("a.c", further=("b.c",)), "bmc").key)
    assert len(keys) == len(builds) + 1


@pytest.mark.usefixtures("folder")
def test_cache_keys_have_all_of_it(folder: Path) -> None:
    """Another macro, folder, header, function or choice of arguments is another program."""
    entry = Entry("check", arrays=(("values", 3),))
    context: Any = SimpleNamespace(limits=Limits(), undefined=None, purpose=Purpose.RATE)
    tasks = [
        asking(),
        asking(defines=("SIZE=4",)),
        asking(entry=Entry("done")),
        asking(entry=Entry("check")),
        asking(entry=Entry("check", arrays=entry.arrays, globals=Globals.ANY)),
    ]
    (folder / "include/list.h").write_text(f"{HEADER}extern int changed;\n")
    tasks.append(asking())
    assert len({content_of(FLOW, context, each) for each in tasks}) == len(tasks)
    assert len(set(map(_given, tasks))) == len(tasks)


def _given(task: Task) -> bytes:
    """What the key of a stored result has of a program."""
    return encoded((task,), Mentions(names_in((task,))), {})


@pytest.mark.usefixtures("folder")
def test_python_takes_all_of_it() -> None:
    entry = Entry("check", arrays=(("values", 3),))
    run = verify(FLOW, "list.c", "done.c", include_directories=["include"], defines=["SIZE=3"], entry=entry)
    assert run.answer.verdict is Verdict.TRUE
    assert set(run.task.environment) <= set(run.answer.assumptions)
    assert run.task.entry == "check"


@pytest.mark.usefixtures("folder")
def test_a_property_of_another_function_is_refused(folder: Path) -> None:
    (folder / "f.prp").write_text("CHECK( init(sum()), LTL(G ! call(reach_error())) )\n")
    with pytest.raises(InputError, match="the entry function is check, and the property is about sum"):
        asking(specification=Path("f.prp"))

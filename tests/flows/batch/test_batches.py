"""Nights without Prefect: results as they come, going on after an interruption, and what changed programs cost."""

from __future__ import annotations

import dataclasses
import gc
import shutil
from pathlib import Path
from typing import Any

import pytest

from coveriflow.artifacts.batch.changes import compared
from coveriflow.artifacts.batch.results import Batch, BatchTask, Job, JobResult, Purpose, Rating, Trouble
from coveriflow.artifacts.specifications import REACH_ERROR, specification_named
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.store.files import FileStore
from coveriflow.flows.batch.job import specification_of
from coveriflow.flows.batch.planning import Order, begun
from coveriflow.flows.batch.resources import sized, width
from coveriflow.flows.batch.result_folder import Busy, ResultFolder, batch_before
from coveriflow.flows.batch.scheduler import Incomplete, Look, Silent, reconciled, run_batch, settled, step
from coveriflow.flows.ready import READY
from coveriflow.flows.tasks.load import Asked, load
from coveriflow.formats.results.benchexec_results import write_benchexec_results
from coveriflow.program.errors import InputError
from coveriflow.program.harness.entry import Entry
from coveriflow.program.types.data_model import DataModel
from coveriflow.report.batch.summary import carried_over, summaries
from tests.flows.batch.helpers import BROKEN, HEAD, LIMITS, PROPERTY, SAFE, UNSAFE, context, order, told, write_tasks

PROGRAMS = {"safe": SAFE, "unsafe": UNSAFE, "broken": BROKEN, "free": UNSAFE}
EXPECTED = {"safe": True, "unsafe": True, "broken": True}


class Ear(Silent):
    """Counts what was done and what was there."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.kept_ones: list[str] = []

    def ended(self, job: Job, result: JobResult | None) -> None:
        self.done.append(job.key)

    def kept(self, result: JobResult) -> None:
        self.kept_ones.append(result.job.key)


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tasks(tmp_path_factory.mktemp("tasks"), PROGRAMS, EXPECTED)


@pytest.fixture(scope="module")
def results_folder(tasks: Path, tmp_path_factory: pytest.TempPathFactory) -> ResultFolder:
    """A night that was done, of one flow."""
    with context(order(tasks, tmp_path_factory.mktemp("nights"), "bmc")) as (what, those):
        run_batch(what.plan, those, 2, Silent())
    return what.results_folder


def test_each_job_has_a_result_whatever_its_program_is_like(results_folder: ResultFolder) -> None:
    results = results_folder.batch().results
    assert told(results) == {
        ("broken", "bmc"): "bad input",
        ("free", "bmc"): "false",
        ("safe", "bmc"): "true",
        ("unsafe", "bmc"): "false",
    }
    rated = {Path(each.job.task.path).stem: each for each in results}
    assert rated["safe"].rating is Rating.CORRECT
    assert rated["free"].rating is Rating.UNRATED
    assert rated["unsafe"].rating is Rating.WRONG
    assert (rated["broken"].rating, rated["broken"].trouble) == (Rating.ERROR, Trouble.BAD_INPUT)
    assert rated["unsafe"].place == (str(Path(rated["unsafe"].job.task.path).with_suffix(".c")), 2)
    assert results_folder.batch().wrong == (rated["unsafe"],)


def test_the_evidence_lies_beside_the_results(results_folder: ResultFolder) -> None:
    for each in results_folder.batch().results:
        assert bool(each.evidence) == each.verdict.decisive
        assert all((results_folder.folder / path).is_file() for _, path in each.evidence)


def test_a_night_that_is_begun_again_keeps_what_is_the_same(results_folder: ResultFolder, tasks: Path) -> None:
    before = {path.name: path.read_bytes() for path in (results_folder.folder / "results").iterdir()}
    unsafe = next(name for name in before if name.startswith("unsafe"))
    (results_folder.folder / "results" / unsafe).write_bytes(before[unsafe][:50])  # as if the disk had been full
    broken = next(name for name in before if name.startswith("broken"))
    (results_folder.folder / "results" / broken).unlink()
    (results_folder.folder / "results" / f".coveriflow-new-{broken}-1-0").write_bytes(
        b"{"
    )  # whoever wrote this was killed
    ear = Ear()
    with context(order(tasks, results_folder.folder.parent, "bmc")) as (what, those):
        batch = run_batch(what.plan, those, 2, ear)
    assert sorted(ear.done) == sorted(name.removesuffix(".json") for name in (unsafe, broken))
    assert len(ear.kept_ones) == 2
    assert told(batch.results) == told(results_folder.batch().results)
    assert {path.name for path in (results_folder.folder / "results").iterdir()} == set(before)


def test_a_program_that_changed_meanwhile_is_done_again(tmp_path: Path) -> None:
    tasks = write_tasks(tmp_path / "tasks", {"a": SAFE, "b": SAFE}, {"a": True})
    (tasks / "b.c").write_text('#include "own.h"\n' + SAFE.replace("x > 3", "LOW"))
    (tasks / "own.h").write_text("#define LOW (x > 3)\n")
    for expected_work, status in ((2, "true"), (1, "false")):
        ear = Ear()
        with context(order(tasks, tmp_path / "nights", "bmc")) as (what, those):
            batch = run_batch(what.plan, those, 2, ear)
        assert len(ear.done) == expected_work
        assert told(batch.results) == {("a", "bmc"): "true", ("b", "bmc"): status}
        (tasks / "own.h").write_text("#define LOW (x == 1)\n")


def test_what_was_not_looked_at_again_does_not_count(tmp_path: Path) -> None:
    """As if who began the batch run again had been killed before: programs may have changed."""
    tasks = write_tasks(tmp_path / "tasks", {"a": SAFE, "b": SAFE}, {})
    with context(order(tasks, tmp_path / "nights", "bmc")) as (what, those):
        run_batch(what.plan, those, 2, Silent())
    assert what.results_folder.is_complete()
    (tasks / "b.c").write_text(UNSAFE)
    with context(order(tasks, tmp_path / "nights", "bmc")) as (what, those):
        assert what.results_folder.batch().results == ()
        assert step(what.plan.jobs[0], those, Silent()) is Look.OVER
    assert told(what.results_folder.batch().results) == {("a", "bmc"): "true"}
    assert not what.results_folder.is_complete()


def test_a_result_without_its_evidence_is_not_kept(tmp_path: Path) -> None:
    """Evidence is taken back with its result before another one is written, whoever is killed meanwhile."""
    tasks = write_tasks(tmp_path / "tasks", {"a": UNSAFE}, {})
    with context(order(tasks, tmp_path / "nights", "bmc")) as (what, those):
        found = run_batch(what.plan, those, 2, Silent()).results[0]
    assert found.evidence
    shutil.rmtree(what.results_folder.evidence(found.job))
    ear = Ear()
    with context(order(tasks, tmp_path / "nights", "bmc")) as (what, those):
        run_batch(what.plan, those, 2, ear)
    assert ear.done == [found.job.key]


def test_nothing_is_recorded_of_a_session_that_is_over(tmp_path: Path) -> None:
    tasks = write_tasks(tmp_path / "tasks", {"a": SAFE}, {})
    with context(order(tasks, tmp_path / "nights", "bmc")) as (what, those):
        what.results_folder.open(what.plan)  # as who begins it again does
        assert step(what.plan.jobs[0], those, Silent()) is Look.OVER
        assert what.results_folder.batch().results == ()
        assert not list((what.results_folder.folder / "results").iterdir())


def test_what_a_night_is_for_counts(tmp_path: Path) -> None:
    """Also where the same jobs have results of another purpose."""
    tasks = write_tasks(tmp_path / "tasks", {"a": UNSAFE}, {"a": True})
    found = []
    for purpose in (Purpose.CHECK, Purpose.RATE, Purpose.CHECK):
        asked = dataclasses.replace(order(tasks, tmp_path / "nights", "bmc"), purpose=purpose)
        with context(asked) as (what, those):
            batch = run_batch(what.plan, those, 2, Silent())
        found.append((len(batch.wrong), len(batch.violated)))
    assert found == [(0, 1), (1, 0), (0, 1)]


TWO = """extern int __VERIFIER_nondet_int(void); void one(void) {} void other(void) {}
int main(void) { if (__VERIFIER_nondet_int() == 3) other(); if (__VERIFIER_nondet_int() == 4 && 0) one(); return 0; }
"""


@pytest.fixture(scope="module")
def two_functions(tmp_path_factory: pytest.TempPathFactory) -> Batch:
    """A program with a promise about each of two functions, asked about both."""
    folder = tmp_path_factory.mktemp("two")
    (folder / "a.c").write_text(TWO)
    for name in ("one", "other"):
        (folder / f"{name}.prp").write_text(PROPERTY.replace("reach_error", name))
    promises = "".join(
        f"  - {{property_file: {name}.prp, expected_verdict: {verdict}}}\n"
        for name, verdict in (("one", "true"), ("other", "false"))
    )
    (folder / "a.yml").write_text(f"format_version: '2.0'\ninput_files: a.c\nproperties:\n{promises}")
    found = list[Batch]()
    for name in ("one", "other"):
        asked = order(folder / "a.yml", folder / "nights", "bmc", name=name)
        with context(dataclasses.replace(asked, specification=str(folder / f"{name}.prp"))) as (what, those):
            found.append(run_batch(what.plan, those, 2, Silent()))
    first, second = found
    plan = dataclasses.replace(first.plan, tasks=first.plan.tasks + second.plan.tasks)
    return dataclasses.replace(first, plan=plan, results=first.results + second.results)


def test_a_promise_is_about_its_own_function(two_functions: Batch) -> None:
    assert [(each.status, each.promise, each.rating) for each in two_functions.results] == [
        ("true", "true", Rating.CORRECT),
        ("false", "false", Rating.CORRECT),
    ]


def test_verdicts_about_two_functions_are_no_contradiction(two_functions: Batch) -> None:
    assert two_functions.contradictions == ()
    assert [each.alone for each in summaries(two_functions)] == [2]


def test_nothing_is_promised_of_another_function_or_data_model(tmp_path: Path) -> None:
    tasks = write_tasks(tmp_path, {"a": UNSAFE + "int f(void) { return 0; }\n"}, {"a": True})
    (tasks / "f.prp").write_text(PROPERTY.replace("reach_error", "f"))
    path = tasks / "a.yml"
    assert load(Asked((path,))).expected == (("unreach-call", Verdict.TRUE),)
    assert load(Asked((path,), data_model=DataModel.LP64, entry=Entry("main"))).expected
    assert load(Asked((path,), specification=REACH_ERROR)).expected
    others: list[dict[str, Any]] = [
        {"data_model": DataModel.ILP32},
        {"entry": Entry("f")},
        {"specification": tasks / "f.prp"},
    ]
    for asked in others:
        assert load(Asked((path,), **asked)).expected == ()


def test_stored_results_are_used_on_the_next_night(tasks: Path, tmp_path: Path) -> None:
    store = FileStore(tmp_path / "cache").opened()
    batches = []
    for name in ("one", "two"):
        with context(order(tasks, tmp_path, "bmc", name=name, since="latest"), store) as (what, those):
            batches.append(run_batch(what.plan, those, 2, Silent()))
    assert batches[1].plan.since == "one"
    decided = [each for each in batches[1].results if each.verdict.decisive]
    assert len(decided) == 3
    assert all(each.reused is not None and each.resources.cpu == 0.0 for each in decided)
    assert told(batches[0].results) == told(batches[1].results)


LOOP = """
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x > 0) {
    unsigned i = 0, s = 0;
    while (i < 300u) { i = i + 1u; s = s + 2u; }
    if (s != 600u) reach_error();
  } else {
    int y = __VERIFIER_nondet_int();
    if (y * y * y == 27 && y != 3 && y > 0 && y < 10) reach_error();
    y = %s;
  }
  return 0;
}
"""


def test_a_changed_program_is_verified_under_the_earlier_condition(tmp_path: Path) -> None:
    tasks = write_tasks(tmp_path / "tasks", {"halves": HEAD + LOOP % "1"}, {"halves": True})
    with context(order(tasks, tmp_path / "nights", "cmc", name="one")) as (what, those):
        first = run_batch(what.plan, those, 1, Silent())
    write_tasks(tasks, {"halves": HEAD + LOOP % "2"}, {})
    with context(order(tasks, tmp_path / "nights", "cmc", name="two", since="one")) as (what, those):
        second = run_batch(what.plan, those, 1, Silent())
    assert [each.verdict for each in (*first.results, *second.results)] == [Verdict.TRUE, Verdict.TRUE]
    (result,) = second.results
    assert "covered parts are still covered" in result.carried
    assert "changed" in result.carried
    assert not result.assumptions
    assert "fixed point" in result.confirmed_by
    assert not first.results[0].carried
    assert compared(first, second).carried == ((first.results[0], result),)
    assert carried_over(compared(first, second)).startswith("1 changed program under the earlier condition: ")


def test_a_bug_that_came_with_a_change_is_found_under_the_earlier_condition(tmp_path: Path) -> None:
    tasks = write_tasks(tmp_path / "tasks", {"halves": HEAD + LOOP % "1"}, {})
    with context(order(tasks, tmp_path / "nights", "cmc", name="one")) as (what, those):
        run_batch(what.plan, those, 1, Silent())
    write_tasks(tasks, {"halves": HEAD + LOOP.replace("!= 600u", "== 600u") % "1"}, {})
    with context(order(tasks, tmp_path / "nights", "cmc", name="two", since="one")) as (what, those):
        (result,) = run_batch(what.plan, those, 1, Silent()).results
    assert result.verdict is Verdict.FALSE


def test_a_night_is_held_by_one_process_and_let_go(results_folder: ResultFolder) -> None:
    with results_folder.held(), pytest.raises(Busy), results_folder.held():
        pass
    with results_folder.held():
        pass


def test_missing_results_are_an_error(tasks: Path, tmp_path: Path) -> None:
    missing = pytest.raises(Incomplete, match="4 of 4 results are missing")
    with context(order(tasks, tmp_path, "bmc")) as (what, those), missing:
        reconciled(those, what.plan, 0.0)


def test_a_cancelled_night_records_nothing(tasks: Path, tmp_path: Path) -> None:
    with context(order(tasks, tmp_path, "bmc")) as (what, those):
        those.cancellation.cancel()
        with pytest.raises(Incomplete):
            run_batch(what.plan, those, 2, Silent())
    assert not list((what.results_folder.folder / "results").iterdir())


def test_only_complete_nights_are_compared_with(results_folder: ResultFolder, tmp_path: Path) -> None:
    assert batch_before(results_folder.folder.parent, "another") == results_folder
    assert batch_before(results_folder.folder.parent, results_folder.name) is None
    plan = results_folder.plan()
    more = dataclasses.replace(plan, name="more", tasks=(*plan.tasks, BatchTask("nowhere.c")))
    ResultFolder(tmp_path / "more").open(more)
    assert batch_before(tmp_path, "another") is None


def test_a_night_collects_its_garbage_though_commands_do_without() -> None:
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        with settled():
            assert gc.isenabled()
        assert not gc.isenabled()
    finally:
        if was_enabled:
            gc.enable()


def test_the_actors_that_solved_are_told(results_folder: ResultFolder) -> None:
    solved = {Path(each.job.task.path).stem: each.solved_by for each in results_folder.batch().results}
    assert solved == {"safe": ("bmc",), "unsafe": ("bmc", "execute"), "free": ("bmc", "execute"), "broken": ()}


def test_the_size_suits_the_machine() -> None:
    assert width(READY["portfolio"]().composition) == 4
    assert width(READY["cmc"]().composition) == 1
    many = sized((READY["cmc"](),), dataclasses.replace(LIMITS, memory=1 << 60))
    assert many.jobs == 1
    assert sized((READY["cmc"](),), dataclasses.replace(LIMITS, memory=None), 7).jobs == 7


@pytest.mark.parametrize("name", ["../up", "", "a/b", ".hidden", "a b"])
def test_names_of_nights_stay_in_their_folder(name: str, tasks: Path, tmp_path: Path) -> None:
    if name:
        with pytest.raises(InputError, match="no name of a batch run"):
            begun(order(tasks, tmp_path, "bmc", name=name))
    else:
        assert begun(order(tasks, tmp_path, "bmc", name=name)).plan.name[:2] == "20"


def test_undefined_behaviour_is_asked_for_where_no_property_is_given(tmp_path: Path) -> None:
    """A night that is begun again with another answer to that does its jobs again."""
    text = HEAD + "int a[2]; int main(void) { int i = 2; a[i] = 1; return 0; }\n"
    tasks = write_tasks(tmp_path / "tasks", {"alone": text, "named": text}, {"named": True})
    wanted = order(tasks, tmp_path / "nights", "bmc")
    found = {}
    for assume in (False, True):
        with context(dataclasses.replace(wanted, assume_defined=assume)) as (what, those):
            assert what.results_folder.plan().assume_defined is assume
            found[assume] = told(run_batch(what.plan, those, 2, Silent()).results)
    assert found == {
        False: {("alone", "bmc"): "unknown", ("named", "bmc"): "true"},
        True: {("alone", "bmc"): "true", ("named", "bmc"): "true"},
    }


def of_termination(folder: Path) -> Order:
    write_tasks(folder / "tasks", {"safe": SAFE}, {})
    (folder / "t.prp").write_text("CHECK( init(main()), LTL(F end) )\n")
    return dataclasses.replace(order(folder / "tasks", folder), specification=str(folder / "t.prp"))


def test_the_default_flow_is_the_usual_one_of_the_property(tmp_path: Path) -> None:
    with context(of_termination(tmp_path)) as (what, those):
        (result,) = run_batch(what.plan, those, 1, Silent()).results
    assert (result.verdict, result.property_name) == (Verdict.TRUE, "termination")
    assert result.solved_by == ("termination",)


def test_a_flow_that_can_decide_nothing_is_refused_before_anything_runs(tmp_path: Path) -> None:
    wanted = dataclasses.replace(of_termination(tmp_path), flows=("termination", "bmc"))
    with pytest.raises(InputError, match="the flow 'bmc' cannot decide termination"):
        begun(wanted)
    begun(dataclasses.replace(wanted, flows=("termination", "default")))


def test_properties_by_name_are_those_of_each_task(tmp_path: Path) -> None:
    """In the place of those of definitions; a flow that can decide none is refused, as with a property file."""
    folder = write_tasks(tmp_path / "tasks", {"safe": SAFE}, {"safe": True})
    wanted = dataclasses.replace(order(folder, tmp_path, "termination"), property_names="termination")
    with context(wanted) as (what, those):
        (result,) = run_batch(what.plan, those, 1, Silent()).results
    assert (result.property_name, result.expected, result.rating) == ("termination", None, Rating.UNRATED)
    assert what.plan.jobs[0].key != begun(order(folder, tmp_path, "termination")).plan.jobs[0].key
    assert ResultFolder(tmp_path / "tonight").plan() == what.plan
    with pytest.raises(InputError, match="the flow 'bmc' cannot decide termination"):
        begun(dataclasses.replace(wanted, flows=("bmc",)))
    with pytest.raises(InputError, match="not both"):
        begun(dataclasses.replace(wanted, specification="a.prp"))


BENCHMARK = """<?xml version="1.0"?>
<benchmark tool="coveriflow.execution.benchexec_tool">
  <tasks name="one"><include>tasks/safe.yml</include><propertyfile>tasks/reach.prp</propertyfile></tasks>
  <tasks name="two"><include>tasks/safe.yml</include><propertyfile>tasks/t.prp</propertyfile></tasks>
</benchmark>
"""


@pytest.mark.parametrize("said", ["a property file", "a property", "nothing"])
def test_what_the_user_says_is_verified_and_not_what_a_benchmark_definition_says(tmp_path: Path, said: str) -> None:
    """A task with the properties of several parts of the definition is one task then."""
    folder = write_tasks(tmp_path / "tasks", {"safe": SAFE}, {"safe": True})
    (folder / "t.prp").write_text("CHECK( init(main()), LTL(F end) )\n")
    (folder / "o.prp").write_text("CHECK( init(main()), LTL(G ! overflow) )\n")
    definition = folder / "safe.yml"
    definition.write_text(definition.read_text().replace("options", "  - {property_file: t.prp}\noptions"))
    (tmp_path / "b.xml").write_text(BENCHMARK)
    wanted = order(tmp_path / "b.xml", tmp_path, "default")
    if said == "a property file":
        wanted = dataclasses.replace(wanted, specification=str(folder / "o.prp"))
    elif said == "a property":
        wanted = dataclasses.replace(wanted, property_names="no-overflow")
    tasks = begun(wanted).plan.tasks
    found = [specification_of(task) for task in tasks]
    if said == "nothing":
        assert found == [tmp_path / "tasks" / "reach.prp", tmp_path / "tasks" / "t.prp"]
        return
    assert [task.group for task in tasks] == ["one"]
    assert found == [folder / "o.prp" if said == "a property file" else specification_named("no-overflow")]


def test_a_task_that_a_flow_cannot_decide_is_unknown_among_others(tmp_path: Path) -> None:
    """Where the definitions of tasks name properties, each is read when its turn comes."""
    folder = write_tasks(tmp_path / "tasks", {"safe": SAFE, "ends": SAFE}, {"safe": True, "ends": True})
    (folder / "t.prp").write_text("CHECK( init(main()), LTL(F end) )\n")
    definition = folder / "ends.yml"
    definition.write_text(definition.read_text().replace("reach.prp", "t.prp"))
    with context(order(folder, tmp_path, "bmc")) as (what, those):
        ends, safe = run_batch(what.plan, those, 1, Silent()).results
    assert (ends.trouble, ends.rating) == (Trouble.NOT_SUPPORTED, Rating.UNKNOWN)
    assert ends.reason == "the flow 'bmc' cannot decide termination"
    assert safe.verdict is Verdict.TRUE


LOST = "void *malloc(unsigned long);\nint main(void) { malloc(3); return 0; }\n"
MEMORY = "".join(f"CHECK( init(main()), LTL(G valid-{each}) )\n" for each in ("free", "deref", "memtrack"))


@pytest.mark.parametrize(
    ("subproperty", "rating"),
    [
        (", subproperty: valid-memtrack", Rating.CORRECT),
        (", subproperty: valid-deref", Rating.UNKNOWN),
        ("", Rating.CORRECT),
    ],
)
def test_a_violation_of_another_property_is_told_apart(tmp_path: Path, subproperty: str, rating: Rating) -> None:
    folder = write_tasks(tmp_path / "tasks", {"lost": LOST}, {"lost": False})
    (folder / "reach.prp").write_text(MEMORY)
    definition = folder / "lost.yml"
    definition.write_text(definition.read_text().replace("false}", f"false{subproperty}}}"))
    with context(order(folder, tmp_path, "bmc")) as (what, those):
        (lost,) = run_batch(what.plan, those, 1, Silent()).results
    assert (lost.status, lost.violated_property, lost.rating) == ("false(valid-memtrack)", "valid-memtrack", rating)
    expected = "false" + subproperty.replace(", subproperty: ", "(") + ")" * bool(subproperty)
    assert lost.promise == expected
    files = {name: b"".join(parts) for name, parts in write_benchexec_results(Batch(what.plan, (lost,)), ".").items()}
    (xml,) = files.values()
    assert b'value="false(valid-memtrack)"' in xml
    assert f'expectedVerdict="{expected}"'.encode() in xml

"""What is worked on again and what is not, played; and that results speak of the files that are there now."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest

from coveriflow.actors import bmc, execute, reduce, value, when_false, when_unknown
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Actor, Composition
from coveriflow.actors.definition import Produced, performed
from coveriflow.artifacts.answers import (
    Answer,
    ClosedReachedSet,
    Confirmation,
    ConfirmedTest,
    Justification,
    Violation,
)
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.display.brief import structure
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.test_suites import TestCase, TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import End, Outcome
from coveriflow.execution.native.compiler import Linkage
from coveriflow.execution.store import environment
from coveriflow.execution.store.files import FileStore
from coveriflow.execution.store.imports import digest_of_imports
from coveriflow.flows.running.caching import remembered
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.jobs import Progress, Request
from coveriflow.flows.running.runner import Listener, Run, run
from coveriflow.flows.tasks.load import Asked, load
from tests.actors import defined
from tests.actors.tasks import HEAD, program

TEXT = "int main(void) { return 0; }\n"
TASK = Task((Source("a.c", TEXT, TEXT),))
TRUE, FALSE = Answer(Verdict.TRUE, "", ClosedReachedSet(3)), Answer(Verdict.FALSE, "so it is")
UNKNOWN = Answer(Verdict.UNKNOWN, "it is hard")
LIMITS = Limits(10.0, 20.0, 1 << 30)
THEN = Resources(3.0, 4.0, 5)
CONDITION = Condition("q", frozenset(), (), TASK.program_hash)


@dataclass
class Work:
    """Always ends in the same way, and counts."""

    outcome: Outcome[Produced] = field(default_factory=lambda: Outcome(End.FINISHED, (TRUE,), THEN))
    times: int = 0

    def __call__(self, request: Request, cancellation: Cancellation, progress: Progress) -> Outcome[Produced]:
        self.times += 1
        return self.outcome


@dataclass
class Memory:
    """Asks for one thing after the other."""

    store: FileStore
    work: Work = field(default_factory=Work)

    def asked(self, actor: Actor, *inputs: object, nominal: Limits = LIMITS) -> Outcome[Produced]:
        request = Request(actor, inputs or (TASK,), Limits(1.0, 1.0, 1), nominal)
        return remembered(self.work, self.store)(request, Cancellation(), str)

    def is_asked_again(self, actor: Actor, *inputs: object, nominal: Limits = LIMITS) -> bool:
        before = self.work.times
        self.asked(actor, *inputs, nominal=nominal)
        return self.work.times > before


@pytest.fixture
def memory(tmp_path: Path) -> Memory:
    return Memory(FileStore(tmp_path / "cache").opened())


def finished(*produced: object) -> Outcome[Produced]:
    return Outcome(End.FINISHED, produced, THEN)


def test_the_second_time_it_is_there(memory: Memory) -> None:
    assert memory.asked(value()) == finished(TRUE)
    again = memory.asked(value())
    assert memory.work.times == 1
    assert (again.end, again.value, again.reused) == (End.FINISHED, (TRUE,), THEN)
    assert again.resources.cpu == again.resources.memory == 0
    assert again.resources.wall < THEN.wall


def test_without_a_store_everybody_works(memory: Memory) -> None:
    assert remembered(memory.work, None) is memory.work


# --- the key ----------------------------------------------------------------------------------------------------------

_SOURCE = TASK.sources[0]
_OTHER_PROPERTY = Specification((Property(PropertyKind.UNREACH_CALL, "other"),))
OTHERS: dict[str, tuple[Actor, tuple[object, ...]]] = {
    "actor": (bmc(), (TASK,)),
    "version": (replace(value(), version="another"), (TASK,)),
    "name": (replace(value(), name="valu"), (TASK,)),
    "parameter": (value(seed=1), (TASK,)),
    "type of a parameter": (value(seed=False), (TASK,)),
    "text": (value(), (Task((replace(_SOURCE, text=TEXT + " "),)),)),
    "preprocessed": (value(), (Task((replace(_SOURCE, preprocessed=TEXT + " "),)),)),
    "another source": (value(), (Task((_SOURCE, replace(_SOURCE, name="b.c"))),)),
    "specification": (value(), (replace(TASK, specification=_OTHER_PROPERTY),)),
    "entry": (value(), (replace(TASK, specification=replace(TASK.specification, entry="start")),)),
    "data model": (value(), (replace(TASK, data_model=type(TASK.data_model).ILP32),)),
    "another input": (value(), (TASK, CONDITION)),
    "order": (value(), (None, TASK)),
}


@pytest.mark.parametrize("what", OTHERS)
def test_each_part_of_the_key_matters(memory: Memory, what: str) -> None:
    actor, inputs = OTHERS[what]
    memory.asked(value())
    assert memory.is_asked_again(actor, *inputs)
    assert not memory.is_asked_again(actor, *inputs)
    assert not memory.is_asked_again(value())


@pytest.mark.parametrize(
    "other",
    [
        replace(CONDITION, initial="p"),
        replace(CONDITION, accepting=frozenset({"q"})),
        replace(CONDITION, producer="somebody"),
        replace(CONDITION, program_hash="0" * 64),
    ],
)
def test_the_content_of_artifacts_matters(memory: Memory, other: Condition) -> None:
    memory.asked(reduce(), TASK, CONDITION, None)
    assert memory.is_asked_again(reduce(), TASK, other, None)
    assert memory.is_asked_again(reduce(), TASK, CONDITION, Justification(CONDITION.digest, ClosedReachedSet(1)))
    assert memory.is_asked_again(reduce(), TASK, CONDITION, Justification(other.digest, ClosedReachedSet(1)))
    assert not memory.is_asked_again(reduce(), TASK, replace(CONDITION), None)


@pytest.mark.parametrize("what", ["own_text", "_versions", "_compiler"])
def test_what_results_depend_on_besides_matters(memory: Memory, monkeypatch: pytest.MonkeyPatch, what: str) -> None:
    memory.asked(value())
    changed: Any = "other" if what == "own_text" else ("other",)
    monkeypatch.setattr(environment, what, lambda: changed)
    assert memory.is_asked_again(value())
    monkeypatch.undo()
    assert not memory.is_asked_again(value())


def test_versions_and_the_text_are_really_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    versions = environment._versions()
    assert any(name.startswith("z3_solver-") for name in versions)
    assert any(name.startswith("pycparser-") for name in versions)
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "a.py").write_text("1")
    monkeypatch.setattr(environment, "_PACKAGE", tmp_path)
    texts = {environment.own_text.__wrapped__()}
    (tmp_path / "room" / "a.py").write_text("2")
    texts.add(environment.own_text.__wrapped__())
    (tmp_path / "room" / "a.py").rename(tmp_path / "room" / "b.py")
    texts.add(environment.own_text.__wrapped__())
    assert len(texts) == 3


def test_where_compiled_programs_are_run_it_matters_whether_they_link(
    memory: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory.asked(execute(), TASK, Violation(()))
    monkeypatch.setattr("coveriflow.actors.confirmers.linkage", lambda _: Linkage.NONE)
    assert memory.is_asked_again(execute(), TASK, Violation(()))


def test_a_label_and_limits_do_not_matter(memory: Memory) -> None:
    memory.asked(value())
    assert not memory.is_asked_again(value().named("short"))
    assert not memory.is_asked_again(value(), replace(TASK, expected=(("unreach-call", Verdict.FALSE),)))
    assert not memory.is_asked_again(value(), nominal=Limits())


@pytest.mark.parametrize("edited", ["one.py", "one_rules/__init__.py", "one_rules/strict.py", "one_rules/deep/more.py"])
def test_a_user_s_actor_is_known_by_all_that_it_imports(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, edited: str
) -> None:
    texts = {
        "one.py": "def helped(task):\n    from one_rules import strict\n    return strict.answer(task)\n",
        "one_rules/__init__.py": "raise SystemExit(0)",
        "one_rules/strict.py": "from .deep import more, nothing\nfrom one_rules import strict",
        "one_rules/deep/more.py": "from ... import beyond",
        "other.py": "",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(tmp_path)
    digest = digest_of_imports("one", tmp_path / "one.py")
    (tmp_path / "other.py").write_text("edited = 1")
    assert digest_of_imports("one", tmp_path / "one.py") == digest
    (tmp_path / edited).write_text(texts[edited] + "\n# edited\n")
    assert digest_of_imports("one", tmp_path / "one.py") != digest


def test_a_user_s_actor_is_known_by_its_file(memory: Memory, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    actor = defined.says_what_it_got()
    memory.asked(actor)
    assert not memory.is_asked_again(actor)
    (tmp_path / "defined.py").write_text("# edited")
    monkeypatch.setattr(defined, "__file__", str(tmp_path / "defined.py"))
    assert memory.is_asked_again(actor)
    monkeypatch.setattr(defined, "__file__", str(tmp_path / "gone.py"))
    assert memory.is_asked_again(actor)
    assert memory.is_asked_again(actor)


@pytest.mark.parametrize("definition", ["nowhere:none", "coveriflow.actors.verifiers:none"])
def test_an_actor_that_nobody_has_defined_is_not_remembered(memory: Memory, definition: str) -> None:
    memory.asked(replace(value(), definition=definition))
    assert memory.is_asked_again(replace(value(), definition=definition))


def test_what_says_that_it_cannot_be_told_is_not_remembered(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    from coveriflow.actors import verifiers

    monkeypatch.setattr(verifiers.value, "besides", lambda *_: None)
    memory.asked(value())
    assert memory.is_asked_again(value())


def test_what_changes_meanwhile_is_not_stored(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    from coveriflow.actors import verifiers

    state = ["old"]

    class Updating(Work):
        def __call__(self, request: Request, cancellation: Cancellation, progress: Progress) -> Outcome[Produced]:
            state[0] = "new"
            return super().__call__(request, cancellation, progress)

    monkeypatch.setattr(verifiers.value, "besides", lambda *_: tuple(state))
    memory.work = Updating()
    memory.asked(value())
    state[0] = "old"
    assert memory.is_asked_again(value())


def test_what_has_no_content_is_worked_on_again(memory: Memory) -> None:
    memory.asked(value(), TASK, [1])
    assert memory.is_asked_again(value(), TASK, [1])
    memory.work.outcome = finished(TRUE, [1])
    memory.asked(bmc())
    assert memory.is_asked_again(bmc())


# --- limits -----------------------------------------------------------------------------------------------------------

LARGER = [replace(LIMITS, cpu=11.0), replace(LIMITS, wall=21.0), replace(LIMITS, memory=2 << 30), Limits()]
SMALLER = [LIMITS, replace(LIMITS, cpu=9.0), replace(LIMITS, wall=1.0), replace(LIMITS, memory=1), Limits(0, 0, 0)]
RESIDUAL = Residual(TASK, TASK, ())


@pytest.mark.parametrize("produced", [(TRUE,), (FALSE, Violation((1,))), (RESIDUAL,)])
@pytest.mark.parametrize("nominal", [*LARGER, *SMALLER])
def test_what_is_final_holds_under_any_limits(memory: Memory, produced: Produced, nominal: Limits) -> None:
    memory.work.outcome = finished(*produced)
    memory.asked(value())
    assert not memory.is_asked_again(value(), nominal=nominal)


SUITE = TestSuite((), "a.c", TASK.program_hash)


@pytest.mark.parametrize("produced", [(UNKNOWN,), (UNKNOWN, CONDITION), (CONDITION,), (SUITE,)])
def test_what_might_have_gone_on_holds_under_smaller_limits(memory: Memory, produced: Produced) -> None:
    memory.work.outcome = finished(*produced)
    memory.asked(value())
    for smaller in SMALLER:
        assert not memory.is_asked_again(value(), nominal=smaller)
    for number, larger in enumerate(LARGER):
        actor = value(seed=number)
        memory.asked(actor)
        assert memory.is_asked_again(actor, nominal=larger)
        assert not memory.is_asked_again(actor, nominal=LIMITS), "the better one has been kept"


def test_a_worse_result_does_not_replace_a_better_one(memory: Memory) -> None:
    """Two runs at the same time, of which the one with less time ends later."""

    def meanwhile(request: Request, cancellation: Cancellation, progress: Progress) -> Outcome[Produced]:
        memory.asked(value(), nominal=Limits())
        return finished(UNKNOWN)

    remembered(meanwhile, memory.store)(Request(value(), (TASK,), LIMITS, LIMITS), Cancellation(), str)
    assert memory.asked(value()).value == (TRUE,)


def test_what_cannot_be_read_any_more_is_replaced(memory: Memory) -> None:
    """Entries whose key was lost are none, whatever they say of themselves."""
    memory.work = Work(finished(UNKNOWN))
    memory.asked(value(), nominal=Limits())
    (memory.store.place / "key").unlink()
    another = Memory(FileStore(memory.store.folder).opened(), memory.work)
    assert another.is_asked_again(value())
    assert not another.is_asked_again(value())


REPLAYED = Answer(Verdict.FALSE, "", ConfirmedTest(TestCase(()), Confirmation.INTERPRETED))
EXECUTED = Answer(Verdict.FALSE, "", ConfirmedTest(TestCase(()), Confirmation.EXECUTED))


@pytest.mark.parametrize(("answer", "is_stored"), [(UNKNOWN, False), (REPLAYED, False), (EXECUTED, True)])
def test_of_who_confirms_only_executions_are_stored(memory: Memory, answer: Answer, is_stored: bool) -> None:
    """The machine may have lacked memory or descriptors."""
    memory.work.outcome = finished(answer)
    given = (TASK, Violation((1,)))
    memory.asked(execute(), *given)
    assert memory.is_asked_again(execute(), *given) is not is_stored


# --- never ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("end", [end for end in End if end is not End.FINISHED])
def test_who_did_not_finish_works_again(memory: Memory, end: End) -> None:
    memory.work.outcome = Outcome(end, None, THEN)
    memory.asked(value())
    assert memory.is_asked_again(value())
    assert not list(memory.store.listed())


def test_an_edited_checkout_is_not_stored(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(environment, "_state", lambda: (("edited.py", 1, 1),))
    memory.asked(value())
    monkeypatch.undo()
    assert memory.is_asked_again(value())


@pytest.mark.parametrize("content", [b"", b"[]", b'[["s","true"]]', b'[["d","os:system()"]]'])
def test_what_is_no_result_is_not_there(memory: Memory, content: bytes) -> None:
    memory.asked(value())
    (listed,) = memory.store.listed()
    found = memory.store.get(listed.key)
    assert found is not None
    memory.store.put(listed.key, replace(found, content=content))
    assert memory.asked(value()).value == (TRUE,)
    assert memory.work.times == 2


# --- other names ------------------------------------------------------------------------------------------------------

_HEADER = "static int decided(struct pair s) { return 100 / s.c; }\n"
_STRUCT = "struct pair { int c; int d; };\n"
_MAIN = "int main(void) {\n  struct pair s = {__VERIFIER_nondet_int(), 0};\n"
PROGRAMS = {
    "assumption": f"{HEAD}{_STRUCT}{_HEADER}{_MAIN}  if (decided(s) > 100) reach_error();\n}}\n",
    "violation": f"{HEAD}{_STRUCT}{_MAIN}  while (s.d < 3) s.d++;\n  if (s.c == 12) reach_error();\n}}\n",
    "not supported": f"{HEAD}{_STRUCT}{_MAIN}  __float128 d = s.c;\n  return d != 1;\n}}\n",
    "both": f"{HEAD}{_STRUCT}{_MAIN}  if (s.c) for (;;);\n  s.d = s.c + 1;\n  if (s.d - 1 != s.c) reach_error();\n}}\n",
}
COMPOSITION = value() >> when_unknown(reduce() >> bmc()) >> when_false(execute())


class Here:
    """Actors work in this process."""

    def __init__(self) -> None:
        self.worked: list[str] = []

    def __call__(self, request: Request, cancellation: Cancellation, progress: Progress) -> Outcome[Produced]:
        self.worked.append(request.actor.name)
        return Outcome(End.FINISHED, performed(request.actor, request.inputs), THEN)


def ran(store: FileStore | None, task: Task, composition: Composition = COMPOSITION) -> tuple[Run, list[str]]:
    here = Here()
    work = remembered(here, store)
    perform: Callable[[Request, Cancellation], Outcome[Produced]] = lambda request, _: work(request, _, str)  # noqa: E731
    return run(Flow("flow", composition), task, LIMITS, perform, Listener()), here.worked


def undated(run: Run) -> str:
    dated = r"\d{4}-\d\d-\d\dT[\d:]+Z|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"
    return re.sub(dated, "", repr(structure(run.artifacts)))


@pytest.mark.parametrize("what", PROGRAMS)
@pytest.mark.parametrize(("one", "other"), [("a.c", "dir/b.c"), ("s.c", "t.c")])
def test_a_result_speaks_of_the_file_that_is_there_now(tmp_path: Path, what: str, one: str, other: str) -> None:
    """Also where the file is called as an expression of the program."""
    store = FileStore(tmp_path).opened()
    first, worked = ran(store, program(PROGRAMS[what], one))
    again, none = ran(store, program(PROGRAMS[what], one))
    moved, rest = ran(store, program(PROGRAMS[what], other))
    fresh, _ = ran(None, program(PROGRAMS[what], other))
    assert again.artifacts == first.artifacts
    assert again.answer == first.answer
    assert none == []
    assert undated(moved) == undated(fresh)
    assert moved.answer == fresh.answer
    assert len(rest) < len(worked)
    assert other in repr(structure(moved.answer)) or what in ("violation", "both")
    if one == "a.c":
        assert rest == []
        assert not re.search(r"(?<!\w)a\.(residual\.)?c", repr(structure(moved)))


@pytest.mark.usefixtures("compiler")
def test_headers_may_lie_elsewhere(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "cache").opened()
    tasks = []
    for folder in ("one", "other"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "pair.h").write_text(_STRUCT + _HEADER)
        text = f'{HEAD}#include <stdlib.h>\n#include "pair.h"\n{_MAIN}  if (decided(s) > 100) abort();\n}}\n'
        (tmp_path / folder / "prog.c").write_text(text)
        tasks.append(load(Asked((tmp_path / folder / "prog.c",))))
    first, _ = ran(store, tasks[0], bmc())
    moved, worked = ran(store, tasks[1], bmc())
    assert worked == []
    assert f"{tmp_path}/one/pair.h" in repr(structure(first.answer))
    assert f"{tmp_path}/other/pair.h" in repr(structure(moved.answer))
    assert f"{tmp_path}/one" not in repr(structure(moved))


def test_a_condition_and_its_justification_stay_together(tmp_path: Path) -> None:
    """The digest of a condition depends on the names of files: the proof of the whole needs both."""
    store = FileStore(tmp_path).opened()
    for name in ("a.c", "b.c"):
        done, _ = ran(store, program(PROGRAMS["both"], name), value() >> reduce())
        condition, justification = done.latest(Condition), done.latest(Justification)
        assert justification.condition == condition.digest
        assert done.latest(Residual).justifications == (justification,)

"""An actor is a typed function: its signature says what it needs, what it may be told, and how it is called."""

from __future__ import annotations

import inspect
import pickle
import subprocess
import sys
from dataclasses import is_dataclass
from pathlib import Path

import cloudpickle
import pytest

from coveriflow.actors import bmc, bmc_given, reduce, value
from coveriflow.actors.composition.nodes import Actor, CompositionError, Need
from coveriflow.actors.definition import known_actors, performed
from coveriflow.artifacts.answers import Answer, Justification
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from tests.actors.defined import says_what_it_got
from tests.actors.tasks import here, program
from tests.places import ROOT

TASK = Task((Source("a.c", "int main(void) { return 0; }", "int main(void) { return 0; }"),))


def test_positional_parameters_are_artifacts_by_their_types() -> None:
    assert says_what_it_got.needs == (
        Need("task", (Task, Residual)),
        Need("condition", (Condition,), optional=True),
    )
    assert says_what_it_got.provides == (Answer,)


def test_keyword_parameters_are_options() -> None:
    assert says_what_it_got.defaults == {"word": "hello", "often": 1, "exact": None}
    assert says_what_it_got(often=2).parameters == (("exact", None), ("often", 2), ("word", "hello"))


def test_an_actor_of_a_prompt_is_refused() -> None:
    """Worker processes cannot import it."""
    function = "def mine(task: coveriflow.Flow) -> coveriflow.Flow: ..."
    program = f"import coveriflow\n@coveriflow.actor(version='1', provides=())\n{function}\nmine()"
    done = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert "CompositionError: the actor mine is defined in a notebook cell, at a prompt or in the script" in done.stderr


def test_a_share_is_a_part() -> None:
    with pytest.raises(CompositionError, match=r"value\.share is 2: a share of the budget lies between 0 and 1"):
        value(share=2)


def test_name_version_and_definition() -> None:
    actor = says_what_it_got()
    assert (actor.name, actor.version) == ("says-what-it-got", "7")
    assert actor.definition == "tests.actors.defined:says_what_it_got"
    described = says_what_it_got.__doc__ or ""
    assert described.startswith("An actor of the tests.\n\nParameters:\n    word: str = 'hello'\n")
    assert known_actors()["says-what-it-got"] is says_what_it_got


def test_performed_finds_the_function_and_hands_on_inputs_and_parameters() -> None:
    (answer,) = performed(says_what_it_got(word="a", often=2, exact=True), (TASK, None))
    assert isinstance(answer, Answer)
    assert answer.reason == "Task, None, a a, True"


def test_first_unknown_parameter_is_named() -> None:
    with pytest.raises(CompositionError, match=r"no parameter 'a' \(it has: exact, often, word\)"):
        says_what_it_got(z=1, a=2)


@pytest.mark.parametrize("actor", [value(cpu=1.5), reduce(), bmc(last_bound=3) >> reduce()])
def test_uses_of_actors_travel_to_other_processes(actor: object) -> None:
    assert pickle.loads(pickle.dumps(actor)) == actor


def test_definitions_travel_by_name(tmp_path: Path) -> None:
    """Prefect sends a served flow, and the actors that it names, to a process that has imported nothing of ours."""
    definitions = (bmc, reduce, says_what_it_got)
    assert pickle.loads(pickle.dumps(definitions)) == definitions
    sent = tmp_path / "flow"
    sent.write_bytes(cloudpickle.dumps((lambda: [each() for each in definitions], list(definitions))))
    script = (
        "import sys, cloudpickle\n"
        "makes, sent = cloudpickle.load(open(sys.argv[1], 'rb'))\n"
        "print(*makes())\n"
        "from coveriflow.actors import bmc\n"
        "assert sent[0] is bmc and bmc() == makes()[0]"
    )
    done = subprocess.run([sys.executable, "-c", script, sent], capture_output=True, text=True, check=False, cwd=ROOT)
    assert done.stderr == ""
    assert done.stdout.split() == " ".join(str(each()) for each in definitions).split()


@pytest.mark.parametrize("name", [name for name in known_actors() if f"{name}-given" in known_actors()])
def test_twins_have_the_same_options(name: str) -> None:
    """One verifies a task, the other one what a condition leaves of it."""
    twins = known_actors()[name], known_actors()[f"{name}-given"]
    assert inspect.signature(twins[0]) == inspect.signature(twins[1])
    assert [need.name for need in twins[1].needs if need not in twins[0].needs] == [
        "task",
        "condition",
        "justification",
    ]


def test_signature_is_that_of_a_call() -> None:
    signature = inspect.signature(value)
    assert all(each.kind is inspect.Parameter.KEYWORD_ONLY for each in signature.parameters.values())
    assert signature.parameters["share"].default == 1.0
    assert signature.return_annotation is Actor
    assert dict(value().parameters) == {name: each.default for name, each in signature.parameters.items()}


def test_options_reach_the_work() -> None:
    task = program("int main(void) { int i = 0; while (i < 5) i++; return 0; }")
    (covered, justification) = (here(value(states=2), task)[each] for each in (Condition, Justification))
    assert here(bmc_given(last_bound=1), task, covered, justification)[Answer].verdict is Verdict.UNKNOWN
    assert here(bmc_given(first_bound=8, last_bound=8), task, covered, justification)[Answer].verdict is Verdict.TRUE


@pytest.mark.parametrize("name", [name for name, each in known_actors().items() if each.defaults])
def test_options_of_ours_are_declared_by_a_class_that_type_checkers_read(name: str) -> None:
    definition = known_actors()[name]
    if not definition.function.__module__.startswith("tests."):
        assert isinstance(definition.options, type)
        assert is_dataclass(definition.options)

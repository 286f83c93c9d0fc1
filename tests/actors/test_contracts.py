"""An actor is a typed function: its signature says what it needs, what it may be told, and how it is called."""

from __future__ import annotations

import pickle

import pytest

from coveriflow.actors import bmc, reduce, value
from coveriflow.actors.composition.nodes import CompositionError, Need
from coveriflow.actors.definition import known_actors, performed
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Source, Task
from tests.actors.defined import says_what_it_got

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


def test_name_version_and_definition() -> None:
    actor = says_what_it_got()
    assert (actor.name, actor.version) == ("says-what-it-got", "7")
    assert actor.definition == "tests.actors.defined:says_what_it_got"
    assert says_what_it_got.__doc__ == "An actor of the tests."
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

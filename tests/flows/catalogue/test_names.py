"""A flow is found by the name that the user gives, or the user learns which there are."""

from __future__ import annotations

import pytest

from coveriflow.actors import reduce
from coveriflow.actors.composition.nodes import actors_in
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.previous_version import Earlier
from coveriflow.flows.catalogue.by_name import flow_named, of_the_rest
from coveriflow.flows.catalogue.flow_paths import is_flow_file
from coveriflow.flows.ready import READY
from coveriflow.program.errors import InputError


@pytest.mark.parametrize("name", READY)
def test_a_ready_flow_has_the_name_that_it_was_asked_for_by(name: str) -> None:
    assert flow_named(name).name == name


@pytest.mark.parametrize(("name", "said"), [("portfolo", "did you mean 'portfolio'"), ("?", "the ready flows are")])
def test_a_name_of_nothing_is_answered_with_one_that_there_is(name: str, said: str) -> None:
    with pytest.raises(InputError, match=said):
        flow_named(name)


@pytest.mark.parametrize(
    ("name", "is_file"),
    [("mine.yml", True), ("mine.yaml", True), ("mine.py", True), ("mine.py:NAME", True), ("cmc", False), ("py", False)],
)
def test_files_are_told_from_names_before_anything_is_loaded(name: str, is_file: bool) -> None:
    assert is_flow_file(name) == is_file


@pytest.mark.parametrize(("given", "first"), [(Condition, "reduce"), (Earlier, "carry-over")])
def test_what_is_left_is_reduced_first(given: type, first: str) -> None:
    flow = of_the_rest(flow_named("bmc"), given)
    assert given in flow.takes
    names = [actor.name for actor in actors_in(flow.composition)]
    assert names[0] == first
    assert names.index("bmc") == names.index(reduce().name) + 1

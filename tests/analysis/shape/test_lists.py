"""Lists and their memory: what flows are expected to answer, by the analysis alone, which takes less time."""

from __future__ import annotations

import pytest

from coveriflow.actors.work.load import automaton_of
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.analysis.shape.verifier import ShapeVerifier
from coveriflow.artifacts.specifications import specification_named
from coveriflow.flows.tasks.load import Asked as AskedFor
from coveriflow.flows.tasks.load import load
from tests.programs.reader import Asked, Question, questions

LISTS = [each for each in questions() if each.asked is Asked.FLOW and each.name == "flow:shape"]


@pytest.mark.parametrize("question", LISTS, ids=lambda question: question.path.stem)
def test_the_property_of_a_program_with_lists(question: Question) -> None:
    assert question.specification is not None
    task = load(AskedFor((question.path,), specification_named(question.specification), question.model))
    findings = ShapeVerifier(automaton_of(task), SoftLimits(cpu=20)).run()
    assert findings.verdict.value == question.said.value, findings.reason
    assert not findings.undefined

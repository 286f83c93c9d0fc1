"""What is reported of executions that never end only since arithmetic wraps."""

from __future__ import annotations

import pytest

from coveriflow.actors.work.termination.answers import answered
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.specifications import BY_NAME
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.types.data_model import DataModel

WRAPS = [
    "int x = 0x7fffffff, y; while (x >= 0) { y = 1; while (x > y) y = 2 * y; x = x - 1; }",
    "int x = 0x7fffffff; x = x + 1; while (x < 0) { }",
]
DOES_NOT = [
    "unsigned x = 1; while (x != 0) x = x * 3u;",
    "int x = 1; while (x != 0) { x = x == 5 ? 1 : x + 2; }",
    "signed char c = 1; while (c != 0) { c = c + 2; }",
]


def answer_about(body: str) -> Answer:
    text = f"int main(void) {{ {body} return 0; }}"
    task = Task((Source("program.c", text, text),), BY_NAME["termination"], DataModel.LP64)
    (answer, *_) = answered(task, SoftLimits(cpu=10.0))
    assert isinstance(answer, Answer)
    assert answer.verdict is Verdict.FALSE
    return answer


@pytest.mark.parametrize("body", WRAPS)
def test_it_is_an_assumption(body: str) -> None:
    assert any("wraps" in each for each in answer_about(body).assumptions)


@pytest.mark.parametrize("body", DOES_NOT)
def test_nothing_is_assumed_where_all_results_fit(body: str) -> None:
    assert not answer_about(body).assumptions

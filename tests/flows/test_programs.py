"""Programs of all topics: each ready flow says what their first lines expect of it (``tests/programs/README.md``)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import specification_named
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.ready import READY
from coveriflow.flows.running.found import violated
from coveriflow.flows.running.runner import Listener, Run, in_workers, run
from coveriflow.flows.tasks.load import Asked as AskedFor
from coveriflow.flows.tasks.load import load_for
from coveriflow.program.errors import ToolMissing
from tests.programs.reader import FLOW, Asked, Question, Said, questions

QUESTIONS = [(each, READY[each.name.removeprefix(FLOW)]()) for each in questions() if each.asked is Asked.FLOW]


_USUAL = 30.0


def seconds(question: Question) -> float:
    """Of CPU time that it may take."""
    return float(dict(question.settings).get("cpu", _USUAL))


def finished(question: Question, workers: Workers) -> Run:
    limits = Limits(cpu=seconds(question))
    flow, listener = READY[question.name.removeprefix(FLOW)](), Listener()
    files = (question.path, *sorted(question.path.parent.glob(f"{question.path.stem}.*.c")))
    specification = specification_named(question.specification) if question.specification else None
    task = load_for(flow, AskedFor(files, specification, question.model))
    return run(flow, task, limits, in_workers(workers, listener), listener)


def _by_turns() -> Iterator[tuple[Question, bool]]:
    """Of two flows that are asked about one program, one every day, each in its turn; of two data models, one."""
    number, again = Counter[Path](), Counter[tuple[object, ...]]()
    models = Counter(map(_whatever_the_model, (each for each, _ in QUESTIONS)))
    for place, (each, _) in enumerate(QUESTIONS):
        number[each.path] += 1
        key = _whatever_the_model(each)
        again[key] += 1
        is_its_turn = models[key] == 1 or (again[key] + len(each.path.stem)) % models[key] == 0
        yield each, is_its_turn and ((number[each.path] + place) % 2 > 0 or number[each.path] == again[key])


def _whatever_the_model(each: Question) -> tuple[object, ...]:
    return each.path, each.name, each.settings


@pytest.mark.parametrize(
    "question",
    [
        pytest.param(each, id=each.id, marks=() if daily and seconds(each) <= _USUAL else pytest.mark.slow)
        for each, daily in _by_turns()
    ],
)
def test_each_flow_says_what_it_should(question: Question, workers: Workers) -> None:
    try:
        ended = finished(question, workers)
    except ToolMissing as missing:
        pytest.skip(missing.message.partition("\n")[0])
    said = ended.answer
    allowed = question.verdicts | {"unknown"} if question.said is Said.ANY else {question.said.value}
    assert said.verdict.value in allowed, said.reason
    assert (question.because or "") in (violated(ended) if said.verdict is Verdict.FALSE else said.reason)
    if question.assuming == "nothing":
        assert not said.assumptions
    elif question.assuming is not None:
        assert any(question.assuming in str(each) for each in said.assumptions), said.assumptions

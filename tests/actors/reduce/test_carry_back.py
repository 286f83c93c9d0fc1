"""What is found for a residual program comes back to the original: violations, their witnesses, and conditions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from coveriflow.actors import bmc, carry_back, reduce, value
from coveriflow.actors.work.load import automaton_of
from coveriflow.artifacts.answers import Answer, Composite, ConfirmedTest, Justification, Violation
from coveriflow.artifacts.automata.condition_observer import resolved
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.artifacts.witnesses.yaml import ViolationSequence, WitnessEntries
from coveriflow.program.errors import NotSupported
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.transform.conditions.comparison import Relation, compared
from coveriflow.transform.conditions.operations import united
from coveriflow.transform.reducers.catalogue import NAMES
from tests.actors.reduce.test_reducers import THIRDS, reduced
from tests.actors.tasks import Got, here, program
from tests.analysis.runs import covered_after, daily_and_slow, model_of, runs_of, small_program


def brought_back(residual: Residual, found: Got) -> Got:
    return here(carry_back(), residual, found[Condition], found.optional(Justification))


def test_three_that_give_up_tell_one_condition_of_the_original() -> None:
    task = program(THIRDS)
    first = here(value(states=60), task)
    once = reduced(task, first)
    second = here(bmc(last_bound=4), once)
    together = brought_back(once, second)
    twice = reduced(once, second)
    third = here(bmc(last_bound=8), twice)
    final = brought_back(twice, third)
    cfa, conditions = automaton_of(task), [each[Condition] for each in (first, together, final)]
    assert {each.program_hash for each in conditions} == {task.program_hash}
    for less, more in ((0, 1), (1, 2)):
        assert compared(cfa, conditions[more], conditions[less]).relation is Relation.WEAKER
    assert final[Justification].condition == final[Condition].digest
    assert isinstance(final[Justification].proof, Composite)
    rest = reduced(task, final)
    assert "for (" not in rest.task.sources[0].text
    assert here(bmc(last_bound=2), rest)[Answer].verdict is Verdict.UNKNOWN


def test_what_a_stranger_says_of_a_residual_program_is_assumed() -> None:
    task = program(THIRDS)
    first = here(value(states=60), task)
    once = reduced(task, first)
    found = here(carry_back(), once, here(bmc(last_bound=4), once)[Condition], None)
    assert found.optional(Justification) is None
    assert found[Condition].producer == "coveriflow value or coveriflow bmc"


@pytest.mark.parametrize("seeds", daily_and_slow(daily=3, slow=5, size=60))
def test_no_execution_that_is_covered_then_reaches_the_error(
    seeds: range, record_property: Callable[[str, object], None]
) -> None:
    """Nor is one left out that the first one covered. Violations of the residual program are the original's."""
    figures: Counter[str] = Counter()
    for seed in seeds:
        text, values = small_program(seed)
        source = Source("program.c", text, text)
        task = Task((source,), data_model=model_of(seed))
        try:
            _judge(task, seed, values, figures)
        except NotSupported:
            figures["not supported"] += 1
    record_property("figures", dict(figures))
    assert figures["second"] >= figures["first"] > 0, figures


def _judge(task: Task, seed: int, values: int, figures: Counter[str]) -> None:
    cfa, rng = automaton_of(task), random.Random(seed)
    executions = runs_of(cfa, values, 60, seed).executions
    first = here(value(states=5 + seed % 30), task)
    name = rng.choice(NAMES)
    if first.optional(Condition) is None:
        return
    residual = here(reduce.chosen({"reducer": name}), task, first[Condition], first.optional(Justification))[Residual]
    limited = bmc(last_bound=rng.choice([1, 3]), path_length=rng.choice([20, 60, None]))
    second = here(rng.choice([limited, value(states=20 + seed % 50)]), residual)
    figures[second[Answer].verdict.value] += 1
    if second[Answer].verdict is Verdict.FALSE:
        _check_violation(task, second)
    if second.optional(Condition) is None:
        return
    found = brought_back(residual, second).optional(Condition) or united(first[Condition], first[Condition])
    before, after = resolved(first[Condition], cfa), resolved(found, cfa)
    for execution in executions:
        one, both = (covered_after(condition, execution.trace) for condition in (before, after))
        figures.update(first=one is not None, second=both is not None)
        assert one is None or (both is not None and both <= one), f"{seed}: {execution.inputs}"
        assert both is None or execution.end is not End.ERROR, f"{seed}: {execution.inputs}"


def _check_violation(task: Task, found: Got) -> None:
    """Values, test and both witnesses are about the original."""
    run = Interpreter(automaton_of(task)).run(found[Violation].values)
    assert run.end is End.ERROR
    evidence = found[Answer].evidence
    assert isinstance(evidence, ConfirmedTest)
    assert found[Witness].program_hash == task.program_hash
    (entry,) = found[WitnessEntries].entries
    assert isinstance(entry.content, ViolationSequence)
    assert task.sources[0].name in str(entry)

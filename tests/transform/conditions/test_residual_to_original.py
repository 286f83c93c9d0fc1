"""What was verified of a residual program, told of the original: it covers no execution that was not covered there."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence

import pytest

from coveriflow.artifacts.automata.condition_observer import ResolvedCondition, resolved
from coveriflow.artifacts.conditions import Condition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.errors import NotSupported
from coveriflow.program.interpreter.interpreter import End, Execution, Interpreter
from coveriflow.program.printing.printer import printed
from coveriflow.transform.conditions.residual_to_original import COVERED, Printed, carried_back
from coveriflow.transform.reducers.catalogue import NAMES, reducer
from tests.analysis.runs import HASH, STEPS, automaton_of, condition_of, covered_after, daily_and_slow, explicit
from tests.transform.reducers.test_reducers import subjects
from tests.transform.residuals import any_condition

_SLOWER = 20


def over_original(cfa: Cfa, text: Printed, condition: ResolvedCondition) -> ResolvedCondition:
    found = carried_back(text, condition)
    return resolved(Condition(found.initial, frozenset({COVERED}), found.transitions, HASH), cfa)


def check_covered(
    executions: Sequence[Execution],
    texts: Sequence[Execution],
    back: ResolvedCondition,
    own: ResolvedCondition,
    figures: Counter[str],
    first: ResolvedCondition,
) -> None:
    """``texts``: what the text does for the same inputs as the original."""
    for execution, text in zip(executions, texts, strict=True):
        if End.TOO_LONG in (execution.end, text.end):
            continue
        after = covered_after(own, text.trace)
        there = after is not None
        here = covered_after(back, execution.trace) is not None
        if covered_after(first, execution.trace) is None:
            assert there or not here, f"covered in the original only: {execution.inputs}"
            figures["there"] += after is not None and after < len(text.trace)
            figures["here"] += here


@pytest.mark.parametrize("seeds", daily_and_slow(daily=2, slow=30, size=4))
def test_what_is_covered_of_the_text_only_is_covered(
    seeds: range, record_property: Callable[[str, object], None]
) -> None:
    """For any condition, true or not. What is covered with an edge to go is covered there, too."""
    figures: Counter[str] = Counter()
    for seed in seeds:
        found = subjects(seed)
        if found is None:
            continue
        cfa, executions, conditions = found
        rng = random.Random(seed)
        for number, name in enumerate(NAMES):
            residual = reducer(name, 2)(cfa, conditions[(seed + number) % 2])
            page = printed(residual.cfa)
            text = automaton_of(page.text, cfa.data_model)
            interpreter = Interpreter(text)
            texts = [interpreter.run([v for _, v in e.inputs], _SLOWER * STEPS) for e in executions]
            written = condition_of(text, explicit(text, states=6 + seed % 30).automaton)
            for condition in (any_condition(rng, texts, rng.choice([2, 5, 30])), written):
                try:
                    back = over_original(cfa, Printed(residual, text, page.lines), condition)
                except NotSupported:
                    figures["too large"] += 1
                    continue
                check_covered(executions, texts, back, condition, figures, conditions[(seed + number) % 2])
    record_property("figures", dict(figures))
    if 0 in seeds:
        assert figures["here"] > 0.9 * figures["there"] > 0, figures
    assert figures["here"] >= 0.3 * figures["there"], figures  # four programs may be such as lose more than others

"""Features of programs, and compositions that choose by them."""

from __future__ import annotations

import pytest

from coveriflow.actors import bmc, kinduction, value
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import CompositionError, IfThenElse, Portfolio, Repeat
from coveriflow.actors.questions import FeatureIs, FeaturesAre
from coveriflow.actors.selectors import features, selected
from coveriflow.actors.work.inspect.features import features_of
from coveriflow.artifacts.program_features import Features
from coveriflow.artifacts.resources import Limits
from coveriflow.execution.processes.workers import Workers
from coveriflow.flows.running.runner import Listener, in_workers, run
from coveriflow.flows.running.worker_modules import MODULES
from tests.actors.tasks import program

LOOPS = FeaturesAre((FeatureIs("loops", ">", 0),))
X = "int main(void) { int x = __VERIFIER_nondet_int();"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int main(void) { return 0; }", {}),
        (
            X + " while (x > 0) x--; }",
            {"loops": 1, "nesting": 1, "inputs": 1},
        ),
        ("int main(void) { for (int i = 0; i < 3; i++) for (int j = 0; j < i; j++); }", {"loops": 2, "nesting": 2}),
        ("int main(void) { int i = 0; a: if (i++ < 3) goto a; }", {"loops": 1, "nesting": 1}),
        ("int f(int n) { return n ? f(n - 1) : 0; } int main(void) { return f(3); }", {"recursion": 1, "functions": 2}),
        ("int main(void) { float f = __VERIFIER_nondet_int(); return f > 1; }", {"floats": 2, "inputs": 1}),
        (
            X + " int y = x * x, z = x * 3; return y + z; }",
            {"products": 1, "inputs": 1},
        ),
        (X + " return x << 1 ^ 5; }", {"bits": 1, "inputs": 1}),
        ("int main(void) { int *p = malloc(4); *p = 1; return 0; }", {"heap": 1}),
        (
            "int a[3]; int main(void) { int i = __VERIFIER_nondet_int() & 1; a[i] = 1; return a[i + 1]; }",
            {"arrays": 2, "inputs": 1, "bits": 1},
        ),
    ],
)
def test_what_is_in_a_program(text: str, expected: dict[str, int]) -> None:
    found = features_of(program(f"void *malloc(unsigned long); {text}"))
    assert {name: getattr(found, name) for name in expected} == expected
    for name in ("loops", "recursion", "floats", "products", "heap", "inputs"):
        if name not in expected:
            assert getattr(found, name) == 0, (name, found)


def test_features_are_shown_where_there_are_some() -> None:
    assert str(Features(lines=3, loops=1)) == "lines 3, loops 1"


def test_the_first_rule_that_holds_chooses() -> None:
    flow = Flow("chosen", selected([(LOOPS, kinduction())], bmc()))
    with Workers(MODULES) as workers:
        for text, chosen in (("for (int i = 0; i < 3; i++);", "kinduction"), ("", "bmc")):
            subject = program(f"int main(void) {{ {text} return 0; }}")
            done = run(flow, subject, Limits(cpu=20.0), in_workers(workers, Listener()), Listener())
            assert [turn.actor.name for turn in done.turns] == ["features", chosen]
            assert done.answer.verdict.value == "true"


def test_questions_about_what_is_not_there_are_refused() -> None:
    with pytest.raises(CompositionError, match=r"'loops > 0' is about a Features, .* put features before it"):
        Flow("x", value() >> IfThenElse(LOOPS, bmc()))
    with pytest.raises(CompositionError, match="is about a Features"):
        Flow("x", Repeat(value(), LOOPS))
    with pytest.raises(CompositionError, match="a portfolio ends with an answer"):
        Portfolio((value(), bmc()), LOOPS)
    Flow("x", Repeat(value() >> features(), LOOPS))


def test_features_and_relations_that_there_are_not() -> None:
    with pytest.raises(ValueError, match="'luck' is no feature"):
        FeatureIs("luck", ">", 0)
    with pytest.raises(ValueError, match="'!' is no relation"):
        FeatureIs("loops", "!", 0)

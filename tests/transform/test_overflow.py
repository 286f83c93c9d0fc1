"""Overflow monitoring: paths end where a signed operation overflows, and nowhere else; conditions stay true."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pytest

from coveriflow.actors import bmc, bmc_given, horn, impact, kinduction, predicate, symbolic, value, value_given
from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.definition import Definition
from coveriflow.actors.work.load import automaton_of
from coveriflow.artifacts.answers import Answer, Justification
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.edges import Unsupported
from coveriflow.program.errors import NotSupported
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.types.c_types import INT, LLONG
from coveriflow.transform.conditions.assumptions_to_branches import with_branches
from coveriflow.transform.overflow import without_overflow
from tests.actors.tasks import here, program
from tests.analysis.runs import covered_after, daily_and_slow, model_of, runs_of, small_program


@pytest.mark.parametrize(
    ("declared", "operation", "fits", "overflows"),
    [
        ("int", "x + 1", [INT.maximum - 1, INT.minimum], [INT.maximum]),
        ("int", "x - 2", [INT.minimum + 2, INT.maximum], [INT.minimum, INT.minimum + 1]),
        ("int", "x * x", [46340, -46340], [46341, INT.minimum]),
        ("int", "-x", [INT.maximum, 0], [INT.minimum]),
        ("long long", "x * 3", [LLONG.maximum // 3], [LLONG.maximum // 3 + 1, LLONG.minimum]),
        ("long long", "x + 1", [INT.maximum, LLONG.maximum - 1], [LLONG.maximum]),
        ("short", "x + 1", [32767], []),
        ("unsigned", "x + 1", [2**32 - 1], []),
        ("int", "(x + 1) + (unsigned)x", [5], [INT.maximum]),
        ("int", "x / 2 + (x > 0)", [INT.maximum, INT.minimum], []),
    ],
)
def test_what_overflows_ends(declared: str, operation: str, fits: list[int], overflows: list[int]) -> None:
    function = {"long long": "longlong", "unsigned": "uint"}.get(declared, declared)
    read = f"__VERIFIER_nondet_{function}"
    body = f"int main(void) {{ {declared} x = {read}(); return ({operation}) != 0; }}\n"
    task = program(f"extern {declared} {read}(void);\n{body}")
    checked = without_overflow(automaton_of(task)).cfa
    for number in (*fits, *overflows):
        last = Interpreter(checked).run([number]).trace[-1]
        assert isinstance(last.operation, Unsupported) is (number in overflows), number


STATEMENTS = (
    "a = a + {};",
    "b = b - {};",
    "b = a * {};",
    "if (a < b) a = -b;",
    "if (b > {}) b = b - a;",
    "while (a < 4) {{ a++; b = b + {}; }}",
    "if (a == b) reach_error();",
    "if (b < {} && a > 3) reach_error();",
)


def near_the_limits(seed: int) -> str:
    """A program whose sums and products overflow for some small inputs."""
    rng = random.Random(seed)
    numbers = [INT.maximum - 2, INT.maximum // 3, INT.minimum + 3, 5, 700_000_000]
    body = "\n  ".join(rng.choice(STATEMENTS).format(rng.choice(numbers)) for _ in range(7))
    read = "__VERIFIER_nondet_int()"
    return (
        "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
        f"int main(void) {{\n  int a = {read}, b = {read};\n  {body}\n  return 0;\n}}\n"
    )


SPLIT = """\
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
  if (x > 0) {
    y = x + 1;
    if (y < x) reach_error();
  } else {
    y = x + 1;
    if (y < x) reach_error();
  }
  return 0;
}
"""


@pytest.mark.parametrize("verifier", [bmc(overflow=True), symbolic(overflow=True)])
def test_what_is_verified_is_verified_without_overflow(verifier: Actor) -> None:
    """An overflow reaches the error; the condition covers all others, by an assumption where it cannot be excluded."""
    task = program(SPLIT)
    assert here(bmc(), task)[Answer].verdict is Verdict.FALSE
    found = here(verifier, task)
    assert found[Answer].verdict is Verdict.UNKNOWN
    assert "signed overflow" in found[Answer].reason
    assert {each.assumption for each in found[Condition].transitions} - {""}
    prepared = with_branches(automaton_of(task), [found[Condition]])
    for number, covered in ((INT.maximum, False), (5, True), (0, True), (INT.minimum, True)):
        run = Interpreter(prepared.cfa).run([number])
        assert (covered_after(prepared.condition, run.trace) is not None) is covered, number
    rest = here(bmc_given(), task, found[Condition], found.optional(Justification))
    assert rest[Answer].verdict is Verdict.FALSE


@pytest.mark.parametrize("verifier", [value, bmc, symbolic, kinduction, predicate, impact, horn])
def test_without_overflow_it_is_proved(verifier: Definition[...]) -> None:
    task = program(
        "int main(void) { int x = 7, y; if (__VERIFIER_nondet_int()) x = 8;\n  y = x + x;\n"
        "  if (y < 14) reach_error(); return y; }\n"
    )
    assert here(verifier(overflow=True), task)[Answer].verdict is Verdict.TRUE


@pytest.mark.parametrize("seeds", daily_and_slow(daily=8, slow=12, size=20))
def test_no_covered_execution_reaches_the_error(seeds: range, record_property: Callable[[str, object], None]) -> None:
    """Nor does one overflow that is covered; also after a condition that was given."""
    figures: Counter[str] = Counter()
    for seed in seeds:
        text, values = small_program(seed) if seed % 4 == 0 else (near_the_limits(seed), 6)
        task = Task((Source("program.c", text, text),), data_model=model_of(seed))
        try:
            _judge(task, seed, values, figures)
        except NotSupported:
            figures["not supported"] += 1
    record_property("figures", dict(figures))
    assert figures["covered"] > 0 < figures["overflows"], figures


def _judge(task: Task, seed: int, values: int, figures: Counter[str]) -> None:
    cfa = automaton_of(task)
    checked = Interpreter(without_overflow(cfa).cfa)
    executions = runs_of(cfa, values, 40, seed).executions
    limited = [value(overflow=True, states=10 + seed % 40), bmc(overflow=True, last_bound=1 + seed % 3)]
    first = here(limited[seed % 2], task)
    conditions = [first.optional(Condition)]
    if conditions[0] is not None:
        second = value_given(overflow=True, path_length=30 + seed % 50)
        conditions.append(here(second, task, conditions[0], None).optional(Condition))
    for condition in conditions:
        if condition is None:
            continue
        prepared = with_branches(cfa, [condition])
        for execution in executions:
            inputs = [number for _, number in execution.inputs]
            run = Interpreter(prepared.cfa).run(inputs, 3000)
            covered = covered_after(prepared.condition, run.trace) is not None
            figures.update(covered=covered, executions=1)
            assert not covered or execution.end is not End.ERROR, f"{seed}: {inputs}"
            last = checked.run(inputs, 3000).trace[-1].operation
            overflows = isinstance(last, Unsupported)
            figures.update(overflows=overflows, both=overflows and not covered)
            assert not (covered and overflows), f"{seed}: {inputs}"

"""k-induction on programs with their verdicts in the first line; its invariants hold in executions."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from coveriflow.analysis.domains.call_stack import Position
from coveriflow.analysis.induction.kinduction import InductionLimits, KInduction
from coveriflow.analysis.induction.linear import relations
from coveriflow.analysis.induction.samples import random_inputs
from coveriflow.analysis.limits import SoftLimits
from coveriflow.artifacts.answers import Induction
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.edges import Location
from coveriflow.program.evaluation import Key, compiled
from coveriflow.program.interpreter import Interpreter
from tests.analysis.runs import automaton_of, model_of, small_program

FOLDER = Path(__file__).parent.parent / "programs" / "induction"


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.c")), ids=lambda path: path.stem)
def test_verdicts(path: Path) -> None:
    text = path.read_text()
    findings = KInduction(automaton_of(text), SoftLimits(cpu=60), InductionLimits(last=13)).run()
    expected = text.splitlines()[0].removeprefix("// KINDUCTION: ")
    assert findings.verdict.value == expected, findings.reason
    if findings.verdict is Verdict.TRUE:
        assert isinstance(findings.proof, Induction)
        assert not findings.undefined


def test_without_invariants_plain_induction_decides() -> None:
    """The first program needs ``x + y == n``, which no k gives."""
    for name, verdict in (("08-only-by-a-wider-k", Verdict.TRUE), ("01-count-down-and-up", Verdict.UNKNOWN)):
        cfa = automaton_of((FOLDER / f"{name}.c").read_text())
        findings = KInduction(cfa, SoftLimits(cpu=60), InductionLimits(last=6, invariants=False)).run()
        assert findings.verdict is verdict, name


def test_what_is_not_supported_ends_the_search_when_all_else_is_seen() -> None:
    text = """extern void reach_error(void);
        int f(void) { return __builtin_setjmp(0); }
        int main(int n, char **v) { for (int i = 0; i < 3; i++) if (n == 7) return f(); return 0; }"""
    findings = KInduction(automaton_of(text), SoftLimits(cpu=60)).run()
    assert findings.verdict is Verdict.UNKNOWN
    assert "setjmp" in findings.reason


@pytest.mark.parametrize("seed", range(12))
def test_invariants_hold_in_executions(seed: int) -> None:
    text, _ = small_program(seed)
    cfa = automaton_of(text, model_of(seed))
    analysis = KInduction(cfa, SoftLimits(cpu=60), InductionLimits(last=1))
    analysis.run()
    tests = {position: [compiled(e) for e in some] for position, some in analysis.invariants.items()}
    seen = 0

    def see(location: Location, stack: Sequence[Location], memory: Mapping[Key, int]) -> None:
        nonlocal seen
        for holds in tests.get(Position(location, tuple(stack)), ()):
            seen += 1
            assert holds(dict(memory))

    interpreter, rng = Interpreter(cfa), random.Random(seed + 1000)
    for _ in range(50):
        interpreter.visit(random_inputs(rng), 2_000, {position.location for position in tests}, see)


def test_relations_are_the_null_space() -> None:
    rows = [(n - y, y, n, 5, 1) for n in range(5) for y in range(n + 1)]
    found = relations(rows)
    assert len(found) == 2
    assert all(sum(a * v for a, v in zip(vector, row, strict=True)) == 0 for vector in found for row in rows)
    assert relations([]) == []

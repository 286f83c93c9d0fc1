"""k-induction: what it needs, and its invariants hold in executions. Verdicts: ``tests/analysis/test_programs.py``."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TypedDict

import psutil
import pytest

from coveriflow.analysis.cpa.call_stack import Position
from coveriflow.analysis.data_flow.beside import Beside, beside
from coveriflow.analysis.data_flow.feeds import Here
from coveriflow.analysis.data_flow.precision import PRECISIONS
from coveriflow.analysis.data_flow.refining import HeadFacts, refined
from coveriflow.analysis.induction import heads, houdini
from coveriflow.analysis.induction.heads import head_positions
from coveriflow.analysis.induction.kinduction import InductionLimits, KInduction
from coveriflow.analysis.induction.linear import relations
from coveriflow.analysis.induction.samples import random_inputs
from coveriflow.analysis.induction.strengthening import InvariantSource
from coveriflow.analysis.induction.unrolling import Unrolling
from coveriflow.analysis.search.atoms import integer_places, name_of
from coveriflow.analysis.search.limits import ConditionWanted, LimitWatch, SoftLimits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.logic.contracts import Model
from coveriflow.logic.portfolio import Portfolio
from coveriflow.logic.terms import Term
from coveriflow.program.cfa.edges import Input, Location
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.errors import NotSupported
from coveriflow.program.expressions import make
from coveriflow.program.expressions.compile import Key, compiled
from coveriflow.program.expressions.expressions import BinaryOp, Constant
from coveriflow.program.interpreter.interpreter import Interpreter
from coveriflow.program.types.c_types import INT
from tests.analysis.runs import automaton_of, model_of, small_program
from tests.places import ROOT

FOLDER = ROOT / "tests" / "programs" / "induction"


def test_only_call_stacks_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not the locations of a long program of one function, as residual programs are."""
    monkeypatch.setattr(heads, "_MOST_POSITIONS", 3)
    body = "".join(f"x = x + {number};\n" for number in range(20))
    long = automaton_of(f"int main(void) {{ int x = 0; while (x < 9) {{ {body} }} return 0; }}")
    assert len(head_positions(long, loops_of(long))) == 1
    calls = "int f(int n) { while (n > 9) n--; return n > 0 ? f(n - 1) : 0; }\nint main(void) { return f(3); }"
    recursive = automaton_of(calls)
    with pytest.raises(NotSupported, match="induction over so many call stacks"):
        head_positions(recursive, loops_of(recursive))


class Bounds(TypedDict, total=False):
    first: int
    last: int


@pytest.mark.parametrize("bounds", [{"first": -1}, {"last": -1}, {"first": -3, "last": 2}], ids=str)
def test_k_is_never_negative(bounds: Bounds) -> None:
    """There would be no visit to look at, and nothing that contradicts the proof."""
    with pytest.raises(ValueError, match="k is never negative"):
        InductionLimits(**bounds)


def test_without_invariants_plain_induction_decides() -> None:
    """The first program needs ``x + y == n``, which no k gives."""
    for name, verdict in (("08-only-by-a-wider-k", Verdict.TRUE), ("01-count-down-and-up", Verdict.UNKNOWN)):
        cfa = automaton_of((FOLDER / f"{name}.c").read_text())
        findings = KInduction(cfa, SoftLimits(cpu=60), InductionLimits(last=6, invariants=InvariantSource.NONE)).run()
        assert findings.verdict is verdict, name


@pytest.mark.parametrize("path", sorted(FOLDER.glob("1[4-8]*.c")), ids=lambda path: path.stem)
def test_executions_do_not_show_what_the_data_flow_analysis_does(path: Path) -> None:
    """What matters there depends on an input that no one guesses."""
    cfa = automaton_of(path.read_text())
    for source, verdict in ((InvariantSource.EXECUTIONS, Verdict.UNKNOWN), (InvariantSource.DATA_FLOW, Verdict.TRUE)):
        bounds = InductionLimits(last=2, invariants=source)
        assert KInduction(cfa, SoftLimits(cpu=60), bounds).run().verdict is verdict, source


@dataclass
class Late:
    """Facts that come one part at a time, to whoever asks; the last ones only to who waits."""

    parts: list[HeadFacts]
    asked: int = 0
    closed: bool = False

    def news(self) -> list[HeadFacts]:
        self.asked += 1
        return [self.parts.pop(0)] if len(self.parts) > 1 else []

    def rest(self) -> list[HeadFacts]:
        rest, self.parts = self.parts, []
        return rest

    def elsewhere(self) -> float:
        return 0.0

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize("path", sorted(FOLDER.glob("1[4-8]*.c")), ids=lambda path: path.stem)
def test_facts_that_come_late(path: Path) -> None:
    """They are asked for again and again, together with those that were not inductive before; wrong ones do no harm."""
    cfa = automaton_of(path.read_text())
    parts = list(refined(cfa, LimitWatch(SoftLimits(cpu=60))))
    wrong: HeadFacts = {
        position: (make.binary(BinaryOp.EQ, integer_places(cfa)[0], Constant(77, INT)),) for position in parts[0]
    }
    feed = Late([{}, wrong, *parts])
    findings = KInduction(cfa, SoftLimits(cpu=60), InductionLimits(last=1), facts=lambda _cfa, _cpu: feed).run()
    assert findings.verdict is Verdict.TRUE
    assert feed.closed


def test_beside() -> None:
    """The process gives the same facts, and is gone when it is closed."""
    cfa = automaton_of((FOLDER / "17-rare-states.c").read_text())
    before = set(psutil.Process().children(recursive=True))
    feed = Beside(cfa, 60.0)
    try:
        assert [*feed.news(), *feed.rest()] == Here(cfa, 60.0).news()
        assert feed.news() == []
    finally:
        feed.close()
    assert 0 < feed.elsewhere() < 60
    assert set(psutil.Process().children(recursive=True)) <= before


def test_no_process_is_started_for_what_a_moment_shows() -> None:
    cfa = automaton_of((FOLDER / "17-rare-states.c").read_text())
    before = set(psutil.Process().children(recursive=True))
    feed = beside(cfa, 60.0)
    try:
        first = feed.news()
        assert first == list(refined(cfa, LimitWatch(SoftLimits()), PRECISIONS[:1]))
        assert set(psutil.Process().children(recursive=True)) <= before
        assert feed.elsewhere() == 0.0
        assert feed.rest() == Here(cfa, 60.0).news()
    finally:
        feed.close()


def test_no_process_is_started_where_there_is_no_time_for_one() -> None:
    cfa = automaton_of((FOLDER / "17-rare-states.c").read_text())
    before = set(psutil.Process().children(recursive=True))
    feed = beside(cfa, 0.3)
    assert [*feed.news(), *feed.rest()]
    assert set(psutil.Process().children(recursive=True)) <= before


def test_nothing_goes_on_when_the_induction_has_ended() -> None:
    """However far the process came: here it is asked to stop while it starts."""
    cfa = automaton_of((FOLDER / "14-two-ranges.c").read_text())
    before = set(psutil.Process().children(recursive=True))
    findings = KInduction(cfa, SoftLimits(cpu=60), InductionLimits(last=1), facts=beside).run()
    assert findings.verdict is Verdict.TRUE
    Beside(cfa, 60.0).close()
    assert set(psutil.Process().children(recursive=True)) <= before


def test_what_is_not_supported_ends_the_search_when_all_else_is_seen() -> None:
    text = """extern void reach_error(void);
        int f(void) { return __builtin_setjmp(0); }
        int main(int n, char **v) { for (int i = 0; i < 3; i++) if (n == 7) return f(); return 0; }"""
    findings = KInduction(automaton_of(text), SoftLimits(cpu=60)).run()
    assert findings.verdict is Verdict.UNKNOWN
    assert "setjmp" in findings.reason


def test_a_search_that_a_limit_stops_says_up_to_which_visit_nothing_is_violated() -> None:
    text = """extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
        int main(void) { unsigned a = 0, b = 1; while (__VERIFIER_nondet_int()) { unsigned c = a + b; a = b; b = c;
        if (a == 123456789) reach_error(); } return 0; }"""
    bounds = InductionLimits(invariants=InvariantSource.NONE)
    findings = KInduction(automaton_of(text), SoftLimits(states=60), bounds).run()
    assert findings.verdict is Verdict.UNKNOWN
    assert re.search(r"stopped .*; no violation within \d+ visits of loop heads", findings.reason)


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


class _Uninformative(Portfolio):
    """Its models make every condition true."""

    def model(self) -> Model:
        class Anything:
            def value(self, term: Term) -> int:
                return 1

            def elements(self, array: Term, length: int) -> list[int]:
                return [1] * length

        return Anything()


def test_a_model_that_refutes_no_candidate_proves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(houdini, "Portfolio", _Uninformative)
    cfa = automaton_of("int main(void) { int x = 0; while (x < 9) x = x + 2; return 0; }")
    loops = loops_of(cfa)
    (head,) = head_positions(cfa, loops)
    (x,) = (place for place in integer_places(cfa) if name_of(place) == "main::x")
    right, wrong = (make.binary(BinaryOp.LE, x, Constant(most, INT)) for most in (10, 7))
    search = houdini.Houdini(cfa, loops, (head,), LimitWatch(SoftLimits(cpu=20)))
    assert search.inductive({head: [wrong, right]}) == {head: (right,)}


def test_what_was_shown_of_a_candidate_counts_only_where_it_is_assumed_as_before(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is asked once with both heads, and again when it has been dropped at one of them."""
    cfa = automaton_of("int main(void) { int x = 0; while (x < 9) { while (x < 5) x++; x++; } return 0; }")
    loops = loops_of(cfa)
    one, other = head_positions(cfa, loops)
    candidate = make.binary(BinaryOp.GE, Constant(1, INT), Constant(0, INT))
    step = Unrolling(cfa, loops, 1, (one, other))
    step.run(LimitWatch(SoftLimits(cpu=20)))
    asked: list[set[Position]] = []

    def alone(self: houdini.Houdini, *_: object) -> bool:
        asked.append({position for position, some in self._kept.items() if some})
        return True

    monkeypatch.setattr(houdini.Houdini, "_holds_alone", alone)
    search = houdini.Houdini(cfa, loops, (one, other), LimitWatch(SoftLimits(cpu=20)))
    node = step.arrivals()[0]
    for kept in ({one: [candidate], other: [candidate]}, {one: [candidate], other: []}):
        search._kept = kept
        assert search._holds_of_itself(candidate, node, step)
        assert search._holds_of_itself(candidate, node, step)
    assert asked == [{one, other}, {one}]


def test_who_keeps_time_for_the_condition_says_so() -> None:
    kept = SoftLimits(cpu=1e-9, more=0.5)
    others = (replace(kept, more=0.0), replace(kept, condition=ConditionWanted.NEVER))
    assert str(LimitWatch(kept).exhausted()).endswith("s of CPU time; the rest is for writing the condition")
    assert all(str(LimitWatch(each).exhausted()).endswith("s of CPU time") for each in others)


def test_relations_are_the_null_space() -> None:
    rows = [(n - y, y, n, 5, 1) for n in range(5) for y in range(n + 1)]
    found = relations(rows)
    assert len(found) == 2
    assert all(sum(a * v for a, v in zip(vector, row, strict=True)) == 0 for vector in found for row in rows)
    assert relations([]) == []


def test_a_large_array_without_values_takes_a_few_that_repeat() -> None:
    """Else one execution would take as long as the whole sampling may."""
    cfa = automaton_of("int main(void) { int a[100000], b[20]; return a[0] + b[0]; }")
    inputs = {e.operation.target.name: e for e in cfa.edges if isinstance(e.operation, Input)}
    large, small = (next(edge for name, edge in inputs.items() if name.endswith(end)) for end in ("::a", "::b"))
    rng = random.Random(3)
    following = random_inputs(rng)
    values = [following(large) for _ in range(61)]
    before = rng.getstate()
    assert [following(large) for _ in range(122)] == 2 * values
    assert rng.getstate() == before
    assert len(set(values)) > 1
    following(small)
    assert rng.getstate() != before

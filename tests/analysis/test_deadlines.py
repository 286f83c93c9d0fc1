"""Each loop without an end of its own asks the clock: what is counted is how often, not how long."""

from __future__ import annotations

import itertools

import pytest

from coveriflow.analysis.domains.symbolic import SymbolicDomain
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.analysis.search.path_checks import counterexample_on
from coveriflow.logic import cpu_time
from coveriflow.logic.contracts import Satisfiability
from coveriflow.program.cfa.edges import Input
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.types.data_model import DataModel

_GROWING = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  unsigned s = INPUT;
  for (int n = 1; n < 40; n++) {
    unsigned a[n];
    for (int j = 0; j < n; j++) a[j] = s + j;
    for (int j = 0; j < n; j++) s += a[j] * 3;
  }
  while (LAST) s++;
  reach_error();
}
"""


def _clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each look at it is a second later."""
    seconds = itertools.count()
    monkeypatch.setattr(cpu_time, "now", lambda: float(next(seconds)))


def test_the_formula_of_a_long_path_is_left_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    text = _GROWING.replace("INPUT", "__VERIFIER_nondet_int()").replace("LAST", "0")
    cfa = program_cfa([("a.c", text)], DataModel.LP64)
    path = [(edge,) for edge in Interpreter(cfa).run([3], 100_000).trace]
    assert any(isinstance(edge.operation, Input) for (edge,) in path)
    calls, successor = [0], SymbolicDomain.successor

    def counted(*given: object) -> object:
        calls[0] += 1
        return successor(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(SymbolicDomain, "successor", counted)
    _clock(monkeypatch)
    watch = LimitWatch(SoftLimits(cpu=20.0), _cpu_start=0.0)
    assert counterexample_on(cfa, path, watch, 10.0) is Satisfiability.UNKNOWN
    assert calls[0] <= 20 < len(path)


def test_an_execution_without_end_is_left_when_the_time_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    cfa = program_cfa([("a.c", _GROWING.replace("INPUT", "0").replace("LAST", "1"))], DataModel.LP64)
    asked = itertools.count(1)
    execution = Interpreter(cfa, keep_trace=False).run([], 50_000_000, is_over=lambda: next(asked) == 3)
    assert (execution.end, execution.steps) == (End.TOO_LONG, 3 * 4096)
    _clock(monkeypatch)
    watch = LimitWatch(SoftLimits(cpu=20.0), _cpu_start=0.0)
    edges = [(edge,) for edge in Interpreter(cfa).run([], 10).trace]
    assert counterexample_on(cfa, edges, watch, 10.0) is not Satisfiability.UNSAT
    assert watch.check_now() is not None


def test_a_search_looks_at_the_clock_after_each_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """A step may take as long as the whole search may."""
    _clock(monkeypatch)
    watch = LimitWatch(SoftLimits(cpu=2.0), _cpu_start=0.0)
    assert [watch.exhausted() is None for _ in range(3)] == [True, True, False]

"""How fast explicit values are: abstract transitions per second, search and second check, on integer code.

An abstract transition is one edge of the automaton taken from one abstract state. Rates vary with the machine, so each
is also shown as a ratio to what the interpreter of the automaton does with the same program in the same run: it knows
one state only and keeps none. ``--smoke`` measures less. A wrong verdict exits with 1; fewer than 100,000
transitions per second, and less than a hundredth of the interpreter's rate, with 3.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from corpus.endings import ending
from rich.console import Console
from rich.table import Table

from coveriflow.analysis.cpa.algorithm import explore
from coveriflow.analysis.cpa.composite import CompositeAnalysis, CompositeState
from coveriflow.analysis.cpa.contracts import Outcome, Silent
from coveriflow.analysis.cpa.reached import Order, Reached, Waitlist
from coveriflow.analysis.domains.value_group import ValueGroup
from coveriflow.analysis.domains.values import ValueDomain
from coveriflow.analysis.explicit.closure_check import unchecked_nodes
from coveriflow.analysis.explicit.long_steps import LongStepAnalysis
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.frontend import program_cfa
from coveriflow.program.gc_pause import without_gc
from coveriflow.program.interpreter.interpreter import Interpreter
from coveriflow.program.types.data_model import DataModel

T = TypeVar("T")

_LEAST_RATE = 100_000
_LEAST_SHARE = 0.01

_HEAD = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
COUNTER = """
int main(void) {
  unsigned x = 0, y = %(n)d;
  while (x < %(n)d) { x++; y--; }
  if (y != 0) reach_error();
  return 0;
}
"""
CALLS = """
unsigned table[64];
unsigned next(unsigned s) { return s * 1664525u + 1013904223u; }
int main(void) {
  unsigned s = 1, i, j, sum = 0;
  for (i = 0; i < %(n)d / 20; i++) {
    s = next(s);
    if (s & 1) sum += s >> 16; else sum ^= s;
    for (j = 0; j < 8; j++) table[(s + j) %% 64] += j;
  }
  if (sum == 12345) reach_error();
  return 0;
}
"""
POINTERS = """
void *malloc(unsigned long);
struct node { int value; struct node *next; };
int main(void) {
  struct node *head = 0; int i, sum = 0;
  for (i = 0; i < 40; i++) {
    struct node *n = malloc(sizeof *n);
    n->value = i; n->next = head; head = n;
  }
  for (i = 0; i < %(n)d / 100; i++)
    for (struct node *n = head; n; n = n->next) sum += n->value;
  if (sum != %(n)d / 100 * 780) reach_error();
  return 0;
}
"""
CHOICES = """
int main(void) {
  int a = 0, b = 0, c = 0, n = 0;
  while (n < %(n)d / 800) {
    int k = __VERIFIER_nondet_int();
    if (k > 0) { a++; } else if (k < 0) { b++; } else { c++; }
    n++;
    if (a + b + c != n) reach_error();
  }
  return 0;
}
"""
PROGRAMS = {"counter": COUNTER, "calls and an array": CALLS, "list on the heap": POINTERS, "choices": CHOICES}


@dataclass(frozen=True, slots=True)
class Measured:
    """Of one program: abstract states, transitions, and CPU seconds; ``concrete``: edges per second."""

    states: int
    transitions: int
    search: float
    check: float
    concrete: float
    closed: bool

    @property
    def rate(self) -> float:
        """Transitions per second, search and check together."""
        return self.transitions / (self.search + self.check)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--smoke", action="store_true", help="small programs, a few seconds")
    size = 20_000 if parser.parse_args().smoke else 100_000
    found = {name: measured(_HEAD + text % {"n": size}) for name, text in PROGRAMS.items()}
    show(found)
    if not all(m.closed for m in found.values()):
        print("a reached set is not closed", file=sys.stderr)
        return 1
    slow = [name for name, m in found.items() if m.rate < _LEAST_RATE and m.rate < _LEAST_SHARE * m.concrete]
    if slow:
        print(f"too slow: {', '.join(slow)}", file=sys.stderr)
    return ending(wrong=False, missed=bool(slow))


def measured(text: str) -> Measured:
    """Search, check, and the interpreter, one after the other."""
    cfa = program_cfa([("a.c", text)], DataModel.LP64)
    analysis = LongStepAnalysis(cfa, (ValueDomain(cfa),))
    with without_gc():
        reached = Reached[CompositeState](analysis, Waitlist(Order.DEPTH_FIRST), ValueGroup)
        outcome, search = _timed(lambda: explore(analysis, reached, Silent[CompositeState]()))
        plain = CompositeAnalysis(cfa, (ValueDomain(cfa),))
        unchecked, check = _timed(lambda: unchecked_nodes(plain, reached, Silent[CompositeState]()))
    transitions = sum(len(arc.step) for node in reached.nodes for arc in node.arcs)
    closed = outcome is Outcome.CLOSED and not unchecked
    return Measured(len(reached), transitions, search, check, concrete_rate(cfa), closed)


def concrete_rate(cfa: Cfa) -> float:
    """Edges per second of the interpreter; inputs are 1."""
    interpreter = Interpreter(cfa, keep_trace=False)
    interpreter.run(lambda _edge: 1)
    execution, seconds = _timed(lambda: interpreter.run(lambda _edge: 1))
    return execution.steps / max(seconds, 1e-9)


def _timed(work: Callable[[], T]) -> tuple[T, float]:
    start = time.process_time()
    result = work()
    return result, max(time.process_time() - start, 1e-9)


def show(found: dict[str, Measured]) -> None:
    """One row for each program."""
    columns = ("states", "transitions", "search, per s", "with check, per s", "interpreter, per s", "ratio")
    table = Table("program", *columns)
    for name, m in found.items():
        numbers = (m.states, m.transitions, m.transitions / m.search, m.rate, m.concrete)
        table.add_row(name, *(f"{number:,.0f}" for number in numbers), f"{m.rate / m.concrete:.2f}")
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())

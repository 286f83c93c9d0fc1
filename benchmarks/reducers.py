"""Residual programs by each reducer: how long they take, how large they are, what monitor saves (fold paper, Fig. 6).

``speed``: programs of up to 10,000 locations, each with a condition of half as many states that unrolls its first
loops, as an analysis leaves it; and a condition that keeps 16 branches apart throughout. Shown are seconds of CPU time
and, to compare sizes, microseconds for each location of the product. ``sizes``: locations of the residual program as
multiples of the original's, over the programs of ``examples`` and conditions of several analyses: least, quartiles and
largest, as the boxes of Fig. 6. ``growth``: SEP beside monitor, where an analysis unrolls a loop more and more often.

``--smoke`` measures less, in a minute. Exits with 1 if a reducer takes more than 10 s, or more than twice as long per
location for the largest program as for one of a quarter of its size, or if a residual program is larger than SEP's.
"""

from __future__ import annotations

import argparse
import gc
import random
import statistics
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path

from rich.console import Console
from rich.table import Table

from coveriflow.analysis.bmc import BoundedModelChecker, UnwindingLimits
from coveriflow.analysis.explicit import ExplicitValueAnalysis, PathLimits, Strategy
from coveriflow.analysis.findings import Findings
from coveriflow.analysis.limits import SoftLimits
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.resolution import ResolvedCondition, resolved
from coveriflow.program.cfa import Cfa
from coveriflow.program.data_model import DataModel
from coveriflow.program.edges import Edge, Location
from coveriflow.program.errors import NotSupported
from coveriflow.program.units import program_cfa
from coveriflow.transform.parallel_composition import product
from coveriflow.transform.reducers import NAMES, reducer

_EXAMPLES = Path(__file__).parent.parent / "examples"
_MOST_SECONDS = 10.0
_MOST_GROWTH = 2.0
_HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--smoke", action="store_true", help="measure less, in a minute")
    smoke = parser.parse_args().smoke
    console = Console(width=150)
    bad = [*_speed(console, smoke=smoke), *_sizes(console, smoke=smoke), *_growth(console, smoke=smoke)]
    for each in bad:
        console.print(each, style="bold red")
    return 1 if bad else 0


# --- speed ----------------------------------------------------------------------------------------------------------


def _speed(console: Console, *, smoke: bool) -> Iterator[str]:
    sizes = (625, 2_500) if smoke else (2_500, 5_000, 10_000)
    for title, condition_of in (("unrolled", _unrolled), ("16 branches apart", _apart)):
        table = Table("reducer", *(f"{size} locations" for size in sizes), "growth per location", title=title)
        subjects = [(cfa, condition_of(cfa)) for cfa in map(_program, sizes)]
        places = [len(product(cfa, condition).places) for cfa, condition in subjects]
        table.add_row("(product)", *(f"{count} locations" for count in places), "")
        for name in NAMES:
            taken = [_seconds(lambda c=cfa, k=condition, n=name: reducer(n)(c, k)) for cfa, condition in subjects]
            each = [1e6 * seconds / count for seconds, count in zip(taken, places, strict=True)]
            growth = each[-1] / each[0]
            shown = [f"{seconds:.2f} s, {per:.1f} us" for seconds, per in zip(taken, each, strict=True)]
            table.add_row(name, *shown, f"{growth:.2f}")
            if max(taken) > _MOST_SECONDS:
                yield f"{name}, {title}: {max(taken):.1f} s"
            if growth > _MOST_GROWTH and max(taken) > 0.5:
                yield f"{name}, {title}: {growth:.2f} times as long for each location"
        console.print(table)


def _seconds(work: Callable[[], object]) -> float:
    """The least of three: other things run on the machine as well."""
    found = []
    for _ in range(3):
        gc.collect()
        before = time.process_time()
        work()
        found.append(time.process_time() - before)
    return min(found)


def _program(locations: int) -> Cfa:
    """Functions with loops and branches, called one after the other; about so many locations."""
    rng = random.Random(locations)
    lines, calls, count = [], [], locations // 50
    for number in range(count):
        lines.append(f"int f{number}(int x) {{ int s = x;")
        for _ in range(5):
            lines.append(
                f"  while (s < {rng.randrange(5, 50)}) {{ if (x & {1 << rng.randrange(8)}) s++; else s += 2; }}"
            )
            lines.append(f"  if (s == {rng.randrange(100)}) s--;")
        lines.append("  return s; }")
        calls.append(f"  n = f{number}(n);")
    body = "\n".join([*lines, "int main(void) { int n = __VERIFIER_nondet_int();", *calls])
    text = f"{_HEAD}{body}\n  if (n == 7) reach_error();\n  return 0; }}\n"
    return program_cfa([("program.c", text)], DataModel.LP64)


def _unrolled(cfa: Cfa) -> ResolvedCondition:
    """Half as many states as the program has locations: a tree of paths, breadth first; a tenth of its leaves are
    covered.
    """
    rng, most = random.Random(0), len(cfa.locations) // 2
    moves: dict[tuple[str, Edge], frozenset[str]] = {}
    pending: deque[tuple[str, Location, tuple[Location, ...]]] = deque([("q0", cfa.entry, ())])
    states = 1
    while pending and states < most:
        state, location, stack = pending.popleft()
        for edge in cfa.leaving[location]:
            back = getattr(edge.operation, "return_to", None)
            after = (*stack, back) if back is not None else stack
            if edge.source.function != edge.target.function and back is None:
                if not stack or stack[-1] != edge.target:
                    continue
                after = stack[:-1]
            covered = len(cfa.leaving[location]) > 1 and rng.random() < 0.1
            moves[state, edge] = frozenset({"covered" if covered else f"q{states}"})
            if not covered:
                pending.append((f"q{states}", edge.target, after))
                states += 1
    return ResolvedCondition(frozenset({"q0"}), frozenset({"covered"}), moves)


def _apart(cfa: Cfa) -> ResolvedCondition:
    """The first branches tell 16 states, which never change again; some branches are covered in some of them."""
    rng = random.Random(0)
    moves: dict[tuple[str, Edge], frozenset[str]] = {}
    for edge in cfa.edges:
        truth = {"condition-true": 1, "condition-false": 0}.get(edge.label.branch)
        for state in range(1, 16):
            following = state if truth is None else 2 * state + truth
            moves[f"q{state}", edge] = frozenset({f"q{following}"})
        for state in range(16, 32):
            covered = truth is not None and rng.random() < 0.2 / len(cfa.functions)
            moves[f"q{state}", edge] = frozenset({"covered" if covered else f"q{state}"})
    return ResolvedCondition(frozenset({"q1"}), frozenset({"covered"}), moves)


# --- sizes ----------------------------------------------------------------------------------------------------------


def _explicit(cfa: Cfa, states: int | None = None, **paths: int | None) -> Findings:
    return ExplicitValueAnalysis(cfa, SoftLimits(cpu=3, states=states), PathLimits(**paths), Strategy(), None).run()


def _bounded(cfa: Cfa, bound: int) -> Findings:
    limits = UnwindingLimits(first=bound, last=bound)
    return BoundedModelChecker(cfa, SoftLimits(cpu=3), limits, None).run()


_ANALYSES: dict[str, Callable[[Cfa], Findings]] = {
    "value, loop bound 1": lambda cfa: _explicit(cfa, states=2_000, loop_bound=1),
    "value, 40 states": lambda cfa: _explicit(cfa, states=40),
    "value, loop bound 6": lambda cfa: _explicit(cfa, states=2_000, loop_bound=6),
    "value, 400 states": lambda cfa: _explicit(cfa, states=400),
    "bmc, bound 3": lambda cfa: _bounded(cfa, 3),
}


def _condition(cfa: Cfa, findings: Findings) -> ResolvedCondition:
    found = findings.automaton
    condition = Condition(found.initial, found.accepting, found.transitions, "0" * 64, data_model=cfa.data_model)
    return resolved(condition, cfa)


def _sizes(console: Console, *, smoke: bool) -> Iterator[str]:
    names = sorted(_EXAMPLES.rglob("*.c"))
    increases: dict[str, list[float]] = {name: [] for name in NAMES}
    distinct: list[int] = []
    for path in names[::6] if smoke else names:
        cfa = program_cfa([(path.name, path.read_text())], DataModel.LP64)
        for analysis in list(_ANALYSES.values())[: 2 if smoke else None]:
            findings = analysis(cfa)
            if findings.verdict.decisive:
                continue
            sizes = _measured(cfa, _condition(cfa, findings))
            for name, size in sizes.items():
                increases[name].append(size / len(cfa.locations))
            distinct.append(len({sizes[name] for name in NAMES if name not in ("identity", "monitor")}))
            if any(sizes[name] > sizes["sep"] for name in NAMES if name not in ("identity", "monitor")):
                yield f"{path.name}: a folded program is larger than SEP's"
    table = Table(
        "reducer", "programs", "least", "quarter", "median", "three quarters", "largest", title="size increase"
    )
    for name, found in increases.items():
        quartiles = statistics.quantiles(found, n=4, method="inclusive")
        table.add_row(name, str(len(found)), *(f"{each:.2f}" for each in (min(found), *quartiles, max(found))))
    console.print(table)
    console.print(f"different sizes by the seven fold-reducers: {statistics.mean(distinct):.1f} on average")


def _measured(cfa: Cfa, condition: ResolvedCondition) -> dict[str, int]:
    found = {}
    for name in NAMES:
        try:
            found[name] = len(reducer(name)(cfa, condition).cfa.locations)
        except NotSupported:
            continue
    return found


# --- growth ---------------------------------------------------------------------------------------------------------

_LOOP = """
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < n; i++) {
    if (__VERIFIER_nondet_int()) s += 1; else s += 2;
    if (s < 0) reach_error();
  }
  return 0;
}
"""


def _growth(console: Console, *, smoke: bool) -> Iterator[str]:
    table = Table("iterations unrolled", *NAMES, title="locations of the residual program")
    cfa = program_cfa([("loop.c", _HEAD + _LOOP)], DataModel.LP64)
    for bound in (1, 2, 4) if smoke else (1, 2, 4, 6, 8, 9):
        sizes = _measured(cfa, _condition(cfa, _explicit(cfa, loop_bound=bound)))
        table.add_row(str(bound), *(str(sizes[name]) for name in NAMES))
        if sizes["monitor"] > sizes["sep"] and bound > 2:
            yield f"monitor is larger than SEP with {bound} iterations"
    console.print(table)


if __name__ == "__main__":
    sys.exit(main())

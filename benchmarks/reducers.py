"""How long each reducer takes, with the printing of the residual program (``sizes.py`` says how large these are).

Programs of up to 20,000 locations, each with a condition of half as many states that unrolls its first loops, as an
analysis leaves it; and a condition that keeps 16 branches apart throughout. Shown are seconds of CPU time, the best of
three, and the exponent e by which they grow: with the e-th power of what is measured, the locations of the product for
the reducer and those of the residual program for printing.

``--smoke`` measures less, in a minute. Exits with 3 if a reducer and the printing together take more than 20 s, or if
one of the two takes more than half a second and grows with more than the power 1.5.
"""

from __future__ import annotations

import argparse
import gc
import math
import random
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TypeVar

from corpus.endings import ending
from rich.console import Console
from rich.table import Table

from coveriflow.artifacts.automata.condition_observer import ResolvedCondition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Location
from coveriflow.program.frontend import program_cfa
from coveriflow.program.printing.printer import printed
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.contracts import Transformed
from coveriflow.transform.reducers.catalogue import NAMES, reducer
from coveriflow.transform.reducers.parallel_composition import product

_MOST_SECONDS = 10.0
_MOST_GROWTH = 1.5
_ENOUGH_SECONDS = 0.5
_Made = TypeVar("_Made")
_HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--smoke", action="store_true", help="measure less, in a minute")
    smoke = parser.parse_args().smoke
    console = Console(width=150)
    slow = list(_speed(console, smoke=smoke))
    for each in slow:
        console.print(each, style="bold red")
    return ending(wrong=False, missed=bool(slow))


# --- speed ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class _Work:
    """``size``: in locations; ``seconds`` of CPU time."""

    size: int
    seconds: float


def _speed(console: Console, *, smoke: bool) -> Iterator[str]:
    sizes = (500, 2_000) if smoke else (2_500, 5_000, 10_000, 20_000)
    for title, condition_of in (("unrolled", _unrolled), ("16 branches apart", _apart)):
        table = Table("reducer", *(f"{size} locations" for size in sizes), "grows", "printing", title=title)
        subjects = [(cfa, condition_of(cfa)) for cfa in map(_program, sizes)]
        places = [len(product(cfa, condition).places) for cfa, condition in subjects]
        table.add_row("(product)", *(f"{count} locations" for count in places), "", "")
        for name in NAMES:
            reducing, printing = [], []
            for (cfa, condition), count in zip(subjects, places, strict=True):
                residual, seconds = _best(partial(_reduced, name, cfa, condition))
                reducing.append(_Work(count, seconds))
                _, seconds = _best(partial(printed, residual.cfa))
                printing.append(_Work(len(residual.cfa.locations), seconds))
            both = [f"{one.seconds:.2f} + {two.seconds:.2f} s" for one, two in zip(reducing, printing, strict=True)]
            table.add_row(name, *both, f"{_exponent(reducing):.2f}", f"{_exponent(printing):.2f}")
            yield from (f"{name}, {title}: {problem}" for problem in _problems(reducing, printing))
        console.print(table)


def _reduced(name: str, cfa: Cfa, condition: ResolvedCondition) -> Transformed:
    return reducer(name)(cfa, condition)


def _problems(reducing: Sequence[_Work], printing: Sequence[_Work]) -> Iterator[str]:
    together = reducing[-1].seconds + printing[-1].seconds
    if together > _MOST_SECONDS:
        yield f"{together:.1f} s"
    for what, works in (("reducing", reducing), ("printing", printing)):
        if works[-1].seconds > _ENOUGH_SECONDS and _exponent(works) > _MOST_GROWTH:
            yield f"{what} grows with the power {_exponent(works):.2f}"


def _exponent(works: Sequence[_Work]) -> float:
    """From the smallest to the largest; 0 where the size does not grow."""
    first, last = works[0], works[-1]
    if last.size <= first.size:
        return 0.0
    return math.log(last.seconds / max(first.seconds, 1e-6)) / math.log(last.size / first.size)


def _best(work: Callable[[], _Made]) -> tuple[_Made, float]:
    """The least of three: other things run on the machine as well."""
    found = []
    for _ in range(3):
        gc.collect()
        before = time.process_time()
        made = work()
        found.append(time.process_time() - before)
    return made, min(found)


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


if __name__ == "__main__":
    sys.exit(main())

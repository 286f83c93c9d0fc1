"""Ranges: how long it takes to find them, to make programs of them, and how large these are (ranged analysis, Fig. 4).

On generated programs of 200 to 2,000 lines: first the splitters, then the programs of a range between the paths of two
random tests; at last a program of 200 lines, and bounds with more and more decisions. Shown are seconds of CPU time: to
read the program, which everybody does; for each splitter, with the bounds found of those wanted; to record the bounds'
paths; and for each form to make it and to print it as C, with the lines of the text. The executions of some inputs are
compared with those of the original.

``--smoke`` measures less, in a minute. Exits with 1 if an execution in the range is lost or goes elsewhere, or if one
outside of it reaches the error; with 3 if up to 2,000 lines a splitter takes more than a second, or a form to be made
and printed.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cmp_to_key

from corpus.endings import Problem, ending_of
from rich.console import Console
from rich.table import Table

from coveriflow.actors.work.ranges.split import SECONDS
from coveriflow.analysis.search.limits import LimitWatch, SoftLimits
from coveriflow.analysis.splitting.splitters import Bounds, by_estimated_paths, by_loop_bounds, by_random_walks
from coveriflow.artifacts.automata.range_observer import ResolvedRange, in_range
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.interpreter.path_order import InducedPath, at_most, induced_path
from coveriflow.program.printing.printer import printed
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.contracts import Transformed
from coveriflow.transform.ranges.programs import instrumented_for_range, residual_of_range

_LONGEST = 5_000_000
_MOST_SECONDS = 1.0
_UNFOLDED = 20_000
"""Edges of a bound up to which a program is unfolded along it."""
_FORMS: dict[str, Callable[[Cfa, ResolvedRange], Transformed]] = {
    "instrumented": instrumented_for_range,
    "residual": residual_of_range,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--smoke", action="store_true", help="measure less, in a minute")
    smoke = parser.parse_args().smoke
    lines = (200, 500) if smoke else (200, 500, 1_000, 2_000)
    bad = [*_splitting(lines), *_lengths(lines), *_bounds((100, 1_000) if smoke else _MANY)]
    console = Console(width=150)
    for each in bad:
        console.print(each.what, style="bold red")
    return ending_of(bad)


_MANY = (100, 1_000, 10_000, 100_000)

_SPLITTERS: dict[str, Callable[[Cfa, LimitWatch], Bounds]] = {
    "Lb3": lambda cfa, watch: by_loop_bounds(cfa, [3], watch),
    "Lb3,10": lambda cfa, watch: by_loop_bounds(cfa, [3, 10], watch),
    "Rdm": lambda cfa, watch: by_random_walks(cfa, 1, 0.5, 0, watch),
    "Rdm9": lambda cfa, watch: by_random_walks(cfa, 1, 0.9, 0, watch),
    "balanced, 16 probes": lambda cfa, watch: by_estimated_paths(cfa, 1, 16, 0, watch),
    "balanced": lambda cfa, watch: by_estimated_paths(cfa, 1, 24, 0, watch),
}


def _splitting(lengths: Sequence[int]) -> Iterator[Problem]:
    table = Table("lines", "reading", *_SPLITTERS, title="splitters: seconds of CPU time (bounds found)")
    for lines in lengths:
        text = _program(lines, rounds=12)
        before = time.process_time()
        cfa = program_cfa([("program.c", text)], DataModel.LP64)
        cells = [f"{text.count(chr(10)):,}", f"{time.process_time() - before:.2f}"]
        for name, splitter in _SPLITTERS.items():
            before = time.process_time()
            found = splitter(cfa, LimitWatch(SoftLimits(cpu=SECONDS)))
            seconds = time.process_time() - before
            cells.append(f"{seconds:.2f} ({len(found.tests)})")
            if seconds > _MOST_SECONDS:
                yield Problem(f"{name} takes {seconds:.2f} s for {lines} lines")
        table.add_row(*cells)
    Console(width=150).print(table)


@dataclass(frozen=True)
class Made:
    """Seconds for one form, and how many lines its text has."""

    making: float
    printing: float
    lines: int
    program: Transformed


def _lengths(lengths: Sequence[int]) -> Iterator[Problem]:
    table = _table("lines", "locations")
    for lines in lengths:
        text = _program(lines, rounds=3)
        before = time.process_time()
        cfa = program_cfa([("program.c", text)], DataModel.LP64)
        reading = time.process_time() - before
        within, recording = _bounded(cfa, random.Random(lines), rounds=3)
        made = {name: _made(form, cfa, within) for name, form in _FORMS.items()}
        _row(table, (f"{text.count(chr(10)):,}", f"{len(cfa.locations):,}"), reading, within, recording, made)
        yield from (each for one in made.values() for each in _differences(cfa, one.program, within, rounds=3))
        slow = [name for name, one in made.items() if one.making + one.printing > _MOST_SECONDS]
        yield from (Problem(f"{name} takes more than a second for {lines} lines") for name in slow)
    Console(width=150).print(table)


def _bounds(rounds: Sequence[int]) -> Iterator[Problem]:
    table = _table("rounds")
    for count in rounds:
        text = _program(200, count)
        before = time.process_time()
        cfa = program_cfa([("program.c", text)], DataModel.LP64)
        reading = time.process_time() - before
        within, recording = _bounded(cfa, random.Random(count), count)
        longest = max(len(bound.edges) for bound in (within.lower, within.upper) if bound is not None)
        forms = {name: form for name, form in _FORMS.items() if name == "instrumented" or longest < _UNFOLDED}
        made = {name: _made(form, cfa, within) for name, form in forms.items()}
        _row(table, (f"{count:,}",), reading, within, recording, made)
        yield from (each for one in made.values() for each in _differences(cfa, one.program, within, min(count, 1_000)))
    Console(width=150).print(table)


def _table(*first: str) -> Table:
    table = Table(title="seconds of CPU time")
    names = (
        *first,
        "reading",
        "decisions",
        "recording",
        *(f"{n}: {w}" for n in _FORMS for w in ("make", "print", "lines")),
    )
    for name in names:
        table.add_column(name, justify="right")
    return table


def _row(
    table: Table,
    first: tuple[str, ...],
    reading: float,
    within: ResolvedRange,
    recording: float,
    made: dict[str, Made],
) -> None:
    decisions = sum(len(bound.decisions) for bound in (within.lower, within.upper) if bound is not None)
    cells = [*first, f"{reading:.2f}", f"{decisions:,}", f"{recording:.3f}"]
    for name in _FORMS:
        one = made.get(name)
        cells += ["", "", ""] if one is None else [f"{one.making:.3f}", f"{one.printing:.3f}", f"{one.lines:,}"]
    table.add_row(*cells)


def _bounded(cfa: Cfa, rng: random.Random, rounds: int) -> tuple[ResolvedRange, float]:
    """Between two random paths, and the seconds that it took to record them."""
    inputs = [_inputs(rng, rounds) for _ in range(2)]
    before = time.process_time()
    found = [induced_path(cfa, values, _LONGEST) for values in inputs]
    seconds = time.process_time() - before
    lower, upper = sorted(found, key=cmp_to_key(_compared))
    return ResolvedRange(lower, upper), seconds


def _compared(one: InducedPath, other: InducedPath) -> int:
    return -1 if at_most(one.edges, other.edges) else 1


def _inputs(rng: random.Random, rounds: int) -> list[int]:
    return [rng.randrange(8) for _ in range(rounds)]


def _made(form: Callable[[Cfa, ResolvedRange], Transformed], cfa: Cfa, within: ResolvedRange) -> Made:
    """The best of three times."""
    times, lines = list[tuple[float, float]](), 0
    for _ in range(3):
        start = time.process_time()
        program = form(cfa, within)
        middle = time.process_time()
        lines = printed(program.cfa).text.count("\n")
        times.append((middle - start, time.process_time() - middle))
    return Made(*min(times, key=sum), lines, program)


def _differences(cfa: Cfa, program: Transformed, within: ResolvedRange, rounds: int) -> Iterator[Problem]:
    original, own, rng = Interpreter(cfa), Interpreter(program.cfa), random.Random(1)
    for _ in range(10):
        values = _inputs(rng, rounds)
        wanted = original.run(values, _LONGEST)
        got = own.run(values, 20 * _LONGEST)
        if wanted.end is End.EXHAUSTED:
            continue
        if in_range(wanted.trace, within):
            if program.originals(got.trace) != wanted.trace or got.end is not wanted.end:
                yield Problem(f"an execution of {values[:8]} is lost", is_wrong=True)
        elif got.end not in (End.CUT, End.STOPPED):
            yield Problem(f"an execution of {values[:8]} is outside, and ends so: {got.end.value}", is_wrong=True)


def _program(lines: int, rounds: int) -> str:
    """A machine with as many functions as are needed for so many lines; it reads an input in each round."""
    functions = max(1, (lines - 15) // 15)
    rng = random.Random(functions)
    text = ["extern int __VERIFIER_nondet_int(void);", "extern void reach_error(void);", "int state, sum;"]
    for number in range(functions):
        a, b, c = (rng.randrange(8) for _ in range(3))
        text += [
            f"static int step{number}(int input) {{",
            "  int found = input;",
            f"  if (input == {a} && state > {b}) {{",
            f"    state = {c};",
            "    found++;",
            f"  }} else if (input < {b} || sum % 7 == {c}) {{",
            f"    state = (state + {a}) % 8;",
            "  }",
            f"  switch (state) {{ case {c}: sum += 1; break; case {(c + 3) % 8}: sum += found; break; default: ; }}",
            f"  for (int i = 0; i < {1 + number % 3}; i++) {{",
            "    if (found > i) { sum ^= i; }",
            "  }",
            "  return found;",
            "}",
            "",
        ]
    text += ["int main(void) {", f"  for (int round = 0; round < {rounds}; round++) {{"]
    text += ["    int input = __VERIFIER_nondet_int();", "    if (input < 0) { return 1; }", "    switch (input % 8) {"]
    for case in range(8):
        text.append(
            f"      case {case}: {' '.join(f'input = step{n}(input);' for n in range(case, functions, 8))} break;"
        )
    text += ["    }", "  }", "  if (sum == 123456789) { reach_error(); }", "  return 0;", "}"]
    return "\n".join(text) + "\n"


if __name__ == "__main__":
    sys.exit(main())

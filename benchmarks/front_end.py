"""What it costs to read C: CPU time per line, from 100 to 100,000 generated lines.

Prints the cost per line of the scanner, of the parser and of the whole way to the automaton, with the last one's growth
over the cost at 1,000 lines, all measured in one run: in a linear front end it stays near 1. Once with variables only,
and once where each function writes to an element of its own of a table that a pointer leads to. Then what the includes
of a C program cost, with and without a compiler, beside those of an empty file. ``--smoke`` stops at 2,000 lines. A
wrong automaton exits with 1, a cost per line that has more than doubled with 3.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable

from corpus.endings import ending
from rich.console import Console
from rich.table import Table

from coveriflow.execution.preprocessing.preprocess import preprocess
from coveriflow.program.frontend import program_cfa
from coveriflow.program.syntax.parse import parsed
from coveriflow.program.text.normalise import neutralised
from coveriflow.program.types.data_model import DataModel

LINES = (100, 1_000, 10_000, 100_000)
_SMOKE = (100, 1_000, 2_000)
_RUNS, _SMOKE_RUNS = 9, 2
_YARDSTICK = 1_000
_MOST_GROWTH = 2.0
_FUNCTION = """\
int g%(n)d;
int f%(n)d(int x, int y) {
  int z = x + %(n)d; // a comment
  if (z > y && x != 3) {
    z = z * 2 - y;
  }
  while (y < %(m)d) { y++; g%(n)d += y; }
  switch (x) { case 1 ... 3: z += ({ typeof(z) t = y; t ?: 1; }); break; default: z ^= 5; }
  %(write)s
  return z;
}
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--smoke", action="store_true", help="up to 2,000 lines, under a minute")
    smoke = parser.parse_args().smoke
    lines, runs = (_SMOKE, _SMOKE_RUNS) if smoke else (LINES, _RUNS)
    growth = max(show_lines(lines, runs, has_memory=has_memory) for has_memory in (False, True))
    show_includes()
    if growth > _MOST_GROWTH:
        print(f"the cost per line grows: {growth:.1f} times", file=sys.stderr)
    return ending(wrong=False, missed=growth > _MOST_GROWTH)


def show_lines(lines: tuple[int, ...], runs: int, *, has_memory: bool) -> float:
    """The growth of the cost per line at the most lines."""
    _costs(_YARDSTICK, 1, has_memory=has_memory)  # whatever is loaded lazily
    columns = ("lines", "scanner, per line", "parser, per line", "automaton, per line", "growth", "automaton")
    table = Table(*columns, title="with a table in memory" if has_memory else "with variables only")
    costs = {count: _costs(count, runs, has_memory=has_memory) for count in sorted({*lines, _YARDSTICK})}
    for count, (scanner, whole_parser, automaton) in costs.items():
        cells = [_us(cost / count) for cost in (scanner, whole_parser, automaton)]
        table.add_row(f"{count:,}", *cells, f"{_growth(costs, count):.2f}", f"{automaton:.2f} s")
    Console().print(table)
    return _growth(costs, max(lines))


def _growth(costs: dict[int, tuple[float, float, float]], count: int) -> float:
    return costs[count][2] / count / (costs[_YARDSTICK][2] / _YARDSTICK)


def _costs(count: int, most: int, *, has_memory: bool) -> tuple[float, float, float]:
    """CPU seconds of scanner, scanner and parser, and everything: medians of as many runs as make sense."""
    text, runs = program(count, has_memory=has_memory), max(1, min(most, 9_000 // count))
    ways: tuple[Callable[[], object], ...] = (
        lambda: neutralised("a.c", text),
        lambda: parsed("a.c", text),
        lambda: _checked(text, count),
    )
    scanner, parser, automaton = (statistics.median(_cpu(way) for _ in range(runs)) for way in ways)
    return scanner, parser, automaton


def _checked(text: str, count: int) -> None:
    cfa = program_cfa([("a.c", text)], DataModel.LP64)
    if len(cfa.functions) != _functions(count) + 1:
        raise SystemExit("wrong automaton")


def program(count: int, *, has_memory: bool = False) -> str:
    """About ``count`` lines of functions, all called."""
    number = _functions(count)
    writes = [f"table[{n}] = z + *first;" if has_memory else f"z -= {n};" for n in range(number)]
    functions = "".join(_FUNCTION % {"n": n, "m": n % 7, "write": write} for n, write in enumerate(writes))
    calls = "".join(f"  s += f{n}(s, {n});\n" for n in range(number))
    head = "extern void reach_error(void);\nextern int __VERIFIER_nondet_int(void);\n"
    memory = f"int table[{number}], *first = table;\n" if has_memory else ""
    return (
        f"{head}{memory}{functions}int main(void) {{\n  int s = __VERIFIER_nondet_int();\n{calls}  return s == 1;\n}}\n"
    )


def _functions(count: int) -> int:
    return max(1, (count - 7) // 12)


def show_includes() -> None:
    """Preprocessing is another process, so wall time; without a compiler it is one that must load the preprocessor."""
    text = "".join(f"#include <{name}.h>\n" for name in ("assert", "stdio", "stdlib", "string", "math", "limits"))
    table = Table("#include of six headers", "nothing to include", "includes", "parser")
    for label, compiler in (("with the machine's compiler", None), ("without a compiler", "no-such-compiler")):
        if compiler is not None:
            os.environ["CC"] = compiler
        table.add_row(label, _ms(_expansion("#define X\n")), _ms(_expansion(text)), _ms(_parsing(expanded(text))))
    Console().print(table)


def _expansion(text: str) -> float:
    return statistics.median(_wall(lambda: expanded(text)) for _ in range(3))


def _parsing(text: str) -> float:
    return statistics.median(_cpu(lambda: parsed("a.c", text)) for _ in range(3))


def expanded(text: str) -> str:
    return preprocess("a.c", text, DataModel.LP64)


def _cpu(work: Callable[[], object]) -> float:
    start = time.process_time()
    work()
    return time.process_time() - start


def _wall(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def _us(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} us"


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:.0f} ms"


if __name__ == "__main__":
    sys.exit(main())

"""How long sequences of interpolants take, and who finds them.

Six families of path formulas that go round a loop 20, 50, 100 and 200 times, in bit-vectors of 32 bits. Two columns:
``integers`` lets the chain work over integers, ``bits`` only on bit-vectors; both check in bit-vectors. Each cell shows
who of the chain answered, its seconds, and the best engine asked alone in the same run. A cell is missed if an engine
alone solves it and the chain does not, and slow if the chain takes longer than three times the best engine plus one
second: so long it may look. Where it answers, the engines alone get as long as it took, but ``--seconds`` at most:
slower ones do not matter. ``--smoke`` measures less. A wrong interpolant exits with 1, a missed or slow cell with 3.
"""

from __future__ import annotations

import argparse
import itertools
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from corpus.endings import ending
from rich.console import Console
from rich.table import Table

from coveriflow.logic import build
from coveriflow.logic.contracts import Satisfiability
from coveriflow.logic.interpolation.apart import shared_workers
from coveriflow.logic.interpolation.chain import Chain, all_engines, bit_precise_engines, integer_engines
from coveriflow.logic.interpolation.contracts import Engine
from coveriflow.logic.substitution import conjunction, equality, size_of, variables_of
from coveriflow.logic.terms import BOOLEAN, FALSE, INDEX_WIDTH, TRUE, Op, Term, bits, variable
from coveriflow.logic.z3_solver import Engine as Z3Engine
from coveriflow.logic.z3_solver import Z3Solver

WIDTH = 32
LENGTHS = (20, 50, 100, 200)
_FACTOR, _GRACE = 3.0, 1.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--smoke", action="store_true", help="five rounds only, 4 seconds for a cell")
    parser.add_argument("--seconds", type=float, default=20.0, help="for one engine and one path (20)")
    parser.add_argument("--only", default="", help="families, separated by commas")
    parser.add_argument("--lengths", default=",".join(map(str, LENGTHS)), help="rounds, separated by commas")
    given = parser.parse_args()
    lengths = [5] if given.smoke else [int(n) for n in given.lengths.split(",")]
    seconds = 4.0 if given.smoke else given.seconds
    chosen = [name for name in FAMILIES if not given.only or name in given.only.split(",")]
    shared_workers()
    Chain(all_engines()).sequence(counter(1), 10)
    cells = []
    for name, length, column in itertools.product(chosen, lengths, COLUMNS):
        cell = measured(name, length, column, seconds, alone=not given.smoke)
        cells.append(cell)
        print(
            f"{name} {length} {column}: {cell.chain.engine} {cell.chain.seconds:.2f}",
            *map(told, cell.alone),
            flush=True,
        )
    show(cells)
    return verdict(cells)


# --- families --------------------------------------------------------------------------------------------------------


def at(name: str, step: int, width: int = WIDTH) -> Term:
    return variable(f"{name}@{step}", width)


def number(value: int, width: int = WIDTH) -> Term:
    return bits(value, width)


def plus(left: Term, value: int) -> Term:
    return build.arithmetic(Op.ADD, left, bits(value, left.sort))


def less(left: Term, right: Term) -> Term:
    return build.less(left, right, is_signed=True)


def both(*formulas: Term) -> Term:
    return conjunction(list(formulas))


LIMIT = variable("n", WIDTH)


def counter(rounds: int) -> list[Term]:
    """x = 0; while (x < rounds) x++; assert(x <= rounds)"""
    steps = [
        both(less(at("x", i), number(rounds)), build.equal(at("x", i + 1), plus(at("x", i), 1))) for i in range(rounds)
    ]
    return [build.equal(at("x", 0), number(0)), *steps, less(number(rounds), at("x", rounds))]


def guards(rounds: int) -> list[Term]:
    """Each round may add one more, which no path can undo: x = 0; x += choice ? 1 : 2; ...; assert(x >= rounds)"""
    steps = []
    for i in range(rounds):
        choice, x = variable(f"choice@{i}", BOOLEAN), at("x", i)
        steps.append(build.equal(at("x", i + 1), build.ite(choice, plus(x, 1), plus(x, 2))))
    return [build.equal(at("x", 0), number(0)), *steps, less(at("x", rounds), number(rounds))]


def lock_step(rounds: int) -> list[Term]:
    """x = n; y = 0; while (x > 0) { x--; y++; } assert(y == n)"""
    first = both(less(number(0), LIMIT), build.equal(at("x", 0), LIMIT), build.equal(at("y", 0), number(0)))
    steps = [
        both(
            less(number(0), at("x", i)),
            build.equal(at("x", i + 1), plus(at("x", i), -1)),
            build.equal(at("y", i + 1), plus(at("y", i), 1)),
        )
        for i in range(rounds)
    ]
    wrong = build.negate(build.equal(at("y", rounds), LIMIT))
    return [first, *steps, both(build.negate(less(number(0), at("x", rounds))), wrong)]


def constant_sum(rounds: int) -> list[Term]:
    """x = 0; y = n; while (?) { x++; y--; } assert(x + y == n)"""
    first = both(build.equal(at("x", 0), number(0)), build.equal(at("y", 0), LIMIT))
    steps = [
        both(build.equal(at("x", i + 1), plus(at("x", i), 1)), build.equal(at("y", i + 1), plus(at("y", i), -1)))
        for i in range(rounds)
    ]
    total = build.arithmetic(Op.ADD, at("x", rounds), at("y", rounds))
    return [first, *steps, build.negate(build.equal(total, LIMIT))]


def odd(rounds: int) -> list[Term]:
    """x = 1; while (?) x += choice ? 2 : 4; assert(x is odd)"""
    steps = []
    for i in range(rounds):
        choice, x = variable(f"choice@{i}", BOOLEAN), at("x", i)
        steps.append(build.equal(at("x", i + 1), build.ite(choice, plus(x, 2), plus(x, 4))))
    even = build.equal(build.arithmetic(Op.BVAND, at("x", rounds), number(1)), number(0))
    return [build.equal(at("x", 0), number(1)), *steps, even]


def array(rounds: int) -> list[Term]:
    """i = 0; while (i < rounds) a[i++] = 7; assert(a[rounds / 2] == 7)"""

    def content(step: int) -> Term:
        return variable(f"a@{step}", -WIDTH)

    def index(step: int) -> Term:
        return at("i", step, INDEX_WIDTH)

    steps = [
        both(
            build.less(index(i), number(rounds, INDEX_WIDTH), is_signed=False),
            equality(content(i + 1), build.store(content(i), index(i), number(7))),
            build.equal(index(i + 1), plus(index(i), 1)),
        )
        for i in range(rounds)
    ]
    read = build.select(content(rounds), number(rounds // 2, INDEX_WIDTH))
    return [build.equal(index(0), number(0, INDEX_WIDTH)), *steps, build.negate(build.equal(read, number(7)))]


FAMILIES: dict[str, Callable[[int], list[Term]]] = {
    "counter": counter,
    "guards": guards,
    "x == y": lock_step,
    "x + y == n": constant_sum,
    "odd": odd,
    "array": array,
}
COLUMNS: dict[str, tuple[Callable[[], Sequence[Engine]], Callable[[], Sequence[Engine]]]] = {
    "integers": (all_engines, integer_engines),
    "bits": (bit_precise_engines, bit_precise_engines),
}
"""What the chain has, and which engines are asked alone."""

# --- measuring -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Answer:
    engine: str | None
    seconds: float
    right: bool = True
    size: int = 0


@dataclass(frozen=True)
class Cell:
    family: str
    length: int
    column: str
    chain: Answer
    alone: Sequence[Answer]

    @property
    def best(self) -> Answer | None:
        solved = [a for a in self.alone if a.engine is not None]
        return min(solved, key=lambda a: a.seconds, default=None)

    @property
    def missed(self) -> bool:
        return self.best is not None and self.chain.engine is None

    @property
    def slow(self) -> bool:
        return self.best is not None and self.chain.seconds > _FACTOR * self.best.seconds + _GRACE


def measured(name: str, length: int, column: str, seconds: float, *, alone: bool) -> Cell:
    parts = FAMILIES[name](length)
    chain, engines = COLUMNS[column]
    whole = answered(chain(), parts, _FACTOR * seconds + _GRACE)
    most = seconds if whole.engine is None else min(seconds, whole.seconds)
    single = [answered([engine], parts, most) for engine in engines()] if alone else []
    return Cell(name, length, column, whole, single)


def answered(engines: Sequence[Engine], parts: Sequence[Term], seconds: float) -> Answer:
    chain = Chain(engines)
    start = time.monotonic()
    found = chain.sequence(parts, seconds)
    spent = time.monotonic() - start
    if found is None:
        return Answer(None, spent)
    return Answer(chain.answered, spent, is_right(parts, found), max(map(size_of, found)))


def is_right(parts: Sequence[Term], interpolants: Sequence[Term]) -> bool:
    """The definition, said a second time and asked in another way: all steps in one question."""
    some_step_fails, before = FALSE, TRUE
    for place, (part, after) in enumerate(zip(parts, (*interpolants, FALSE), strict=True)):
        left = {v for p in parts[: place + 1] for v in variables_of(p)}
        right = {v for p in parts[place + 1 :] for v in variables_of(p)}
        if not variables_of(after) <= left & right:
            return False
        some_step_fails = build.disjoin(some_step_fails, both(before, part, build.negate(after)))
        before = after
    for engine, limit in ((Z3Engine.SIMPLE, 5.0), (Z3Engine.COMBINED, 20.0)):
        solver = Z3Solver(engine)
        solver.add(some_step_fails)
        answer = solver.check(seconds=limit)
        if answer is not Satisfiability.UNKNOWN:
            return answer is Satisfiability.UNSAT
    return True  # not refuted; the chain has checked it already


# --- showing ---------------------------------------------------------------------------------------------------------


def told(answer: Answer) -> str:
    return f"| {answer.engine or '-'} {answer.seconds:.2f}"


def show(cells: Sequence[Cell]) -> None:
    table = Table(
        "family",
        "rounds",
        "column",
        "chain: who",
        "s",
        "nodes",
        "best alone: who",
        "s",
        "",
        title="Sequences of interpolants",
    )
    for cell in cells:
        best = cell.best
        table.add_row(
            cell.family,
            str(cell.length),
            cell.column,
            cell.chain.engine or "-",
            f"{cell.chain.seconds:.2f}",
            str(cell.chain.size),
            (best.engine or "-") if best else "-",
            f"{best.seconds:.2f}" if best else "",
            "WRONG" if not is_sound(cell) else "missed" if cell.missed else "slow" if cell.slow else "",
        )
    Console(width=140).print(table)
    solved = sum(cell.chain.engine is not None for cell in cells)
    missed, slow = sum(cell.missed for cell in cells), sum(cell.slow for cell in cells)
    print(f"{solved} of {len(cells)} cells solved, {missed} missed, {slow} slow")


def is_sound(cell: Cell) -> bool:
    return all(answer.right for answer in (cell.chain, *cell.alone))


def verdict(cells: Sequence[Cell]) -> int:
    if not all(map(is_sound, cells)):
        print("wrong interpolants", file=sys.stderr)
        return 1
    return ending(wrong=False, missed=any(cell.missed or cell.slow for cell in cells))


if __name__ == "__main__":
    sys.exit(main())

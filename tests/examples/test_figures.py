"""The example programs are what their papers' texts say (docs/background/figures.md), as gcc compiles and runs them."""

from __future__ import annotations

import itertools
import random
import subprocess
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
import yaml
import z3

HERE = Path(__file__).parent
NAMES = sorted(path.stem for path in (HERE.parent.parent / "examples").glob("*.c"))
INT_MIN, INT_MAX, UINT_MAX = -(2**31), 2**31 - 1, 2**32 - 1

STRICT = ["-std=c11", "-pedantic", "-Wall", "-Wextra", "-Werror"]
REFERENCE = ["-O0", "-fwrapv", "-fno-strict-aliasing"]


@dataclass(frozen=True)
class Run:
    """``outcome``: done, error, abort, exhausted. ``decisions``: T or F for each ``if`` and ``while`` passed."""

    outcome: str
    value: int
    decisions: str


Inputs = Sequence[int]
Runner = Callable[[Iterable[Inputs]], list[Run]]
Build = Callable[..., Runner]


@pytest.fixture(params=["-m64", "-m32"])
def build(request: pytest.FixtureRequest, examples: Path, tmp_path: Path) -> Build:
    """Compiles an example with the harness; ``call`` and ``declaration`` run one of its functions instead of main."""
    gcc = request.getfixturevalue("compiler" if request.param == "-m64" else "compiler_for_32_bits")

    def compiled(name: str, call: str = "", declaration: str = "") -> Runner:
        program, executable = examples / f"{name}.c", tmp_path / name
        common = [gcc, request.param, *REFERENCE]
        called = [f"-DCALL={call}", f"-DDECLARATION={declaration}"] if call else []
        renamed = ["-Dmain=program_main", "-Dabort=program_abort", "-include", str(HERE / "decisions.h")]
        subprocess.run([*common, *STRICT, "-c", "-o", tmp_path / "plain.o", program], check=True)
        subprocess.run([*common, *renamed, "-c", "-o", tmp_path / "program.o", program], check=True)
        harness = [*common, *called, "-o", executable, HERE / "harness.c", tmp_path / "program.o"]
        subprocess.run(harness, check=True)
        return lambda rows: run(executable, rows)

    return compiled


def run(executable: Path, rows: Iterable[Inputs]) -> list[Run]:
    text = "".join(" ".join(map(str, row)) + "\n" for row in rows)
    done = subprocess.run([executable], input=text, capture_output=True, text=True, check=True, timeout=120)
    return [
        Run(outcome, int(value), path.strip("-")) for outcome, value, path in map(str.split, done.stdout.splitlines())
    ]


def outcomes(runs: Iterable[Run]) -> set[str]:
    return {each.outcome for each in runs}


def interesting_integers(seed: int) -> list[int]:
    """Small ones, those around the powers of two, the limits, and random ones of all sizes."""
    near_powers = [sign * 2**k + d for k in range(32) for d in (-1, 0, 1) for sign in (1, -1)]
    chance = random.Random(seed)
    wild = [chance.randint(-(2**bits), 2**bits) for bits in range(1, 32) for _ in range(20)]
    everything = {*range(-40, 41), *near_powers, *wild, INT_MIN, INT_MAX}
    return sorted(n for n in everything if INT_MIN <= n <= INT_MAX)


# Every example -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_example_says_what_it_expects(examples: Path, name: str) -> None:
    text = (examples / f"{name}.c").read_text()
    first, second, *rest = text.splitlines()
    assert first in ("// EXPECT: true", "// EXPECT: false")
    assert second.startswith("// ARGS:")
    assert not any(line.startswith("#") for line in rest), "an example needs no preprocessor"

    task = yaml.safe_load((examples / f"{name}.yml").read_text())
    assert task["input_files"] == f"{name}.c"
    assert task["options"] == {"language": "C", "data_model": "LP64"}
    (goal,) = task["properties"]
    assert (examples / goal["property_file"]).is_file()
    assert goal["expected_verdict"] is (first == "// EXPECT: true")


# Conditional Model Checking, Figs. 2 and 3 ---------------------------------------------------------------------------


def test_cmc_fig2_violates_only_behind_the_else_branch(build: Build) -> None:
    rows = [(0,), (1,), (-1,), (INT_MIN,), (INT_MAX,)]
    zero, *others = build("cmc-fig2")(rows)
    assert zero.outcome == "error"
    assert zero.decisions == "F" + "T", "x = 0 goes straight to the failing check"
    for other in others:
        assert other.outcome == "done"
        loop = other.decisions.removeprefix("T").removesuffix("FF")
        assert loop == "T" * 9999 + "F", "x goes from 1 to 10000"


def test_cmc_fig3_never_violates(build: Build) -> None:
    assert outcomes(build("cmc-fig3")([(0,), (1,), (-1,), (INT_MIN,), (INT_MAX,)])) == {"done"}


# FRed, Fig. 2: absPow ------------------------------------------------------------------------------------------------


def next_power_of_two(n: int) -> int:
    """2 to the power of ceil(log2 |n|), in whole numbers."""
    return 1 << (abs(n) - 1).bit_length() if n else 1


def test_abspow_computes_the_power_of_two_above_the_magnitude(build: Build) -> None:
    numbers = interesting_integers(seed=1)
    absolute_power = build("abspow", call="absPow(at(0))", declaration="long long absPow(long long)")
    assert [each.value for each in absolute_power((n,) for n in numbers)] == [*map(next_power_of_two, numbers)]
    (least,) = absolute_power([(INT_MIN,)])
    assert least.value == 2**31, "also where the magnitude does not fit into an int"


def test_abspow_never_returns_zero_and_needs_at_most_31_iterations(build: Build) -> None:
    runs = build("abspow")((n,) for n in interesting_integers(seed=2))
    assert outcomes(runs) == {"done"}
    assert max(each.decisions[2:].count("T") for each in runs) == 31


def test_abspow_branches_as_the_figure_says(build: Build) -> None:
    """N != 0 outermost, then the inner if, then the loop; the outer else-branch goes straight to the end."""
    paths = [each.decisions for each in build("abspow")([(0,), (1,), (-1,), (2,), (-3,)])]
    assert paths == ["F" + "F", "TF" + "F" + "F", "TT" + "F" + "F", "TF" + "TF" + "F", "TT" + "TTF" + "F"]


# Ranged analysis, Fig. 1: mid ----------------------------------------------------------------------------------------

MID = {"call": "mid((int)at(0), (int)at(1), (int)at(2))", "declaration": "int mid(int, int, int)"}
TRIPLES = list(itertools.product([INT_MIN, -2, -1, 0, 1, 2, 3, INT_MAX], repeat=3))


def test_mid_returns_the_middle_value(build: Build) -> None:
    runs = build("mid", **MID)(TRIPLES)
    assert [each.value for each in runs] == [sorted(triple)[1] for triple in TRIPLES]


def test_mid_passes_its_own_check(build: Build) -> None:
    assert outcomes(build("mid")(TRIPLES)) == {"done"}


def test_mid_has_the_six_paths_and_its_two_tests_bound_a_range(build: Build) -> None:
    """The paper's tests: {x: 0, y: 2, z: 1} and {x: 1, y: 0, z: 2}; a true branch is smaller than a false one."""
    runner = build("mid")
    decisions = sorted({branch_path(each.decisions) for each in runner(TRIPLES)}, key=path_order)
    assert decisions == ["TT", "TFT", "TFF", "FT", "FFT", "FFF"]
    lower, upper = (branch_path(each.decisions) for each in runner([(0, 2, 1), (1, 0, 2)]))
    assert (lower, upper) == ("TFT", "FT")
    assert [p for p in decisions if path_order(lower) <= path_order(p) <= path_order(upper)] == ["TFT", "TFF", "FT"]


def branch_path(decisions: str) -> str:
    """The decisions inside mid: at most three, fewer where the second one returns."""
    return decisions[:2] if decisions[:2] in ("TT", "FT") else decisions[:3]


def path_order(path: str) -> str:
    return path.replace("T", "0").replace("F", "1")


# Trace automata, Figs. 1 to 3 ----------------------------------------------------------------------------------------

COUNTS = [0, 1, 2, 3, 1000, 65536]


def test_trace_fig1_holds_for_every_count(build: Build) -> None:
    runs = build("trace-fig1")((n,) for n in COUNTS)
    assert outcomes(runs) == {"done"}
    assert [each.decisions for each in runs] == ["T" * n + "F" + "F" for n in COUNTS]


def test_trace_fig2_is_violated_by_every_count_and_by_one_after_a_single_iteration(build: Build) -> None:
    runs = build("trace-fig2")((n,) for n in COUNTS)
    assert outcomes(runs) == {"error"}
    assert runs[COUNTS.index(1)].decisions == "T" + "F" + "T"


def test_trace_fig3_is_violated_after_a_million_iterations(build: Build) -> None:
    (only,) = build("trace-fig3")([()])
    assert only.outcome == "error"
    assert only.decisions == "T" * 10**6 + "F" + "T"


# Two halves ----------------------------------------------------------------------------------------------------------

WRAPS = {(2**31 - 1, 2**31 + 1), (2**31, 2**31), (2**31, 2**31 + 1), (2**31 + 1, 2**31 + 1)}
AROUND = [0, 1, *range(2**31 - 4, 2**31 + 5), UINT_MAX - 1, UINT_MAX]


@pytest.mark.parametrize("name", ["halves", "halves-bug"])
def test_first_half_never_ends_and_never_violates(build: Build, name: str) -> None:
    chance = random.Random(3)
    rows = [[1, *(chance.randint(0, 1) for _ in range(length))] for length in [0, 1, 2, 10, 100, 1000] * 5]
    assert outcomes(build(name)(rows)) == {"exhausted"}


def test_second_half_is_violated_by_four_pairs_of_the_twin_only(build: Build) -> None:
    pairs = list(itertools.product(AROUND, repeat=2))
    rows = [(0, low, high) for low, high in pairs]
    assert outcomes(build("halves")(rows)) == {"done"}
    found = {pair for pair, each in zip(pairs, build("halves-bug")(rows), strict=True) if each.outcome == "error"}
    assert found == WRAPS


@pytest.mark.parametrize(("limit", "expected"), [(2**31 - 1, set()), (2**31 + 1, WRAPS)])
def test_a_solver_decides_the_second_half_at_once(limit: int, expected: set[tuple[int, int]]) -> None:
    low, high = z3.BitVecs("low high", 32)
    middle = z3.UDiv(low + high, z3.BitVecVal(2, 32))
    solver = z3.Solver()
    solver.set("timeout", 20_000)
    solver.add(z3.ULE(low, high), z3.ULE(high, limit), z3.Or(z3.ULT(middle, low), z3.UGT(middle, high)))
    found = set()
    while solver.check() == z3.sat:
        pair = tuple(solver.model()[each].as_long() for each in (low, high))
        found.add(pair)
        solver.add(z3.Or(low != pair[0], high != pair[1]))
    assert solver.check() == z3.unsat
    assert found == expected

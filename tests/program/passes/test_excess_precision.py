"""Under ILP32 the x87 converts integers of 64 bits, and does not round what it goes on with."""

from __future__ import annotations

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.native.compiled_program import compile_program
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.types.data_model import DataModel

DECLARED = """
extern void reach_error(void);
extern double floor(double);
typedef long long integer;
integer big = 9007199254740993LL, some = 16777217;
int yes = 1;
double one = 1;
struct fields { integer b : 60; } fields = {9007199254740993LL};
static double converted(integer x) { return x; }
static double again(integer x) { return converted(x); }
static double added(integer x) { return x + 0.0; }
static float single(integer x) { return x; }
"""
CUT = "9007199254740992LL"
UNROUNDED = {
    "back": f"(integer)(double)big == {CUT}",
    "back from float": "(integer)(float)some == 16777216",
    "back from a wider type": "(integer)(double)(float)some == 16777216",
    "of a bit-field": f"(integer)(double)fields.b == {CUT}",
    "a sum with zero": f"(integer)(big + 0.0) == {CUT}",
    "a product with one": f"(integer)(1.0 * big) == {CUT}",
    "negated twice": f"(integer)-(-(double)big) == {CUT}",
    "rounded to an integer": f"(integer)floor((double)big) == {CUT}",
    "to long double": "(long double)(double)big - 9007199254740992.0L == 0",
    "with long double": "(double)big + 0.0L == 9007199254740992.0L",
    "chosen": f"(integer)(yes ? (double)big : one) == {CUT}",
    "chosen, of two types": f"(integer)(yes ? big : one) == {CUT}",
    "behind a comma": f"(integer)(yes, (double)big) == {CUT}",
    "of a statement": f"(integer)({{ (double)big; }}) == {CUT}",
    "a result": f"(integer)converted(big) == {CUT}",
    "a result of a result": f"(integer)again(big) == {CUT}",
    "a result that is computed": f"(integer)added(big) == {CUT}",
    "a result of type float": "(integer)single(some) == 16777216",
    "in a register": f"({{ register double r = big; (integer)r; }}) == {CUT}",
    "an assignment with an operator": f"({{ big += 0.0; big; }}) == {CUT}",
    "complex": f"(integer)(_Complex double)big == {CUT}",
}


def _program(holds: str) -> list[tuple[str, str]]:
    return [("a.c", f"{DECLARED} int main(void) {{ if (!({holds})) reach_error(); return 0; }}")]


@pytest.mark.parametrize("holds", UNROUNDED.values(), ids=UNROUNDED)
def test_what_gcc_does_not_round_is_not_supported(holds: str) -> None:
    programs = {model: program_cfa(_program(holds), model) for model in DataModel}
    ends = {model: Interpreter(cfa).run(lambda _edge: 0, 1_000).end for model, cfa in programs.items()}
    assert ends == {DataModel.ILP32: End.UNSUPPORTED, DataModel.LP64: End.RETURNED}


def test_gcc_does_not_round_it(compiler_for_32_bits: str) -> None:
    assert compiler_for_32_bits
    every = " || ".join(f"({holds})" for holds in UNROUNDED.values())
    with compile_program(_program(f"!({every})"), DataModel.ILP32) as program:
        assert program.run([], Limits(cpu=10, wall=60)).status == 0

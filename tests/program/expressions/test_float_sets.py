"""Sets of floating-point numbers lose no result: against exact arithmetic on bits, and against gcc's program."""

from __future__ import annotations

import struct
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.program.expressions import float_sets, softfloat
from coveriflow.program.expressions.expressions import BinaryOp
from coveriflow.program.expressions.float_sets import FloatSet, pattern_of, position_of
from coveriflow.program.expressions.linear_forms import LinearForm, narrowed
from coveriflow.program.expressions.softfloat import DOUBLE, EXTENDED, SINGLE, Format, Rounding

FORMATS = st.sampled_from([SINGLE, DOUBLE, EXTENDED])
ROUNDINGS = st.sampled_from([Rounding.NEAREST_EVEN, Rounding.TOWARDS_ZERO, Rounding.DOWN, Rounding.UP])
COMPARED = st.sampled_from([BinaryOp.LT, BinaryOp.LE, BinaryOp.EQ, BinaryOp.NE, BinaryOp.GT, BinaryOp.GE])
APPLY = {
    BinaryOp.ADD: softfloat.add,
    BinaryOp.SUB: softfloat.subtract,
    BinaryOp.MUL: softfloat.multiply,
    BinaryOp.DIV: softfloat.divide,
}
HOLDS: dict[BinaryOp, Callable[[Format, int, int], bool]] = {
    BinaryOp.LT: softfloat.less,
    BinaryOp.LE: softfloat.less_or_equal,
    BinaryOp.EQ: softfloat.equal,
    BinaryOp.NE: lambda form, a, b: not softfloat.equal(form, a, b),
    BinaryOp.GT: lambda form, a, b: softfloat.less(form, b, a),
    BinaryOp.GE: lambda form, a, b: softfloat.less_or_equal(form, b, a),
}


@st.composite
def positions(draw: st.DrawFn, form: Format) -> int:
    """Near zero, near one, near infinity, or anywhere."""
    most = float_sets.infinite(form)
    near = draw(st.sampled_from([0, most, position_of(form, softfloat.from_integer(form, 1)), most // 3]))
    found = draw(st.one_of(st.integers(0, most), st.integers(max(0, near - 2), min(most, near + 2))))
    return found if draw(st.booleans()) else -found - 1


@st.composite
def members(draw: st.DrawFn, form: Format) -> tuple[FloatSet, int]:
    """A set and one of its members."""
    low, member, high = sorted(draw(positions(form)) for _ in range(3))
    nan = draw(st.booleans())
    is_nan = nan and draw(st.integers(0, 5)) == 0
    return FloatSet(form, low, high, nan), form.default_nan if is_nan else pattern_of(form, member)


@st.composite
def pairs(draw: st.DrawFn) -> tuple[Format, tuple[FloatSet, int], tuple[FloatSet, int]]:
    form = draw(FORMATS)
    return form, draw(members(form)), draw(members(form))


@given(pairs(), st.sampled_from(list(APPLY)), ROUNDINGS)
@settings(max_examples=600, deadline=None)
def test_no_result_of_an_operation_is_lost(
    both: tuple[Format, tuple[FloatSet, int], tuple[FloatSet, int]], op: BinaryOp, rounding: Rounding
) -> None:
    form, (left, a), (right, b) = both
    assert APPLY[op](form, a, b, rounding) in float_sets.OPERATIONS[op](left, right, rounding)


@given(pairs(), COMPARED)
@settings(max_examples=600, deadline=None)
def test_comparisons_and_what_they_leave(
    both: tuple[Format, tuple[FloatSet, int], tuple[FloatSet, int]], op: BinaryOp
) -> None:
    form, (left, a), (right, b) = both
    truth = bool(HOLDS[op](form, a, b))
    assert float_sets.compared(op, left, right)[0 if truth else 1]
    one, other = float_sets.assumed(op, left, right, truth=truth)
    assert a in one
    assert b in other
    assert float_sets.covers(left, one)
    assert float_sets.covers(right, other)


@given(FORMATS.flatmap(lambda form: st.tuples(st.just(form), members(form))), FORMATS, ROUNDINGS)
@settings(max_examples=400, deadline=None)
def test_no_result_of_one_operand_is_lost(
    one: tuple[Format, tuple[FloatSet, int]], target: Format, rounding: Rounding
) -> None:
    form, (value, a) = one
    assert softfloat.negated(form, a) in float_sets.negated(value)
    assert softfloat.absolute(form, a) in float_sets.absolute(value)
    assert softfloat.square_root(form, a, rounding) in float_sets.square_root(value, rounding)
    assert softfloat.to_integral(form, a, rounding) in float_sets.to_integral(value, rounding)
    converted = softfloat.converted(form, target, a, rounding)
    assert converted in float_sets.converted(value, target, rounding)
    if form.precision < target.precision:
        assert a in float_sets.before_widening(float_sets.exactly(target, converted), form)
    for width in (8, 16, 32, 64):
        bounds = -(1 << (width - 1)), (1 << (width - 1)) - 1
        cut = softfloat.to_integer(form, a, *bounds)
        found = float_sets.integers(value, *bounds)
        assert cut is None or (found is not None and found[0] <= cut <= found[1])


@given(st.integers(-(2**63), 2**64), st.integers(0, 2**63), st.integers(0, 2**63), FORMATS, ROUNDINGS)
def test_no_converted_integer_is_lost(value: int, below: int, above: int, form: Format, rounding: Rounding) -> None:
    found = float_sets.from_integers(form, value - below, value + above, rounding)
    assert softfloat.from_integer(form, value, rounding) in found


@given(pairs())
def test_lattice(both: tuple[Format, tuple[FloatSet, int], tuple[FloatSet, int]]) -> None:
    _, (left, a), (right, b) = both
    whole = float_sets.joined(left, right)
    assert float_sets.covers(whole, left)
    assert float_sets.covers(whole, right)
    assert a in whole
    common = float_sets.meet(left, right)
    assert (a in common) == (a in right)
    assert (b in common) == (b in left)


@given(pairs(), st.sampled_from(list(APPLY)), ROUNDINGS)
@settings(max_examples=300, deadline=None)
def test_operations_are_monotone(
    both: tuple[Format, tuple[FloatSet, int], tuple[FloatSet, int]], op: BinaryOp, rounding: Rounding
) -> None:
    form, (left, a), (right, _) = both
    whole = float_sets.OPERATIONS[op](left, right, rounding)
    assert float_sets.covers(whole, float_sets.OPERATIONS[op](float_sets.exactly(form, a), right, rounding))


FINITE = st.floats(-1e6, 1e6)


@given(FINITE, FINITE, st.floats(-4.0, 4.0), FINITE, FINITE)
@settings(max_examples=500, deadline=None)
def test_linear_forms_contain_what_is_computed(x: float, y: float, factor: float, high: float, more: float) -> None:
    """``x + factor * (y - x)``, step by step as a processor computes it."""
    ranges = {"x": _around(x, high), "y": _around(y, more)}
    inner = float_sets.subtracted(ranges["y"], ranges["x"])
    product = float_sets.multiplied(float_sets.exactly(DOUBLE, _bits(factor)), inner)
    whole = float_sets.added(ranges["x"], product)
    one, other = LinearForm({"x": Fraction(1)}), LinearForm({"y": Fraction(1)})
    form = other.plus(one.minus())
    for scale, result in ((None, inner), (Fraction(factor), product)):
        assert form is not None
        form = form if scale is None else form.times(scale)
        assert form is not None
        form = form.rounded(result)
    assert form is not None
    total = one.plus(form)
    assert total is not None
    rounded = total.rounded(whole)
    assert rounded is not None
    assert _bits(x + factor * (y - x)) in narrowed(whole, rounded.range(lambda name: ranges[str(name)]))


def _around(value: float, other: float) -> FloatSet:
    ends = sorted((_bits(value), _bits(other)), key=lambda bits: float_sets.position_of(DOUBLE, bits))
    return float_sets.between(DOUBLE, *ends)


def _bits(value: float) -> int:
    return int(struct.unpack("<Q", struct.pack("<d", value))[0])


def test_gccs_results_are_in_the_sets(tmp_path: Path) -> None:
    """Some hundred operations on ``float``, computed by a compiled program."""
    numbers = [0.0, -0.0, 1.0, -1.5, 3.1e38, -3.4e38, 1e-45, 7e-39, 0.1, 16777217.0, float("inf"), 1e-20, -123.456]
    patterns = [struct.unpack("<I", struct.pack("<f", n))[0] for n in numbers]
    text = "\n".join(
        [
            "#include <stdio.h>",
            "union u { unsigned b; float f; };",
            f"static const unsigned p[] = {{{', '.join(f'{p}u' for p in patterns)}}};",
            "int main(void) {",
            f"  for (int i = 0; i < {len(patterns)}; i++) for (int j = 0; j < {len(patterns)}; j++) {{",
            "    volatile union u a = {p[i]}, b = {p[j]};",
            "    union u r[4] = {{.f = a.f + b.f}, {.f = a.f - b.f}, {.f = a.f * b.f}, {.f = a.f / b.f}};",
            '    for (int k = 0; k < 4; k++) printf("%u %u %d %u\\n", p[i], p[j], k, r[k].b);',
            "  }",
            "  return 0;",
            "}",
        ]
    )
    source, program = tmp_path / "p.c", tmp_path / "p"
    source.write_text(text)
    subprocess.run(["gcc", "-O0", "-msse2", "-mfpmath=sse", "-o", program, source], check=True)
    lines = subprocess.run([program], check=True, capture_output=True, text=True).stdout.splitlines()
    assert len(lines) == 4 * len(patterns) ** 2
    for line in lines:
        a, b, k, result = map(int, line.split())
        one, other = (_wider(SINGLE, p) for p in (a, b))
        assert result in float_sets.OPERATIONS[list(APPLY)[k]](one, other, Rounding.NEAREST_EVEN), line


def _wider(form: Format, pattern: int) -> FloatSet:
    position, most = position_of(form, pattern), float_sets.infinite(form)
    return FloatSet(form, max(position - 3, -most - 1), min(position + 3, most), nan=False)

"""Floating-point arithmetic is the hardware's: the same operations by a compiled program, bit by bit."""

from __future__ import annotations

import random
import subprocess
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coveriflow.program.expressions import softfloat
from coveriflow.program.expressions.float_text import exact_text
from coveriflow.program.expressions.softfloat import DOUBLE, EXTENDED, FORMATS, SINGLE, Format, Rounding
from coveriflow.program.types.c_types import DOUBLE as DOUBLE_TYPE
from coveriflow.program.types.c_types import FLOAT, Floating, long_double_type
from coveriflow.program.types.data_model import DataModel
from tests.generators.patterns import MASK, anything, known, near, special
from tests.program.machine import FLAGS

BINARY: dict[str, Callable[[Format, int, int], int]] = {
    "add": softfloat.add,
    "subtract": softfloat.subtract,
    "multiply": softfloat.multiply,
    "divide": softfloat.divide,
    "modulo": softfloat.modulo,
    "remainder": softfloat.remainder,
    "with_sign": softfloat.with_sign,
    "less": softfloat.less,
    "less_or_equal": softfloat.less_or_equal,
    "equal": softfloat.equal,
}
UNARY: dict[str, Callable[[Format, int], int]] = {
    "square_root": softfloat.square_root,
    "negated": softfloat.negated,
    "absolute": softfloat.absolute,
    "is_nan": softfloat.is_nan,
    **{mode.name: lambda form, a, mode=mode: softfloat.to_integral(form, a, mode) for mode in Rounding},  # type: ignore[misc]
    "to32": lambda form, a: softfloat.converted(form, SINGLE, a),
    "to64": lambda form, a: softfloat.converted(form, DOUBLE, a),
    "to80": lambda form, a: softfloat.converted(form, EXTENDED, a),
}
INTEGERS = {"int": (32, True), "unsigned": (32, False), "long": (64, True), "ulong": (64, False)}
Request = tuple[str, Format, int, int]
QUIETED_IN_THE_LIBRARY = {"modulo", "remainder", *(mode.name for mode in Rounding), "square_root"}
DIRECTIONS = {
    Rounding.NEAREST_EVEN: 0,
    Rounding.DOWN: 0x400,
    Rounding.UP: 0x800,
    Rounding.TOWARDS_ZERO: 0xC00,
}
"""As ``fesetround`` has them."""
ROUNDED: dict[str, Callable[[Format, int, int, Rounding], int]] = {
    "add": softfloat.add,
    "subtract": softfloat.subtract,
    "multiply": softfloat.multiply,
    "divide": softfloat.divide,
    "square_root": lambda form, a, _, direction: softfloat.square_root(form, a, direction),
    "to32": lambda form, a, _, direction: softfloat.converted(form, SINGLE, a, direction),
    "to64": lambda form, a, _, direction: softfloat.converted(form, DOUBLE, a, direction),
    "NEAREST_EVEN": lambda form, a, _, direction: softfloat.to_integral(form, a, direction),
}
CHOSEN_BY_THE_COMPILER = {"add", "multiply"}


@pytest.fixture(scope="module", params=["-m64", "-m32"])
def server(compiler_for_32_bits: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    executable = tmp_path_factory.mktemp("floats") / "server"
    source = Path(__file__).parent / "float_server.c"
    command = [compiler_for_32_bits, *FLAGS, "-fno-builtin-fmin", request.param, "-o", executable, source, "-lm"]
    subprocess.run(command, check=True)
    return executable


def answers(server: Path, requests: list[Request], direction: Rounding = Rounding.NEAREST_EVEN) -> list[int]:
    number = DIRECTIONS[direction]
    words = (
        f"{op} {number:x} {f.width} {a >> 64:x} {a & MASK:x} {b >> 64:x} {b & MASK:x}\n" for op, f, a, b in requests
    )
    done = subprocess.run([server], input="".join(words), capture_output=True, text=True, check=True)
    return [int(high, 16) << 64 | int(low, 16) for high, low in map(str.split, done.stdout.splitlines())]


def operands(form: Format, rng: random.Random) -> tuple[int, int]:
    a = anything(form, rng)
    return a, near(form, a, rng) if rng.random() < 0.3 else anything(form, rng)


def requests(form: Format, seed: int, count: int) -> Iterator[Request]:
    rng = random.Random(seed)
    for op in (*BINARY, *UNARY):
        for _ in range(count):
            yield op, form, *operands(form, rng)
        for a in special(form):
            yield op, form, a, rng.choice(special(form))


def result(op: str, form: Format, a: int, b: int) -> int:
    return int(BINARY[op](form, a, b) if op in BINARY else UNARY[op](form, a))


def as_seen(op: str, form: Format, a: int, b: int, found: int) -> int:
    """Only that it is a NaN counts where the C library has some of its own, and where gcc chooses one of two. glibc's
    ``remainder`` loses the sign of some zeros.
    """
    if op == "remainder" and not softfloat.absolute(form, found):
        return 0
    open_to_choice = op in CHOSEN_BY_THE_COMPILER and softfloat.is_nan(form, a) and softfloat.is_nan(form, b)
    return -1 if (op in QUIETED_IN_THE_LIBRARY or open_to_choice) and softfloat.is_nan(form, found) else found


def differences(server: Path, asked: list[Request]) -> list[str]:
    found = []
    for (op, form, a, b), theirs in zip(asked, answers(server, asked), strict=True):
        ours = result(op, form, a, b)
        if as_seen(op, form, a, b, ours) != as_seen(op, form, a, b, theirs):
            found.append(f"{op} {form.width} {a:x} {b:x}: {ours:x}, but the hardware says {theirs:x}")
    return found


@pytest.mark.parametrize("form", FORMATS.values(), ids=map(str, FORMATS))
def test_operations_are_the_hardware_s(server: Path, form: Format) -> None:
    found = differences(server, list(requests(form, 1, 300)))
    assert not found, "\n".join(found[:20])


@pytest.mark.parametrize("direction", DIRECTIONS, ids=lambda each: each.name)
@pytest.mark.parametrize("form", FORMATS.values(), ids=map(str, FORMATS))
def test_operations_in_every_direction_are_the_hardware_s(server: Path, form: Format, direction: Rounding) -> None:
    asked = [request for request in requests(form, 7, 150) if request[0] in ROUNDED]
    found = []
    for (op, _, a, b), theirs in zip(asked, answers(server, asked, direction), strict=True):
        ours = ROUNDED[op](form, a, b, direction)
        if as_seen(op, form, a, b, ours) != as_seen(op, form, a, b, theirs):
            found.append(f"{op} {form.width} {a:x} {b:x}: {ours:x}, but the hardware says {theirs:x}")
    assert not found, "\n".join(found[:20])


@pytest.mark.parametrize("direction", DIRECTIONS, ids=lambda each: each.name)
@pytest.mark.parametrize("form", FORMATS.values(), ids=map(str, FORMATS))
def test_integers_in_every_direction_are_the_hardware_s(server: Path, form: Format, direction: Rounding) -> None:
    rng = random.Random(form.width)
    values = [(rng.randrange(-(1 << 63), 1 << 63)) >> rng.randrange(64) for _ in range(300)]
    theirs = answers(server, [("from_long", form, value & MASK, 0) for value in values], direction)
    assert theirs == [softfloat.from_integer(form, value, direction) for value in values]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("form", FORMATS.values(), ids=map(str, FORMATS))
def test_operations_are_the_hardware_s_at_length(server: Path, form: Format, seed: int) -> None:
    found = differences(server, list(requests(form, seed, 3000)))
    assert not found, "\n".join(found[:20])


@pytest.mark.parametrize("seed", range(2))
def test_patterns_that_the_x87_does_not_know(server: Path, seed: int) -> None:
    rng = random.Random(seed)
    patterns = [*special(EXTENDED), *(a ^ 1 << 63 for a in special(EXTENDED))]
    ops = [op for op in (*BINARY, *UNARY) if op not in (*QUIETED_IN_THE_LIBRARY, "with_sign")]
    found = differences(server, [(op, EXTENDED, rng.choice(patterns), b) for op in ops for b in patterns])
    assert not found, "\n".join(found[:20])


@pytest.mark.parametrize("form", FORMATS.values(), ids=map(str, FORMATS))
def test_conversions_from_and_to_integers_are_the_hardware_s(server: Path, form: Format) -> None:
    rng, asked, ours = random.Random(form.width), list[Request](), list[int]()
    for name, (width, signed) in INTEGERS.items():
        least = -(1 << (width - 1)) if signed else 0
        greatest = least + (1 << width) - 1
        for _ in range(500):
            value = rng.randrange(least, greatest + 1) >> rng.randrange(width)
            asked.append((f"from_{name}", form, value & MASK, 0))
            ours.append(softfloat.from_integer(form, value))
            a = near(form, anything(form, rng), rng)
            integer = softfloat.to_integer(form, a, least, greatest)
            if integer is not None:
                asked.append((name, form, a, 0))
                ours.append(integer & MASK)
    theirs = answers(server, asked)
    assert [f"{r}: {o:x}, not {t:x}" for r, o, t in zip(asked, ours, theirs, strict=True) if o != t] == []


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(list(FORMATS.values())), st.data())
def test_every_number_is_nearest_to_its_own_value(form: Format, data: st.DataObject) -> None:
    a = known(form, data.draw(st.integers(0, (1 << form.width) - 1)))
    if not softfloat.is_nan(form, a) and not softfloat.is_infinite(form, a):
        assert softfloat.nearest(form, softfloat.exact(form, a), negative_zero=softfloat.is_negative(form, a)) == a


@pytest.mark.parametrize("type_", [FLOAT, DOUBLE_TYPE, long_double_type(DataModel.LP64)], ids=str)
@pytest.mark.parametrize("seed", range(40))
def test_exact_text_is_the_number_for_all_who_read_it(type_: Floating, seed: int) -> None:
    """As a real number, and as a constant of the type ``double``."""
    form = FORMATS[type_.width]
    value = anything(form, random.Random(seed))
    text = exact_text(value, type_)
    if text is None:
        assert softfloat.is_nan(form, value) or softfloat.is_infinite(form, value) or form is EXTENDED
        return
    assert Fraction(text) == softfloat.exact(form, value)
    assert Fraction(float(text)) == softfloat.exact(form, value)

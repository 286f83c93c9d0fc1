"""Bit-fields of all types and widths in expressions: interpreted as compiled, and as printed."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.program.frontend import program_cfa
from coveriflow.program.types.data_model import DataModel
from tests.program.comparison import compare, subject

_WIDTHS = {
    "unsigned long": (32,),
    "unsigned long long": (31, 32, 33, 64),
    "long long": (32, 33),
}
_WIDE = {"unsigned __int128": (32, 64, 80, 100, 128), "__int128": (33, 65)}

_TEXT = """
extern unsigned __VERIFIER_nondet_uint(void);
struct __attribute__((packed)) field {{ {type} before : {before}; {type} a : {bits}; char after; }};
unsigned long long checksum;
static void add(unsigned long long x) {{ checksum = checksum * 31 + x; }}
int main(void) {{
  unsigned n = __VERIFIER_nondet_uint();
  struct field s = {{1, 0, 85}};
  s.a = n; s.a = (s.a << {up}) ^ n; s.a = s.a - 1;
  add(s.a); add(s.a + 1); add((s.a + 1) >> {middle}); add(s.a << 1 >> 1); add(-s.a >> {middle}); add(~s.a);
  add(s.a * s.a); add(s.a * s.a >> {middle}); add(s.a - 1 < 0); add(s.a >> {up}); add(s.a / 3); add(s.a % 7);
  add(s.a > -1); add((n % 2 ? s.a : s.a) + 1 > 0); add((s.a, s.a) << 1 >> 1); add(s.a++); add(s.a += 5);
  add(s.a ^= n); add(-(s.a = -2)); add(s.a == -2); add(s.a | 1ULL << 40); add(s.a - n > 0); add(s.a-- * 2LL);
  s.a /= 3; add(s.a); s.a = 1; s.a <<= {up}; add(s.a < 0); add(s.a + s.a);
  add(s.before); add(s.after);
  return (checksum ^ checksum >> 7 ^ checksum >> 14 ^ checksum >> 21 ^ checksum >> 32 ^ checksum >> 48) & 127;
}}
"""


def _text(type_: str, bits: int) -> str:
    return _TEXT.format(type=type_, bits=bits, up=bits - 1, middle=bits // 2, before=3 if bits > 3 else 1)


@pytest.mark.parametrize(
    ("model", "widths"),
    [
        pytest.param(DataModel.ILP32, _WIDTHS, marks=pytest.mark.slow),
        (DataModel.LP64, _WIDTHS),
        pytest.param(DataModel.LP64, _WIDE, marks=pytest.mark.slow),
    ],
    ids=["ILP32", "LP64", "__int128"],
)
def test_agreement(
    compiler_for_32_bits: str, model: DataModel, widths: dict[str, tuple[int, ...]], tmp_path: Path
) -> None:
    cases = [(type_, bits) for type_, several in widths.items() for bits in several]
    subjects = [subject(f"{type_} {bits}", _text(type_, bits), model) for type_, bits in cases]
    found = compare(compiler_for_32_bits, model, subjects, tmp_path, None, runs=2)
    assert not found.differences, "\n".join(found.differences)
    assert not found.not_compiled
    assert found.ends == {"RETURNED": 2 * len(cases)}


_VALUES = [
    "s.a",
    "(s.a)",
    "(0, s.a)",
    "s.a = 1",
    "s.a += 1",
    "s.a++",
    "--s.a",
    "({ s.a; })",
    "({ struct narrow t = s; 0, t.a; })",
    "({ int n = 1; s.a = n; })",
    "_Generic(1, int: s.a)",
    "__builtin_choose_expr(1, s.a, 2)",
    "p()->a",
    "v().a",
]
_QUESTIONS = [
    "sizeof({value})",
    "sizeof(typeof({value}))",
    "({{ __auto_type x = {value}; 0; }})",
    "_Generic(({value}), int: 1, default: 2)",
    "__builtin_add_overflow_p(7, n, {value})",
    "__builtin_types_compatible_p(typeof({value}), short)",
]
_ASKING = """
struct narrow {{ unsigned a : 3; int b; }} s = {{5, 6}};
struct narrow *p(void) {{ return &s; }}
struct narrow v(void) {{ return s; }}
int main(void) {{
  int n = 1;
  return {question};
}}
"""


def _refusals(question: str) -> list[str]:
    return [
        each.feature for each in program_cfa([("t.c", _ASKING.format(question=question))], DataModel.LP64).unsupported
    ]


@pytest.mark.parametrize("question", _QUESTIONS)
def test_the_type_of_a_value_of_a_bit_field_is_never_guessed(question: str) -> None:
    for value in _VALUES:
        assert _refusals(question.format(value=value)) == ["the type of the value of a bit-field"], value


@pytest.mark.parametrize("question", _QUESTIONS)
def test_what_is_promoted_or_no_bit_field_has_a_type(question: str) -> None:
    for value in ("+s.a", "1 ? s.a : s.a", "s.a + 0", "(0, s.b)", "s.b = 1", "({ s.b; })", "s.b++", "(unsigned)s.a"):
        assert not _refusals(question.format(value=value)), value


@pytest.mark.parametrize("call", ["__builtin_add_overflow(s.a++, 1, &n)", "s.a++ ?: 1", "__builtin_ffs((0, s.a))"])
def test_what_takes_such_a_value_promotes_it(call: str) -> None:
    assert not _refusals(call)

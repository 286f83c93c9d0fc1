"""The NaN that is stored where the bytes of a computed one are read: any, and nothing but a NaN."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.expressions.float_arithmetic import format_of
from coveriflow.program.expressions.softfloat import is_nan
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.types.c_types import DOUBLE, FLOAT, Floating
from coveriflow.program.types.data_model import DataModel

TEXT = """
extern {bits} __VERIFIER_nondet_{name}(void);
extern void reach_error(void);
int main(void) {{
  union {{ {float} value; {bits} bits; }} u = {{1}};
  {float} zero = 0;
  u.value = zero / zero;
  if (u.bits != __VERIFIER_nondet_{name}()) reach_error();
  return 0;
}}
"""


def _program(type_: Floating) -> Cfa:
    bits, name = ("unsigned", "uint") if type_ == FLOAT else ("unsigned long long", "ulonglong")
    text = TEXT.format(float=type_.name, bits=bits, name=name)
    return program_cfa([("nan.c", text)], DataModel.LP64)


PROGRAMS = {each: _program(each) for each in (FLOAT, DOUBLE)}
TYPES = st.sampled_from((FLOAT, DOUBLE))


def _stored(type_: Floating, chosen: int, expected: int) -> bool:
    def following(edge: Edge) -> int:
        assert isinstance(edge.operation, Input)
        return chosen if edge.operation.kind is InputKind.NAN else expected

    return Interpreter(PROGRAMS[type_]).run(following, 1_000).end is End.RETURNED


@given(TYPES, st.integers(0, 2**64 - 1))
def test_each_nan_is_stored_by_its_own_input(type_: Floating, bits: int) -> None:
    exponent = (1 << type_.exponent) - 1 << type_.significand - 1
    wanted = bits % (1 << type_.width) | exponent | 1
    assert is_nan(format_of(type_), wanted)
    assert _stored(type_, wanted, wanted)


@pytest.mark.parametrize(("type_", "usual"), [(FLOAT, 0x7FC00000), (DOUBLE, 0x7FF8000000000000)])
def test_without_payload_it_is_the_usual_nan(type_: Floating, usual: int) -> None:
    sign = 1 << type_.width - 1
    infinity = (1 << type_.exponent) - 1 << type_.significand - 1
    for chosen in (0, infinity):
        assert _stored(type_, chosen, usual)
        assert _stored(type_, chosen | sign, usual | sign)

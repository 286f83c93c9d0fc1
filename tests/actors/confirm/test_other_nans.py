"""Other bits of NaNs, for the same execution."""

from __future__ import annotations

from coveriflow.actors.work.confirm.other_nans import takes_nans, with_other_nans
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import Interpreter
from coveriflow.program.types.data_model import DataModel

TEXT = """
extern int __VERIFIER_nondet_int(void);
int main(void) {
  union { float value; unsigned bits; } u = {1};
  float zero = 0;
  int number = __VERIFIER_nondet_int();
  for (int i = 0; i < 2; i++) u.value = zero / zero * i;
  return (u.bits >> 31) + (number > 0);
}
"""


def test_all_of_them_are_alike_and_each_has_its_turn() -> None:
    read = Interpreter(program_cfa([("two.c", TEXT)], DataModel.LP64)).run((7, 11, 13), 1_000).inputs
    assert [value for _, value in read] == [7, 11, 13]
    assert takes_nans(read)
    others = list(with_other_nans(read))
    assert {number for number, _, _ in others} == {7}
    patterns = [0, 0x80000000, 0xFFFFFFFF, 0x7FFFFFFF, 1]
    alike = [(each, each) for each in patterns]
    in_turn = list(zip(patterns, [*patterns[1:], patterns[0]], strict=True))
    assert sorted(pair for _, *pair in others) == sorted(map(list, [*alike, *in_turn]))


def test_what_computes_none_has_no_others() -> None:
    read = Interpreter(program_cfa([("none.c", "int main(void) { return 0; }")], DataModel.LP64)).run((), 100).inputs
    assert not takes_nans(read)
    assert not list(with_other_nans(read))

"""At which numbers the growth of a variable may stop."""

from __future__ import annotations

from coveriflow.analysis.data_flow.thresholds import closed_set_thresholds, deciding, own_thresholds, thresholds
from tests.analysis.data_flow.test_closed_sets import automaton
from tests.analysis.runs import automaton_of

TEXT = """extern int in(void);
int main(void) {
  int i = 0, sum = 0, copy = 0, other = 0;
  while (i < 10) { sum += 3; copy = i + 1; i++; }
  if (other > 500 || copy == 20) return 1;
  return sum == other ? 2 : 0;
}
"""


def test_those_of_conditions_about_a_variable_and_what_is_near_it() -> None:
    cfa = automaton(TEXT)
    near = own_thresholds(cfa, ["main::i", "main::sum", "main::copy", "main::other"])
    assert {9, 10, 11, 19, 20, 21} <= set(near["main::i"])
    assert 500 not in near["main::i"]
    assert {499, 500, 501} <= set(near["main::sum"])
    assert not {10, 20} & set(near["main::sum"])
    assert all(set(numbers) <= set(thresholds(cfa)) for numbers in near.values())
    assert all(list(numbers) == sorted(numbers) for numbers in near.values())


CHECKED = """extern int in(void); extern void reach_error(void);
int main(void) {
  int a[9] = {0}, i = 0, most = in(), sum = 0, printed = 0;
  if (most > 9) most = 9;
  while (i < most) { sum += a[i]; i++; printed++; }
  if (printed > 40) reach_error();
  return 0;
}
"""


def test_what_no_check_depends_on_has_none() -> None:
    cfa = automaton(CHECKED)
    names = ["main::i", "main::most", "main::sum", "main::printed"]
    assert {"main::i", "main::most"} <= deciding(cfa)
    assert not {"main::sum", "main::printed"} & deciding(cfa)
    own = closed_set_thresholds(cfa, names)
    assert [name for name in names if not own[name]] == ["main::sum", "main::printed"]


def test_all_counts_where_the_error_is_no_check() -> None:
    cfa = automaton_of(CHECKED)
    assert closed_set_thresholds(cfa, ["main::printed"]) == own_thresholds(cfa, ["main::printed"])

"""``coveriflow verify --range``, and flows of ranges."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.actors.tasks import HEAD, program
from tests.cli.helpers import coveriflow

COUNTING = """
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0;
  if (n > 6) { return 0; }
  while (i < n) { i++; s += i; }
  if (s != n * (n + 1) / 2) { reach_error(); }
  return 0;
}
"""
BOUND = """\
<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN" \
"https://sosy-lab.org/test-format/testcase-1.1.dtd">
<testcase><input>3</input></testcase>
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "prog.c").write_text(program(COUNTING).sources[0].text)
    (tmp_path / "three.xml").write_text(BOUND)
    return tmp_path


def test_true_in_a_range_is_unconfirmed(folder: Path) -> None:
    given = ("--flow", "symbolic", "--range", "three.xml", "-")
    page = coveriflow("verify", "prog.c", *given, cwd=folder, status=20).stdout
    assert "unconfirmed" in page
    assert "in the range [(3), end]: a complete tree of" in page


def test_a_condition_of_a_range_names_it_and_what_is_left_is_verified(folder: Path) -> None:
    given = ("--flow", "symbolic", "--set", "symbolic.last_bound=1", "--set", "symbolic.first_bound=1")
    coveriflow("verify", "prog.c", *given, "--range", "-", "three.xml", "--out", "out", cwd=folder, status=20)
    rest = ("--condition", "out/condition.graphml", "--flow", "bmc")
    page = coveriflow("verify", "prog.c", *rest, "--trust-condition", cwd=folder, status=0).stdout
    assert "assumption: the condition written by coveriflow symbolic in [start, (3)] is true" in page


def test_a_condition_of_a_range_says_nothing_of_what_is_outside(tmp_path: Path) -> None:
    """There is a violation left of the bound, and nothing that explicit values can decide right of it."""
    text = f"""{HEAD}
    int main(void) {{
      int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
      if (x > 10) {{ if (y == 77) reach_error(); return 1; }}
      unsigned a = x, b = y;
      if (a * b + b != b * (1u + a)) reach_error();
      return 0;
    }}"""
    (tmp_path / "prog.c").write_text(text)
    (tmp_path / "right.xml").write_text(BOUND.replace("<input>3</input>", "<input>50</input><input>3</input>"))
    given = ("--flow", "value", "--range", "right.xml", "-")
    coveriflow("verify", "prog.c", *given, "--out", "o", cwd=tmp_path, status=20)
    rest = ("--condition", "o/condition.graphml", "--flow", "bmc")
    assert "inputs        11, 77" in coveriflow("verify", "prog.c", *rest, cwd=tmp_path, status=10).stdout


def test_what_means_nothing_is_refused(folder: Path) -> None:
    for arguments, sentence in (
        (("--range", "three.xml", "-", "--flow", "fuzz"), "the flow 'fuzz' has no actor that looks at a range"),
        (
            ("--range", "three.xml", "-", "--flow", "ra-2se"),
            "the flow 'ra-2se' divides the whole program into ranges itself",
        ),
        (("--range", "three.xml", "prog.c"), "prog.c"),
        (("--range", "three.xml", "four.xml"), "no such file or directory"),
        (("--range", "three.xml", "-", "--prefect"), "--range does not go with --prefect"),
    ):
        assert sentence in coveriflow("verify", "prog.c", *arguments, cwd=folder, status=2).stderr


def test_the_bounds_of_a_flow_are_tests_that_can_be_given_again(folder: Path) -> None:
    page = coveriflow("verify", "prog.c", "--flow", "ra-2se", "--out", "out", cwd=folder, status=0).stdout
    assert "2 ranges, divided by (3)" in page
    assert "2 ranges that are the whole program" in page
    bound = ("--range", "out/ranges/testcase-1.xml", "-")
    assert "[(3), end]" in coveriflow("verify", "prog.c", "--flow", "bmc", *bound, cwd=folder, status=20).stdout

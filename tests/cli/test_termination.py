"""``--property termination``: the flow that it chooses, and what a user sees of evidence of its own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.helpers import coveriflow

_ENDLESS = """\
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  while (x > 2)
    x = x % 4 + __VERIFIER_nondet_int();
  return 0;
}
"""
_COUNTS = "int main(void) {\n  for (int i = 0; i < 100000; i++)\n    ;\n  return 0;\n}\n"
_ODD = "int main(void) {\n  unsigned int x = 1;\n  while (x != 0)\n    x += 2;\n  return 0;\n}\n"


@pytest.mark.parametrize("how", ["--property", "--spec"])
def test_the_property_chooses_the_flow(tmp_path: Path, how: str) -> None:
    (tmp_path / "a.c").write_text(_COUNTS)
    (tmp_path / "t.prp").write_text("CHECK( init(main()), LTL(F end) )\n")
    asked = "termination" if how == "--property" else "t.prp"
    done = coveriflow("verify", "a.c", how, asked, "--set", "termination.cpu=20", "--json", cwd=tmp_path, status=0)
    record = json.loads(done.stdout)
    assert (record["flow"], record["property"], record["verdict"]) == ("termination", "termination", "true")
    assert record["confirmed_by"] == "ranking functions -i (a.c, line 2), shown twice"


def test_stem_and_cycle_are_shown(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(_ENDLESS)
    done = coveriflow("verify", "a.c", "--property", "termination", "--out", "out", cwd=tmp_path, status=10)
    assert "its state at a.c, line 4 recurs" in " ".join(done.stdout.split())
    assert "then again and again" in done.stdout
    for page in ("counterexample.txt", "counterexample.html"):
        text = (tmp_path / "out" / page).read_text()
        assert text.index("the cycle begins here") < text.index("its state is that where the cycle begins")


def test_states_that_are_never_left_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(_ODD)
    done = coveriflow("verify", "a.c", "--property", "termination", "--json", cwd=tmp_path, status=10)
    record = json.loads(done.stdout)
    assert record["confirmed_by"].startswith("states at a.c, line 3 that are never left (x % 2 == 1")
    assert record["violated"] == "the execution never ends: it goes on like this"


def test_other_flows_refuse_the_property_and_this_one_others(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(_COUNTS)
    words = ("verify", "a.c", "--json", "--flow")
    done = coveriflow(*words, "cmc", "--property", "termination", cwd=tmp_path, status=2)
    assert "the flow 'cmc' cannot decide termination\nvalue, bmc, execute: no place in a program" in done.stderr
    done = coveriflow(*words, "termination", "--property", "no-overflow", cwd=tmp_path, status=2)
    assert "the flow 'termination' cannot decide no-overflow" in done.stderr
    assert "it shows that executions end, and nothing else" in done.stderr

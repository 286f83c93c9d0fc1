"""A residual program of a residual program, where the property asks what exists in memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.actors import Flow, bmc, reduce, value
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.flows.direct import verify

TEXT = """
extern unsigned __VERIFIER_nondet_uint(void);
int array[4];
int main(void) {{
  unsigned index = __VERIFIER_nondet_uint();
  int *first = array, sum = 0;
  if (index < {bound}) sum = first[index & 3] + first[index];
  return sum;
}}
"""
TWICE = Flow("twice", value() >> reduce() >> value() >> reduce() >> bmc())


@pytest.mark.parametrize(("bound", "expected"), [(4, Verdict.TRUE), (5, Verdict.FALSE)])
def test_no_branch_on_what_exists_is_lost(tmp_path: Path, bound: int, expected: Verdict) -> None:
    program, asked = tmp_path / "program.c", tmp_path / "deref.prp"
    program.write_text(TEXT.format(bound=bound))
    asked.write_text("CHECK( init(main()), LTL(G valid-deref) )\n")
    found = verify(TWICE, program, specification=asked, limits=Limits(cpu=30))
    assert found.answer.verdict is expected, found.answer.reason

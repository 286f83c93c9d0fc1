"""What the page says of the function that an execution begins with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.helpers import coveriflow

TEXT = """\
int f(int *p, int *q) {
  if (p) return *p == 3;
  return *q;
}
"""


@pytest.mark.usefixtures("compiler")
def test_null_arguments_are_explained(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(TEXT)
    asked = ("verify", "a.c", "--entry", "f", "--property", "undefined-behaviour", "--flow", "bmc", "--cpu", "20s")
    page = " ".join(coveriflow(*asked, cwd=tmp_path, status=10).stdout.split())
    assert "note: a.c from line 5 on is a main that was written for f; the run folder has it" in page
    assert "note: `p` and `q` are null here, as arguments of f may be; '__attribute__((nonnull))'" in page
    (tmp_path / "a.c").write_text(f"__attribute__((nonnull)) {TEXT}")
    assert "null here" not in coveriflow(*asked, cwd=tmp_path).stdout

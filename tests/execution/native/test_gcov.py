"""Coverage as gcov counts it, also of executions that end early."""

from __future__ import annotations

import platform
import shutil
from pathlib import Path

import pytest

from coveriflow.artifacts.coverage import MeasuredCoverage
from coveriflow.artifacts.resources import Limits
from coveriflow.execution.native.gcov import measured
from coveriflow.program.text.violations import CALLS_OF_REACH_ERROR
from coveriflow.program.types.data_model import DataModel
from tests.execution.native.freestanding import without_libraries

TEXT = """\
extern int __VERIFIER_nondet_int(void); extern void abort(void); extern void exit(int); extern void reach_error(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x == 1)
    abort();
  if (x == 2)
    exit(3);
  if (x == 3)
    reach_error();
  if (x == 4)
    __VERIFIER_nondet_int();
  if (x == 5)
    for (;;) ;
  return 0;
}
"""
LIMITS = Limits(cpu=0.3, wall=5.0, memory=1 << 30)


def coverage(*tests: list[int]) -> MeasuredCoverage:
    found = measured([("p.c", TEXT)], tests, DataModel.LP64, CALLS_OF_REACH_ERROR, LIMITS)
    assert found is not None
    return found


@pytest.mark.usefixtures("compiler")
def test_each_way_to_end_is_counted() -> None:
    """Each condition is a line with two branches. The last test does not end, and counts nothing."""
    abort, error, exhausted = coverage([1]), coverage([3]), coverage([4])
    assert (abort.lines, abort.branches) == (4, 1)
    assert (error.lines, error.branches) == (6, 3)
    assert (exhausted.lines, exhausted.branches) == (7, 4)
    together = coverage([1], [2], [3], [4], [0])
    assert together == coverage([1], [2], [3], [4], [0], [5])
    assert together.branches == together.branches_total - 1


@pytest.mark.usefixtures("compiler")
def test_without_tests_nothing_is_measured() -> None:
    assert measured([("p.c", TEXT)], [], DataModel.LP64, CALLS_OF_REACH_ERROR, LIMITS) is None


def test_without_gcov_nothing_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    assert measured([("p.c", TEXT)], [[1]], DataModel.LP64, CALLS_OF_REACH_ERROR, LIMITS) is None


@pytest.mark.skipif(platform.machine() != "x86_64", reason="x86")
def test_without_a_library_the_reason_is_said(compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", str(without_libraries(compiler, tmp_path)))
    found = measured([("p.c", TEXT)], [[1]], DataModel.ILP32, CALLS_OF_REACH_ERROR, LIMITS)
    assert str(found) == "not measured by gcov: that needs a C library of the system for ILP32"

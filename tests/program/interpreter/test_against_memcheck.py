"""Reads of variables without a value: the automaton and Valgrind's memcheck report the same lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.analysis.runs import daily_and_slow
from tests.program.unset_comparison import differences, is_here


@pytest.mark.skipif(not is_here(), reason="no Valgrind is here")
@pytest.mark.parametrize("seeds", daily_and_slow(40, 3, 300))
def test_reads_before_writes_are_where_memcheck_reports_them(seeds: range, tmp_path: Path) -> None:
    reads, found = differences(seeds, tmp_path)
    assert reads >= len(seeds) // 5
    assert found == []

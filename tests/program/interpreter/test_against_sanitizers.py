"""Generated programs have undefined behaviour where a compiler's sanitizers report it, and nowhere else."""

from __future__ import annotations

import shutil

import pytest

from coveriflow.program.types.data_model import DataModel
from tests.analysis.runs import daily_and_slow
from tests.program.sanitizer_comparison import SEEN, compare


@pytest.mark.parametrize("seeds", daily_and_slow(40, 2, 150))
@pytest.mark.parametrize("compiler", ["clang", "gcc"])
def test_agreement(compiler: str, seeds: range) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler}")
    found = compare(compiler, DataModel.LP64, seeds, runs=3)
    assert not found.differences
    assert found.refused < len(seeds) // 10
    assert {kind.name for kind in SEEN} <= found.ends.keys()


@pytest.mark.slow
@pytest.mark.usefixtures("compiler_for_32_bits")
def test_agreement_with_32_bits() -> None:
    found = compare("gcc", DataModel.ILP32, range(150), runs=3)
    assert not found.differences
    assert found.refused < 15

"""Generated programs with complex numbers and vectors do what the compiled ones do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from coveriflow.program.errors import NotSupported
from coveriflow.program.types.data_model import DataModel
from tests.generators.numbers import generate_complex, generate_constants, generate_vectors
from tests.program.comparison import Subject, compare, subject


def _agree(
    gcc: str, model: DataModel, generate: Callable[[int], str], seeds: range, folder: Path, least: float
) -> None:
    subjects = list(_supported(model, generate, seeds))
    found = compare(gcc, model, subjects, folder, None, runs=6)
    assert not found.differences, "\n".join(found.differences[:20])
    assert found.ends["RETURNED"] > least * len(seeds)


def _supported(model: DataModel, generate: Callable[[int], str], seeds: range) -> Iterator[Subject]:
    """Without those that read the bytes of a NaN."""
    for seed in seeds:
        with suppress(NotSupported):
            yield subject(f"seed {seed}", generate(seed), model)


@pytest.mark.parametrize("model", [DataModel.LP64, pytest.param(DataModel.ILP32, marks=pytest.mark.slow)])
def test_complex_numbers(compiler_for_32_bits: str, model: DataModel, tmp_path: Path) -> None:
    _agree(compiler_for_32_bits, model, generate_complex, range(10), tmp_path, 4)


@pytest.mark.parametrize("model", [DataModel.LP64, pytest.param(DataModel.ILP32, marks=pytest.mark.slow)])
def test_complex_constants(compiler_for_32_bits: str, model: DataModel, tmp_path: Path) -> None:
    _agree(compiler_for_32_bits, model, generate_constants, range(5), tmp_path, 4)


@pytest.mark.parametrize("model", [DataModel.LP64, pytest.param(DataModel.ILP32, marks=pytest.mark.slow)])
def test_vectors(compiler_for_32_bits: str, model: DataModel, tmp_path: Path) -> None:
    _agree(compiler_for_32_bits, model, generate_vectors, range(7), tmp_path, 3)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1000, 1600, 150))
@pytest.mark.parametrize("generate", [generate_complex, generate_vectors], ids=["complex", "vectors"])
@pytest.mark.parametrize("model", DataModel)
def test_numbers_at_length(
    compiler_for_32_bits: str, model: DataModel, generate: Callable[[int], str], start: int, tmp_path: Path
) -> None:
    _agree(compiler_for_32_bits, model, generate, range(start, start + 150), tmp_path, 3)

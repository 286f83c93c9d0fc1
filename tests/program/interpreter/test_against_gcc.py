"""Generated programs do what the compiled ones do: interpreted, and printed again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from coveriflow.program.errors import NotSupported
from coveriflow.program.types.data_model import DataModel
from tests.generators.floats import generate_floats
from tests.generators.programs import SMALL, Shape, generate, programs
from tests.program.comparison import Subject, compare, subject

PLAIN = Shape()
BIG = Shape(size=40, functions=4, arrays=5)
UNGUARDED = Shape(undefined=True)
RECURSIVE = Shape(size=24, functions=3, recursion=True)
WIDE = Shape(wide=True, expression_depth=4)
SHAPES = {
    "plain": PLAIN,
    "small": SMALL,
    "big": BIG,
    "unguarded": UNGUARDED,
    "wide": WIDE,
    "recursive": RECURSIVE,
}


def _subjects(model: DataModel, shape: Shape, seeds: range) -> Iterator[Subject]:
    """The few whose result would depend on the order of evaluation are refused, as they should be."""
    for seed in seeds:
        try:
            yield subject(f"seed {seed}", generate(seed, shape), model)
        except NotSupported as error:
            if "order of evaluation" not in str(error):
                raise


def _agree(gcc: str, model: DataModel, shape: Shape, seeds: range, folder: Path) -> None:
    subjects = list(_subjects(model, shape, seeds))
    assert len(subjects) >= 0.98 * len(seeds)
    found = compare(gcc, model, subjects, folder, shape.input_range, runs=4)
    assert not found.differences, "\n".join(found.differences)
    assert found.not_compiled <= 0.02 * len(seeds)
    assert found.ends["RETURNED"] > len(seeds) // 4
    assert found.ends["ERROR"] > len(seeds) // 10


@pytest.mark.parametrize(
    "seeds", [range(15), pytest.param(range(15, 100), marks=pytest.mark.slow)], ids=["daily", "more"]
)
@pytest.mark.parametrize(
    ("model", "shape"),
    [(DataModel.LP64, PLAIN), (DataModel.LP64, RECURSIVE), (DataModel.ILP32, SMALL), (DataModel.LP64, SMALL)],
)
def test_agreement(compiler_for_32_bits: str, model: DataModel, shape: Shape, seeds: range, tmp_path: Path) -> None:
    _agree(compiler_for_32_bits, model, shape, seeds, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1000, 1400, 100))
@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize(
    "shape",
    [PLAIN, SMALL, BIG, UNGUARDED, WIDE, RECURSIVE],
    ids=["plain", "small", "big", "unguarded", "wide", "recursive"],
)
def test_agreement_of_many(
    compiler_for_32_bits: str, model: DataModel, shape: Shape, start: int, tmp_path: Path
) -> None:
    if shape.wide and model is DataModel.ILP32:
        pytest.skip("32-bit gcc has no __int128")
    _agree(compiler_for_32_bits, model, shape, range(start, start + 100), tmp_path)


@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(text=programs(SMALL))
def test_agreement_of_what_hypothesis_finds(compiler: str, tmp_path_factory: pytest.TempPathFactory, text: str) -> None:
    folder = tmp_path_factory.mktemp("program")
    found = compare(compiler, DataModel.LP64, [subject("program", text, DataModel.LP64)], folder, 8, runs=8)
    assert not found.differences, "\n".join(found.differences)


def _supported(model: DataModel, seeds: range) -> Iterator[Subject]:
    for seed in seeds:
        try:
            yield subject(f"floats {seed}", generate_floats(seed), model)
        except NotSupported as error:
            if model is not DataModel.ILP32 or "x87" not in error.feature:
                raise


def _floats_agree(gcc: str, model: DataModel, seeds: range, folder: Path) -> None:
    """Under ILP32 what the x87 does not round is refused: it is in one program of ten."""
    subjects = list(_supported(model, seeds))
    assert len(subjects) > 0.75 * len(seeds)
    found = compare(gcc, model, subjects, folder, None, runs=6)
    assert not found.differences, "\n".join(found.differences[:20])
    assert found.ends["RETURNED"] > len(seeds)
    assert found.ends["ERROR"] > len(seeds) // 4


@pytest.mark.parametrize("model", DataModel)
def test_agreement_on_floats(compiler_for_32_bits: str, model: DataModel, tmp_path: Path) -> None:
    _floats_agree(compiler_for_32_bits, model, range(12), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1000, 2000, 200))
@pytest.mark.parametrize("model", DataModel)
def test_agreement_on_floats_at_length(compiler_for_32_bits: str, model: DataModel, start: int, tmp_path: Path) -> None:
    _floats_agree(compiler_for_32_bits, model, range(start, start + 200), tmp_path)

"""Programs of csmith do what the compiled ones do."""

from __future__ import annotations

import os
import shutil
from collections import Counter
from pathlib import Path

import pytest

from coveriflow.program.types.data_model import DataModel
from tests.program.comparison import Comparison, Subject, compare
from tests.program.interpreter.csmith_programs import HEADERS, LARGE, SMALL, Feature, Generator

MANY = int(os.environ.get("COVERIFLOW_CSMITH_PROGRAMS", "60"))
"""How many programs with features that csmith need not use; 5000 take hours."""
FIRST_SEED = int(os.environ.get("COVERIFLOW_CSMITH_SEED", "1000"))
FEATURES = os.environ.get("COVERIFLOW_CSMITH_FEATURES", "POINTERS STRUCTS UNIONS BITFIELDS FLOATS")
"""Which of them, together; names of ``Feature``."""
_BATCH = 50


@pytest.fixture(scope="module")
def csmith() -> str:
    """The path of csmith; without it and its headers the tests are skipped."""
    path = shutil.which("csmith")
    if path is None or not (HEADERS / "safe_math_macros.h").exists():
        pytest.skip("csmith or its headers (Debian: csmith, libcsmith-dev) are not here")
    return path


def supported(generator: Generator, model: DataModel, seeds: range) -> list[Subject]:
    """Programs of these seeds that are in the subset; nine in ten are, and it is always the order of evaluation."""
    found, refused = generator.supported(seeds, model)
    print(f"csmith: {len(found)} supported, refused: {dict(refused)}")
    assert set(refused) <= {"an expression whose value depends on the order of evaluation"}
    assert len(found) >= 0.9 * len(seeds)
    return found


def test_agreement(csmith: str, compiler_for_32_bits: str, tmp_path: Path) -> None:
    generator = Generator(csmith, compiler_for_32_bits, SMALL, tmp_path)
    subjects = supported(generator, DataModel.ILP32, range(1, 13))
    found = compare(compiler_for_32_bits, DataModel.ILP32, subjects, tmp_path, None, runs=1)
    assert not found.differences, "\n".join(found.differences)
    assert found.not_compiled <= 0.02 * len(subjects)


@pytest.mark.slow
@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize(("size", "start"), [(SMALL, 100), (SMALL, 200), (LARGE, 300), (LARGE, 350)])
def test_agreement_of_many(
    csmith: str, compiler_for_32_bits: str, size: list[str], start: int, model: DataModel, tmp_path: Path
) -> None:
    count = 100 if size is SMALL else 50
    generator = Generator(csmith, compiler_for_32_bits, size, tmp_path)
    subjects = supported(generator, model, range(start, start + count))
    found = compare(compiler_for_32_bits, model, subjects, tmp_path, None, runs=1)
    assert not found.differences, "\n".join(found.differences)
    assert found.not_compiled <= 0.02 * len(subjects)
    assert found.ends["RETURNED"] > 0.6 * len(subjects)


@pytest.mark.slow
@pytest.mark.timeout(300 + 10 * MANY)
@pytest.mark.parametrize("model", DataModel)
def test_agreement_with_more_features(
    csmith: str, compiler_for_32_bits: str, model: DataModel, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What we refuse is counted by feature, and shown; what we take must agree."""
    features = frozenset(Feature[name] for name in FEATURES.replace(",", " ").split())
    generator = Generator(csmith, compiler_for_32_bits, SMALL, tmp_path, features)
    all_refused, ends, differences = Counter[str](), Counter[str](), list[str]()
    seeds = range(FIRST_SEED, FIRST_SEED + MANY)
    for start in range(0, MANY, _BATCH):
        subjects, refused = generator.supported(seeds[start : start + _BATCH], model)
        found = _compared(compiler_for_32_bits, model, subjects, tmp_path / str(start))
        all_refused += refused
        ends += found.ends
        differences += found.differences
    with capsys.disabled():
        print(f"\ncsmith, {model.value}, {FEATURES}: {MANY} programs, refused: {dict(all_refused)}, ends: {dict(ends)}")
    assert not differences, "\n".join(differences)


def _compared(gcc: str, model: DataModel, subjects: list[Subject], folder: Path) -> Comparison:
    if not subjects:
        return Comparison()
    found = compare(gcc, model, subjects, folder, None, runs=1)
    shutil.rmtree(folder)
    return found

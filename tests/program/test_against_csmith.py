"""Programs of csmith within the subset do what the compiled ones do."""

from __future__ import annotations

import shutil
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from coveriflow.program.data_model import DataModel
from coveriflow.program.errors import NotSupported
from tests.program.comparison import Subject, compare, subject

SHIM = Path(__file__).parent.parent / "programs" / "csmith"
HEADERS = Path("/usr/include/csmith")
OPTIONS = """
    --quiet --concise --no-argc --no-float --no-volatiles --no-volatile-pointers --no-bitfields --no-packed-struct
    --no-unions --no-structs --no-pointers
""".split()
SMALL = """
    --max-funcs 3 --max-block-depth 2 --max-block-size 3 --max-expr-complexity 3 --max-array-dim 1
    --max-array-len-per-dim 4
""".split()
LARGE = """
    --max-funcs 5 --max-block-depth 3 --max-block-size 4 --max-expr-complexity 6 --max-array-dim 2
    --max-array-len-per-dim 5
""".split()


@pytest.fixture(scope="module")
def csmith() -> str:
    """The path of csmith; without it and its headers the tests are skipped."""
    path = shutil.which("csmith")
    if path is None or not (HEADERS / "safe_math_macros.h").exists():
        pytest.skip("csmith or its headers (Debian: csmith, libcsmith-dev) are not here")
    return path


def made(csmith: str, gcc: str, size: list[str], seed: int, folder: Path) -> str:
    """The preprocessed text of a program."""
    command = [csmith, "--seed", str(seed), *OPTIONS, *size]
    text = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True, timeout=60).stdout
    expand = [gcc, "-E", "-P", "-I", SHIM, "-I", HEADERS, "-"]
    return subprocess.run(expand, input=text, capture_output=True, text=True, check=True).stdout


def supported(csmith: str, gcc: str, size: list[str], model: DataModel, seeds: range, folder: Path) -> list[Subject]:
    """Programs of these seeds that are in the subset; nine in ten are, and it is always the order of evaluation."""
    found, refused = [], Counter[str]()
    for seed in seeds:
        try:
            found.append(subject(f"csmith {seed}", made(csmith, gcc, size, seed, folder), model))
        except NotSupported as error:
            refused[error.feature.partition(" (of")[0]] += 1
    print(f"csmith: {len(found)} supported, refused: {dict(refused)}")
    assert set(refused) <= {"an expression whose value depends on the order of evaluation"}
    assert len(found) >= 0.9 * len(seeds)
    return found


def test_agreement(csmith: str, compiler_for_32_bits: str, tmp_path: Path) -> None:
    subjects = supported(csmith, compiler_for_32_bits, SMALL, DataModel.ILP32, range(1, 21), tmp_path)
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
    subjects = supported(csmith, compiler_for_32_bits, size, model, range(start, start + count), tmp_path)
    found = compare(compiler_for_32_bits, model, subjects, tmp_path, None, runs=1)
    assert not found.differences, "\n".join(found.differences)
    assert found.not_compiled <= 0.02 * len(subjects)
    assert found.ends["RETURNED"] > 0.6 * len(subjects)

"""Generated programs on the heap: the automaton and AddressSanitizer report the same lines and leaks."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.analysis.runs import daily_and_slow
from tests.program.heap_comparison import compare


@pytest.fixture(scope="module")
def _sanitizer(tmp_path_factory: pytest.TempPathFactory) -> None:
    """A compiler that links programs with AddressSanitizer, else the test is skipped."""
    folder: Path = tmp_path_factory.mktemp("asan")
    (folder / "a.c").write_text("int main(void) { return 0; }\n")
    gcc = shutil.which("gcc")
    command = [gcc or "", "-fsanitize=address", "-o", "a", "a.c"]
    if gcc is None or subprocess.run(command, cwd=folder, capture_output=True, check=False).returncode != 0:
        pytest.skip("gcc links no program with AddressSanitizer here")


@pytest.mark.usefixtures("_sanitizer")
@pytest.mark.parametrize("seeds", daily_and_slow(30, 2, 200))
def test_agreement(seeds: range) -> None:
    found = compare(seeds)
    assert found.differences == []
    assert {"fine", "leak", "FREE", "DEREFERENCE"} <= found.ends.keys()
    assert found.ends["open"] * 10 <= found.ends.total()

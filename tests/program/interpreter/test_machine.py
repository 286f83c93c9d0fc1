"""A compiler that crashes on a program does not keep the others from being compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.program.types.data_model import DataModel
from tests.program.machine import Outcome, compiled

_CRASHING = """\
#!/bin/sh
for last; do :; done
if [ "$last" = - ]; then
  cat > {folder}/seen.c
else
  cat {folder}/batch/programs.c > {folder}/seen.c
fi
if grep -q unlucky {folder}/seen.c; then
  echo "seen.c:1:1: internal compiler error: in a test" >&2
  exit 1
fi
exec {gcc} "$@" < {folder}/seen.c
"""
_PROGRAM = "unsigned long long checksum; int main(void) {{ checksum = {0}; return {0}; }}\n"


@pytest.fixture
def crashing(compiler: str, tmp_path: Path) -> str:
    """A compiler that crashes whenever it sees the word ``unlucky``."""
    path = tmp_path / "crashing-gcc"
    path.write_text(_CRASHING.format(folder=tmp_path, gcc=compiler))
    path.chmod(0o755)
    return str(path)


def test_a_program_on_which_the_compiler_crashes_is_left_out(crashing: str, tmp_path: Path) -> None:
    texts = [_PROGRAM.format(n) for n in range(5)]
    texts[1] += "int unlucky;\n"
    texts[4] += "int unlucky;\n"
    machine = compiled(crashing, DataModel.LP64, texts, tmp_path / "batch")
    outcomes = machine.run([(3, []), (1, []), (0, []), (3, [])])
    assert machine.left_out == {1, 4}
    assert outcomes == [Outcome("RETURNED", n, n, 0) if n != 1 else None for n in (3, 1, 0, 3)]


def test_a_program_that_the_compiler_refuses_is_an_error(crashing: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="undeclared"):
        compiled(crashing, DataModel.LP64, [_PROGRAM.format("undeclared")], tmp_path / "batch")

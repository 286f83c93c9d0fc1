"""What confines executed programs: what the command says of this machine, and of one that has less."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from coveriflow.execution.confinement.contracts import Sandbox, Strength
from coveriflow.execution.confinement.probing import probed
from tests.cli.helpers import coveriflow

VIOLATED = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_int() == 42) reach_error();
  return 0;
}
"""


def path_without_bubblewrap(folder: Path) -> str:
    """What a verification needs of the machine's programs."""
    folder.mkdir()
    for name in ("gcc", "cc", "as", "ld", "cat", "sh"):
        if (place := shutil.which(name)) is not None:
            (folder / name).symlink_to(place)
    return str(folder)


def test_doctor(tmp_path: Path) -> None:
    is_full = probed(Sandbox.AUTO).strength is Strength.FULL
    said = coveriflow("doctor", cwd=tmp_path, status=0 if is_full else 3).stdout
    assert f"box        {probed(Sandbox.AUTO).strength.value}: " in said
    path = path_without_bubblewrap(tmp_path / "programs")
    less = coveriflow("doctor", cwd=tmp_path, status=3, PATH=path).stdout
    assert "bubblewrap is not installed" in less
    assert "apt-get install bubblewrap" in less


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("sandbox", [each.value for each in Sandbox])
def test_the_result_names_the_box(tmp_path: Path, sandbox: str) -> None:
    (tmp_path / "a.c").write_text(VIOLATED)
    path = path_without_bubblewrap(tmp_path / "programs") if sandbox == "strict" else os.environ["PATH"]
    words = ("verify", "a.c", "--flow", "value", "--cpu", "30s", "--sandbox", sandbox, "--json", "--no-cache")
    record = json.loads(coveriflow(*words, cwd=tmp_path, status=10, PATH=path).stdout)
    strength = probed(Sandbox(sandbox)).strength.value if sandbox != "strict" else record["sandbox"]
    assert record["sandbox"] == strength
    assert "resource limits" in record["sandbox_layers"]
    if sandbox == "strict":
        assert record["sandbox"] != Strength.FULL.value
        assert "replayed" in record["confirmed_by"]
        assert any("outside a full box" in each for each in record["assumptions"])
    else:
        assert "executed" in record["confirmed_by"]


def test_a_box_that_is_not_known(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(VIOLATED)
    said = coveriflow("verify", "a.c", cwd=tmp_path, status=2, COVERIFLOW_SANDBOX="strickt").stderr
    assert "COVERIFLOW_SANDBOX is 'strickt'" in said

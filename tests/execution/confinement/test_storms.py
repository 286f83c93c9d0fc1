"""Processes that start others as fast as they can: how many there are, and that none is left."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.confinement.contracts import Strength
from coveriflow.execution.confinement.probing import chosen
from coveriflow.execution.processes.external_process import External, ExternalEnd, run_external
from coveriflow.execution.processes.process_tree import everyone
from tests.execution.confinement.test_escapes import command_of

pytestmark = pytest.mark.usefixtures("compiler")


@pytest.mark.slow
def test_a_storm_of_a_tools_processes_is_over_at_once(tmp_path: Path) -> None:
    """In namespaces of its own; without them the machine would be at stake if this failed."""
    if chosen().strength is not Strength.FULL:
        pytest.skip("this machine has no full box")
    (tmp_path / "storm.c").write_text(
        "int fork(void), setsid(void); int main(void) { for (;;) if (fork() == 0) setsid(); }"
    )
    subprocess.run(["gcc", "-w", "storm.c", "-o", "storm-of-a-test"], cwd=tmp_path, check=True)
    external = External((str(tmp_path / "storm-of-a-test"),), tmp_path, tmp_path)
    start = time.monotonic()
    assert run_external(external, Limits(wall=10)).end in (ExternalEnd.TOO_MANY, ExternalEnd.OUT_OF_WALL)
    assert time.monotonic() - start < 11
    assert [each.pid for each in everyone() if "storm-of-a-test" in command_of(each.pid)] == []

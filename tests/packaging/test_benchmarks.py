"""Every benchmark says what it measures and has a small run, which measures and judges."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime
from os import environ
from pathlib import Path

import pytest

from tests.places import ROOT

FOLDER = ROOT / "benchmarks"
HELPERS = {"stubborn"}
"""Modules beside the scripts that are imported by one."""
SCRIPTS = sorted(path for path in FOLDER.glob("*.py") if path.stem not in HELPERS)
WITH_PREFECT = {"nightly"}
WITHOUT_PREFECT = [path for path in SCRIPTS if path.stem not in WITH_PREFECT]
FINE, MISSED = 0, 3
"""See ``benchmarks/corpus/endings.py``."""
PATIENCE = 280  # seconds, on a machine that does other things

_HELP = """
import contextlib, io, runpy, sys
for script in sys.argv[1:]:
    sys.argv, said = [script, "--help"], io.StringIO()
    try:
        with contextlib.redirect_stdout(said):
            runpy.run_path(script, run_name="__main__")
    except SystemExit as end:
        assert not end.code, script
    assert "--smoke" in said.getvalue(), f"{script} has no --smoke"
"""


def judged(script: Path, *allowed: int) -> None:
    command = [sys.executable, str(script), "--smoke"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, cwd=ROOT, check=False)
    assert done.returncode in allowed, f"{script.name}: {done.stdout[-3000:]}{done.stderr[-3000:]}"
    assert done.stdout.count("\n") > 2, f"{script.name} shows nothing"


def test_every_benchmark_starts_and_has_a_small_run() -> None:
    command = [sys.executable, "-c", _HELP, *map(str, SCRIPTS)]
    path = {"PYTHONPATH": str(FOLDER)}
    done = subprocess.run(command, capture_output=True, text=True, env={**environ, **path}, check=False)
    assert done.returncode == 0, done.stderr


def test_the_small_run_of_today() -> None:
    """Another one each day, so that all have their turn in the gate. There, machines may do other things, too."""
    judged(WITHOUT_PREFECT[datetime.now(UTC).toordinal() % len(WITHOUT_PREFECT)], FINE, MISSED)


@pytest.mark.slow
@pytest.mark.parametrize("script", WITHOUT_PREFECT, ids=lambda path: path.stem)
def test_small_runs(script: Path) -> None:
    judged(script, FINE)


@pytest.mark.slow
@pytest.mark.prefect
@pytest.mark.parametrize("name", sorted(WITH_PREFECT))
def test_small_runs_with_prefect(name: str) -> None:
    judged(FOLDER / f"{name}.py", FINE)

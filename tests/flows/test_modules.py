"""Modules of the flows: which of them load Prefect, and what running one as a script puts in whose way."""

from __future__ import annotations

import importlib.metadata
import subprocess
import sys
from pathlib import Path

import pytest

import coveriflow.flows

FOLDER = Path(coveriflow.flows.__file__ or "").parent
MODULES = sorted(path.stem for path in FOLDER.glob("[!_]*") if path.suffix == ".py" or path.is_dir())


@pytest.mark.parametrize(
    "module",
    [
        "ready",
        "direct",
        "running.runner",
        "running.run_folder",
        "running.worker_modules",
        "tasks.load",
        "tasks.default_limits",
    ],
)
def test_running_without_prefect_does_not_load_prefect(module: str) -> None:
    program = f"import sys, coveriflow.flows.{module}; sys.exit('prefect' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_no_module_has_the_name_of_another_package() -> None:
    """``python flows/cmc.py`` puts the folder first on the path: everybody would find a module named ``rich`` there."""
    installed = set(importlib.metadata.packages_distributions()) | set(sys.stdlib_module_names)
    assert not installed & set(MODULES)


def test_prefect_does_not_report_its_use(monkeypatch: pytest.MonkeyPatch) -> None:
    program = "import os, coveriflow.flows.cmc; print(os.environ['DO_NOT_TRACK'])"
    monkeypatch.delenv("DO_NOT_TRACK", raising=False)
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout == "1\n"


def test_wrong_settings_of_prefect_are_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PREFECT_API_REQUEST_TIMEOUT", "soon")
    program = "try: import coveriflow.flows.prefect_backend.run\nexcept ImportError as error: print(error)"
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert done.stdout.startswith("Prefect's settings are wrong: request_timeout (")

"""``make nightly-demo`` stops what it has started, also when it is told to end."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from tests.places import ROOT

pytestmark = [pytest.mark.prefect, pytest.mark.slow]


def test_a_demo_that_is_ended_leaves_no_server(tmp_path: Path) -> None:
    command = [sys.executable, "-u", str(ROOT / "tools" / "nightly_demo.py"), "--keep", "--folder", str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as demo:
        assert demo.stdout is not None
        assert demo.stdout.readline().startswith("The server runs: ")
        started = psutil.Process(demo.pid).children(recursive=True)
        assert started
        demo.send_signal(signal.SIGTERM)
        assert demo.wait(60.0) == 128 + signal.SIGTERM
    _, alive = psutil.wait_procs(started, timeout=10.0)
    assert alive == []

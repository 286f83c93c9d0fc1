"""Whenever and however the command is stopped, no process and no temporary file of its own is left."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import psutil
import pytest

from coveriflow.execution.processes.workers import MARKS
from tests.cli.helpers import COMMAND, PATIENCE, SAFE, SLOW, environment


class Running:
    """The command at work in ``folder``, in a session of its own, with a mark that all of its processes bear."""

    def __init__(self, folder: Path, *options: str, text: str = SLOW) -> None:
        Path(folder, "prog.c").write_text(text)
        self.temporary = folder / "tmp"
        self.temporary.mkdir()
        self.mark = f"mark-of-{folder.name}-{os.getpid()}"
        self.process = subprocess.Popen(
            [*COMMAND, "verify", "prog.c", *options],
            cwd=folder,
            env=environment(TMPDIR=str(self.temporary), **{MARKS: self.mark}),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )

    def be_busy(self) -> None:
        """Wait until a verifier works."""
        assert self.process.stderr
        said = ""
        while "value: starts" not in said:
            line = self.process.stderr.readline()
            assert line, said
            said += line
        assert eventually(lambda: len(self.others()) >= 2)

    def end(self) -> tuple[str, str]:
        """Wait until it has ended; what it said."""
        return self.process.communicate(timeout=PATIENCE)

    def others(self) -> list[int]:
        """Every process below the command, also one whose parent is gone."""
        found = []
        for process in psutil.process_iter():
            with contextlib.suppress(psutil.Error):
                if self.mark in process.environ().get(MARKS, "") and process.pid != self.process.pid:
                    found.append(process.pid)
        return found

    def nothing_is_left(self) -> bool:
        return eventually(lambda: not self.others() and not list(self.temporary.iterdir()))


def eventually(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_interrupted_in_the_middle(tmp_path: Path, number: signal.Signals, status: int) -> None:
    running = Running(tmp_path, "--verbose")
    running.be_busy()
    running.process.send_signal(number)
    output, errors = running.end()
    assert running.process.returncode == status
    assert not running.others()
    assert running.nothing_is_left()
    assert output == ""
    assert "Traceback" not in errors
    assert errors.splitlines()[-1].startswith("error: interrupted: ")
    assert not Path(tmp_path, "coveriflow-out").exists()


def test_killed_in_the_middle(tmp_path: Path) -> None:
    """The verdict of an earlier run does not stand in the place of the one that never came."""
    Path(tmp_path, "evidence").mkdir()
    Path(tmp_path, "evidence", "result.json").write_text('{"verdict": "true"}')
    running = Running(tmp_path, "--verbose", "--out", "evidence")
    running.be_busy()
    running.process.kill()
    running.end()
    assert running.nothing_is_left()
    assert not list(Path(tmp_path, "evidence").iterdir())


def test_impatience_changes_nothing(tmp_path: Path) -> None:
    running = Running(tmp_path, "--verbose")
    running.be_busy()
    for _ in range(20):
        with contextlib.suppress(ProcessLookupError):
            running.process.send_signal(signal.SIGINT)
        time.sleep(0.005)
    output, errors = running.end()
    assert running.process.returncode == 130
    assert running.nothing_is_left()
    assert "Traceback" not in output + errors
    assert errors.count("error: interrupted: ") == 1


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("milliseconds", [60, 150, 300, 500])
def test_stopped_at_any_time(tmp_path: Path, number: signal.Signals, milliseconds: int) -> None:
    running = Running(tmp_path, text=SAFE)
    time.sleep(milliseconds / 1000)
    running.process.send_signal(number)
    running.end()
    assert running.nothing_is_left()


def test_a_signal_that_is_ignored_stays_ignored(tmp_path: Path) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    running = Running(tmp_path, "--verbose")
    running.be_busy()
    running.process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    assert running.process.poll() is None
    running.process.terminate()
    running.end()
    assert running.process.returncode == 143
    assert running.nothing_is_left()


def test_a_reader_that_goes_away_is_no_error(tmp_path: Path) -> None:
    Path(tmp_path, "safe.c").write_text(SAFE)
    command = f"'{COMMAND[0]}' verify safe.c | true; echo ${{PIPESTATUS[0]}}"
    for words in (
        command,
        command.replace("verify safe.c", "verify --help"),
        command.replace("safe.c", "safe.c --json"),
    ):
        done = subprocess.run(
            ["bash", "-c", words], cwd=tmp_path, env=environment(), capture_output=True, text=True, check=False
        )
        assert (done.stdout, done.stderr) == ("0\n", "")


WHILE_A_CLASS_IS_MADE = """
import os, signal, sys
from coveriflow.cli.errors import guarded

class Field:
    def __set_name__(self, owner, name):
        os.kill(os.getpid(), signal.SIGTERM)
        for _ in range(1000000):
            pass

def command(log):
    class Made:
        field = Field()
    return 0

sys.exit(guarded(command))
"""


def test_stopped_while_a_class_is_made(tmp_path: Path) -> None:
    """As every import does; Python 3.11 turns what is raised then into another exception."""
    call = [sys.executable, "-c", WHILE_A_CLASS_IS_MADE]
    done = subprocess.run(call, env=environment(TMPDIR=str(tmp_path)), stderr=subprocess.PIPE, text=True)
    assert done.returncode == 143
    assert done.stderr.startswith("error: interrupted: ")
    assert not list(tmp_path.iterdir())

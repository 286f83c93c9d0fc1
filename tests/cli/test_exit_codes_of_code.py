"""However loaded code ends its process, a violated program never ends with the exit code of a proof, nor of a bug."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.helpers import COMMAND, SAFE, coveriflow, environment

VIOLATED = "extern void reach_error(void);\nint main(void) { reach_error(); }\n"
ENDINGS = {
    "exit": "sys.exit(0)",
    "exit true": "raise SystemExit",
    "interrupt": "raise KeyboardInterrupt",
    "own": "raise type('Odd', (BaseException,), {})",
    "_exit": "os._exit(0)",
    "_exit 10": "os._exit(10)",
    "replaced": "os.execv('/bin/true', ['true'])",
    "daemon": "os.fork() and os._exit(0)",
    "C": "ctypes.CDLL(None).exit(0)",
    "answered": "raise importlib.import_module('coveriflow.cli.contracts').Answered(0)",
    "signal": "os.kill(os.getpid(), 15)",
    "recursion": "f = lambda: f(); f()",
}
"""Statements that end a process, or try to."""
HEAD = "import atexit, ctypes, importlib, os, sys, threading, time\n"
FLOW = """
from dataclasses import dataclass
from coveriflow.actors import Flow, actor, bmc, value
from coveriflow.actors.composition.nodes import IfThenElse
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.tasks import Task

@dataclass(frozen=True)
class Leaves:
    def holds(self, artifact: Answer) -> bool:
        {question}

@actor(version="1", provides=(Answer,))
def leaves(task: Task) -> tuple[Answer]:
    {actor}

def built():
    {building}

alone = Flow("alone", bmc())
asking = Flow("asking", value() >> IfThenElse(Leaves(), bmc()))
leaving = Flow("leaving", leaves())
"""
NOTHING = dict.fromkeys(("question", "actor", "building"), "pass")


def ended(folder: Path, flow: str, text: str, *more: str) -> tuple[int, str]:
    """The exit code of a verification of a violated program under ``flow`` of the module ``own``, and the verdict."""
    folder.mkdir(exist_ok=True)
    Path(folder, "own.py").write_text(HEAD + text)
    Path(folder, "violated.c").write_text(VIOLATED)
    out = Path(folder, "out")
    out.mkdir()
    Path(out, "result.json").write_text('{"verdict": "true"}')  # of an earlier run
    words = ("verify", "violated.c", "--flow", flow, "--no-cache", "--out", "out", *more)
    done = subprocess.run(
        [*COMMAND, *words], cwd=folder, env=environment(), capture_output=True, check=False, timeout=60
    )
    verdict: str = json.loads(Path(out, "result.json").read_text())["verdict"]
    return done.returncode, verdict


SLOW = [pytest.param(each, marks=pytest.mark.slow) for each in ("building", "question", "actor", "if")]


@pytest.mark.parametrize("place", ["top", "uses", *SLOW])
def test_no_ending_is_a_verdict(tmp_path: Path, place: str) -> None:
    """At the import of a flow or of a module of a YAML flow, when the flow is built, in a question, in an actor."""
    flow = {"top": "own.py:alone", "building": "own.py:built", "question": "own.py:asking", "actor": "own.py:leaving"}
    files = {
        "uses": "uses: [own]\ncomposition: [bmc]\n",
        "if": "composition: [value, {if: 'own:Leaves', then: bmc}]\n",
    }
    more = () if place in flow else ("--allow-code",)
    taken = list(ENDINGS) if place == "top" else ["exit", "_exit", "daemon", "answered"]
    for number, ending in enumerate(taken):
        body = FLOW.format(**NOTHING | ({} if place in ("top", "uses", "if") else {place: ENDINGS[ending]}))
        text = f"{ENDINGS[ending]}\n{body}" if place in ("top", "uses", "if") else body
        folder = tmp_path / str(number)
        if place in files:
            folder.mkdir()
            Path(folder, f"{place}.yml").write_text(f"format_version: '1.0'\nflow: f\n{files[place]}")
        code, verdict = ended(folder, flow.get(place, f"{place}.yml"), text, *more)
        assert code not in (0, 10), (place, ending, code)
        assert verdict == "unknown", (place, ending, verdict)


@pytest.mark.parametrize(
    "text",
    [
        "atexit.register(lambda: os._exit(0))\n",
        "threading.Thread(target=lambda: 1 / 0).start()\n",
        "threading.Thread(target=sys.exit).start()\n",
        "atexit.register(sys.exit)\n",
        "sys.excepthook = lambda *_: os._exit(0)\n",
    ],
)
def test_what_ends_besides_changes_no_verdict(tmp_path: Path, text: str) -> None:
    """Exit handlers and dying threads: the violation is found, and the exit code is its own."""
    assert ended(tmp_path, "own.py:alone", text + FLOW.format(**NOTHING)) == (10, "false")


def test_a_thread_that_ends_the_process_meanwhile(tmp_path: Path) -> None:
    """At any moment: either the verdict was reported before, or there is none."""
    for number, wait in enumerate((0.0, 0.3, 0.6)):
        text = f"threading.Timer({wait}, lambda: os._exit(0)).start()\n" + FLOW.format(**NOTHING)
        assert ended(tmp_path / str(number), "own.py:alone", text) in ((2, "unknown"), (10, "false"))


def test_a_thread_that_never_ends_delays_nothing_for_long(tmp_path: Path) -> None:
    """Its process is ended after a while, with the exit code of the verdict."""
    text = "threading.Thread(target=lambda: time.sleep(600)).start()\n" + FLOW.format(**NOTHING)
    assert ended(tmp_path, "own.py:alone", text) == (10, "false")


def test_signals_reach_the_command(tmp_path: Path) -> None:
    """Ctrl-C and SIGTERM end a command with loaded code as any other one."""
    Path(tmp_path, "own.py").write_text(HEAD + "open('there', 'w').close()\ntime.sleep(60)\n" + FLOW.format(**NOTHING))
    Path(tmp_path, "safe.c").write_text(SAFE)
    for number in (signal.SIGINT, signal.SIGTERM):
        Path(tmp_path, "there").unlink(missing_ok=True)
        words = [*COMMAND, "verify", "safe.c", "--flow", "own.py:alone"]
        with subprocess.Popen(words, cwd=tmp_path, env=environment(), stderr=subprocess.PIPE) as running:
            while not Path(tmp_path, "there").exists():
                assert running.poll() is None
                time.sleep(0.02)
            running.send_signal(number)
            assert b"interrupted" in running.communicate(timeout=30)[1]
        assert running.returncode == 128 + number


def test_the_help_of_a_command_with_code_is_shown(tmp_path: Path) -> None:
    """Asking for help ends with 0, and loads nothing."""
    assert "usage: " in coveriflow("verify", "--flow", "nowhere.py", "--help", cwd=tmp_path, status=0).stdout

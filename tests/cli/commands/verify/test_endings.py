"""Every ending of ``verify`` leaves ``result.json`` where it was asked for, and prints it with ``--json``."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest

from coveriflow.artifacts.verdicts import Verdict
from coveriflow.cli.arguments.parser import verify_options
from coveriflow.cli.commands.verify.endings import understood
from coveriflow.formats.results.result_json import Failure, RunRecord, read_run_record
from coveriflow.program.errors import InputError
from tests.cli.helpers import COMMAND, SAFE, SLOW, coveriflow, environment

RECURSIVE = """\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
unsigned fall(unsigned n) { return n < 2 ? n : 1 + fall(n - 1); }
int main(void) { unsigned n = __VERIFIER_nondet_uint(); if (n < 5 && fall(n) == 3) reach_error(); }
"""
FAILING = """\
from coveriflow.actors import Flow, actor
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.tasks import Task

@actor(version="1", provides=(Answer,))
def fails(task: Task) -> tuple[Answer]:
    raise ZeroDivisionError

mine = Flow("mine", fails())
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    texts = {
        "safe.c": SAFE,
        "slow.c": SLOW,
        "recursive.c": RECURSIVE,
        "syntax.c": "int main(void) {",
        "mine.py": FAILING,
    }
    for name, text in texts.items():
        Path(tmp_path, name).write_text(text)
    return tmp_path


def ended(folder: Path, *arguments: str, status: int) -> RunRecord:
    """What is printed is what is written."""
    done = coveriflow("verify", *arguments, "--json", "--out", "out", "--no-cache", cwd=folder, status=status)
    assert done.stdout == (folder / "out" / "result.json").read_text()
    return read_run_record(done.stdout.encode(), "stdout")


@pytest.mark.parametrize(
    ("arguments", "status", "error", "reason"),
    [
        ("safe.c", 0, None, ""),
        ("recursive.c --cpu 8s", 10, None, ""),
        ("slow.c --flow value --cpu 2s", 20, None, "CPU time"),
        ("nothing.c", 2, Failure.BAD_INPUT, "no such file or directory (nothing.c)"),
        ("syntax.c", 2, Failure.BAD_INPUT, "syntax.c, line 1"),
        ("safe.c --flow nothing", 2, Failure.BAD_INPUT, "there is no flow 'nothing'"),
        ("safe.c --cpu nan", 2, Failure.BAD_INPUT, "'nan' is not a duration"),
        ("safe.c --nonsense", 2, Failure.BAD_INPUT, "--nonsense"),
        ("safe.c --flow mine.py", 1, Failure.INTERNAL, "internal error"),
    ],
)
def test_every_ending(folder: Path, arguments: str, status: int, error: Failure | None, reason: str) -> None:
    record = ended(folder, *arguments.split(), status=status)
    assert record.error is error
    assert reason in record.reason
    assert record.task == arguments.split()[0]
    expected = {0: Verdict.TRUE, 10: Verdict.FALSE}
    assert record.verdict is expected.get(status, Verdict.UNKNOWN)


def test_an_earlier_result_does_not_remain(folder: Path) -> None:
    """Also where nobody named the folder; but none is made for words that are wrong."""
    coveriflow("verify", "safe.c", cwd=folder, status=0)
    (folder / "safe.c").write_text("int main(void) {")
    coveriflow("verify", "safe.c", cwd=folder, status=2)
    found = read_run_record((folder / "coveriflow-out/safe/result.json").read_bytes(), "result.json")
    assert (found.verdict, found.error) == (Verdict.UNKNOWN, Failure.BAD_INPUT)
    coveriflow("verify", "syntax.c", cwd=folder, status=2)
    assert not (folder / "coveriflow-out/syntax").exists()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interruption(folder: Path, number: signal.Signals) -> None:
    command = [*COMMAND, "verify", "slow.c", "--json", "--out", "out", "--verbose", "--no-cache"]
    with subprocess.Popen(
        command,
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        assert process.stderr
        while "starts" not in process.stderr.readline():
            pass
        process.send_signal(number)
        said, _ = process.communicate(timeout=60)
    assert process.returncode == 128 + number
    assert said == (folder / "out" / "result.json").read_text()
    assert read_run_record(said.encode(), "stdout").error is Failure.INTERRUPTED


@pytest.mark.parametrize(
    "words",
    [["--out"], ["--out="], ["a.c", "--json", "--", "--out"], ["--out=x/y", "--what"], ["--json=3", "--out", "z"]],
)
def test_words_that_are_refused_are_refused(words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is guessed of them for the record."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError):
        understood([*words[:1], "--cpu=no", *words[1:]], verify_options)

"""What a run has found is executed again without coveriflow, and ``coveriflow debug`` starts gdb there."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from coveriflow.cli.contracts import Log
from coveriflow.cli.registry import dispatched
from coveriflow.program.errors import InputError, ToolMissing
from tests.cli.helpers import coveriflow

SCANNED = """\
#include <assert.h>
#include <stdio.h>
int main(int argc, char **argv) {
  int a = 0;
  if (argc < 2 || scanf("%d", &a) != 1) return 1;
  if (argv[1][0] == '-')
    assert(a < 70);
  return 0;
}
"""
CALLED = """\
extern void reach_error(void);
int steps;
void f(int x, unsigned char y) {
  steps++;
  if (x > 1000 && y == 7)
    reach_error();
}
"""
FREED = """\
#include <stdlib.h>
int main(int argc, char **argv) {
  int *p = malloc(sizeof *p);
  if (!p) return 1;
  *p = argc;
  if (argc > 1) free(p);
  return *p;
}
"""
LEAKING = """\
#include <stdio.h>
#include <stdlib.h>
static void *kept;
int main(void) {
  void *p = malloc(4);
  int n;
  if (!p) return 1;
  if (scanf("%d", &n) != 1)
    return 2;
  free(p);
  return 0;
}
"""
needs_gdb = pytest.mark.skipif(shutil.which("gdb") is None, reason="gdb is not installed")


def ran(tmp_path: Path, text: str, *options: str) -> Path:
    """The folder of a run that has found a violation of the program ``text``."""
    (tmp_path / "my prog.c").write_text(text)
    coveriflow("verify", "my prog.c", "--cpu", "60s", "--out", "out", *options, cwd=tmp_path, status=10)
    return tmp_path / "out"


def repeated(folder: Path, *options: str) -> str:
    """What the script says in another folder and another environment."""
    command = ["env", "-i", "PATH=/usr/bin:/bin", "bash", str(folder / "reproduce" / "run.sh"), *options]
    done = subprocess.run(command, cwd="/", capture_output=True, text=True, check=False, timeout=100)
    return done.stdout + done.stderr


def in_gdb(folder: Path) -> str:
    return coveriflow("debug", folder, "--", "-batch", cwd=folder.parent).stdout


@needs_gdb
@pytest.mark.usefixtures("compiler")
def test_an_assertion_fails_again(tmp_path: Path) -> None:
    folder = ran(tmp_path, SCANNED)
    record = json.loads((folder / "result.json").read_text())
    assert record["command"] == "printf '70' | ./program -"
    shell = f"{record['build']} && {record['command']}"
    done = subprocess.run(["bash", "-c", shell], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "Assertion `a < 70' failed" in done.stderr
    assert "Assertion `a < 70' failed" in repeated(folder)
    stopped = in_gdb(folder)
    assert "assert(a < 70);" in stopped
    assert "a = 70" in stopped


@pytest.mark.slow
@needs_gdb
@pytest.mark.usefixtures("compiler")
def test_an_entry_function_is_called_again(tmp_path: Path) -> None:
    folder = ran(tmp_path, CALLED, "--entry", "f")
    assert json.loads((folder / "result.json").read_text())["build"] == ""
    assert "the violation is reached" in repeated(folder)
    stopped = in_gdb(folder)
    assert "f (x=1001, y=7" in stopped
    assert "reach_error();" in stopped


@pytest.mark.slow
@needs_gdb
@pytest.mark.usefixtures("compiler")
def test_sanitizers_report_it_again(tmp_path: Path) -> None:
    folder = ran(tmp_path, FREED, "--property", "undefined-behaviour")
    assert "-fsanitize=address,undefined" in json.loads((folder / "result.json").read_text())["build"]
    assert "heap-use-after-free" in repeated(folder)
    assert "return *p;" in in_gdb(folder)


@pytest.mark.slow
@needs_gdb
@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize(("name", "kept"), [("memory-safety", ""), ("memory-cleanup", "kept = p;")])
def test_leaks_are_reported_again(tmp_path: Path, name: str, kept: str) -> None:
    """Where the program returns; also of memory to which a pointer is left, if that violates the property."""
    folder = ran(tmp_path, LEAKING.replace("int n;", f"int n; {kept}"), "--property", name, "--flow", "bmc")
    assert "-fsanitize=address,undefined" in json.loads((folder / "result.json").read_text())["build"]
    assert "detected memory leaks" in repeated(folder)
    assert "return 2;" in in_gdb(folder)


@pytest.mark.usefixtures("compiler")
def test_commands_are_printed_and_what_is_missing_is_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = ran(tmp_path, "void reach_error(void); int main(void) { reach_error(); return 0; }")
    assert os.access(folder / "reproduce" / "run.sh", os.X_OK)
    assert dispatched(["debug", str(folder), "--print"], Log()) == 0
    printed = capsys.readouterr().out
    assert "--gdb" in printed.splitlines()[0]
    assert "break" in printed
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(ToolMissing, match="is not installed"):
        dispatched(["debug", str(folder)], Log())
    with pytest.raises(InputError, match="no folder of a run"):
        dispatched(["debug", str(tmp_path)], Log())


def test_there_is_nothing_to_debug_without_a_violation(tmp_path: Path) -> None:
    (tmp_path / "good.c").write_text("void reach_error(void); int main(void) { if (0) reach_error(); return 0; }")
    coveriflow("verify", "good.c", "--out", "out", cwd=tmp_path, status=0)
    assert not (tmp_path / "out" / "reproduce").exists()
    with pytest.raises(InputError, match="the run has found no violation"):
        dispatched(["debug", str(tmp_path / "out")], Log())

"""``coveriflow transform --accelerate``: what it prints is C that a compiler takes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from coveriflow.cli.arguments.transform import transform_options
from coveriflow.cli.commands.transform import transform
from coveriflow.cli.contracts import Exit
from coveriflow.execution.contracts import End, Outcome
from coveriflow.program.errors import InputError
from tests.cli.helpers import coveriflow


def test_the_command_prints_what_gcc_compiles(examples: Path, compiler: str, tmp_path: Path) -> None:
    (tmp_path / "fig1.c").write_text((examples / "trace-fig1.c").read_text())
    printed = coveriflow("transform", "--accelerate", "fig1.c", cwd=tmp_path, status=0)
    assert "the loop at line 14 is accelerated: x = x - iterations1, y = y + iterations1\n" in printed.stderr
    assert "    y = (y + iterations1);\n" in printed.stdout
    assert "trace_automaton" in printed.stdout
    (tmp_path / "fast.c").write_text(printed.stdout)
    command = [compiler, "-std=c11", "-Wall", "-Werror", "-Wno-unused", "-c", "fast.c", "-o", "fast.o"]
    subprocess.run(command, cwd=tmp_path, check=True)


def test_it_writes_without_automata(examples: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--accelerate", str(examples / "trace-fig3.c"), "--without-automata", "-o", str(tmp_path / "fast.c")]
    assert transform(transform_options(words)) == Exit.TRUE
    text = (tmp_path / "fast.c").read_text()
    assert "iterations1" in text
    assert "trace_automaton" not in text
    assert "edges became" in capsys.readouterr().err


def test_it_wants_to_know_how() -> None:
    with pytest.raises(InputError, match="how\\? There are --accelerate, --abstract-loops, --assume-invariants"):
        transform_options(["prog.c"])
    with pytest.raises(InputError, match="not allowed with"):
        transform_options(["--accelerate", "--abstract-loops", "prog.c"])
    with pytest.raises(InputError, match="--iterations needs --abstract-loops"):
        transform_options(["--accelerate", "--iterations", "2", "prog.c"])
    with pytest.raises(InputError, match="--without-automata needs --accelerate"):
        transform_options(["--abstract-loops", "--without-automata", "prog.c"])
    with pytest.raises(InputError, match="iterations"):
        transform_options(["--abstract-loops", "--iterations", "0", "prog.c"])


_COUNTED = """\
extern unsigned __VERIFIER_nondet_uint(void); extern void reach_error(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), i = 0, j = 0, *p = &n;
  while (i < n) { i++; j++; }
  while (j > 5) { *p = 1; j--; }
  if (i < 3) reach_error();
  return 0;
}
"""


def test_loops_are_abstracted(compiler: str, tmp_path: Path) -> None:
    """What is known of each, and why one stays as it is; ``--iterations`` counts, and gcc compiles it."""
    (tmp_path / "prog.c").write_text(_COUNTED)
    words = ("--abstract-loops", "--iterations", "2", "prog.c")
    printed = coveriflow("transform", *words, cwd=tmp_path, status=0)
    assert "the loop at line 4 is abstracted\n" in printed.stderr
    assert "the loop at line 4: j <= i\n" in printed.stderr
    assert "the loop at line 5 stays as it is: it changes" in printed.stderr
    assert "visits_left1 = 1U;\n" in printed.stdout
    (tmp_path / "few.c").write_text(printed.stdout)
    subprocess.run([compiler, "-std=c11", "-c", "few.c", "-o", "few.o"], cwd=tmp_path, check=True)


def test_invariants_are_assumed(tmp_path: Path) -> None:
    """The loop is still there."""
    (tmp_path / "prog.c").write_text(_COUNTED)
    printed = coveriflow("transform", "--assume-invariants", "prog.c", cwd=tmp_path, status=0)
    assert "if (!(j <= i)) abort();\n" in printed.stdout
    assert "j = (j + 1U);\n" in printed.stdout
    assert "stays as it is" not in printed.stderr


class _Failing:
    """Workers whose jobs fail."""

    def __init__(self, _modules: object) -> None:
        self.outcome: Outcome[None] = Outcome(End.FAILED, message="ZeroDivisionError: on purpose")

    def __enter__(self) -> _Failing:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def submit(self, *_: object, limits: object) -> _Failing:
        return self

    def result(self) -> Outcome[None]:
        return self.outcome


def test_a_failure_of_ours_is_none_of_the_user(examples: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coveriflow.cli.commands.transform.Workers", _Failing)
    with pytest.raises(RuntimeError, match="on purpose"):
        transform(transform_options(["--accelerate", str(examples / "trace-fig1.c")]))

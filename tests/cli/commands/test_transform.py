"""``coveriflow transform --accelerate``: what it prints is C that a compiler takes."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from coveriflow.cli.arguments.transform import transform_options
from coveriflow.cli.commands.transform import transform
from coveriflow.cli.contracts import Exit
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
    with pytest.raises(InputError, match="how\\? There is --accelerate"):
        transform_options(["prog.c"])

"""What the command says of itself."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from coveriflow import __version__
from coveriflow.flows.catalogue.by_name import flow_named
from coveriflow.flows.ready import READY
from coveriflow.program.errors import InputError
from tests.cli.helpers import coveriflow


def test_version(tmp_path: Path) -> None:
    assert coveriflow("--version", cwd=tmp_path, status=0).stdout == f"coveriflow {__version__}\n"


@pytest.mark.parametrize("words", [["--help"], ["verify", "--help"]])
def test_help_has_examples(tmp_path: Path, words: list[str]) -> None:
    done = coveriflow(*words, cwd=tmp_path, status=0)
    assert "examples:\n  coveriflow verify prog.c\n" in done.stdout
    assert done.stderr == ""


def test_without_a_command_there_is_help_and_a_bad_status(tmp_path: Path) -> None:
    done = coveriflow(cwd=tmp_path, status=2)
    assert done.stdout == ""
    assert "usage: coveriflow" in done.stderr


@pytest.mark.parametrize("words", [["verfy", "a.c"], ["--verify"], ["flows", "cmc"]])
def test_what_is_no_command(tmp_path: Path, words: list[str]) -> None:
    done = coveriflow(*words, cwd=tmp_path, status=2)
    assert done.stderr.startswith("error: ")


def test_flows_are_listed_with_their_first_sentence(tmp_path: Path) -> None:
    done = coveriflow("flows", cwd=tmp_path, status=0)
    lines = [line.split() for line in done.stdout.splitlines()]
    assert ["default", "is", "staged"] in lines
    assert {line[0] for line in lines} >= set(READY)
    assert "└" not in done.stdout


def test_actors_are_listed_with_their_parameters(tmp_path: Path) -> None:
    done = coveriflow("actors", cwd=tmp_path, status=0)
    assert "\n    value.order=dfs  (dfs, bfs or random)\n" in done.stdout
    assert "\nsymbolic\n  Symbolic execution" in done.stdout


def test_a_flow_is_shown_as_a_tree(tmp_path: Path) -> None:
    tree = coveriflow("flows", "show", "bmc", cwd=tmp_path, status=0).stdout.splitlines()
    assert tree[1:4] == ["├── bmc", "└── if the verdict is false", "    └── execute"]


def test_a_flow_is_shown_in_ascii_where_there_is_nothing_else(tmp_path: Path) -> None:
    done = coveriflow("flows", "show", "bmc", cwd=tmp_path, status=0, PYTHONIOENCODING="ascii")
    assert done.stdout.isascii()
    assert "`-- execute" in done.stdout


def test_a_flow_keeps_the_name_that_it_was_asked_for() -> None:
    assert flow_named("default").name == "default"
    assert flow_named("default").composition == READY["staged"]().composition


def test_a_flow_that_there_is_not() -> None:
    with pytest.raises(InputError, match="did you mean 'cmc'"):
        flow_named("cmcc")
    with pytest.raises(InputError, match="the ready flows are default, staged, cmc"):
        flow_named("zzzzz")


def test_the_command_line_loads_nothing_heavy() -> None:
    heavy = ("prefect", "z3", "pycparser", "rich", "lxml", "yaml", "argparse", "asyncio")
    program = f"import sys, coveriflow.cli; sys.exit([m for m in {heavy} if m in sys.modules] or 0)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_verification_loads_no_solver_and_no_parser_into_the_command(tmp_path: Path) -> None:
    Path(tmp_path, "safe.c").write_text("void reach_error(void);\nint main(void) { return 0; }\n")
    program = (
        "import sys; from coveriflow.cli import main; code = main(['verify', 'safe.c', '--json']); "
        "sys.exit(code or [m for m in ('prefect', 'z3', 'pycparser', 'rich', 'yaml') if m in sys.modules] or 0)"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr

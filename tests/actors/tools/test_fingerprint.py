"""When an earlier answer of a tool may be used again."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from coveriflow.actors.external import tool
from coveriflow.actors.tool_catalogue import FOLDER
from coveriflow.actors.work.tools import fingerprint
from coveriflow.actors.work.tools.fingerprint import state_of_tool
from tests.actors.tools.test_call import SAFE, script

DEFINITION = "cbmc"


@pytest.fixture
def installed(tmp_path: Path) -> str:
    """A tool in a folder of its own, with a file that it needs."""
    (tmp_path / "cbmc-7" / "bin").mkdir(parents=True)
    (tmp_path / "cbmc-7" / "library.jar").write_bytes(b"old")
    return script(tmp_path / "cbmc-7" / "bin", "true", "cbmc")


def test_a_tool_that_is_changed_answers_again(installed: str) -> None:
    before = state_of_tool(DEFINITION, installed, "")
    assert before is not None
    assert state_of_tool(DEFINITION, installed, "") == before
    Path(installed).parent.parent.joinpath("library.jar").write_bytes(b"newer")
    after = state_of_tool(DEFINITION, installed, "")
    assert after != before
    os.utime(installed, (1, 1))
    assert state_of_tool(DEFINITION, installed, "") not in (before, after)


def test_the_environment_says_which_tool(installed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COVERIFLOW_CBMC", str(Path(installed).parent.parent))
    assert state_of_tool(DEFINITION, "", "") == state_of_tool(DEFINITION, installed, "")


def test_where_it_cannot_be_told_it_answers_again(installed: str, tmp_path: Path) -> None:
    (tmp_path / "more.txt").touch()
    assert state_of_tool(DEFINITION, installed, f"--with={tmp_path}/more.txt") is None
    assert state_of_tool(DEFINITION, installed, "--with '") is None
    assert state_of_tool(DEFINITION, installed, "--unwind 3") is not None
    assert state_of_tool("command", installed, "") is None
    (tmp_path / "own.yml").write_bytes((FOLDER / "cbmc.yml").read_bytes())
    assert state_of_tool(str(tmp_path / "own.yml"), installed, "") is None
    assert state_of_tool(DEFINITION, str(tmp_path / "nowhere" / "cbmc"), "") is None


def test_a_script_among_other_programs_may_call_anything(
    installed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fingerprint, "_SHARED", (Path(installed).parent,))
    assert state_of_tool(DEFINITION, installed, "") is None
    Path(installed).write_bytes(b"\x7fELF")
    state = state_of_tool(DEFINITION, installed, "")
    assert state is not None
    assert len(state) == 1


def test_the_actor_depends_on_the_tool(installed: str) -> None:
    from coveriflow.actors.definition import definition_of

    actor = tool(DEFINITION, executable=installed)
    before = definition_of(actor).besides(actor, (SAFE,))
    os.utime(installed, (1, 1))
    assert definition_of(actor).besides(actor, (SAFE,)) not in (None, before)

"""The table of exit codes: each command has its codes, ``--help`` prints them, and the documents have the same."""

from __future__ import annotations

import pytest

from coveriflow.cli.arguments.parser import COMMANDS
from coveriflow.cli.commands.completion import parsers
from coveriflow.cli.contracts import Exit
from coveriflow.cli.exit_codes import COMMON, INTERRUPTED, OWN, meanings
from tests.places import ROOT
from tools.site.commands import all_exit_codes


def test_each_command_has_its_codes() -> None:
    assert OWN.keys() == COMMANDS.keys()


def test_each_code_has_a_meaning() -> None:
    said = {code for command in OWN for code in meanings(command)}
    assert said == {*(str(code.value) for code in Exit), INTERRUPTED}
    assert COMMON.keys() <= said


@pytest.mark.parametrize("command", [name for name in COMMANDS if name != "cache"])
def test_the_help_has_the_codes(command: str) -> None:
    lines = parsers()[command].format_help().partition("exit codes:\n")[2].splitlines()
    shown = [line[2:12].strip() for line in lines[: lines.index("") if "" in lines else None]]
    assert [code for code in shown if code] == [*meanings(command)]


def test_the_documents_have_the_codes() -> None:
    """On failure: the table of the page is to be that of ``all_exit_codes``."""
    assert all_exit_codes() in (ROOT / "docs" / "reference" / "exit-codes.md").read_text(encoding="utf-8")

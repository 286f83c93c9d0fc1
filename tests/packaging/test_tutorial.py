"""The tutorial works as it is written: its files are saved, its commands run in one shell, and its output is theirs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.helpers import environment
from tests.places import ROOT

PAGE = ROOT / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"(?://|#) (\S+\.\w+)\n")
BLOCKS = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
VERDICTS = "0|10|20"
MARK = "--- the output of block"


def commands() -> str:
    """All commands as one script: each ends with a code that is a verdict's."""
    lines = [f"trap 'case $? in {VERDICTS}) ;; *) exit 99 ;; esac' ERR"]
    for number, (language, text) in enumerate(BLOCKS):
        lines += [f"echo '{MARK}' {number}", text] if language == "sh" else []
    return "\n".join(lines)


def prepared(folder: Path) -> dict[str, str]:
    """A checkout with its environment, the files of the tutorial, and stand-ins for what installs."""
    (folder / ".venv").symlink_to(sys.prefix)
    (folder / "examples").symlink_to(ROOT / "examples")
    for _, text in BLOCKS:
        if named := NAMED.match(text):
            (folder / named[1]).write_text(text, encoding="utf-8")
    stand_ins = folder / "stand-ins"
    stand_ins.mkdir()
    for name in ("sudo", "make"):
        (stand_ins / name).write_text(f'#!/bin/sh\necho "$@" >> {folder}/installed.txt\n')
        (stand_ins / name).chmod(0o755)
    path = os.pathsep.join((str(stand_ins), os.environ["PATH"]))
    return environment(PATH=path, COVERIFLOW_CACHE=str(folder / "cache"), PYTHONPATH=str(ROOT))


def lines(text: str) -> list[str]:
    """Lines without numbers, which vary, and blanks, which depend on them."""
    return [" ".join(re.sub(r"\d+(\.\d+)?", "#", line).split()) for line in text.splitlines() if line.strip()]


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> dict[int, str]:
    """What the commands of each block print, by the number of the block."""
    folder = tmp_path_factory.mktemp("tutorial")
    variables = prepared(folder)
    done = subprocess.run(
        ["bash", "-c", commands()], cwd=folder, env=variables, capture_output=True, text=True, check=False, timeout=280
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert (folder / "installed.txt").read_text().splitlines()[1:] == [".venv/installed"]
    parts = re.split(rf"^{MARK} (\d+)\n", done.stdout, flags=re.MULTILINE)
    return {int(number): text for number, text in zip(parts[1::2], parts[2::2], strict=True)}


def shown() -> list[tuple[int, str]]:
    """The outputs on the page, each with the number of the commands before it."""
    last, found = 0, []
    for number, (language, text) in enumerate(BLOCKS):
        last = number if language == "sh" else last
        found += [(last, text)] if language == "text" else []
    return found


@pytest.mark.parametrize(("number", "text"), shown())
def test_the_commands_print_what_the_page_shows(outputs: dict[int, str], number: int, text: str) -> None:
    printed = lines(outputs[number])
    assert [line for line in lines(text) if line not in printed] == []


def test_all_blocks_are_used() -> None:
    assert {language for language, _ in BLOCKS} == {"sh", "text", "c", "python"}
    assert [NAMED.match(text) for language, text in BLOCKS if language in ("c", "python")].count(None) == 0

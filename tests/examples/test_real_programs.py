"""The programs of ``examples/real``: compiled without warnings, executed, and verified with what is expected of them.

``expected.toml`` of each program says what its sample run prints, and what the plain command says. The line of a
violation is the one that is marked ``/* FAILS: n */`` in the text.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.places import ROOT

FOLDER = ROOT / "examples" / "real"
INPUTS = Path(__file__).with_name("inputs.c")
NAMES = sorted(path.parent.name for path in FOLDER.glob("*/expected.toml"))
BUGS = (1, 2)
WARNINGS = ("-Wall", "-Wextra", "-Werror", "-std=c11")
CPU = 60

pytestmark = pytest.mark.timeout(1800)
"""The limit of a command is CPU time: how long that is depends on what else the machine does."""


def expectation(name: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / name / "expected.toml").read_text())


def sources(name: str) -> list[Path]:
    return sorted((FOLDER / name).glob("*.c"))


def failing_places(name: str, bug: int) -> set[tuple[str, int]]:
    """The files and the lines that are marked for a bug: each of them shows it."""
    return {
        (path.name, number)
        for path in sources(name)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if (found := re.search(r"/\* FAILS: ([\d, ]+) \*/", line)) and str(bug) in found[1].split(", ")
    }


def reported(name: str, property_: str, bug: int | None, out: Path, *more: str) -> dict[str, Any]:
    """``result.json`` of the plain command, or with ``more`` options."""
    macros = [] if bug is None else ["-D", f"BUG={bug}"]
    options = ["--property", property_, "--cpu", f"{CPU}s", "--no-cache", "--out", str(out), *more]
    command = [str(Path(sys.executable).with_name("coveriflow")), "verify", *map(str, sources(name)), *macros, *options]
    subprocess.run(command, capture_output=True, check=False)
    found: dict[str, Any] = json.loads((out / "result.json").read_text())
    return found


EXPECTED = [(name, key, verdict) for name in NAMES for key, verdict in expectation(name)["correct"].items()]


@pytest.mark.parametrize("name", NAMES)
def test_a_program_says_what_is_expected_of_it(name: str) -> None:
    expected = expectation(name)
    assert set(expected) <= {"input", "arguments", "output", "correct", *(f"bug-{bug}" for bug in BUGS)}
    assert set(expected["correct"].values()) <= {"true", "unknown"}
    for bug in BUGS:
        assert {"property", "violated", "found"} == set(expected[f"bug-{bug}"])
        assert failing_places(name, bug)


@pytest.mark.parametrize("bug", [None, *BUGS])
@pytest.mark.parametrize("name", NAMES)
def test_it_compiles_without_warnings(compiler: str, name: str, bug: int | None, tmp_path: Path) -> None:
    macros = [] if bug is None else [f"-DBUG={bug}"]
    for path in sources(name):
        command = [compiler, *WARNINGS, *macros, "-c", str(path), "-o", str(tmp_path / "object.o")]
        subprocess.run(command, check=True, capture_output=True, text=True)


@pytest.mark.parametrize("name", NAMES)
def test_the_correct_one_runs(compiler: str, name: str, tmp_path: Path) -> None:
    expected = expectation(name)
    subprocess.run([compiler, "-std=c11", *sources(name), INPUTS, "-lm", "-o", tmp_path / "program"], check=True)
    command = [str(tmp_path / "program"), *expected.get("arguments", [])]
    run = subprocess.run(
        command, input=expected.get("input", ""), capture_output=True, text=True, timeout=10, check=True
    )
    assert run.stdout == expected["output"]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "property_", "verdict"), EXPECTED)
def test_the_correct_one_is_verified(name: str, property_: str, verdict: str, tmp_path: Path) -> None:
    """What is not proved says how far the run came: its condition is there, but for termination."""
    found = reported(name, property_, None, tmp_path)
    assert found["verdict"] in {verdict, "true"}, found["reason"]
    if found["verdict"] == "unknown":
        assert property_ == "termination" or "condition" in {each["kind"] for each in found["evidence"]}
        assert found["reason"]


@pytest.mark.slow
@pytest.mark.parametrize("bug", BUGS)
@pytest.mark.parametrize("name", NAMES)
def test_a_planted_bug_is_found(name: str, bug: int, tmp_path: Path) -> None:
    """With its kind and its line. One that is not found yet may be found, but then it is that one, too."""
    expected = expectation(name)[f"bug-{bug}"]
    found = reported(name, expected["property"], bug, tmp_path)
    if expected["found"] != "default" and found["verdict"] == "unknown":
        return
    check_found(name, bug, found)


@pytest.mark.slow
@pytest.mark.parametrize("bug", BUGS)
@pytest.mark.parametrize("name", NAMES)
def test_greybox_fuzzing_finds_a_planted_bug(name: str, bug: int, tmp_path: Path) -> None:
    """All but those of termination, which no place in a program violates."""
    property_ = expectation(name)[f"bug-{bug}"]["property"]
    if property_ != "termination":
        check_found(name, bug, reported(name, property_, bug, tmp_path, "--flow", "greybox"))


def check_found(name: str, bug: int, found: dict[str, Any]) -> None:
    """The violation is the one that is planted."""
    expected = expectation(name)[f"bug-{bug}"]
    assert found["verdict"] == "false", found["reason"]
    assert expected["violated"] in found["violated"]
    told = f"{found['violated']} {found['confirmed_by']}"
    files = {Path(found["undefined"]["file"]).name} if found.get("undefined") else {path.name for path in sources(name)}
    shown = {line for file, line in failing_places(name, bug) if file in files}
    assert any(re.search(rf"\blines? (?:\d+, )*{line}\b", told) for line in shown), told

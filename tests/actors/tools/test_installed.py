"""What an installed tool has of its own: folders of tools that were never run stand for these."""

from __future__ import annotations

from pathlib import Path

import pytest

from coveriflow.actors import tool
from coveriflow.actors.tool_catalogue import defined
from coveriflow.actors.work.tools.installed import is_older, offered_names, spelled
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tool_definitions import ToolDefinition
from coveriflow.artifacts.tool_logs import ToolLog
from coveriflow.cli.commands.actors.show import tool_page
from coveriflow.formats.tools.tool_definition import read_tool_definition
from coveriflow.program.errors import InputError, ToolMissing
from tests.actors.tasks import here, program

SAFE = program("int main(void) { return 0; }")
TEXT = """\
name: Mine
executable: mine
arguments: ["{options}", "{files}"]
properties: {unreach-call: []}
options: ["--{newest config/cup[0-9][0-9].conf}", --deep]
offers: {files: config/*.conf, option: "--{name}"}
one_dash_before: "2.4"
verdicts: [{output: PROVED, verdict: 'true'}, {output: '^(your .* is too old)$', verdict: unknown, reason: no start}]
"""


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


def installed(folder: Path, *configurations: str, version: str = "3.0", prints: str = "PROVED") -> Path:
    """A folder with a tool, whose executable lies in ``bin``."""
    for name in ("bin", "config"):
        (folder / name).mkdir(parents=True)
    for name in configurations:
        (folder / "config" / f"{name}.conf").touch()
    path = folder / "bin" / "mine"
    path.write_text(f'#!/bin/sh\n[ "$1" = --version ] && {{ echo {version}; exit 0; }}\necho "{prints}"\n')
    path.chmod(0o755)
    return path


def mine(text: str = TEXT) -> ToolDefinition:
    return read_tool_definition(text.encode(), "mine.yml", "mine")


def test_the_newest_of_the_files_is_meant(tmp_path: Path) -> None:
    place = str(installed(tmp_path / "a", "cup25", "cup27", "cup26", "cup27--overflow", "other"))
    assert spelled(mine(), place, "3.0", mine().options) == ["--cup27", "--deep"]
    assert offered_names(mine(), place) == ["cup25", "cup26", "cup27", "cup27--overflow", "other"]
    lacking = str(installed(tmp_path / "b", "other"))
    with pytest.raises(InputError, match=r"this Mine has no config/cup\[0-9\]\[0-9\]\.conf: choose another"):
        spelled(mine(), lacking, "3.0", mine().options)


@pytest.mark.parametrize(
    ("version", "option"),
    [
        ("2.3.1", "-deep"),
        ("2.4", "--deep"),
        ("4.2.2-svn", "--deep"),
        ("2", "-deep"),
        ("", "--deep"),
        ("10.1", "--deep"),
    ],
)
def test_an_older_version_has_one_dash(tmp_path: Path, version: str, option: str) -> None:
    place = str(installed(tmp_path / "a", "cup25"))
    assert spelled(mine(), place, version, mine().options)[1] == option


def test_versions_are_compared_by_their_numbers() -> None:
    assert is_older("2.10", "2.11")
    assert not is_older("2.10", "2.9")
    assert not is_older("unknown", "2.9")


def test_the_command_has_the_options_of_the_version(tmp_path: Path) -> None:
    place = installed(tmp_path / "a", "cup07", version="mine 2.0")
    (tmp_path / "mine.yml").write_text(TEXT)
    log = here(tool(str(tmp_path / "mine.yml"), executable=str(place)), SAFE)[ToolLog]
    assert log.command[1:3] == ("-cup07", "-deep")


@pytest.mark.parametrize(
    ("memory", "options", "expected"),
    [
        (1 << 30, "", ("--heap", "522M", "x")),
        (None, "", ("x",)),
        (1 << 30, "--heap 4G", ("--heap", "4G", "x")),
    ],
)
def test_it_is_told_of_its_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, memory: int | None, options: str, expected: tuple[str, ...]
) -> None:
    place = installed(tmp_path / "a", "cup07")
    text = TEXT.replace('"{files}"', "x").replace(", --deep", "")
    (tmp_path / "mine.yml").write_text(f'{text}memory: [--heap, "{{megabytes}}M"]\n')
    monkeypatch.setattr("coveriflow.actors.work.tools.call.current_limits", lambda: Limits(30.0, 60.0, memory))
    log = here(tool(str(tmp_path / "mine.yml"), executable=str(place), options=options), SAFE)[ToolLog]
    assert log.command[2:] == expected


def test_what_it_runs_on_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    place = str(installed(tmp_path / "a", "cup25"))
    (tmp_path / "mine.yml").write_text(f"{TEXT}runs_on: {{program: no-such-vm, variable: VM}}\n")
    actor = tool(str(tmp_path / "mine.yml"), executable=place)
    with pytest.raises(
        ToolMissing, match=r"Mine needs no-such-vm, and there is none on the path\nInstall it, or set VM"
    ):
        here(actor, SAFE)
    monkeypatch.setenv("VM", str(tmp_path / "nowhere"))
    with pytest.raises(ToolMissing, match=r"VM is '.*nowhere', which is no program"):
        here(actor, SAFE)
    monkeypatch.setenv("VM", place)
    assert here(actor, SAFE)[Answer].evidence is not None


def test_what_it_runs_on_is_too_old(tmp_path: Path) -> None:
    (tmp_path / "mine.yml").write_text(TEXT)
    place = installed(tmp_path / "a", "cup25", prints="your VM is too old")
    answer = here(tool(str(tmp_path / "mine.yml"), executable=str(place)), SAFE)[Answer]
    assert answer.reason == "Mine: no start: your VM is too old"


def test_the_page_has_what_is_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.yml").write_text(TEXT)
    monkeypatch.setenv("COVERIFLOW_MINE", str(tmp_path / "a"))
    assert "not found" in tool_page(str(tmp_path / "mine.yml"))
    place = installed(tmp_path / "a", "cup25", "deep")
    page = tool_page(str(tmp_path / "mine.yml"))
    assert str(place) in page
    assert "2 configurations of its own, by the option --{name}:" in page
    assert "cup25, deep" in page


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("offers: {files: x}\n", "option"),
        ("offers: {files: x, option: y}\n", "names '{name}'"),
        ("runs_on: {}\n", "program"),
    ],
)
def test_what_is_wrong_is_told(text: str, message: str) -> None:
    rest = "".join(line for line in TEXT.splitlines(keepends=True) if not line.startswith("offers"))
    with pytest.raises(InputError, match=message):
        mine(rest + text)


def test_a_file_of_the_tool_is_named_by_its_path(tmp_path: Path) -> None:
    place = str(installed(tmp_path / "a", "cup25", "cup26"))
    named = spelled(mine(), place, "3.0", ["--config", "{file config/cup*.conf}"])
    assert named == ["--config", str(tmp_path / "a" / "config" / "cup26.conf")]


def test_no_year_stands_in_the_definition_of_cpachecker() -> None:
    assert defined("cpachecker").configured("svcomp").options[-1] == "--{newest config/svcomp[0-9][0-9].properties}"

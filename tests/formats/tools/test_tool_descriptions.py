"""Descriptions of tools in the formats of others: what they say becomes a definition, and what has no counterpart is
told with its line.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow import __version__
from coveriflow.actors import CompositionError, tool
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import PropertyKind
from coveriflow.artifacts.tool_definitions import Exchange, PropertyFile, ToolDefinition
from coveriflow.execution.benchexec.tool_info import ToolInfo
from coveriflow.formats.tools.own_description import Published, coveriteam_description, fm_tools_description
from coveriflow.formats.tools.tool_descriptions import describes_a_tool, nothing_included, read_tool_description
from coveriflow.program.errors import InputError

FM = """\
name: Mine
description: Proves little.
input_languages: [C]
benchexec_toolinfo_module: "https://example.org/raw/main/benchexec/tools/cbmc.py"
fmtools_format_version: "2.0"
maintainers: [{name: Some Body}]
versions:
  - version: 2.10
    doi: 10.5281/zenodo.1234567
    benchexec_toolinfo_options: [--deep, "3"]
    required_ubuntu_packages: [libfoo, libbar]
  - version: validator
    url: https://example.org/mine.zip
    benchexec_toolinfo_options: [--validate, --witness, "${witness}", --end]
  - version: tester
    url: https://example.org/mine.zip
competition_participations:
  - {competition: SV-COMP 2030, track: Verification, tool_version: "2.10"}
  - {competition: Test-Comp 2030, track: Test Generation, tool_version: tester}
"""
TEAM = """\
imports: !include limits.yml
actor_name: mine
toolinfo_module: cbmc.py
archives:
- version: default
  location: https://example.org/mine.zip
- version: other
  doi: 10.5281/zenodo.99
  options: [--witness, '${witness}']
  resourcelimits: {memlimit: 1 GB}
options: [--usual]
format_version: '1.2'
"""
LIMITS = b"resourcelimits:\n  memlimit: 8 GB\n  timelimit: 15 min\n  cpuCores: '2'\n"


def read(text: str, include: Callable[[str], bytes] = nothing_included) -> ToolDefinition:
    return read_tool_description(text.encode(), "folder/mine.yml", "mine", include)


def limited(name: str) -> bytes:
    assert name == "folder/limits.yml"
    return LIMITS


# --- fm-tools --------------------------------------------------------------------------------------------------------


def test_the_first_version_is_the_tool() -> None:
    found = read(FM)
    assert (found.name, found.about, found.module) == ("Mine", "Proves little.", "cbmc")
    assert found.options == ("--deep", "3")
    assert found.get == (
        "the archive https://doi.org/10.5281/zenodo.1234567 (version 2.10), and the packages libfoo libbar"
    )
    assert PropertyKind.NO_OVERFLOW in dict(found.properties)
    assert [name for name, _ in found.configurations] == ["2.10", "validator", "tester"]
    assert replace(found.configured("2.10"), configurations=()) == replace(found, configurations=())


def test_other_versions_are_configurations_that_stand_alone() -> None:
    validator, tester = (read(FM).configured(name) for name in ("validator", "tester"))
    assert validator.options == ()
    assert dict(validator.reads) == {Exchange.WITNESS: ("--validate", "--witness", "{file}", "--end")}
    assert validator.property_file is PropertyFile.PASSED
    assert (tester.property_file, tester.reads, tester.options) == (PropertyFile.COVERAGE, (), ())


def test_what_has_no_counterpart_is_told() -> None:
    more = FM + "colour: red\nbase_container_images: [ubuntu]\n"
    found = read(more.replace("    url: https://example.org/mine.zip\ncomp", "    location: x\ncomp"))
    notes = "\n".join(found.notes)
    assert "line 4: the tool-info module is not downloaded; BenchExec's own 'cbmc' is used" in notes
    assert "line 20: the key 'colour' is not known and not used" in notes
    assert "line 21: no container is started" in notes
    assert "line 15: a version is left out: either 'doi' or 'url' must name the archive" in notes
    assert found.unused == ("maintainers (line 6)",)
    assert [name for name, _ in found.configurations] == ["2.10", "validator"]


@pytest.mark.parametrize("said", ["cbmc", "cbmc.py", "benchexec.tools.cbmc", "https://x.org/y/cbmc.py"])
def test_a_module_is_named_in_several_ways(said: str) -> None:
    lines = FM.split("\n")
    lines[3] = f'benchexec_toolinfo_module: "{said}"'
    assert read("\n".join(lines)).module == "cbmc"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("name: Mine\n", "", 1, "'name' is missing"),
        ('version: "2.0"', 'version: "3.1"', 5, "is not 2"),
        ("[C]", "[Java]", 3, "it is a tool for Java, and coveriflow verifies C"),
        ("versions:", "versios:", 1, "'versions' is missing"),
        ("    doi: 10.5281/zenodo.1234567\n", "", 8, "either 'doi' or 'url'"),
        ("    doi: 10.5281/zenodo.1234567\n", "    doi: 10.5281/x\n    url: http://a\n", 8, "either 'doi' or 'url'"),
        ("10.5281/zenodo.1234567", "12", 9, "'12' is no DOI"),
        ('[--deep, "3"]', '[--deep, "${inputfile}"]', 10, "nothing can be put in the place of 'inputfile'"),
        ('[--deep, "3"]', "--deep", 10, "a list is expected"),
        ("https://example.org/raw/main/benchexec/tools/cbmc.py", "../../x y", 4, "names no tool-info module"),
        ("Proves little.", "[a", 3, "not YAML"),
        ("Proves little.", "[a]", 2, "a text is expected"),
    ],
)
def test_what_is_wrong_is_told_with_its_line(old: str, new: str, line: int, message: str) -> None:
    assert FM.count(old) == 1
    with pytest.raises(InputError, match=message) as wrong:
        read(FM.replace(old, new))
    assert wrong.value.span is not None
    assert (wrong.value.span.file, wrong.value.span.line) == ("folder/mine.yml", line)


# --- CoVeriTeam ------------------------------------------------------------------------------------------------------


def test_an_actor_of_coveriteam() -> None:
    found = read(TEAM, limited)
    assert (found.name, found.module, found.options) == ("mine", "cbmc", ("--usual",))
    assert found.limits == Limits(900.0, None, 8_000_000_000)
    assert found.get == "the archive https://example.org/mine.zip (version default)"
    assert found.included == ("folder/limits.yml",)
    other = found.configured("other")
    assert dict(other.reads) == {Exchange.WITNESS: ("--witness", "{file}")}
    assert other.limits == Limits(None, None, 1_000_000_000)
    assert any(note == "limits.yml, line 4: cpuCores is not enforced: it may use all cores" for note in found.notes)


def test_the_older_format_has_one_archive() -> None:
    text = "actor_name: a\ntoolinfo_module: cbmc\narchive: {location: 'http://a/b.zip'}\nformat_version: '1.1'\n"
    assert read(text).configurations[0][0] == "default"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("'1.2'", "'7'", 12, "format_version is neither 1.1 nor 1.2"),
        ("format_version: '1.2'\n", "", 1, "'format_version' is missing"),
        ("actor_name: mine\n", "", 1, "'actor_name' is missing"),
        ("- version: default\n", "- version: other\n", 7, "there are two versions 'other'"),
        ("memlimit: 1 GB", "memlimit: much", 10, "'much' is not a size"),
        ("!include limits.yml", "limits.yml", 1, "a list is expected"),
        ("!include limits.yml", "[limits.yml]", 1, "written as !include"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_an_actor(old: str, new: str, line: int, message: str) -> None:
    assert TEAM.count(old) == 1
    with pytest.raises(InputError, match=message) as wrong:
        read(TEAM.replace(old, new), limited)
    assert wrong.value.span is not None
    assert wrong.value.span.line == line


def test_files_that_include_themselves_are_told() -> None:
    with pytest.raises(InputError, match="too deeply"):
        read(TEAM.replace("limits.yml", "mine.yml"), lambda _: TEAM.replace("limits.yml", "mine.yml").encode())


def test_what_is_included_belongs_to_the_version_of_the_actor(tmp_path: Path) -> None:
    (tmp_path / "mine.yml").write_text(TEAM)
    with pytest.raises(InputError, match="no such file"):
        tool(str(tmp_path / "mine.yml"))
    (tmp_path / "limits.yml").write_bytes(LIMITS)
    before = tool(str(tmp_path / "mine.yml"))
    (tmp_path / "limits.yml").write_bytes(LIMITS + b"\n")
    assert tool(str(tmp_path / "mine.yml")).version != before.version
    assert [need.name for need in tool(str(tmp_path / "mine.yml"), "other").needs] == ["task", "witness"]
    with pytest.raises(CompositionError, match=r"no configuration 'third' \(it has: default, other\)"):
        tool(str(tmp_path / "mine.yml"), "third")


# --- all of them -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "is_one"),
    [(FM, True), (TEAM, True), ("executable: x\n", True), ("flow: a\ncomposition: [bmc]\n", False), ("- a\n", False)],
)
def test_a_tool_is_told_from_a_flow(text: str, is_one: bool) -> None:
    assert describes_a_tool(text.encode(), "x.yml") is is_one


def place_or_module(text: str) -> object:
    try:
        return read(text, lambda _: LIMITS).module
    except InputError as wrong:
        return wrong.span


@given(st.data())
def test_whatever_is_changed_there_is_a_definition_or_an_error_with_its_place(data: st.DataObject) -> None:
    """Lines that are left out, doubled, moved, and values of other kinds."""
    lines = data.draw(st.sampled_from([FM, TEAM])).split("\n")
    odd = st.sampled_from(["[]", "{}", "null", "''", "[{}]", "{a: b}", "'${x}'", "1e999", "- a", "!include x", "&a 1"])
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(lines) - 1))
        key, colon, _value = lines[place].partition(":")
        change = data.draw(st.integers(0, 2))
        lines[place : place + 1] = [[], [lines[place]] * 2, [f"{key}{colon} {data.draw(odd)}"]][change]
        lines = lines or [""]
    assert place_or_module("\n".join(lines))


# --- coveriflow itself -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("written", [fm_tools_description, coveriteam_description])
def test_our_own_descriptions_are_read_again(written: Callable[[Published], str]) -> None:
    pytest.importorskip("benchexec")
    for archive, get in (("10.5281/zenodo.7", "https://doi.org/10.5281/zenodo.7"), ("https://a.org/b.zip",) * 2):
        found = read(written(Published(__version__, archive, "https://a.org", 'Some "Body": x')))
        assert found.get.startswith(f"the archive {get} (version {__version__})")
        assert ToolInfo(found.module).module == "coveriflow.execution.benchexec_tool"
        assert found.name == "coveriflow"
        assert not [note for note in found.notes if "not known" in note]
    with pytest.raises(InputError, match="name the archive"):
        read(written(Published(__version__)))

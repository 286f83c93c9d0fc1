"""Descriptions of tools as fm-tools has them (gitlab.com/sosy-lab/benchmarking/fm-tools, format 2.0).

The first version is the tool, the others are its configurations. Which of them generate tests or validate witnesses is
known from the tracks of competitions that they took part in.
"""

from __future__ import annotations

from coveriflow.artifacts.tool_definitions import ToolDefinition
from coveriflow.formats.primitives.text import shortened
from coveriflow.formats.primitives.yaml import YamlMapping, YamlNode, items, mapping, required, span_of, text_of
from coveriflow.formats.tools.described_tools import (
    Version,
    archive_of,
    described,
    module_of,
    not_used,
    options_of,
    version_name,
)
from coveriflow.program.errors import InputError

FM_TOOLS = frozenset({"benchexec_toolinfo_module", "fmtools_format_version", "fmtools_entry_maintainers"})
"""A file with one of these keys is meant to be one."""

FORMAT = "2."
_IMAGES = ("base_container_images", "full_container_images")
_PACKAGES = ("required_ubuntu_packages", "required_packages")
_USED = frozenset(
    "name description input_languages benchexec_toolinfo_module fmtools_format_version versions "
    "competition_participations".split()
) | {*_IMAGES, *_PACKAGES}
_KNOWN = _USED | frozenset(
    "id project_url repository_url spdx_license_identifier licenses fmtools_entry_maintainers maintainers techniques "
    "frameworks_solvers literature supplementary".split()
)
_OF_A_VERSION = frozenset({"version", "doi", "url", "benchexec_toolinfo_options", *_IMAGES, *_PACKAGES})
_TESTING = "Test-Comp"


def fm_tool(node: YamlNode, name: str, key: str) -> ToolDefinition:
    """The tool that ``node`` describes. ``InputError`` with the line."""
    top, place = mapping(node, name), span_of(node, name)
    _check_format(top, name)
    module, notes = module_of(required(top, "benchexec_toolinfo_module", place), name)
    unused, strange = not_used(top, _KNOWN, _USED)
    versions, about_versions = _versions(top, required(top, "versions", place), name)
    return described(
        key,
        name,
        name=text_of(required(top, "name", place), name),
        about=" ".join(text_of(top.get("description"), name, "").split()),
        module=module,
        versions=versions,
        notes=(*notes, *_about_images(top), *strange, *about_versions),
        unused=unused,
    )


def _check_format(top: YamlMapping, name: str) -> None:
    version, languages = top.get("fmtools_format_version"), top.get("input_languages")
    if version is not None and not text_of(version, name).startswith(FORMAT):
        raise InputError(f"fmtools_format_version is not {FORMAT}x", span_of(version, name))
    spoken = [text_of(each, name) for each in items(languages, name)]
    if languages is not None and "C" not in spoken:
        told = shortened(", ".join(spoken)) or "nothing"
        raise InputError(f"it is a tool for {told}, and coveriflow verifies C", span_of(languages, name))


def _about_images(found: YamlMapping) -> tuple[str, ...]:
    named = [(key, found[key].start_mark.line + 1) for key in _IMAGES if key in found and found[key].value]
    return tuple(f"line {line}: no container is started ({key}); the tool runs as it is here" for key, line in named)


def _versions(top: YamlMapping, node: YamlNode, name: str) -> tuple[list[Version], list[str]]:
    """All that can be used, the first one among them; and notes about the rest."""
    versions: list[Version] = []
    notes: list[str] = []
    for each in items(node, name):
        try:
            versions.append(_version(top, each, name, [one.name for one in versions]))
        except InputError as wrong:
            if not versions:
                raise
            notes.append(f"line {wrong.span.line if wrong.span else 0}: a version is left out: {wrong.message}")
            continue
        found = mapping(each, name)
        notes += _about_images(found)
        notes += not_used(found, _OF_A_VERSION, _OF_A_VERSION)[1]
    if not versions:
        raise InputError("there are no versions", span_of(node, name))
    return versions, notes


def _version(top: YamlMapping, node: YamlNode, name: str, before: list[str]) -> Version:
    found = mapping(node, name)
    own = version_name(found, node, name, before)
    needed = [text_of(each, name) for each in _of_either(found, top, name)]
    packages = f", and the packages {' '.join(needed)}" if needed else ""
    tracks = _tracks(top, own, name)
    return Version(
        own,
        options_of(found.get("benchexec_toolinfo_options"), name),
        f"the archive {archive_of(found, node, name, 'url')} (version {own}){packages}",
        validates=any(track.startswith("Validation") for _, track in tracks),
        generates=bool(tracks) and all(competition.startswith(_TESTING) for competition, _ in tracks),
    )


def _of_either(found: YamlMapping, top: YamlMapping, name: str) -> list[YamlNode]:
    """The packages that the version names, else those of the tool."""
    named = (where[key] for where in (found, top) for key in _PACKAGES if key in where)
    return items(next(named, None), name)


def _tracks(top: YamlMapping, version: str, name: str) -> list[tuple[str, str]]:
    """Competition and track of each participation of this version."""
    found = []
    for each in items(top.get("competition_participations"), name):
        said = mapping(each, name)
        if "tool_version" in said and text_of(said["tool_version"], name) == version:
            found.append((text_of(said.get("competition"), name, ""), text_of(said.get("track"), name, "")))
    return found

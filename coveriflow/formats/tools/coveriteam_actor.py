"""Definitions of actors as CoVeriTeam has them (``actors/*.yml``, format 1.2, and 1.1 with one ``archive``).

The first archive is the tool, the others are its configurations. ``imports: !include other.yml`` is put in the place
where it stands, as CoVeriTeam does it: what the file says itself counts more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import PurePosixPath

from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tool_definitions import ToolDefinition
from coveriflow.formats.primitives.quantities import seconds, size
from coveriflow.formats.primitives.yaml import (
    YamlMapping,
    YamlNode,
    composed,
    items,
    mapping,
    span_of,
    text_of,
)
from coveriflow.formats.tools.described_tools import (
    Version,
    archive_of,
    described,
    module_of,
    not_used,
    options_of,
    version_name,
)
from coveriflow.program.errors import InputError, Span

COVERITEAM = frozenset({"actor_name", "toolinfo_module", "archives", "archive"})
"""A file with one of these keys is meant to be one."""

FORMATS = ("1.1", "1.2")
MAX_BYTES = 1 << 20
MAX_DEPTH = 8
_INCLUDE = "!include"
_KNOWN = frozenset("imports actor_name toolinfo_module resourcelimits archives archive options format_version".split())
_OF_AN_ARCHIVE = frozenset("version location doi options resourcelimits spdx_license_identifier".split())
_LIMITS = frozenset({"memlimit", "timelimit", "cpuCores"})

Include = Callable[[str], bytes]


def coveriteam_actor(node: YamlNode, name: str, key: str, include: Include) -> ToolDefinition:
    """The tool that ``node`` describes. ``include``: the bytes of a file by its name. ``InputError`` with the line."""
    included: list[str] = []
    found = _whole(node, name, include, included, 0)
    place = Span(name, 1)
    _check_format(found, place)
    where, module_node = _required(found, "toolinfo_module", place)
    module, notes = module_of(module_node, where)
    name_file, actor = _required(found, "actor_name", place)
    versions = _versions(found, place)
    return described(
        key,
        name,
        name=text_of(actor, name_file),
        about="",
        module=module,
        versions=versions,
        notes=(*notes, *_about(found, name)),
        unused=(),
        included=tuple(dict.fromkeys(included)),
    )


Found = dict[str, tuple[str, YamlNode]]
"""Each key with the file that it stands in."""


def _whole(node: YamlNode, name: str, include: Include, included: list[str], depth: int) -> Found:
    own = mapping(node, name)
    found: Found = {}
    for each in _imports(own, name):
        if each.tag != _INCLUDE:
            raise InputError("an import is written as !include FILE", span_of(each, name))
        if depth >= MAX_DEPTH:
            raise InputError("files include files too deeply", span_of(each, name))
        other = str(PurePosixPath(name).parent / text_of(each, name))
        included.append(other)
        found |= _whole(composed(include(other), other, MAX_BYTES, "file"), other, include, included, depth + 1)
    return found | {key: (name, value) for key, value in own.items() if key != "imports"}


def _imports(own: YamlMapping, name: str) -> list[YamlNode]:
    node = own.get("imports")
    if node is None:
        return []
    return [node] if node.tag == _INCLUDE else items(node, name)


def _required(found: Found, key: str, place: Span) -> tuple[str, YamlNode]:
    if key not in found:
        raise InputError(f"'{key}' is missing", place)
    return found[key]


def _check_format(found: Found, place: Span) -> None:
    where, node = _required(found, "format_version", place)
    if text_of(node, where) not in FORMATS:
        raise InputError(f"format_version is neither {' nor '.join(FORMATS)}", span_of(node, where))


def _versions(found: Found, place: Span) -> list[Version]:
    where, node = found["archives"] if "archives" in found else _required(found, "archive", place)
    archives = items(node, where) if "archives" in found else [node]
    usual_file, usual = found.get("options", ("", None))
    limits = _limits(*found["resourcelimits"]) if "resourcelimits" in found else Limits()
    versions: list[Version] = []
    for each in archives:
        said = mapping(each, where)
        named = "version" in said or "archives" in found
        own = version_name(said, each, where, [v.name for v in versions]) if named else "default"
        options = options_of(said["options"], where) if "options" in said else options_of(usual, usual_file)
        own_limits = _limits(where, said["resourcelimits"]) if "resourcelimits" in said else limits
        get = f"the archive {archive_of(said, each, where, 'location')} (version {own})"
        versions.append(Version(own, options, get, own_limits))
    if not versions:
        raise InputError("there are no archives", span_of(node, where))
    return versions


def _limits(where: str, node: YamlNode) -> Limits:
    """``timelimit`` is one on CPU time, as BenchExec has it. How many cores there are is not decided here."""
    said = mapping(node, where)

    def value(key: str, read: Callable[[str], float]) -> float | None:
        if key not in said:
            return None
        try:
            return read(text_of(said[key], where))
        except ValueError as error:
            raise InputError(str(error), span_of(said[key], where)) from None

    memory = value("memlimit", size)
    return Limits(value("timelimit", seconds), None, None if memory is None else int(memory))


def _about(found: Found, name: str) -> Iterator[str]:
    """What has no counterpart, with the file where that is another one than ``name``."""
    for where, note in _notes(found):
        yield note if where == name else f"{PurePosixPath(where).name}, {note}"


def _notes(found: Found) -> Iterator[tuple[str, str]]:
    for key, (where, node) in found.items():
        for note in not_used({key: node}, _KNOWN, _KNOWN)[1]:
            yield where, note
    where, node = found["archives"] if "archives" in found else found["archive"]
    archives = [mapping(each, where) for each in (items(node, where) if "archives" in found else [node])]
    limits = [(where, said["resourcelimits"]) for said in archives if "resourcelimits" in said]
    for said in archives:
        yield from ((where, note) for note in not_used(said, _OF_AN_ARCHIVE, _OF_AN_ARCHIVE)[1])
    for file, limited in (*([found["resourcelimits"]] if "resourcelimits" in found else []), *limits):
        yield from ((file, note) for note in _about_limits(mapping(limited, file)))


def _about_limits(said: YamlMapping) -> Iterator[str]:
    if (cores := said.get("cpuCores")) is not None:
        yield f"line {cores.start_mark.line + 1}: cpuCores is not enforced: it may use all cores"
    yield from not_used(said, _LIMITS, _LIMITS)[1]

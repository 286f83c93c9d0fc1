"""What descriptions of tools in external formats have in common: a tool-info module of BenchExec, options for each
version, and archives. Nothing is downloaded; what has no counterpart here becomes a note with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace

from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import PropertyKind
from coveriflow.artifacts.tool_definitions import Configuration, Exchange, Options, PropertyFile, ToolDefinition
from coveriflow.formats.primitives.text import shortened
from coveriflow.formats.primitives.yaml import YamlMapping, YamlNode, items, required, span_of, text_of
from coveriflow.program.errors import InputError

WITNESS = "${witness}"
_MODULE = re.compile(r"[A-Za-z_][\w-]*(?:\.[A-Za-z_]\w*)*", re.ASCII)
_PLACEHOLDER = re.compile(r"\$\{?([A-Za-z_]\w*)\}?")
_DOI = re.compile(r"10\.\d{4,9}/\S+")
_ADDRESS = re.compile(r"(?:https?|ftp)://\S+|file:///\S+|/\S+")
_PROPERTIES = tuple((kind, ()) for kind in PropertyKind if kind is not PropertyKind.COVERAGE)
_WITNESSES = ("**/witness.graphml", "**/witness.yml")
_TESTS = ("**/test-suite", "**/test-suite.zip")
_WRITES = (
    *((Exchange.WITNESS, place) for place in _WITNESSES),
    *((Exchange.TESTS, place) for place in _TESTS),
)
_ASSUMED = "its description does not list the properties that it checks: it is run for all"


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a tool. ``validates``: it takes a witness, also where no option names it. ``generates``: tests."""

    name: str
    options: Options
    get: str
    limits: Limits = Limits()
    validates: bool = False
    generates: bool = False


def described(
    key: str,
    file: str,
    *,
    name: str,
    about: str,
    module: str,
    versions: Iterable[Version],
    notes: tuple[str, ...],
    unused: tuple[str, ...],
    included: tuple[str, ...] = (),
) -> ToolDefinition:
    """The definition: the first version unless another one is asked for, which each is a configuration for."""
    first, *others = [
        (version.name, _of_version(ToolDefinition(key, name, file, "", about, module), version)) for version in versions
    ]
    told = {"notes": (_ASSUMED, *notes), "unused": unused, "included": included}
    whole = [(version, replace(one, **told)) for version, one in (first, *others)]  # type: ignore[arg-type]
    chosen = tuple((version, Configuration(f"version {version}", instead=one)) for version, one in whole)
    return replace(whole[0][1], configurations=chosen)


def _of_version(base: ToolDefinition, version: Version) -> ToolDefinition:
    """All options stand after the witness where one is taken: their order stays as it was."""
    named = tuple(option.replace(WITNESS, "{file}").replace("$witness", "{file}") for option in version.options)
    takes = version.validates or named != version.options
    return replace(
        base,
        options=() if takes else version.options,
        reads=((Exchange.WITNESS, named),) if takes else (),
        get=version.get,
        limits=version.limits,
        properties=_PROPERTIES,
        property_file=PropertyFile.COVERAGE if version.generates else PropertyFile.PASSED,
        writes=_WRITES,
    )


def module_of(node: YamlNode, name: str) -> tuple[str, tuple[str, ...]]:
    """The tool-info module by the name that BenchExec knows it by, and what is to be reported about it."""
    said = text_of(node, name)
    short = said.rpartition("/")[2].removesuffix(".py").removeprefix("benchexec.tools.")
    if not _MODULE.fullmatch(short):
        raise InputError(f"'{shortened(said)}' names no tool-info module", span_of(node, name))
    if "://" not in said:
        return short, ()
    line = node.start_mark.line + 1
    return short, (f"line {line}: the tool-info module is not downloaded; BenchExec's own '{short}' is used",)


def options_of(node: YamlNode | None, name: str) -> Options:
    """A list of words. ``InputError`` where one stands for something that has no value here."""
    found = [(each, text_of(each, name)) for each in items(node, name)]
    for each, word in found:
        unknown = next((one for one in _PLACEHOLDER.findall(word) if one != "witness"), None)
        if unknown is not None:
            raise InputError(f"nothing can be put in the place of '{shortened(unknown)}'", span_of(each, name))
    return tuple(word for _, word in found)


def archive_of(found: YamlMapping, node: YamlNode, name: str, other: str) -> str:
    """Where the archive is, by its DOI or by what ``other`` (``url``, say) says."""
    if ("doi" in found) == (other in found):
        raise InputError(f"either 'doi' or '{other}' must name the archive", span_of(node, name))
    if "doi" in found:
        doi = text_of(found["doi"], name)
        if not _DOI.fullmatch(doi):
            raise InputError(f"'{shortened(doi)}' is no DOI", span_of(found["doi"], name))
        return f"https://doi.org/{doi}"
    address = text_of(found[other], name)
    if not _ADDRESS.fullmatch(address):
        raise InputError(f"'{shortened(address)}' is no address", span_of(found[other], name))
    return address


def version_name(found: YamlMapping, node: YamlNode, name: str, before: Iterable[str]) -> str:
    """A text that no version before has."""
    version = required(found, "version", span_of(node, name))
    said = text_of(version, name)
    if said in before:
        raise InputError(f"there are two versions '{shortened(said)}'", span_of(version, name))
    return said


def not_used(top: YamlMapping, known: frozenset[str], used: frozenset[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Keys that are for other readers, and notes about unknown ones."""
    unused = tuple(sorted(f"{key} (line {top[key].start_mark.line + 1})" for key in top.keys() & (known - used)))
    strange = sorted((node.start_mark.line + 1, key) for key, node in top.items() if key not in known)
    return unused, tuple(f"line {line}: the key '{shortened(key)}' is not known and not used" for line, key in strange)

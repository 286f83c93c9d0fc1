"""Task definitions (``.yml``) of BenchExec, format versions 1.0 to 2.1: what SV-COMP and Test-Comp tasks are made of.

Only the structure is read: the YAML nodes are looked at, no object is ever constructed from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import yaml

from coveriflow.artifacts.builds import NO_BUILD, Build
from coveriflow.formats.builds import build_of_yaml, written_build
from coveriflow.formats.primitives.yaml import (
    YamlMapping,
    YamlNode,
    composed,
    is_of,
    is_scalar,
    items,
    mapping,
    optional_mapping,
    required,
    span_of,
    text_of,
)
from coveriflow.program.errors import InputError, Span
from coveriflow.program.types.data_model import DataModel

MAX_BYTES = 1 << 18
VERSIONS = ("1.0", "2.0", "2.1")

_OWN = "coveriflow"
_BOOLEANS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True, slots=True)
class PropertyEntry:
    """A property of the task. ``expected_verdict``: whether it holds, ``None`` if not given; paths as written."""

    property_file: str
    expected_verdict: bool | None = None
    subproperty: str = ""


@dataclass(frozen=True, slots=True)
class TaskDefinition:
    """File names are as written: relative to the task definition, possibly with wildcards. ``build``: below the key
    ``coveriflow`` of the options, which is not BenchExec's.
    """

    input_files: tuple[str, ...]
    properties: tuple[PropertyEntry, ...] = ()
    data_model: DataModel | None = None
    language: str = "C"
    build: Build = NO_BUILD


def read_task_definition(data: bytes, name: str) -> TaskDefinition:
    """What of a task definition matters here; keys for others are ignored, aliases and duplicate keys refused."""
    top = mapping(composed(data, name, MAX_BYTES, "task definition"), name)
    _check_version(top, name)
    options = optional_mapping(top.get("options"), name)
    return TaskDefinition(
        input_files=_files(required(top, "input_files", Span(name)), name),
        properties=tuple(_property(each, name) for each in items(top.get("properties"), name)),
        data_model=_data_model(options.get("data_model"), name),
        language=text_of(options.get("language"), name, "C"),
        build=build_of_yaml(options[_OWN], name) if _OWN in options else NO_BUILD,
    )


def write_task_definition(task: TaskDefinition) -> bytes:
    """The task in format version 2.0, in ASCII."""
    if not task.input_files:
        raise ValueError("a task definition has at least one input file")
    options: dict[str, Any] = {"language": task.language}
    options |= {"data_model": task.data_model.value} if task.data_model else {}
    options |= {_OWN: written_build(task.build)} if task.build != NO_BUILD else {}
    content = {
        "format_version": "2.0",
        "input_files": list(task.input_files),
        "properties": [_written(each) for each in task.properties],
        "options": options,
    }
    return yaml.safe_dump(content, sort_keys=False, width=1 << 30, encoding="ascii")


def _written(each: PropertyEntry) -> dict[str, Any]:
    verdict = {} if each.expected_verdict is None else {"expected_verdict": each.expected_verdict}
    subproperty = {"subproperty": each.subproperty} if each.subproperty else {}
    return {"property_file": each.property_file} | verdict | subproperty


def _check_version(top: YamlMapping, name: str) -> None:
    version = required(top, "format_version", Span(name))
    if text_of(version, name) not in VERSIONS:
        raise InputError(f"format_version is not one of {', '.join(VERSIONS)}", span_of(version, name))
    if text_of(version, name) == "1.0" and "options" in top:
        raise InputError("options need format_version 2.0", span_of(top["options"], name))


def _property(node: YamlNode, name: str) -> PropertyEntry:
    entry = mapping(node, name)
    return PropertyEntry(
        property_file=text_of(required(entry, "property_file", span_of(node, name)), name),
        expected_verdict=_verdict(entry.get("expected_verdict"), name),
        subproperty=text_of(entry.get("subproperty"), name, ""),
    )


def _verdict(node: YamlNode | None, name: str) -> bool | None:
    if node is None or is_of(node, "null"):
        return None
    if not is_of(node, "bool") or node.value.lower() not in _BOOLEANS:
        raise InputError("expected_verdict is neither true nor false", span_of(node, name))
    return _BOOLEANS[node.value.lower()]


def _data_model(node: YamlNode | None, name: str) -> DataModel | None:
    if node is None or is_of(node, "null"):
        return None
    found = next((model for model in DataModel if model.value == text_of(node, name)), None)
    if found is None:
        raise InputError(f"'{text_of(node, name)}' is not a data model: write ILP32 or LP64", span_of(node, name))
    return found


def _files(node: YamlNode, name: str) -> tuple[str, ...]:
    nodes = [node] if is_scalar(node) else items(node, name)
    if not nodes or is_of(node, "null"):
        raise InputError("the task has no input files", span_of(node, name))
    return tuple(text_of(each, name) for each in nodes)

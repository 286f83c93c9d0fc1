"""Task definitions (``.yml``) of BenchExec, format versions 1.0 to 2.1: what SV-COMP and Test-Comp tasks are made of.

Only the structure is read: the YAML nodes are looked at, no object is ever constructed from them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import yaml

from coveriflow.formats.text import decoded, shortened
from coveriflow.program.data_model import DataModel
from coveriflow.program.errors import InputError, Span

MAX_BYTES = 1 << 18
MAX_DEPTH = 40
VERSIONS = ("1.0", "2.0", "2.1")

_BOOLEANS = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False}


@dataclass(frozen=True, slots=True)
class PropertyEntry:
    """A property of the task. ``expected_verdict``: whether it holds, ``None`` if not told; paths as written."""

    property_file: str
    expected_verdict: bool | None = None
    subproperty: str = ""


@dataclass(frozen=True, slots=True)
class TaskDefinition:
    """File names are as written: relative to the task definition, possibly with wildcards."""

    input_files: tuple[str, ...]
    properties: tuple[PropertyEntry, ...] = ()
    data_model: DataModel | None = None
    language: str = "C"


def read_task_definition(data: bytes, name: str) -> TaskDefinition:
    """What of a task definition matters here; keys for others are ignored, aliases and duplicate keys refused."""
    top = _mapping(_composed(decoded(data, name, MAX_BYTES), name), name)
    _check_version(top, name)
    options = _optional_mapping(top.get("options"), name)
    return TaskDefinition(
        input_files=_files(_required(top, "input_files", Span(name)), name),
        properties=tuple(_property(each, name) for each in _items(top.get("properties"), name)),
        data_model=_data_model(options.get("data_model"), name),
        language=_text(options.get("language"), name, "C"),
    )


def write_task_definition(task: TaskDefinition) -> bytes:
    """The task in format version 2.0, in ASCII."""
    if not task.input_files:
        raise ValueError("a task definition has at least one input file")
    options = {"language": task.language} | ({"data_model": task.data_model.value} if task.data_model else {})
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


class _Composer(yaml.SafeLoader):
    """PyYAML's composer without aliases (so that no text grows) and with limited depth (so that no stack does)."""

    depth = 0

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent) or self.depth >= MAX_DEPTH:
            problem = "nested too deeply" if self.depth >= MAX_DEPTH else "YAML aliases are not read"
            raise yaml.composer.ComposerError(None, None, problem, event.start_mark)
        self.depth += 1
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node


def _composed(text: str, name: str) -> yaml.Node:
    try:
        node = _Composer(text).get_single_node()
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise InputError(f"not YAML: {error.problem or error.context}", Span(name, line)) from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise InputError(f"not YAML: {shortened(str(error))}", Span(name)) from None
    if node is None:
        raise InputError("the task definition is empty", Span(name))
    return node


def _check_version(top: dict[str, yaml.Node], name: str) -> None:
    version = _required(top, "format_version", Span(name))
    if _text(version, name) not in VERSIONS:
        raise InputError(f"format_version is not one of {', '.join(VERSIONS)}", _span(version, name))
    if _text(version, name) == "1.0" and "options" in top:
        raise InputError("options need format_version 2.0", _span(top["options"], name))


def _property(node: yaml.Node, name: str) -> PropertyEntry:
    entry = _mapping(node, name)
    return PropertyEntry(
        property_file=_text(_required(entry, "property_file", _span(node, name)), name),
        expected_verdict=_verdict(entry.get("expected_verdict"), name),
        subproperty=_text(entry.get("subproperty"), name, ""),
    )


def _verdict(node: yaml.Node | None, name: str) -> bool | None:
    if node is None or _is(node, "null"):
        return None
    if not _is(node, "bool") or node.value.lower() not in _BOOLEANS:
        raise InputError("expected_verdict is neither true nor false", _span(node, name))
    return _BOOLEANS[node.value.lower()]


def _data_model(node: yaml.Node | None, name: str) -> DataModel | None:
    if node is None or _is(node, "null"):
        return None
    found = next((model for model in DataModel if model.value == _text(node, name)), None)
    if found is None:
        raise InputError(f"'{_text(node, name)}' is not a data model: ILP32 and LP64 are", _span(node, name))
    return found


def _files(node: yaml.Node, name: str) -> tuple[str, ...]:
    nodes = [node] if isinstance(node, yaml.ScalarNode) else _items(node, name)
    if not nodes or _is(node, "null"):
        raise InputError("the task has no input files", _span(node, name))
    return tuple(_text(each, name) for each in nodes)


def _items(node: yaml.Node | None, name: str) -> list[yaml.Node]:
    if node is None or _is(node, "null"):
        return []
    if not isinstance(node, yaml.SequenceNode):
        raise InputError("a list is expected here", _span(node, name))
    return list(node.value)


def _text(node: yaml.Node | None, name: str, default: str | None = None) -> str:
    if default is not None and (node is None or _is(node, "null")):
        return default
    if not isinstance(node, yaml.ScalarNode) or _is(node, "null"):
        raise InputError("a text is expected here", _span(node, name) if node else Span(name))
    return str(node.value)


def _optional_mapping(node: yaml.Node | None, name: str) -> dict[str, yaml.Node]:
    return _mapping(node, name) if isinstance(node, yaml.MappingNode) else {}


def _mapping(node: yaml.Node, name: str) -> dict[str, yaml.Node]:
    if not isinstance(node, yaml.MappingNode):
        raise InputError("keys and values are expected here", _span(node, name))
    found: dict[str, yaml.Node] = {}
    for key, value in node.value:
        if _text(key, name) in found:
            raise InputError(f"'{shortened(_text(key, name))}' is said twice", _span(key, name))
        found[_text(key, name)] = value
    return found


def _required(mapping: dict[str, yaml.Node], key: str, span: Span) -> yaml.Node:
    if key not in mapping:
        raise InputError(f"'{key}' is missing", span)
    return mapping[key]


def _is(node: yaml.Node, kind: str) -> bool:
    """Whether ``node`` is a scalar that YAML reads as ``kind``; a quoted scalar is a text."""
    return isinstance(node, yaml.ScalarNode) and bool(node.tag == f"tag:yaml.org,2002:{kind}")


def _span(node: yaml.Node, name: str) -> Span:
    return Span(name, node.start_mark.line + 1, node.start_mark.column + 1)

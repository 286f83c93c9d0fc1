"""YAML as nodes: limited depth, no aliases, no duplicate keys, and typed access. No object is ever constructed."""

from __future__ import annotations

import yaml

from coveriflow.formats.primitives.text import decoded, shortened, whole_number
from coveriflow.program.errors import InputError, Span

MAX_DEPTH = 40

YamlNode = yaml.Node
YamlMapping = dict[str, yaml.Node]


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


def composed(data: bytes, name: str, limit: int, what: str) -> yaml.Node:
    """The only document of a file of at most ``limit`` bytes; ``what``: of which kind the file is."""
    text = decoded(data, name, limit)
    try:
        node = _Composer(text).get_single_node()
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise InputError(f"not YAML: {error.problem or error.context}", Span(name, line)) from None
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        raise InputError(f"not YAML: {shortened(str(error))}", Span(name)) from None
    if node is None:
        raise InputError(f"the {what} is empty", Span(name))
    return node


def items(node: yaml.Node | None, name: str) -> list[yaml.Node]:
    """The elements of a list; nothing is an empty one."""
    if node is None or is_of(node, "null"):
        return []
    if not isinstance(node, yaml.SequenceNode):
        raise InputError("a list is expected here", span_of(node, name))
    return list(node.value)


def text_of(node: yaml.Node | None, name: str, default: str | None = None) -> str:
    """A scalar as it is written; ``default``, if there is one, for nothing."""
    if default is not None and (node is None or is_of(node, "null")):
        return default
    if not isinstance(node, yaml.ScalarNode) or is_of(node, "null"):
        raise InputError("a text is expected here", span_of(node, name) if node else Span(name))
    return str(node.value)


def number_of(node: yaml.Node, name: str) -> int:
    """A whole number."""
    return whole_number(text_of(node, name), span_of(node, name))


def mapping(node: yaml.Node, name: str) -> YamlMapping:
    """Values by key; no key is there twice."""
    if not isinstance(node, yaml.MappingNode):
        raise InputError("keys and values are expected here", span_of(node, name))
    found: dict[str, yaml.Node] = {}
    for key, value in node.value:
        if text_of(key, name) in found:
            raise InputError(f"'{shortened(text_of(key, name))}' is given twice", span_of(key, name))
        found[text_of(key, name)] = value
    return found


def optional_mapping(node: yaml.Node | None, name: str) -> YamlMapping:
    """``mapping``, or nothing for whatever is no mapping."""
    return mapping(node, name) if isinstance(node, yaml.MappingNode) else {}


def required(found: YamlMapping, key: str, span: Span) -> yaml.Node:
    """The value of ``key``."""
    if key not in found:
        raise InputError(f"'{shortened(key)}' is missing", span)
    return found[key]


def is_scalar(node: yaml.Node) -> bool:
    """Whether ``node`` is a single value."""
    return isinstance(node, yaml.ScalarNode)


def is_of(node: yaml.Node, kind: str) -> bool:
    """Whether ``node`` is a scalar that YAML reads as ``kind``; a quoted scalar is a text."""
    return isinstance(node, yaml.ScalarNode) and bool(node.tag == f"tag:yaml.org,2002:{kind}")


def span_of(node: yaml.Node, name: str) -> Span:
    """Where ``node`` begins."""
    return Span(name, node.start_mark.line + 1, node.start_mark.column + 1)

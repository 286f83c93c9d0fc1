"""Definitions of external tools (``actors/tools/*.yml``, or a user's own): how to call them, and what they read and
write. Only the YAML nodes are looked at; what is wrong is an ``InputError`` with its line.
"""

from __future__ import annotations

import re

from coveriflow.artifacts.specifications import PropertyKind
from coveriflow.artifacts.tool_definitions import (
    Bound,
    Configuration,
    Exchange,
    Offered,
    Options,
    PropertyFile,
    Refusal,
    Runtime,
    Text,
    ToolDefinition,
    VerdictRule,
)
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.formats.primitives.text import shortened
from coveriflow.formats.primitives.yaml import (
    YamlMapping,
    YamlNode,
    composed,
    is_scalar,
    items,
    mapping,
    number_of,
    required,
    span_of,
    text_of,
)
from coveriflow.program.errors import InputError, Span
from coveriflow.program.types.data_model import DataModel

_MOST_GROUPS = 100
MAX_BYTES = 1 << 16


def read_tool_definition(data: bytes, name: str, key: str) -> ToolDefinition:
    """The definition in a file; every key must be known."""
    return tool_definition(composed(data, name, MAX_BYTES, "definition of a tool"), name, key)


def tool_definition(node: YamlNode, name: str, key: str) -> ToolDefinition:
    """The definition that a node holds."""
    top = _known(node, name, _KEYS)
    definition = ToolDefinition(
        key=key,
        name=text_of(top.get("name"), name, key),
        file=name,
        executable=text_of(required(top, "executable", span_of(node, name)), name),
        about=text_of(top.get("about"), name, ""),
        module=text_of(top.get("module"), name, ""),
        arguments=_texts(top.get("arguments"), name),
        get=" ".join(text_of(top.get("get"), name, "").split()),
        oldest=text_of(top.get("oldest"), name, ""),
        options=_texts(top.get("options"), name),
        properties=_properties(required(top, "properties", span_of(node, name)), name),
        property_file=_property_file(top.get("property_file"), name),
        error_functions=_texts(top.get("error_functions"), name),
        data_models=tuple((_data_model(k, v, name), _texts(v, name)) for k, v in _entries(top, "data_models", name)),
        harness=text_of(top.get("harness"), name, ""),
        inputs=text_of(top.get("inputs"), name, ""),
        text=_text(top.get("text"), name),
        refuses=tuple(_refusal(each, name) for each in items(top.get("refuses"), name)),
        library=_texts(top.get("library"), name),
        bound=_bound(top["bound"], name) if "bound" in top else None,
        reads=_reads(top, name),
        writes=_writes(top, name),
        verdicts=tuple(_rule(each, name) for each in items(top.get("verdicts"), name)),
        assumes=_texts(top.get("assumes"), name),
        configurations=tuple((k, _configuration(v, name)) for k, v in _entries(top, "configurations", name)),
        runs_on=_runtime(top["runs_on"], name) if "runs_on" in top else None,
        offers=_offered(top["offers"], name) if "offers" in top else None,
        one_dash_before=text_of(top.get("one_dash_before"), name, ""),
        memory=_texts(top.get("memory"), name),
    )
    if not definition.executable.strip() or "\0" in definition.executable:
        raise InputError("the executable has no name", span_of(top["executable"], name))
    if not definition.module and not (definition.arguments and definition.verdicts):
        raise InputError(
            "without a module, 'arguments' and 'verdicts' must describe how to call the tool", span_of(node, name)
        )
    return definition


_KEYS = frozenset(
    "name executable about module arguments get oldest options properties property_file error_functions data_models "
    "harness inputs text refuses library bound reads writes verdicts assumes configurations runs_on offers "
    "one_dash_before memory".split()
)


def _known(node: YamlNode, name: str, keys: frozenset[str]) -> YamlMapping:
    found = mapping(node, name)
    for key, value in found.items():
        if key not in keys:
            raise InputError(f"'{shortened(key)}' is no key here ({', '.join(sorted(keys))} are)", span_of(value, name))
    return found


def _entries(top: YamlMapping, key: str, name: str) -> list[tuple[str, YamlNode]]:
    return list(mapping(top[key], name).items()) if key in top else []


def _texts(node: YamlNode | None, name: str) -> Options:
    return tuple(text_of(each, name) for each in items(node, name))


def _flag(node: YamlNode | None, name: str, default: str) -> str:
    text = text_of(node, name, default).lower()
    if text not in ("true", "false"):
        raise InputError("this is neither true nor false", span_of(node, name) if node else Span(name))
    return text


def _properties(node: YamlNode, name: str) -> tuple[tuple[PropertyKind, Options], ...]:
    return tuple((_property(key, value, name), _texts(value, name)) for key, value in mapping(node, name).items())


def _property(key: str, node: YamlNode, name: str) -> PropertyKind:
    found = next((each for each in PropertyKind if each.value == key), None)
    if found is None:
        raise InputError(f"'{shortened(key)}' is no property", span_of(node, name))
    return found


def _property_file(node: YamlNode | None, name: str) -> PropertyFile:
    text = text_of(node, name, PropertyFile.PASSED.value)
    found = next((each for each in PropertyFile if each.value == text), None)
    if found is None:
        raise InputError(
            "a property file is 'passed', 'none' or 'coverage'", span_of(node, name) if node else Span(name)
        )
    return found


def _text(node: YamlNode | None, name: str) -> Text:
    text = text_of(node, name, Text.WRITTEN.value)
    found = next((each for each in Text if each.value == text), None)
    if found is None:
        raise InputError("a text is 'written' or 'printed'", span_of(node, name) if node else Span(name))
    return found


def _data_model(key: str, value: YamlNode, name: str) -> DataModel:
    found = next((model for model in DataModel if model.value == key), None)
    if found is None:
        raise InputError(f"'{shortened(key)}' is not a data model: write ILP32 or LP64", span_of(value, name))
    return found


def _bound(node: YamlNode, name: str) -> Bound:
    found = _known(node, name, frozenset(("options", "tried")))
    tried = [(each, number_of(each, name)) for each in items(found.get("tried"), name)]
    for each, number in tried:
        if number < 0:
            raise InputError("a bound is a number from 0 on", span_of(each, name))
    options = _texts(required(found, "options", span_of(node, name)), name)
    if not any("{bound" in option for option in options):
        raise InputError("no option of the bound names '{bound}' or '{bound+1}'", span_of(found["options"], name))
    return Bound(options, tuple(number for _, number in tried))


def _runtime(node: YamlNode, name: str) -> Runtime:
    found = _known(node, name, frozenset(("program", "variable")))
    program = text_of(required(found, "program", span_of(node, name)), name)
    return Runtime(program, text_of(found.get("variable"), name, ""))


def _offered(node: YamlNode, name: str) -> Offered:
    found = _known(node, name, frozenset(("files", "option")))
    files, option = (text_of(required(found, key, span_of(node, name)), name) for key in ("files", "option"))
    if "{name}" not in option:
        raise InputError("the option of what is offered names '{name}'", span_of(found["option"], name))
    return Offered(files, option)


def _exchange(key: str, value: YamlNode, name: str) -> Exchange:
    found = next((each for each in Exchange if each.value == key), None)
    if found is None:
        kinds = ", ".join(each.value for each in Exchange)
        raise InputError(f"'{shortened(key)}' is not exchanged ({kinds} are)", span_of(value, name))
    return found


def _reads(top: YamlMapping, name: str) -> tuple[tuple[Exchange, Options], ...]:
    return tuple((_exchange(k, v, name), _texts(v, name)) for k, v in _entries(top, "reads", name))


def _writes(top: YamlMapping, name: str) -> tuple[tuple[Exchange, str], ...]:
    places = [(_exchange(k, v, name), v) for k, v in _entries(top, "writes", name)]
    return tuple((exchange, text_of(place, name)) for exchange, node in places for place in _one_or_more(node, name))


def _one_or_more(node: YamlNode, name: str) -> list[YamlNode]:
    return [node] if is_scalar(node) else items(node, name)


def _rule(node: YamlNode, name: str) -> VerdictRule:
    found = _known(node, name, frozenset(("verdict", "output", "status", "reason", "last", "violates")))
    said = text_of(required(found, "verdict", span_of(node, name)), name).lower()
    verdict = next((each for each in Verdict if each.value == said), None)
    if verdict is None:
        raise InputError("a verdict is true, false or unknown", span_of(found["verdict"], name))
    if "output" not in found and "status" not in found:
        raise InputError("a verdict follows from an 'output', from a 'status', or from both", span_of(node, name))
    status = number_of(found["status"], name) if "status" in found else None
    pattern = _pattern(found["output"], name) if "output" in found else None
    last = _flag(found.get("last"), name, "false") == "true"
    violates = tuple(_property(text_of(each, name), each, name) for each in items(found.get("violates"), name))
    if violates and verdict is not Verdict.FALSE:
        raise InputError("only the verdict false violates a property", span_of(found["violates"], name))
    return VerdictRule(verdict, pattern, status, text_of(found.get("reason"), name, ""), last, violates)


def _refusal(node: YamlNode, name: str) -> Refusal:
    found = _known(node, name, frozenset(("text", "reason")))
    text, reason = (required(found, key, span_of(node, name)) for key in ("text", "reason"))
    return Refusal(_pattern(text, name), text_of(reason, name))


def _pattern(node: YamlNode, name: str) -> re.Pattern[str]:
    text = text_of(node, name)
    if text.count("(") > _MOST_GROUPS:
        raise InputError(f"a regular expression has at most {_MOST_GROUPS} groups", span_of(node, name))
    try:
        return re.compile(text, re.MULTILINE)
    except (re.error, OverflowError) as error:
        raise InputError(f"this is no regular expression: {error}", span_of(node, name)) from None


def _configuration(node: YamlNode, name: str) -> Configuration:
    found = _known(node, name, frozenset(("about", "options", "reads", "writes", "properties")))
    about, options = text_of(found.get("about"), name, ""), _texts(found.get("options"), name)
    properties = _properties(found["properties"], name) if "properties" in found else None
    return Configuration(about, options, _reads(found, name), _writes(found, name), properties)

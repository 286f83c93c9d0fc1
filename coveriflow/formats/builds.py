"""How a program is put together, as task definitions and batch runs say it: keys and values.

``include_directories``, ``defines``, ``compile_commands``, ``entry``, ``entry_arrays``, ``entry_text``,
``entry_depth``, ``entry_alias``, ``entry_globals``; the last six are those of ``coveriflow verify``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from coveriflow.artifacts.builds import Build, entry_words
from coveriflow.formats.primitives.json_reading import Fields
from coveriflow.formats.primitives.text import shortened
from coveriflow.formats.primitives.yaml import YamlNode, items, mapping, number_of, span_of, text_of
from coveriflow.program.errors import InputError, Span
from coveriflow.program.harness.entry import Entry, entry_named

_LISTS = ("include_directories", "defines", "entry_arrays")
_NUMBERS = ("entry_text", "entry_depth")
_TEXTS = ("compile_commands", "entry", "entry_alias", "entry_globals")


def written_build(build: Build) -> dict[str, Any]:
    """What differs from the usual."""
    found: dict[str, Any] = {}
    if build.include_directories:
        found["include_directories"] = list(build.include_directories)
    if build.defines:
        found["defines"] = list(build.defines)
    if build.compile_commands:
        found["compile_commands"] = build.compile_commands
    return found | dict(entry_words(build.entry))


def build_of_yaml(node: YamlNode, name: str) -> Build:
    """``InputError`` also for keys that mean nothing."""
    found: dict[str, Any] = {}
    for key, value in mapping(node, name).items():
        if key in _LISTS:
            found[key] = tuple(text_of(each, name) for each in items(value, name))
        elif key in _NUMBERS:
            found[key] = number_of(value, name)
        elif key in _TEXTS:
            found[key] = text_of(value, name)
        else:
            known = ", ".join((*_LISTS, *_NUMBERS, *_TEXTS))
            raise InputError(f"'{shortened(key)}' is not one of {known}", span_of(value, name))
    return build_of(found, span_of(node, name))


def build_of_fields(fields: Fields) -> Build:
    """From JSON; other keys are ignored."""
    found: dict[str, Any] = {key: fields.texts(key) for key in _LISTS if fields.says(key)}
    found |= {key: fields.count(key) for key in _NUMBERS if fields.says(key)}
    found |= {key: fields.text(key) for key in _TEXTS if fields.says(key)}
    return build_of(found, fields.span)


def build_of(found: Mapping[str, Any], span: Span | None = None) -> Build:
    """From values by key; ``InputError`` where they mean nothing together."""
    return Build(
        tuple(found.get("include_directories", ())),
        tuple(found.get("defines", ())),
        _entry(found, span),
        found.get("compile_commands", ""),
    )


def _entry(found: Mapping[str, Any], span: Span | None) -> Entry | None:
    if not found.get("entry"):
        if any(key.startswith("entry") and found[key] for key in found):
            raise InputError("'entry', the function that the other keys are about, is missing", span)
        return None
    try:
        return entry_named(
            found["entry"],
            found.get("entry_arrays", ()),
            found.get("entry_text"),
            found.get("entry_depth"),
            found.get("entry_alias", ""),
            found.get("entry_globals", ""),
        )
    except ValueError as error:
        raise InputError(str(error), span) from None

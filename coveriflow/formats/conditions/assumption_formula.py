"""Assumption formulas as YAML: a list of places with what has to hold there, for people and for a following analysis.

A place is ``file:line:function``; ``holds`` is a C expression over the variables of the program.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from coveriflow.artifacts.automata.assumption_formulas import AssumptionFormula, LocatedAssumption
from coveriflow.formats.primitives.text import shortened, whole_number
from coveriflow.formats.primitives.yaml import YamlNode, composed, items, mapping, required, span_of, text_of
from coveriflow.formats.tasks.specification import parsed_specification, property_lines
from coveriflow.formats.witnesses.graphml_metadata import architecture, data_model
from coveriflow.program.errors import InputError

MAX_BYTES = 16 << 20
VERSION = "1.0"
KIND = "assumption formula"
_PLAIN = re.compile(r"[ !#-\[\]-~]")
_NAMED = {"\n": "\\n", "\t": "\\t", "\r": "\\r", '"': '\\"', "\\": "\\\\"}
_LARGEST = 10**9


def read_assumption_formula(data: bytes, name: str) -> AssumptionFormula:
    """The formula; ``InputError`` with line and column."""
    node = composed(data, name, MAX_BYTES, KIND)
    top, start = mapping(node, name), span_of(node, name)
    for key, only in (("format_version", VERSION), ("kind", KIND)):
        if text_of(required(top, key, start), name) != only:
            raise InputError(f"{key} is not '{only}'", span_of(top[key], name))
    program = required(top, "program", start)
    about = mapping(program, name)
    specification = required(top, "specification", start)
    lines = [text_of(each, name) for each in items(specification, name)]
    model = required(top, "architecture", start)
    return AssumptionFormula(
        assumptions=tuple(_assumption(each, name) for each in items(top.get("assumptions"), name)),
        program_hash=text_of(required(about, "sha256", span_of(program, name)), name),
        program_file=text_of(about.get("file"), name, ""),
        specification=parsed_specification("\n".join(lines), span_of(specification, name)),
        data_model=data_model(text_of(model, name), span_of(model, name)),
        producer=text_of(top.get("producer"), name, ""),
        preprocessed_hash=text_of(about.get("preprocessed_sha256"), name, ""),
    )


def write_assumption_formula(formula: AssumptionFormula) -> bytes:
    """ASCII text that ``read_assumption_formula`` reads."""
    return ("\n".join(_lines(formula)) + "\n").encode("ascii")


def _lines(formula: AssumptionFormula) -> Iterator[str]:
    yield "# No execution violates the specification as long as each of these holds whenever control comes to its line."
    yield f"format_version: '{VERSION}'"
    yield f"kind: {KIND}"
    analysed = f", preprocessed_sha256: {_quoted(formula.preprocessed_hash)}" if formula.preprocessed_hash else ""
    yield f"program: {{file: {_quoted(formula.program_file)}, sha256: {_quoted(formula.program_hash)}{analysed}}}"
    yield f"specification: [{', '.join(map(_quoted, property_lines(formula.specification)))}]"
    yield f"architecture: {architecture(formula.data_model)}"
    yield f"producer: {_quoted(formula.producer)}"
    yield "assumptions:" if formula.assumptions else "assumptions: []"
    for each in formula.assumptions:
        if ":" in each.function or not 0 <= each.line <= _LARGEST:
            raise ValueError(f"'{each.function}' is no function, or {each.line} no line")
        yield f"- location: {_quoted(f'{each.file}:{each.line}:{each.function}')}"
        yield f"  holds: {_quoted(each.holds)}"


def _assumption(node: YamlNode, name: str) -> LocatedAssumption:
    found, start = mapping(node, name), span_of(node, name)
    place = required(found, "location", start)
    text = text_of(place, name)
    rest, _, function = text.rpartition(":")
    file, colon, line = rest.rpartition(":")
    if not colon:
        raise InputError(f"'{shortened(text)}' is not FILE:LINE:FUNCTION", span_of(place, name))
    number = whole_number(line, span_of(place, name))
    if not 0 <= number <= _LARGEST:
        raise InputError(f"{shortened(line)} is the number of no line", span_of(place, name))
    return LocatedAssumption(file, number, function, text_of(required(found, "holds", start), name))


def _quoted(text: str) -> str:
    return '"' + "".join(c if _PLAIN.fullmatch(c) else _escaped(c) for c in text) + '"'


def _escaped(character: str) -> str:
    if character in _NAMED:
        return _NAMED[character]
    code = ord(character)
    if 0xD800 <= code < 0xE000:
        raise ValueError("a surrogate cannot be written")
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"

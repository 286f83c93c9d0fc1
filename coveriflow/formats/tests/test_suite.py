"""Test suites in the Test-Comp format 1.1: ``metadata.xml`` and one XML file per test case, in a folder or in a zip.

Nothing here touches the file system: a folder is a mapping from file names to their bytes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lxml import etree

from coveriflow.artifacts.test_suites import TestCase, TestInput, TestSuite
from coveriflow.formats.primitives.text import shortened
from coveriflow.formats.primitives.xml import MAX_BYTES, legal, line_of, original, parsed, written
from coveriflow.formats.tasks.specification import parsed_specification, property_lines
from coveriflow.formats.tests.input_values import floating_input, input_value
from coveriflow.formats.witnesses.graphml_metadata import architecture, data_model
from coveriflow.program.errors import InputError, Span
from coveriflow.program.types.c_types import floating_type
from coveriflow.program.types.data_model import DataModel

METADATA = "metadata.xml"

_DOCTYPE = (
    '<!DOCTYPE {0} PUBLIC "+//IDN sosy-lab.org//DTD test-format {0} 1.1//EN" '
    '"https://sosy-lab.org/test-format/{0}-1.1.dtd">'
)


def read_test_suite(files: Mapping[str, bytes], name: str) -> TestSuite:
    """The suite that lies in the folder ``name``: its cases in the order of the numbers in their file names.

    Files that are not XML are passed over; names may contain folders, and there is one ``metadata.xml`` in all.
    """
    documents = sorted((each for each in files if each.endswith(".xml")), key=_natural)
    metadata = [each for each in documents if _is_metadata(each)]
    if len(metadata) != 1:
        raise InputError(f"there are {len(metadata)} files {METADATA}, and one is expected", Span(name))
    cases = [read_test_case(files[each], f"{name}/{each}") for each in documents if not _is_metadata(each)]
    return _suite(files[metadata[0]], f"{name}/{metadata[0]}", tuple(cases))


def write_test_suite(suite: TestSuite) -> dict[str, bytes]:
    """``metadata.xml``, ``testcase-1.xml``, ``testcase-2.xml`` and so on."""
    cases = {f"testcase-{number}.xml": write_test_case(case) for number, case in enumerate(suite.cases, 1)}
    return {METADATA: _metadata(suite)} | cases


def read_test_case(data: bytes, name: str, limit: int = MAX_BYTES) -> TestCase:
    """The inputs of one test case in the order in which the program reads them; ``limit`` in bytes."""
    root = _root(data, name, "testcase", limit)
    covers = root.get("coversError", "false")
    if covers not in ("true", "false"):
        raise InputError(f"coversError is neither true nor false but '{shortened(covers)}'", Span(name, line_of(root)))
    return TestCase(tuple(_input(each, name) for each in root), covers == "true")


def write_test_case(case: TestCase) -> bytes:
    """One test case with the two first lines that TestCov asks for, values in decimal. Of a NaN only the sign stays."""
    root = etree.Element("testcase", {"coversError": "true"} if case.covers_error else {})
    for each in case.inputs:
        attributes = {"type": legal(each.type), "variable": legal(each.variable)}
        said = {key: value for key, value in attributes.items() if value}
        etree.SubElement(root, "input", said).text = str(each)
    return written(root, _DOCTYPE.format("testcase"))


def _input(element: etree._Element, name: str) -> TestInput:
    span = Span(name, line_of(element))
    if element.tag != "input" or len(element):
        raise InputError(f"an input with a value is expected, not '{shortened(str(element.tag))}'", span)
    type_, variable = original(element.get("type", "")), original(element.get("variable", ""))
    floating = floating_type(type_, DataModel.LP64)
    if floating is not None:
        return TestInput(floating_input(element.text or "", floating, span), type_, variable)
    return TestInput(input_value(element.text or "", span), type_, variable)


def _metadata(suite: TestSuite) -> bytes:
    root = etree.Element("test-metadata")
    for tag, text in (
        ("sourcecodelang", "C"),
        ("producer", suite.producer),
        ("specification", "\n".join(property_lines(suite.specification))),
        ("programfile", suite.program_file),
        ("programhash", suite.program_hash),
        ("entryfunction", suite.entry),
        ("architecture", architecture(suite.data_model)),
        ("creationtime", suite.created),
    ):
        etree.SubElement(root, tag).text = legal(text)
    return written(root, _DOCTYPE.format("test-metadata"))


def _suite(data: bytes, name: str, cases: tuple[TestCase, ...]) -> TestSuite:
    root = _root(data, name, "test-metadata", MAX_BYTES)
    specification = _only(root, "specification", name)
    return TestSuite(
        cases=cases,
        program_file=_text(root, "programfile", name),
        program_hash=_text(root, "programhash", name),
        specification=parsed_specification(specification.text or "", Span(name, line_of(specification))),
        data_model=data_model(_text(root, "architecture", name), Span(name, line_of(root))),
        producer=_text(root, "producer", name),
        entry=_text(root, "entryfunction", name),
        created=_text(root, "creationtime", name),
    )


def _root(data: bytes, name: str, tag: str, limit: int) -> etree._Element:
    root = parsed(data, name, limit)
    if root.tag != tag:
        raise InputError(f"the root is '{shortened(str(root.tag))}', not '{tag}'", Span(name, line_of(root)))
    return root


def _text(root: etree._Element, tag: str, name: str) -> str:
    return original(_only(root, tag, name).text or "")


def _only(root: etree._Element, tag: str, name: str) -> etree._Element:
    found = root.findall(tag)
    if len(found) != 1 or len(found[0]):
        raise InputError(f"'{tag}' is expected once, with a text", Span(name, line_of(root)))
    return found[0]


def _is_metadata(name: str) -> bool:
    return name.rpartition("/")[2] == METADATA


def _natural(name: str) -> tuple[tuple[int, str], ...]:
    """A key that orders numbers within names by their value."""
    parts = re.split(r"([0-9]+)", name)
    texts = ((0, text) for text in parts[::2])
    numbers = ((len(digits), digits) for digits in (*(part.lstrip("0") for part in parts[1::2]), ""))
    return (*(each for pair in zip(texts, numbers, strict=True) for each in pair), (0, name))

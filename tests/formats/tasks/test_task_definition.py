from __future__ import annotations

import time

import pytest

from coveriflow.formats.tasks.task_definition import (
    PropertyEntry,
    TaskDefinition,
    read_task_definition,
    write_task_definition,
)
from coveriflow.program.errors import InputError
from coveriflow.program.types.data_model import DataModel

FULL = """\
# a comment
format_version: '2.0'

input_files: 'sum-1.i'
required_files: [sum.c]

properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: true
  - property_file: ../properties/valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-deref
  - property_file: ../properties/coverage-branches.prp

options:
  language: C
  data_model: ILP32
  com.example: {some: [data]}
"""


def test_a_task_definition_as_competitions_have_them() -> None:
    assert read_task_definition(FULL.encode(), "sum.yml") == TaskDefinition(
        input_files=("sum-1.i",),
        properties=(
            PropertyEntry("../properties/unreach-call.prp", expected_verdict=True),
            PropertyEntry("../properties/valid-memsafety.prp", expected_verdict=False, subproperty="valid-deref"),
            PropertyEntry("../properties/coverage-branches.prp"),
        ),
        data_model=DataModel.ILP32,
        language="C",
    )


@pytest.mark.parametrize("version", ["'1.0'", '"2.0"', "2.0", "1.0", "2.1"])
def test_versions(version: str) -> None:
    task = read_task_definition(f"format_version: {version}\ninput_files: [a.c, '*.h']".encode(), "a.yml")
    assert task == TaskDefinition(("a.c", "*.h"))


def test_a_written_task_is_plain_yaml() -> None:
    task = TaskDefinition(("a.c",), (PropertyEntry("a.prp", expected_verdict=True),), DataModel.LP64)
    assert write_task_definition(task).decode() == (
        "format_version: '2.0'\ninput_files:\n- a.c\nproperties:\n- property_file: a.prp\n  expected_verdict: true\n"
        "options:\n  language: C\n  data_model: LP64\n"
    )


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("", "empty", 0),
        ("- a", "keys and values", 1),
        ("format_version: '2.0'", "'input_files' is missing", 0),
        ("input_files: a.c", "'format_version' is missing", 0),
        ("format_version: '3.0'\ninput_files: a.c", "format_version", 1),
        ("format_version: '1.0'\ninput_files: a.c\noptions: {}", "options need", 3),
        ("format_version: '2.0'\ninput_files: []", "no input files", 2),
        ("format_version: '2.0'\ninput_files:", "no input files", 2),
        ("format_version: '2.0'\ninput_files: {a: b}", "a list is expected", 2),
        ("format_version: '2.0'\ninput_files: [[a]]", "a text is expected", 2),
        ("format_version: '2.0'\ninput_files: a\ninput_files: b", "given twice", 3),
        ("format_version: '2.0'\ninput_files: a\n? [a]\n: b", "a text is expected", 3),
        ("format_version: '2.0'\ninput_files: a\nproperties: a", "a list is expected", 3),
        ("format_version: '2.0'\ninput_files: a\nproperties:\n- a", "keys and values", 4),
        ("format_version: '2.0'\ninput_files: a\nproperties:\n- subproperty: a", "'property_file' is missing", 4),
        (
            "format_version: '2.0'\ninput_files: a\nproperties:\n- property_file: a\n  expected_verdict: 'true'",
            "neither true nor false",
            5,
        ),
        (
            "format_version: '2.0'\ninput_files: a\nproperties:\n- property_file: a\n  expected_verdict: !!bool x",
            "neither true nor false",
            5,
        ),
        ("format_version: '2.0'\ninput_files: a\noptions: {data_model: LP32}", "'LP32' is not a data model", 3),
        ("format_version: '2.0'\ninput_files: a\n---\nb", "another document", 3),
        ("format_version: '2.0'\ninput_files: 'a", "not YAML", 2),
        ("a:\n\tb: 1", "not YAML", 2),
        ('a: "\\UFFFFFFFF"', "not YAML", 0),
        ("%YAML " + "9" * 5000 + ".0\n---\na", "not YAML", 0),
    ],
)
def test_what_is_no_task_definition_is_refused_with_its_line(text: str, message: str, line: int) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_task_definition(text.encode(), "a.yml")
    assert caught.value.span
    assert (caught.value.span.file, caught.value.span.line) == ("a.yml", line)


def test_aliases_are_refused_before_anything_grows() -> None:
    bomb = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    bomb += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    with pytest.raises(InputError, match="aliases are not read"):
        read_task_definition("\n".join(bomb).encode(), "a.yml")


@pytest.mark.parametrize("opening", ["[", "{", "- ", "? ", "{a: ", "[[{"])
def test_deep_nesting_is_refused_soon(opening: str) -> None:
    start = time.monotonic()
    with pytest.raises(InputError):
        read_task_definition((opening * 10_000).encode(), "a.yml")
    assert time.monotonic() - start < 5


@pytest.mark.parametrize(
    "data",
    [b"\xff\xfef\x00o\x00", b"\x00", b"\x80", b"a: \x07", "format_version: '2.0'".encode("utf-16"), b"a" * (1 << 19)],
    ids=["utf-16 le", "nul", "not utf-8", "control", "utf-16", "too large"],
)
def test_bytes_that_are_no_yaml_are_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        read_task_definition(data, "a.yml")


def test_no_object_is_constructed() -> None:
    text = "format_version: '2.0'\ninput_files: a\nx: !!python/object/apply:os.mkdir [/tmp/coveriflow-was-here]"
    assert read_task_definition(text.encode(), "a.yml") == TaskDefinition(("a",))


def test_a_task_without_files_is_not_written() -> None:
    with pytest.raises(ValueError, match="at least one input file"):
        write_task_definition(TaskDefinition(()))

"""The laws of ``coveriflow.formats.contracts`` for every codec: round trip, equal bytes, nothing but ``InputError``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from coveriflow.formats.conditions.assumption_automaton import read_assumption_automaton, write_assumption_automaton
from coveriflow.formats.conditions.assumption_formula import read_assumption_formula, write_assumption_formula
from coveriflow.formats.conditions.graphml_condition import read_condition, write_condition
from coveriflow.formats.contracts import Reader, Writer
from coveriflow.formats.results.alarms_json import read_alarms, write_alarms
from coveriflow.formats.results.batch_json import read_batch, write_batch
from coveriflow.formats.results.graph_json import read_graph_json, write_graph_json
from coveriflow.formats.results.result_json import read_run_record, write_run_record
from coveriflow.formats.tasks.specification import read_specification, write_specification
from coveriflow.formats.tasks.task_definition import read_task_definition, write_task_definition
from coveriflow.formats.tests.ranges import read_ranges, write_ranges
from coveriflow.formats.tests.test_suite import read_test_case, read_test_suite, write_test_case, write_test_suite
from coveriflow.formats.tests.test_suite_zip import read_test_suite_zip, write_test_suite_zip
from coveriflow.formats.witnesses.graphml_witness import read_witness, write_witness
from coveriflow.formats.witnesses.yaml_witness import read_witness_entries, write_witness_entries
from coveriflow.program.errors import InputError
from tests.formats import strategies


@dataclass(frozen=True)
class Codec:
    read: Reader[Any]
    write: Writer[Any]
    artifacts: st.SearchStrategy[Any]


CODECS = {
    "specification": Codec(read_specification, write_specification, strategies.specifications),
    "task": Codec(read_task_definition, write_task_definition, strategies.tasks),
    "condition": Codec(read_condition, write_condition, strategies.conditions()),
    "assumption automaton": Codec(read_assumption_automaton, write_assumption_automaton, strategies.observer_automata),
    "assumption formula": Codec(read_assumption_formula, write_assumption_formula, strategies.formulas),
    "witness": Codec(read_witness, write_witness, strategies.witnesses()),
    "witness entries": Codec(read_witness_entries, write_witness_entries, strategies.witness_entries),
    "graph": Codec(read_graph_json, write_graph_json, strategies.graphs),
    "test case": Codec(read_test_case, write_test_case, strategies.cases),
    "test suite": Codec(read_test_suite_zip, write_test_suite_zip, strategies.suites),
    "ranges": Codec(read_ranges, write_ranges, strategies.ranges),
    "alarms": Codec(read_alarms, write_alarms, strategies.alarm_records),
    "night": Codec(read_batch, lambda batch: b"".join(write_batch(batch)), strategies.batches),
    "result": Codec(read_run_record, write_run_record, strategies.records),
}

every_codec = pytest.mark.parametrize("codec", CODECS.values(), ids=list(CODECS))
thorough = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))

SNIPPETS = [
    b"", b"<", b">", b"&", b"]", b'"', b"<!DOCTYPE a [", b"<!--", b"\x00", b"\xff", b"\n", b"9" * 5000, b"-", b"true",
    b"<node/>", b"<edge/>", b"<data/>", b"<data key='sink'>true</data>", b"<input/>", b"*a", b"&a", b"[", b"{", b":",
    b"!!bool x", b"1e999", b"NaN", b"null", b"\\ud800", b"PK\x01\x02", b"\xe2\x90\x9bD800", b"&lt;", b"&x;", b"()",
    b"!!!!", b"/*", b"STATE x :", b"TRUE -> GOTO x;", b"{\\", b"\x1f\x8b", b"#include x",
]  # fmt: skip


@every_codec
@thorough
@given(data=st.data())
def test_reading_what_was_written_gives_the_artifact(codec: Codec, data: st.DataObject) -> None:
    artifact = data.draw(codec.artifacts)
    assert codec.read(codec.write(artifact), "file") == artifact


@every_codec
@thorough
@given(data=st.data())
def test_equal_artifacts_give_equal_bytes(codec: Codec, data: st.DataObject) -> None:
    written = codec.write(data.draw(codec.artifacts))
    assert codec.write(codec.read(written, "file")) == written


@thorough
@given(suite=strategies.suites)
def test_a_folder_of_tests_is_read_in_any_order(suite: Any) -> None:
    files = write_test_suite(suite)
    assert read_test_suite(files, "folder") == suite
    assert read_test_suite({f"some/{name}": files[name] for name in reversed(files)}, "folder") == suite


@every_codec
@settings(max_examples=120, deadline=None)
@given(data=st.binary(max_size=200) | st.text(max_size=100).map(lambda text: text.encode("utf-8", "replace")))
def test_any_bytes_are_read_or_refused(codec: Codec, data: bytes) -> None:
    read_or_refuse(codec, data)


@every_codec
@settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_mutated_files_are_read_or_refused(codec: Codec, data: st.DataObject) -> None:
    content = codec.write(data.draw(codec.artifacts))
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(start, min(len(content), start + 30)))
        content = content[:start] + data.draw(st.sampled_from(SNIPPETS) | st.binary(max_size=4)) + content[end:]
    read_or_refuse(codec, content)


@every_codec
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_files_cut_off_are_read_or_refused(codec: Codec, data: st.DataObject) -> None:
    content = codec.write(data.draw(codec.artifacts))
    read_or_refuse(codec, content[: data.draw(st.integers(0, len(content)))])


def read_or_refuse(codec: Codec, data: bytes) -> None:
    try:
        codec.read(data, "some file")
    except InputError as error:
        refusal = error
    else:
        return
    assert refusal.span
    assert refusal.span.file.startswith("some file")
    assert str(refusal).encode("utf-8")

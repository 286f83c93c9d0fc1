"""What a tool is given of a program that needs preprocessing, and its witnesses about that text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from coveriflow.actors.work.tools.given_texts import Given, about_task, given_text, has_own_lines
from coveriflow.actors.work.validate.file_names import hash_of, is_about
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge, WitnessKind, WitnessNode
from coveriflow.artifacts.witnesses.yaml import (
    Invariant,
    InvariantKind,
    InvariantSet,
    Segment,
    ViolationSequence,
    Waypoint,
    WaypointKind,
    WitnessEntries,
    WitnessEntry,
    WitnessMetadata,
    WitnessPlace,
)
from coveriflow.execution.preprocessing.preprocess import preprocess
from coveriflow.program.frontend import program_cfa
from coveriflow.program.text.source_map import in_place
from coveriflow.program.types.data_model import DataModel
from tests.places import ROOT

TEXT = """\
/* Two lines
   of a comment. */
#include <stdlib.h>
#define ADD(x) x++; x++
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int n = __VERIFIER_nondet_int(), i = 0;
  while (i < n) { ADD(i); } // by two
  if (i == \\
      n) reach_error();
  return 0;
}
"""
EXAMPLES = sorted(path for path in (ROOT / "examples").rglob("*.c") if '#include "' not in path.read_text())


def source(text: str = TEXT, name: str = "prog.c") -> Source:
    return Source(name, text, preprocess(name, text, DataModel.LP64))


def test_lines_have_their_numbers_and_headers_stand_where_they_are_included() -> None:
    lines = given_text(source()).split("\n")
    assert "malloc" in lines[2]
    assert lines[8] == "  int n = __VERIFIER_nondet_int(), i = 0;"
    assert lines[9].strip().startswith("while (i < n) { i++; i++; }")
    assert not any(line.lstrip().startswith("#") for line in lines)


@pytest.mark.parametrize("path", EXAMPLES[:: max(1, len(EXAMPLES) // 25)], ids=lambda path: path.stem)
def test_it_is_the_same_program(path: Path) -> None:
    """Also for us: the same edges, which stand on the same lines of the user's file."""
    each = source(path.read_text(), path.name)
    given = in_place(each.preprocessed, path.name)
    assert given is not None
    before, after = (program_cfa([(path.name, text)], DataModel.LP64) for text in (each.preprocessed, given))
    assert [str(edge.operation) for edge in before.edges] == [str(edge.operation) for edge in after.edges]
    own = [(one, other) for one, other in zip(before.edges, after.edges, strict=True) if one.origin.file == path.name]
    assert own
    assert [one.origin.line for one, _ in own] == [other.origin.line for _, other in own]


def test_what_needs_no_preprocessing_is_given_as_it_is() -> None:
    plain = Source("plain.i", "int main(void) { return 0; }", "int main(void) { return 0; }")
    assert given_text(plain) == plain.text


@pytest.mark.parametrize(
    "text",
    [
        pytest.param('# 1 "a.c"\nint x;\n#pragma pack(1)\nint y;\n', id="a directive is left"),
        pytest.param('# 1 "a.c"\nint x;\nint y;\n# 1 "a.c"\nint z;\n', id="lines come twice"),
    ],
)
def test_what_cannot_be_in_its_place_is_given_with_line_markers(text: str) -> None:
    assert in_place(text, "a.c") is None
    each = Source("a.c", "...", text)
    assert given_text(each) == text
    assert not has_own_lines(each)
    assert has_own_lines(source())


def about(each: Source) -> tuple[Task, dict[str, Given]]:
    given = Given(each, given_text(each))
    return Task((each,)), {given.digest: given}


def entries(digest: str) -> WitnessEntries:
    def place(line: int, column: int) -> WitnessPlace:
        return WitnessPlace("./prog.i", line, column, "main")

    metadata = WitnessMetadata(files=(("./prog.i", digest),))
    invariants = tuple(Invariant(InvariantKind.LOOP, place(line, 3), "i >= 0") for line in (10, 9))
    segments = (Segment(Waypoint(WaypointKind.TARGET, place(11, 3)), (Waypoint(WaypointKind.BRANCHING, place(9, 3)),)),)
    return WitnessEntries(
        (WitnessEntry(metadata, InvariantSet(invariants)), WitnessEntry(metadata, ViolationSequence(segments)))
    )


def test_entries_about_it_are_about_the_file() -> None:
    """A column is known only where the line is the same."""
    task, given = about(source())
    (digest,) = given
    found = about_task(entries(digest), given)
    assert isinstance(found, WitnessEntries)
    assert is_about(task, found)
    first, second = (each.content for each in found.entries)
    assert isinstance(first, InvariantSet)
    assert isinstance(second, ViolationSequence)
    assert [(each.place.line, each.place.column) for each in first.invariants] == [(10, 0), (9, 3)]
    (segment,) = second.segments
    assert (segment.follow.place.line, segment.follow.place.column) == (11, 0)
    assert segment.avoid[0].place.column == 3


def test_an_automaton_about_it_is_about_the_file() -> None:
    each = source()
    task, given = about(each)
    ((digest, text),) = given.items()
    at = text.text.index("int n")
    edges = (
        WitnessEdge("a", "b", startline=9, startoffset=at, endoffset=at + 4),
        WitnessEdge("b", "c", startline=10, startoffset=text.text.index("while")),
        WitnessEdge("c", "d", startline=11),
    )
    nodes = tuple(WitnessNode(name) for name in "abcd")
    witness = Witness(WitnessKind.VIOLATION, "a", nodes, edges, "./prog.i", digest)
    found = about_task(witness, given)
    assert isinstance(found, Witness)
    assert is_about(task, found)
    first, second, third = found.edges
    assert each.text[first.startoffset : first.endoffset + 1] == "int n"
    assert (second.startline, second.startoffset) == (10, -1)
    assert third == edges[2]


def test_what_is_about_another_text_stays() -> None:
    task, given = about(source())
    other = entries("0" * 64)
    assert about_task(other, given) == other
    assert not is_about(task, other)
    own = entries(hash_of(task.sources[0]))
    assert about_task(own, given) == own
    assert is_about(task, own)
    assert not is_about(replace(task, sources=(source("int main(void) {}"),)), own)

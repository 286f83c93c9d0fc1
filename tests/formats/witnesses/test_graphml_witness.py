from __future__ import annotations

import dataclasses
import re
from typing import Any

import pytest
from hypothesis import given, settings
from lxml import etree

from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge, WitnessKind, WitnessNode
from coveriflow.formats.witnesses.graphml_witness import read_witness, write_witness
from coveriflow.program.errors import InputError
from coveriflow.program.types.data_model import DataModel
from tests.formats import strategies

HASH = "0123456789abcdef" * 4
TRUE_BRANCH = WitnessEdge(
    "a", "b", 3, 4, 10, 20, "condition-true", "x == 1", "main", "", "f", "g", enter_loop_head=True
)
VIOLATION = Witness(
    kind=WitnessKind.VIOLATION,
    entry="a",
    nodes=(WitnessNode("a"), WitnessNode("b", violation=True), WitnessNode("s", sink=True)),
    edges=(TRUE_BRANCH, WitnessEdge("a", "s", 3, control="condition-false")),
    program_file="a.c",
    program_hash=HASH,
    data_model=DataModel.ILP32,
)
CORRECTNESS = Witness(
    kind=WitnessKind.CORRECTNESS,
    entry="a",
    nodes=(WitnessNode("a"), WitnessNode("b", cyclehead=True, invariant="x < 1", invariant_scope="main")),
    edges=(WitnessEdge("a", "b", 3, enter_loop_head=True),),
    program_file="a.c",
    program_hash=HASH,
)
FILE = write_witness(VIOLATION).decode()

OF_ANOTHER_TOOL = """<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
 <key id="entry" attr.name="isEntryNode" attr.type="boolean" for="node"><default>false</default></key>
 <key id="violation" attr.name="isViolationNode" attr.type="boolean" for="node"><default> false </default></key>
 <key id="invariant" attr.name="invariant" for="node"><default>true</default></key>
 <key id="originfile" attr.name="originFileName" for="edge"><default>b.c</default></key>
 <key id="returnFrom" attr.name="returnFromFunction" attr.type="string" for="edge"/>
 <key id="startline" for="edge"/><key id="threadId" for="edge"/><key id="tokens" for="all"/>
 <key id="witness-type" for="graph"/><key id="sourcecodelang" for="graph"/><key id="producer" for="graph"/>
 <key id="specification" for="graph"/><key id="programfile" for="graph"/><key id="programhash" for="graph"/>
 <key id="architecture" for="graph"/>
 <!-- a comment -->
 <graph edgedefault="directed" id="G">
  <data key="witness-type"> violation_witness
  </data>
  <data key="sourcecodelang">C</data>
  <data key="producer"><![CDATA[tool <1>]]></data>
  <data key="specification">CHECK( init(main()), LTL(G valid-free) )
CHECK( init(main()), LTL(G valid-deref) )

</data>
  <data key="programfile">b.c</data><data key="programhash">1234</data><data key="architecture">32bit</data>
  <edge id="e" source="n0" target="n1">
   <data key="startline"> 5 </data><data key="returnFrom">f</data><data key="threadId">0</data>
   <data key="tokens">1</data><data key="tokens">2</data>
  </edge>
  <node id="n0"><data key="entry">true</data></node>
  <node id="n1"><data key="violation">true</data></node>
 </graph>
</graphml>"""


@pytest.mark.parametrize("witness", [VIOLATION, CORRECTNESS], ids=["violation", "correctness"])
def test_a_witness_is_read_back(witness: Witness) -> None:
    assert read_witness(write_witness(witness), "w.graphml") == witness


def test_a_witness_of_another_tool() -> None:
    memory = tuple(map(Property, (PropertyKind.VALID_FREE, PropertyKind.VALID_DEREF)))
    assert read_witness(OF_ANOTHER_TOOL.encode(), "w.graphml") == Witness(
        kind=WitnessKind.VIOLATION,
        entry="n0",
        nodes=(WitnessNode("n0"), WitnessNode("n1", violation=True)),
        edges=(WitnessEdge("n0", "n1", startline=5, return_from_function="f", origin_file="b.c"),),
        program_file="b.c",
        program_hash="1234",
        specification=Specification(memory),
        data_model=DataModel.ILP32,
        producer="tool <1>",
    )


@settings(max_examples=40, deadline=None)
@given(witness=strategies.witnesses())
def test_written_witnesses_keep_the_rules_of_the_linter(witness: Witness) -> None:
    root = etree.fromstring(write_witness(witness))
    keys = {key.get("id"): key.get("for") for key in root if local(key) == "key"}
    assert len(keys) == sum(local(key) == "key" for key in root)
    assert {default.text for default in root.iter("{*}default")} == {"false"}
    assert root.nsmap[None] == "http://graphml.graphdrawing.org/xmlns"
    [graph] = root.findall("{*}graph")
    assert graph.get("edgedefault") == "directed"
    assert all(keys[data.get("key")] == local(parent) for parent in root.iter() for data in parent.findall("{*}data"))
    assert all(data.text for data in root.iter("{*}data"))
    used = {data.get("key") for data in root.iter("{*}data")}
    mandatory = {"witness-type", "sourcecodelang", "producer", "specification", "programfile", "programhash"}
    assert mandatory | {"architecture", "creationtime"} <= used
    if witness.kind is WitnessKind.CORRECTNESS:
        assert not used & {"sink", "violation", "assumption", "assumption.scope", "assumption.resultfunction"}


def local(element: Any) -> str:
    return etree.QName(element).localname


@pytest.mark.parametrize(
    ("pattern", "by", "message"),
    [
        ("violation_witness", "witness", "witness-type"),
        ('<data key="witness-type">violation_witness</data>', "", "'witness-type' is missing"),
        ('source="a" target="b"', 'source="s" target="b"', "a sink has a leaving edge"),
        ("condition-true", "true", "control"),
        ("x == 1", "\\\\result == 1", "resultfunction"),
        ('key="startline">3', 'key="startline">-2', "negative"),
        ('key="endoffset">20', 'key="endoffset">x', "whole number"),
        ("violation_witness", "correctness_witness", "neither sinks nor violation nodes"),
        ('<data key="entry">', '<data key="invariant">1</data><data key="entry">', "no invariants"),
        ('target="b"', 'target="c"', "no node 'c'"),
        ('<data key="sink">', '<data key="cyclehead">true</data><data key="cyclehead">', "'cyclehead' is given twice"),
    ],
)
def test_defects_are_refused(pattern: str, by: str, message: str) -> None:
    text, changes = re.subn(pattern, by, FILE, count=1)
    assert changes
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        read_witness(text.encode(), "w.graphml")
    assert caught.value.span
    assert caught.value.span.line > 1


@pytest.mark.parametrize(
    ("base", "changes", "message"),
    [
        (CORRECTNESS, {"edges": (WitnessEdge("a", "b", assumption="x"),)}, "no assumptions"),
        (CORRECTNESS, {"edges": (WitnessEdge("a", "b", assumption_scope="f"),)}, "no assumptions"),
        (CORRECTNESS, {"nodes": (WitnessNode("a"), WitnessNode("b", sink=True))}, "neither sinks nor violation nodes"),
        (CORRECTNESS, {"nodes": (WitnessNode("a"), WitnessNode("b", violation=True))}, "neither sinks nor"),
        (CORRECTNESS, {"nodes": tuple(WitnessNode(n, cyclehead=True) for n in "ab")}, "several cycle heads"),
        (VIOLATION, {"nodes": tuple(WitnessNode(n, invariant="1") for n in "abs")}, "no invariants"),
        (VIOLATION, {"edges": (WitnessEdge("s", "a"),)}, "sink has a leaving edge"),
        (VIOLATION, {"edges": (WitnessEdge("a", "x"),)}, "edges name nodes"),
        (VIOLATION, {"entry": "x"}, "entry and edges name nodes"),
        (VIOLATION, {"nodes": (*VIOLATION.nodes, WitnessNode("a"))}, "names of their own"),
        (VIOLATION, {"edges": (WitnessEdge("a", "b", -2),)}, "negative"),
        (VIOLATION, {"edges": (WitnessEdge("a", "b", control="else"),)}, "control"),
        (VIOLATION, {"edges": (WitnessEdge("a", "b", assumption="\\result"),)}, "resultfunction"),
        (VIOLATION, {"created": "2026-01-01 12:00"}, "ISO 8601"),
        (VIOLATION, {"program_file": ""}, "mandatory"),
        (VIOLATION, {"specification": Specification(())}, "property file"),
    ],
)
def test_what_the_linter_rejects_is_not_written(base: Witness, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        write_witness(dataclasses.replace(base, **changes))


def test_a_witness_of_non_termination_may_have_an_invariant() -> None:
    lasso = (WitnessNode("a"), WitnessNode("b", cyclehead=True, invariant="x > 0"), WitnessNode("s", sink=True))
    termination = Specification((Property(PropertyKind.TERMINATION),))
    witness = dataclasses.replace(VIOLATION, nodes=lasso, specification=termination)
    assert read_witness(write_witness(witness), "w.graphml") == witness


@pytest.mark.parametrize(
    ("created", "read"),
    [
        ("2024-01-01T10:20:30", "2024-01-01T10:20:30Z"),
        ("2024-01-01T10:20:30.123456", "2024-01-01T10:20:30Z"),
        ("2024-01-01T10:20:30+01:00", "2024-01-01T10:20:30+01:00"),
        ("yesterday", "1970-01-01T00:00:00Z"),
    ],
)
def test_what_others_say_of_the_time_can_be_written_again(created: str, read: str) -> None:
    text = FILE.replace(VIOLATION.created, created)
    assert created in text
    witness = read_witness(text.encode(), "w.graphml")
    assert witness.created == read
    assert read_witness(write_witness(witness), "w.graphml") == witness

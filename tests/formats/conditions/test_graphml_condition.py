from __future__ import annotations

import re

import pytest

from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.formats.conditions.graphml_condition import read_condition, write_condition
from coveriflow.formats.witnesses.graphml_witness import read_witness, write_witness
from coveriflow.program.cfa.labels import Branch, EdgeLabel
from coveriflow.program.errors import InputError

HASH = "0123456789abcdef" * 4
THEN = EdgeLabel("main", 7, "x > 0", Branch.TRUE.value, 0, "a.c")
ELSE = EdgeLabel("main", 7, "x > 0", Branch.FALSE.value, 0, "a.c")
CONDITION = Condition(
    initial="q0",
    accepting=frozenset({"done", "alone"}),
    transitions=(Transition("q0", THEN, "done"), Transition("q0", ELSE, "q1")),
    program_hash=HASH,
)
FILE = write_condition(CONDITION).decode()


def replaced(pattern: str, by: str, count: int = 1) -> bytes:
    text, changes = re.subn(pattern, by, FILE, count=count, flags=re.DOTALL)
    assert changes
    return text.encode()


def node(text: str, name: str) -> str:
    found = re.search(rf'<node id="{name}"(/>|>.*?</node>)', text, re.DOTALL)
    assert found
    return found[0]


def test_a_condition_is_read_back() -> None:
    assert read_condition(FILE.encode(), "c.graphml") == CONDITION


def test_states_are_marked_for_readers_of_witnesses() -> None:
    assert '<data key="entry">true</data>' in node(FILE, "q0")
    assert '<data key="sink">true</data>' in node(FILE, "done")
    assert '<data key="sink">true</data>' in node(FILE, "alone")
    assert '<data key="violation">true</data>' in node(FILE, "q1")
    assert "violation" not in node(FILE, "q0")


@pytest.mark.parametrize("accepting", [frozenset[str](), frozenset({"q0"})])
def test_conditions_of_one_state(accepting: frozenset[str]) -> None:
    condition = Condition("q0", accepting, (), HASH)
    assert read_condition(write_condition(condition), "c.graphml") == condition


def test_a_condition_with_an_assumption_is_a_witness_that_leads_to_its_negation() -> None:
    partial = Transition("q0", THEN, "done", assumption="y != 0 || z")
    condition = Condition("q0", frozenset({"done"}), (partial, Transition("q0", ELSE, "not-verified")), HASH)
    written = write_condition(condition)
    assert read_condition(written, "c.graphml") == condition
    witness = read_witness(written, "c.graphml")
    [negation] = [edge for edge in witness.edges if edge.assumption]
    assert (negation.source, negation.target, negation.assumption) == ("q0", "not-verified'", "!(y != 0 || z)")
    assert [each.violation for each in witness.nodes if each.name == negation.target] == [True]
    assert write_witness(witness)


def test_a_witness_is_not_a_condition() -> None:
    witness = read_witness(FILE.encode(), "c.graphml")
    with pytest.raises(InputError, match=r"'condition\.schema' is missing"):
        read_condition(write_witness(witness), "w.graphml")


@pytest.mark.parametrize(
    ("pattern", "by", "message"),
    [
        ('key="condition.schema">1', 'key="condition.schema">2', "schema '2'"),
        ('<node id="q1"', '<node id="q0"', "two nodes 'q0'"),
        ('target="q1"', 'target="q2"', "no node 'q2'"),
        ('source="q0"', 'source="done"', "final state 'done' has leaving"),
        ('source="q0"', 'source="q1"', "final state 'q1' has leaving"),
        ('source="q0"', "", "'source' is missing"),
        ('<node id="q1"', "<node", "'id' is missing"),
        ('(id="q1">\\s*)<data key="violation">', r'\1<data key="entry">', "several entry nodes"),
        ('<data key="entry">true</data>', "", "no entry node"),
        ('<data key="entry">true</data>', '<data key="entry">1</data>', "neither true nor false"),
        ('<data key="sink">true', '<data key="sink">true</data><data key="sink">true', "'sink' is given twice"),
        ('<data key="sink">', '<data key="violation">true</data><data key="sink">', "both verified and not"),
        ('key="startline">7', 'key="startline">seven', "'seven' is not a whole number"),
        ('key="startline">7', 'key="startline">7.0', "'7.0' is not a whole number"),
        ('key="startline">7', 'key="startline">0x7', "'0x7' is not a whole number"),
        ('key="startline">7', 'key="startline">1_0', "'1_0' is not a whole number"),
        ('key="startline">7', 'key="startline">\u0667', "is not a whole number"),
        ('key="startline">7', 'key="startline">' + "7" * 5000, "is not a whole number"),
        ('<data key="startline">7</data>', "", "'startline' is missing"),
        ('key="condition.ordinal">0', 'key="condition.ordinal">', "'' is not a whole number"),
        ('key="control">condition-true', 'key="control">else', "control is neither"),
        ('<data key="condition.function">main</data>', "", "'condition.function' is missing"),
        ('<data key="condition.statement">x &gt; 0</data>', "", "'condition.statement' is missing"),
        ('<data key="condition.statement">x', '<data key="condition.statement">x<b/>', "a text is expected"),
        ('<data key="programhash">[0-9a-f]*</data>', "", "'programhash' is missing"),
        ('<data key="producer">coveriflow</data>', "", "'producer' is missing"),
        ('<data key="architecture">64bit', '<data key="architecture">16bit', "not an architecture"),
        ('<data key="sourcecodelang">C', '<data key="sourcecodelang">Java', "not C"),
        (r"<data key=.specification.>[^<]*", '<data key="specification">G end', "unknown property 'G end'"),
        (r"<data key=.specification.>[^<]*</data>", "", "no property"),
        ('key="condition.statement"', 'key="statement"', "the key 'statement' is not declared for edge elements"),
        ('key="condition.statement"', 'key="sink"', "the key 'sink' is not declared for edge elements"),
        ('<key id="entry"', '<key id="sink"', "the key 'sink' is declared twice"),
        ("<default>false", "<default>true", "'entry' is false by default"),
        ('edgedefault="directed"', "", "not directed"),
        ('<edge source="q0"', '<edge directed="false" source="q0"', "not directed"),
        ("<edge ", "<hyperedge/><edge ", "is not expected here"),
        ("<graph ", "<graph/><graph ", "2 graphs"),
        ("<graph .*</graph>", "", "0 graphs"),
        ("http://graphml.graphdrawing.org/xmlns", "http://example.org", "not graphml of"),
    ],
)
def test_defects_are_refused_with_their_line(pattern: str, by: str, message: str) -> None:
    data = replaced(pattern, by)
    with pytest.raises(InputError, match=re.escape(message)) as caught:
        read_condition(data, "c.graphml")
    assert caught.value.span
    assert caught.value.span.file == "c.graphml"
    assert caught.value.span.line > 1


def test_the_line_is_that_of_the_element() -> None:
    data = replaced('key="startline">7', 'key="startline">seven')
    line = next(n for n, text in enumerate(data.decode().splitlines(), 1) if '<edge source="q0" target="done"' in text)
    with pytest.raises(InputError) as caught:
        read_condition(data, "c.graphml")
    assert caught.value.span
    assert caught.value.span.line == line


def test_an_unreachable_state_that_covers_nothing_is_dropped() -> None:
    assert read_condition(replaced("<edge ", '<node id="new"/><edge '), "c.graphml") == CONDITION


@pytest.mark.parametrize(
    "condition",
    [
        Condition("q0", frozenset({"q0"}), (Transition("q0", THEN, "q1"),), HASH),
        Condition("q0", frozenset(), (Transition("q0", EdgeLabel("f", 1, "x", "else"), "q1"),), HASH),
    ],
    ids=["accepting state with transitions", "no such branch"],
)
def test_what_is_no_condition_is_not_written(condition: Condition) -> None:
    with pytest.raises(ValueError, match=r"accepting state|Branch"):
        write_condition(condition)

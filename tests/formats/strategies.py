"""Artifacts at random, with texts that break codecs: control characters, lone surrogates, markup, our own escape."""

from __future__ import annotations

import struct
from dataclasses import replace

from hypothesis import strategies as st

from coveriflow.artifacts.automata.assumption_formulas import AssumptionFormula, LocatedAssumption
from coveriflow.artifacts.automata.cpachecker import (
    Always,
    Connective,
    Ending,
    Guard,
    Kind,
    Match,
    Not,
    ObserverAutomaton,
    ObserverState,
    ObserverTransition,
    Question,
)
from coveriflow.artifacts.batch.alarms import Alarm, AlarmKind
from coveriflow.artifacts.batch.results import Batch, BatchPlan, BatchTask, Job, JobResult, Trouble
from coveriflow.artifacts.builds import Build
from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.artifacts.display.reachability_graphs import AbstractGraph, GraphArc, GraphNode, NodeRole
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.test_suites import TestCase, TestInput, TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness, WitnessEdge, WitnessKind, WitnessNode
from coveriflow.artifacts.witnesses.yaml import (
    Action,
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
from coveriflow.formats.results.alarms_json import AlarmRecord
from coveriflow.formats.results.result_json import ActorRecord, EvidenceFile, Failure, RunRecord
from coveriflow.formats.tasks.task_definition import PropertyEntry, TaskDefinition
from coveriflow.formats.tests.ranges import ranges_of
from coveriflow.program.cfa.labels import Branch, EdgeLabel
from coveriflow.program.harness.entry import Aliasing, Entry, Globals
from coveriflow.program.types.c_types import floating_type
from coveriflow.program.types.data_model import DataModel

NASTY = [
    "", " ", "\n", "\r\n", "\t", "\x00", "\x1b[0m", "\u241b", "\u241b0041", "\u241bDC80", "\ud800", "\udc80", "\ufffe",
    "\ufeff", "]]>", "<!DOCTYPE a [", "<!--", "&amp;", "&#0;", '"', "'", "\\", "\\n", "a\u0085b\u2028c", "\U0001f600",
    "- a: b", "#", "null", "true", "2.0", "*x", "&x", "!!str", "{", "[", "%", "@", "`", "x > 0", '"\\x41\\0"',
]  # fmt: skip

any_text = st.sampled_from(NASTY) | st.text(st.characters(exclude_categories=()), max_size=8)
undecodable = st.sampled_from([chr(code) for code in range(0xDC80, 0xDD00)])
file_text = st.sampled_from([text for text in NASTY if "\ud800" not in text]) | st.text(
    st.characters() | undecodable, max_size=8
)
some_text = any_text.filter(bool)
names = st.from_regex(r"[A-Za-z_$][A-Za-z0-9_$]{0,6}", fullmatch=True)
data_models = st.sampled_from(DataModel)
created = st.just("2026-02-28T23:59:59+01:00") | st.just("1970-01-01T00:00:00Z")
goals = st.sampled_from(
    ["COVER EDGES(@DECISIONEDGE)", "COVER EDGES(@CALL(reach_error))", 'COVER NODES(@LABEL("\u00e4"))']
)
properties = st.one_of(
    st.builds(Property, st.just(PropertyKind.UNREACH_CALL), names),
    st.builds(Property, st.just(PropertyKind.COVERAGE), goals),
    st.sampled_from(PropertyKind).filter(
        lambda kind: kind not in (PropertyKind.UNREACH_CALL, PropertyKind.COVERAGE)
    ).map(Property),
)  # fmt: skip
specifications = st.builds(Specification, st.lists(properties, min_size=1, max_size=4).map(tuple), names)

labels = st.builds(
    EdgeLabel,
    function=any_text,
    line=st.integers(-(10**30), 10**30),
    statement=any_text,
    branch=st.sampled_from([each.value for each in Branch]),
    ordinal=st.integers(-3, 10**6),
    file=any_text,
)


@st.composite
def conditions(draw: st.DrawFn) -> Condition:
    states = draw(st.lists(any_text | st.just("not-verified"), min_size=1, max_size=5, unique=True))
    accepting = frozenset(draw(st.lists(st.sampled_from(states), max_size=3)))
    sources = [state for state in states if state not in accepting]
    edge = st.builds(Transition, st.sampled_from(sources or states), labels, st.sampled_from(states), any_text)
    return Condition(
        initial=states[0],
        accepting=accepting,
        transitions=tuple(draw(st.lists(edge, max_size=6))) if sources else (),
        program_hash=draw(any_text),
        specification=draw(specifications),
        data_model=draw(data_models),
        producer=draw(any_text),
        preprocessed_hash=draw(any_text),
        files=tuple(draw(st.lists(st.tuples(any_text, st.text("0123456789abcdef", max_size=4)), max_size=2))),
    )


no_surrogates = any_text.filter(lambda text: not any("\ud800" <= character <= "\udfff" for character in text))
formulas = st.builds(
    AssumptionFormula,
    st.lists(st.builds(LocatedAssumption, no_surrogates, st.integers(0, 10**9), names, no_surrogates), max_size=3).map(
        tuple
    ),
    no_surrogates,
    no_surrogates,
    specifications,
    data_models,
    no_surrogates,
    no_surrogates,
)
readable_text = st.sampled_from([text for text in NASTY if text.encode("utf-8", "ignore").decode() == text]) | st.text(
    max_size=8
)
state_names = names.map(lambda name: f"{name}_")
texted = st.sampled_from([each for each in Kind if each not in (Kind.ENTRY, Kind.EXIT, Kind.ASSERT)])
questions = st.sampled_from(
    [
        "x == 1",
        "CHECK ( IS_TARGET_STATE )",
        'CHECK ( a , "b\\\\c" )',
        'EVAL ( a , "" ) - 3 != x + y',
        "COVERS_LINES ( 3 5 )",
    ]
)
guards: st.SearchStrategy[Guard] = st.recursive(
    st.builds(Always, st.booleans())
    | st.builds(Match, texted, readable_text)
    | st.sampled_from([Match(kind) for kind in (Kind.ENTRY, Kind.EXIT, Kind.ASSERT)])
    | st.builds(Question, questions),
    lambda inner: (
        st.builds(Not, inner) | st.builds(Connective, st.sampled_from(["&&", "||", "==", "!="]), inner, inner)
    ),
    max_leaves=5,
)
actions = st.sampled_from(["", "DO x = 3", 'PRINT "a->b" DO y = x + 1', "DO s [x] = true", 'MODIFY ( a , "b" )'])


@st.composite
def observer_transitions(draw: st.DrawFn) -> ObserverTransition:
    ending = draw(st.sampled_from(Ending))
    targets = {Ending.GOTO: state_names, Ending.ERROR: readable_text}
    return ObserverTransition(
        draw(guards),
        draw(targets.get(ending, st.just(""))),
        draw(st.none() | readable_text),
        tuple(draw(st.lists(guards, max_size=2))),
        draw(actions),
        ending,
    )


observer_states = st.builds(
    ObserverState, state_names, st.lists(observer_transitions(), max_size=3).map(tuple), st.booleans(), st.booleans()
)
observer_automata = st.builds(
    ObserverAutomaton,
    state_names,
    state_names,
    st.lists(observer_states, max_size=3, unique_by=lambda state: state.name).map(tuple),
    st.lists(st.sampled_from(["int x = 3", "set < string > s = [a]"]), max_size=2).map(tuple),
    st.booleans(),
)

integers = st.builds(
    TestInput,
    st.integers(-(2**130), 2**130),
    any_text.filter(lambda name: floating_type(name, DataModel.LP64) is None),
    any_text,
)
patterns = st.floats(width=32, allow_nan=False).map(lambda number: int.from_bytes(struct.pack("<f", number), "little"))
inputs = integers | st.builds(TestInput, patterns, st.just("float"), any_text)
cases = st.builds(TestCase, st.lists(inputs, max_size=4).map(tuple), st.booleans())
suites = st.builds(
    TestSuite,
    cases=st.lists(cases, max_size=12).map(tuple),
    program_file=any_text,
    program_hash=any_text,
    specification=specifications,
    data_model=data_models,
    producer=any_text,
    entry=any_text,
    created=any_text,
)

ranges = st.builds(
    lambda bounds, program: ranges_of(TestSuite(bounds, "a.c", program)),
    st.lists(cases, max_size=2).map(tuple),
    any_text,
)

positions = st.integers(-1, 10**10)


@st.composite
def witnesses(draw: st.DrawFn) -> Witness:
    kind = draw(st.sampled_from(WitnessKind))
    violates = kind is WitnessKind.VIOLATION
    ids = draw(st.lists(any_text, min_size=1, max_size=5, unique=True))
    nodes = tuple(draw(_nodes(name, violates)) for name in ids)
    sources = [node.name for node in nodes if not node.sink]
    edges = draw(st.lists(_edges(sources, ids, violates), max_size=6)) if sources else []
    return Witness(
        kind=kind,
        entry=draw(st.sampled_from(ids)),
        nodes=nodes,
        edges=tuple(edges),
        program_file=draw(some_text),
        program_hash=draw(some_text),
        specification=draw(specifications),
        data_model=draw(data_models),
        producer=draw(some_text),
        created=draw(created),
    )


@st.composite
def _nodes(draw: st.DrawFn, name: str, violates: bool) -> WitnessNode:
    if violates:
        return WitnessNode(name, violation=draw(st.booleans()), sink=draw(st.booleans()))
    return WitnessNode(name, invariant=draw(any_text), invariant_scope=draw(any_text))


def _edges(sources: list[str], targets: list[str], violates: bool) -> st.SearchStrategy[WitnessEdge]:
    return st.builds(
        WitnessEdge,
        source=st.sampled_from(sources),
        target=st.sampled_from(targets),
        startline=positions,
        endline=positions,
        startoffset=positions,
        endoffset=positions,
        control=st.sampled_from(["", "condition-true", "condition-false"]),
        assumption=any_text.filter(lambda text: "\\result" not in text) if violates else st.just(""),
        assumption_scope=any_text if violates else st.just(""),
        assumption_resultfunction=any_text if violates else st.just(""),
        enter_function=any_text,
        return_from_function=any_text,
        enter_loop_head=st.booleans(),
        origin_file=any_text,
    )


places = st.builds(WitnessPlace, some_text, st.integers(1, 10**9), st.integers(0, 10**6), any_text)
targets = st.builds(Waypoint, st.just(WaypointKind.TARGET), places)
waypoints = st.one_of(
    st.builds(Waypoint, st.just(WaypointKind.ASSUMPTION), places, some_text),
    st.builds(Waypoint, st.just(WaypointKind.BRANCHING), places, st.sampled_from(["true", "false", "-7", "default"])),
    st.builds(Waypoint, st.just(WaypointKind.RETURN), places, any_text),
    st.builds(Waypoint, st.just(WaypointKind.ENTER), places),
)
avoided = st.just(()) | st.tuples(waypoints | targets)
segments = st.builds(Segment, waypoints, avoided)
sequences = st.builds(
    lambda before, last: ViolationSequence((*before, last)),
    st.lists(segments, max_size=2),
    st.builds(Segment, targets, avoided),
)
_round = st.builds(Segment, waypoints, avoided, st.just(Action.CYCLE))
cycles = st.builds(
    lambda before, again: ViolationSequence((*before, *again)),
    st.lists(segments, max_size=2),
    st.lists(_round, min_size=1, max_size=2),
)
_older = st.sampled_from([InvariantKind.LOOP, InvariantKind.LOCATION])
invariants = st.builds(Invariant, _older, places, some_text)
_newer = st.builds(Invariant, st.sampled_from(InvariantKind), places, some_text)
newer_sets = st.builds(InvariantSet, st.lists(_newer, max_size=2).map(tuple))
invariant_sets = st.builds(InvariantSet, st.lists(invariants, max_size=2).map(tuple))
metadata = st.builds(
    WitnessMetadata,
    files=st.sampled_from([(("a.c", "00"),), (("a b.c", "1"), ("x: #" * 600, "2")), (("\udcff\n", "~"),)]),
    specification=specifications,
    data_model=data_models,
    producer=some_text,
    version=any_text,
    uuid=st.sampled_from(["12345678-9abc-def0-1234-56789abcdef0", "A" * 8 + "-FFFF" * 3 + "-" + "0" * 12]),
    created=created,
    format_version=st.sampled_from(["2.0", "2.1"]),
)
_newer_metadata = metadata.map(lambda each: replace(each, format_version="2.1"))
_entries = st.builds(WitnessEntry, metadata, sequences | invariant_sets) | st.builds(
    WitnessEntry, _newer_metadata, cycles | newer_sets
)
witness_entries = st.builds(WitnessEntries, st.lists(_entries, min_size=1, max_size=2).map(tuple))

_names = st.sampled_from(["f", "p.next", "a[]", "x"])
_counts = st.integers(1, 8)
builds_of_programs = st.builds(
    Build,
    st.lists(any_text, max_size=2).map(tuple),
    st.lists(any_text, max_size=2).map(tuple),
    st.none()
    | st.builds(
        Entry,
        st.just("f"),
        st.sampled_from(["", "a.c", "src/a.c"]),
        st.lists(st.tuples(_names, _counts), max_size=2).map(tuple),
        _counts,
        _counts,
        st.sampled_from(Aliasing),
        st.sampled_from(Globals),
    ),
    any_text,
)

entries = st.builds(PropertyEntry, any_text, st.none() | st.booleans(), any_text)
tasks = st.builds(
    TaskDefinition,
    input_files=st.lists(any_text, min_size=1, max_size=3).map(tuple),
    properties=st.lists(entries, max_size=3).map(tuple),
    data_model=st.none() | data_models,
    language=any_text,
    build=builds_of_programs,
)

graph_nodes = st.lists(
    st.builds(GraphNode, any_text, any_text, any_text, st.sampled_from(NodeRole), st.booleans()),
    min_size=1,
    max_size=4,
    unique_by=lambda node: node.name,
)
graphs = graph_nodes.flatmap(
    lambda nodes: st.builds(
        AbstractGraph,
        title=any_text,
        nodes=st.just(tuple(nodes)),
        arcs=st.lists(
            st.builds(
                GraphArc,
                st.sampled_from([node.name for node in nodes]),
                st.sampled_from([node.name for node in nodes]),
                any_text,
                st.booleans(),
            ),
            max_size=4,
        ).map(tuple),
        omitted=st.integers(0, 10**6),
    )
)

amounts = st.floats(min_value=0, allow_nan=False, allow_infinity=False)
actors = st.builds(
    ActorRecord,
    name=file_text,
    version=file_text,
    verdict=st.none() | st.sampled_from(Verdict),
    reason=file_text,
    cpu=amounts,
    wall=amounts,
    memory=st.integers(0, 2**70),
    end=file_text,
    reused=st.none() | st.builds(Resources, amounts, amounts, st.integers(0, 2**70)),
    accounting=file_text,
    tool=st.none() | st.builds(Resources, amounts, amounts, st.integers(0, 2**70)),
)
records = st.builds(
    RunRecord,
    verdict=st.sampled_from(Verdict),
    property=file_text,
    flow=file_text,
    task=file_text,
    program_hash=file_text,
    data_model=data_models,
    version=file_text,
    confirmed_by=file_text,
    claimed=st.none() | st.sampled_from(Verdict),
    claimed_by=file_text,
    error=st.none() | st.sampled_from(Failure),
    reason=file_text,
    assumptions=st.lists(file_text, max_size=3).map(tuple),
    actors=st.lists(actors, max_size=3).map(tuple),
    evidence=st.lists(st.builds(EvidenceFile, file_text, file_text), max_size=3).map(tuple),
    violated_property=st.none() | file_text,
)

_word = st.sampled_from(NASTY)
_seconds = st.sampled_from([0.0, 0.004, 1.5, 1e6])
_used = st.builds(Resources, _seconds, _seconds, st.integers(0, 1 << 50))
night_tasks = st.builds(
    BatchTask,
    _word,
    _word,
    _word,
    st.sampled_from(["", "ILP32", "LP64"]),
    st.lists(_word, max_size=2).map(tuple),
    builds_of_programs,
    _word,
)
_alarms = st.lists(st.builds(Alarm, st.sampled_from(AlarmKind), _word, _word, file_text), max_size=2).map(tuple)
alarm_records = st.builds(AlarmRecord, _alarms, _alarms)
night_plans = st.builds(
    BatchPlan,
    _word,
    st.lists(night_tasks, max_size=3).map(tuple),
    st.lists(_word, max_size=3).map(tuple),
    st.builds(Limits, st.none() | _seconds, st.none() | _seconds, st.none() | st.integers(0, 1 << 50)),
    _word,
)
job_results = st.builds(
    JobResult,
    st.builds(Job, night_tasks, _word),
    _word,
    st.sampled_from(Verdict),
    _word,
    st.none() | st.sampled_from(Verdict),
    st.none() | st.sampled_from(Trouble),
    st.booleans(),
    _word,
    _word,
    st.lists(_word, max_size=2).map(tuple),
    st.none() | st.tuples(_word, st.integers(0, 1000)),
    _used,
    st.none() | _used,
    _word,
    _seconds,
    _seconds,
    _word,
    _word,
    st.lists(st.tuples(_word, _word), max_size=2).map(tuple),
    st.lists(_word, max_size=2).map(tuple),
    _word,
    _word,
)
batches = st.builds(Batch, night_plans, st.lists(job_results, max_size=3).map(tuple), _word, _seconds, _seconds)

"""Flows as files: what is written is read again, and what is wrong is said with its line."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.actors import bmc, execute, reduce, tool, value
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import (
    Actor,
    Composition,
    CompositionError,
    Fallback,
    IfThenElse,
    Interleaved,
    Parallel,
    Portfolio,
    Repeat,
    Retry,
    Sequence,
    Slice,
    Within,
)
from coveriflow.actors.flow_files.questions import question_of, question_text
from coveriflow.actors.flow_files.reading import description_of, read_flow
from coveriflow.actors.flow_files.writing import written_flow
from coveriflow.actors.questions import RELATIONS, FeatureIs, FeaturesAre, VerdictIs
from coveriflow.actors.selectors import features, selected
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.permissions import Code
from coveriflow.artifacts.program_features import NAMES
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import End
from coveriflow.flows.ready import READY
from coveriflow.program.errors import InputError


@dataclass(frozen=True)
class IsLong:
    """A user's question."""

    least: int

    def holds(self, answer: Answer) -> bool:
        return len(answer.reason) >= self.least


LONG = IsLong(5)

verdicts = st.lists(st.sampled_from(Verdict), min_size=1, max_size=3, unique=True).map(lambda v: VerdictIs(tuple(v)))
features_are = st.lists(
    st.builds(FeatureIs, st.sampled_from(NAMES), st.sampled_from(sorted(RELATIONS)), st.integers(0, 10**12 - 1)),
    min_size=1,
    max_size=3,
).map(lambda each: FeaturesAre(tuple(each)))
about_answers = verdicts | st.just(LONG)
questions = about_answers | features_are
moments = st.floats(0.001, 1e9)
actors = (
    st.builds(value, cpu=st.none() | moments, share=st.floats(0, 1), states=st.none() | st.integers(0))
    | st.builds(value, order=st.sampled_from(["dfs", "bfs", "random"]))
    | st.builds(lambda name: bmc().named(name), st.text(min_size=1))
    | st.just(reduce().taking(condition="bmc"))
    | st.just(execute())
    | st.builds(tool, st.just("cbmc"), bound=st.none() | st.integers(0), options=st.text())
    | st.just(tool("cpachecker", "predicate").named("x"))
)
limits = st.builds(Limits, st.none() | moments, st.none() | moments, st.none() | st.integers(1, 1 << 60))
slices = st.builds(
    Slice, st.just(0), st.none() | moments, st.floats(0, 1, exclude_min=True), moments, st.none() | questions
)


def interleaved(parts: list[Actor]) -> st.SearchStrategy[Composition]:
    """``parts`` in turns, each at least once."""
    turns = st.tuples(*(slices.map(partial(replace, part=part)) for part in range(len(parts))))
    return st.builds(Interleaved, st.just(tuple(parts)), turns, st.integers(1, 4))


compositions: st.SearchStrategy[Composition] = st.recursive(
    actors,
    lambda inner: (
        st.builds(Sequence, st.lists(inner, max_size=3).map(tuple))
        | st.builds(Parallel, st.lists(inner, max_size=3).map(tuple))
        | st.builds(Portfolio, st.lists(inner, max_size=3).map(tuple), about_answers)
        | st.builds(Fallback, st.lists(inner, max_size=3).map(tuple))
        | st.lists(actors, min_size=1, max_size=3).flatmap(interleaved)
        | st.builds(IfThenElse, questions, inner, st.none() | inner)
        | st.builds(Within, inner, limits, st.floats(0, 1, exclude_min=True))
        | st.builds(Retry, inner, st.integers(0, 9), st.just(0.0) | moments, st.lists(st.sampled_from(End)).map(tuple))
        | st.builds(Repeat, inner, questions, st.integers(1, 99), st.sampled_from([(), (TestSuite,)]))
    ),
    max_leaves=6,
)


@given(compositions, st.text(min_size=1), st.text())
def test_what_is_written_is_read(composition: Composition, name: str, description: str) -> None:
    """Compositions that cannot work are written, and refused where they are read."""
    flow = object.__new__(Flow)
    for attribute, content in (("name", name), ("composition", composition), ("takes", (Task,))):
        object.__setattr__(flow, attribute, content)
    text = written_flow(flow, description)
    works, reason = None, ""
    try:
        works = Flow(name, composition)
    except CompositionError as error:
        reason = str(error)
    if works:
        assert read_flow(text, "flow.yml", Code.ALLOWED) == works
        assert description_of(text, "flow.yml") == description
    else:
        with pytest.raises(InputError) as refused:
            read_flow(text, "flow.yml", Code.ALLOWED)
        assert reason in str(refused.value)


@pytest.mark.parametrize("name", READY)
def test_ready_flows_are_written_and_read(name: str) -> None:
    flow = READY[name]()
    assert read_flow(written_flow(flow), "flow.yml") == flow


def test_a_flow_that_takes_more_than_a_task() -> None:
    flow = Flow("rest", reduce() >> bmc(), (Task, Condition))
    assert read_flow(written_flow(flow), "flow.yml") == flow
    assert b"- Condition" in written_flow(flow)


@given(questions)
def test_questions_are_sentences(question: VerdictIs | FeaturesAre | IsLong) -> None:
    assert question_of(question_text(question), Code.ALLOWED) == question


@pytest.mark.parametrize("text", ["\x85", "a\x85b", "\u2028", "\n", "\ud800", "\ufeff", "null", " x ", "it's: # x"])
def test_odd_texts_are_kept(text: str) -> None:
    flow = Flow(text, tool("cbmc", options=text).named(text))
    assert read_flow(written_flow(flow, text), "flow.yml", Code.ALLOWED) == flow
    assert description_of(written_flow(flow, text), "flow.yml") == text


def test_questions_without_a_name_cannot_be_written() -> None:
    with pytest.raises(ValueError, match="has no name in"):
        question_text(IsLong(77))


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("verdict is maybe", "is no question"),
        ("loops > -1", "is no question"),
        ("loops > 0 or floats > 0", "is no question"),
        ("sorrows > 1", "'sorrows' is no feature of a program"),
        ("nowhere_at_all:LONG", "there is no question nowhere_at_all:LONG"),
        ("json:dumps", "has no method 'holds'"),
        ("json:nothing", "there is no question json:nothing"),
    ],
)
def test_what_is_no_question(text: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        question_of(text, Code.ALLOWED)


HEAD = "format_version: '1.0'\nflow: mine\ncomposition:\n"


def read(text: str) -> Composition:
    return read_flow((HEAD + text).encode(), "mine.yml").composition


def test_a_flow_as_people_write_it() -> None:
    text = """\
- within:
    actor: value
    set: {loop_bound: 10}
    called: quick
  cpu: 1min
  memory: 2GB
  share: 0.5
- if: verdict is unknown
  then:
    - {actor: reduce, taking: {condition: quick}}
    - bmc
- if: verdict is false
  then: execute
"""
    first = Within(value(loop_bound=10).named("quick"), Limits(60.0, None, 2_000_000_000), 0.5)
    second = IfThenElse(VerdictIs((Verdict.UNKNOWN,)), reduce().taking(condition="quick") >> bmc())
    third = IfThenElse(VerdictIs((Verdict.FALSE,)), execute())
    assert read(text) == Sequence((first, second, third))


def test_a_table_of_rules() -> None:
    text = """\
  select:
    - {when: loops = 0, run: bmc}
    - {when: floats > 0 and nesting >= 2, run: [value]}
    - {run: value}
"""
    loops, floats = FeaturesAre((FeatureIs("loops", "=", 0),)), ("floats", ">", 0)
    both = FeaturesAre((FeatureIs(*floats), FeatureIs("nesting", ">=", 2)))
    assert read(text) == selected([(loops, bmc()), (both, Sequence((value(),)))], value())
    assert read(text) == features() >> IfThenElse(loops, bmc(), IfThenElse(both, Sequence((value(),)), value()))


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("  vlaue", 4, "there is no actor 'vlaue': did you mean 'value'"),
        ("  {tool: cbcm}", 4, "there is no tool 'cbcm'"),
        ("  {tool: cbmc, configuration: fast}", 4, "'fast'"),
        ("  {tool: cbmc, set: {speed: 1}}", 4, "external has no parameter 'speed'"),
        ("  xyzzy", 4, "there is no actor 'xyzzy': 'coveriflow actors' lists them"),
        ("  {actor: value, set: {speed: 3}}", 4, "value has no parameter 'speed'"),
        ("  {actor: value, set: {states: many}}", 4, "'many' is no value of value.states (int or none)"),
        ("  - value\n  - {actor: reduce, taking: {reason: value}}", 5, "reduce has no input 'reason'"),
        ("  - value\n  - {parallel: value}", 5, "a list is expected here"),
        ("  - value\n  - parallel: [bmc]\n    wins: verdict is true", 6, "'wins' means nothing here"),
        ("  portfolio: [value, bmc]\n  wins: loops = 0", 4, "'loops = 0' is not about answers"),
        ("  if: verdict is perhaps\n  then: value", 4, "is no question"),
        ("  if: loops = 0\n  then: value", 4, "about a Features, which nothing before it provides; put features"),
        ("  if: verdict is true", 4, "'then' is missing"),
        ("  {sequence: [value]}", 4, "a composition is a list, the name of an actor, or one of actor, tool, parallel"),
        ("  {within: value, cpu: soon}", 4, "'soon' is not a duration"),
        ("  {within: value, share: 2}", 4, "a share of the budget lies between 0 and 1"),
        ("  {within: value, share: half}", 4, "could not convert"),
        ("  {retry: value, times: -1}", 4, "a retry is done from 0 times on"),
        ("  {retry: value, on: [bored]}", 4, "'bored' is not a valid End"),
        ("  {repeat: value}", 4, "'most' is missing"),
        ("  {repeat: value, most: 0}", 4, "nothing is repeated 0 times"),
        ("  {repeat: value, most: 2, gathered: [Hope]}", 4, "there is no kind of artifact 'Hope'"),
        ("  select: []", 4, "all rules but the last one need 'when'"),
        ("  select:\n  - run: value\n  - run: bmc", 5, "all rules but the last one need 'when'"),
        ("  - reduce", 4, "reduce needs a Condition, which nothing before it provides"),
        ("  []", 4, "flow 'mine' never gives an answer"),
        ("  value\ntakes: [Luck]", 5, "there is no kind of artifact 'Luck'"),
        ("  value\nspeed: 3", 5, "'speed' means nothing here"),
        ("  &a [value, *a]", 4, "YAML aliases are not read"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(InputError) as error:
        read(text)
    assert words in str(error.value)
    assert error.value.span
    assert (error.value.span.file, error.value.span.line) == ("mine.yml", line)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the flow is empty"),
        ("[value]", "keys and values are expected here"),
        ("flow: x\ncomposition: value", "'format_version' is missing"),
        ("format_version: 7\nflow: x\ncomposition: value", "format_version is not 1.0"),
        ("format_version: '1.0'\nflow: x", "'composition' is missing"),
        ("format_version: '1.0'\ncomposition: value", "'flow' is missing"),
    ],
)
def test_what_is_no_flow(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_flow(text.encode(), "mine.yml")


def test_actors_keep_everything(tmp_path: Path) -> None:
    actor = value(states=3).named("x").taking()
    assert isinstance(actor, Actor)
    assert read_flow(written_flow(Flow("f", actor)), str(tmp_path)).composition == actor

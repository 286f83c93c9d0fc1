"""Compositions are values, and wrong ones are refused when they are built, in a sentence that says what to do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from functools import reduce as folded_left

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coveriflow.actors import (
    bmc,
    bmc_given,
    execute,
    kinduction_given,
    reduce,
    value,
    value_given,
    when_false,
    when_unknown,
)
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import (
    Actor,
    Composition,
    CompositionError,
    Fallback,
    IfThenElse,
    Interleaved,
    Need,
    Portfolio,
    Repeat,
    Retry,
    Sequence,
    Slice,
    Within,
    actors_in,
    mapped,
)
from coveriflow.actors.composition.typing import at_first, supplied
from coveriflow.actors.questions import VerdictIs
from coveriflow.artifacts.answers import Answer, Violation
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.artifacts.witnesses.graphml import Witness
from coveriflow.flows.ready import READY

KINDS = (Task, Condition, Residual, Answer, Violation, TestSuite, Witness)
AT_FIRST = frozenset({Task})


def made(name: str, needs: tuple[type, ...] = (), provides: tuple[type, ...] = (), optional: bool = False) -> Actor:
    return Actor(name, "1", "nowhere:none", (), tuple(Need("x", (need,), optional) for need in needs), provides)


def provided(composition: Composition, available: frozenset[type]) -> frozenset[type]:
    return supplied(composition, at_first(available)).kinds


actors = st.builds(made, st.sampled_from("abcdef"), st.just(()), st.sampled_from(KINDS).map(lambda kind: (kind,)))
compositions: st.SearchStrategy[Composition] = st.recursive(
    actors,
    lambda inner: (
        st.builds(lambda a, b: a >> b, inner, inner)
        | st.builds(when_unknown, inner, st.none() | inner)
        | st.builds(when_false, inner)
        | st.builds(lambda a, b: a & b, inner, inner)
        | st.builds(lambda a, b: a | b, inner, inner)
        | st.builds(lambda a, b: Fallback((a, b)), inner, inner)
        | st.builds(lambda a, b: Interleaved((a, b), (Slice(1), Slice(0))), actors, actors)
        | st.builds(Within, inner)
        | st.builds(Retry, inner)
        | st.builds(Repeat, inner)
    ),
    max_leaves=8,
)


@given(compositions, compositions, compositions)
def test_sequence_is_associative(a: Composition, b: Composition, c: Composition) -> None:
    assert (a >> b) >> c == a >> (b >> c)
    assert hash((a >> b) >> c) == hash(a >> (b >> c))


@given(compositions, compositions, compositions)
def test_side_by_side_is_associative(a: Composition, b: Composition, c: Composition) -> None:
    assert (a & b) & c == a & (b & c)
    assert (a | b) | c == a | (b | c)


@given(compositions)
def test_parts_are_told_and_exchanged(composition: Composition) -> None:
    if not isinstance(composition, Actor):
        assert composition.rebuilt(composition.children()) == composition
    assert mapped(composition, lambda actor: actor) == composition
    named = mapped(composition, lambda actor: actor.named(f"my {actor.name}"))
    assert [actor.called for actor in actors_in(named)] == [f"my {actor.name}" for actor in actors_in(composition)]


@given(st.lists(compositions, min_size=2, max_size=5))
def test_sequences_are_flat_and_keep_the_order(parts: list[Composition]) -> None:
    whole = folded_left(lambda a, b: a >> b, parts)
    assert isinstance(whole, Sequence)
    assert not any(isinstance(part, Sequence) for part in whole.parts)
    assert list(actors_in(whole)) == [actor for part in parts for actor in actors_in(part)]


@given(compositions, st.frozensets(st.sampled_from(KINDS)))
def test_what_is_there_stays_there(composition: Composition, available: frozenset[type]) -> None:
    after = provided(composition, available)
    assert available <= after
    assert after == available | {kind for actor in actors_in(composition) for kind in actor.provides}


def test_equal_uses_of_an_actor_are_equal() -> None:
    assert value(cpu=1.0, states=5) == value(states=5, cpu=1.0)
    assert {value(), value(cpu=None), bmc()} == {value(), bmc()}
    assert value(cpu=1.0) != value(cpu=2.0)
    assert value() != value_given()
    assert value() >> bmc() != bmc() >> value()


@pytest.mark.parametrize("name", READY)
def test_ready_flows_are_values(name: str) -> None:
    assert READY[name]() == READY[name]()
    assert hash(READY[name]()) == hash(READY[name]())


def test_compositions_are_frozen() -> None:
    with pytest.raises(FrozenInstanceError):
        value().name = "other"  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        (value() >> bmc()).parts = ()  # type: ignore[misc]


def test_an_actor_is_printed_with_the_parameters_that_it_has() -> None:
    assert str(bmc(cpu=2.0, last_bound=8)) == "bmc(condition=always, cpu=2.0, first_bound=1, last_bound=8, share=1.0)"
    assert str(execute()) == "execute()"
    assert str(VerdictIs((Verdict.TRUE, Verdict.FALSE))) == "verdict is true or false"
    assert [str(need) for need in reduce().needs] == ["Task or Residual", "Condition", "Justification"]


def test_a_missing_input_is_named_with_what_would_provide_it() -> None:
    with pytest.raises(CompositionError) as refused:
        Flow("no condition", reduce() >> bmc())
    sentence = str(refused.value)
    assert sentence.startswith("reduce needs a Condition, which nothing before it provides; put ")
    suggested = sentence.removesuffix(" before it").partition("; put ")[2].split(" or ")
    assert {"bmc", "bmc-given", "value", "value-given"} <= set(suggested)
    assert not {"reduce", "execute"} & set(suggested)


def test_a_missing_input_that_nobody_provides() -> None:
    with pytest.raises(CompositionError) as refused:
        provided(made("lost", (bytes,)), AT_FIRST)
    assert str(refused.value) == "lost needs a bytes, which nothing before it provides"


def test_an_input_must_be_there_before_not_after() -> None:
    with pytest.raises(CompositionError, match="execute needs a Violation"):
        Flow("too late", execute() >> value())
    with pytest.raises(CompositionError, match="reduce needs a Condition"):
        Flow("to itself", made("starts", (), (Answer,)) >> reduce())


def test_inputs_are_checked_in_both_branches() -> None:
    with pytest.raises(CompositionError, match="reduce needs a Condition"):
        Flow("then", made("starts", (), (Answer,)) >> when_unknown(reduce()))
    with pytest.raises(CompositionError, match="execute needs a Violation"):
        Flow("else", made("starts", (), (Answer,)) >> when_unknown(value(), execute()))


def test_what_a_branch_may_provide_counts() -> None:
    """Whether it did is seen when the flow runs: the actor is then left out."""
    after = provided(when_unknown(made("a", (), (Condition,)), made("b", (), (Violation,))), AT_FIRST)
    assert after == {Task, Condition, Violation}
    Flow("perhaps", value() >> when_unknown(reduce()) >> when_false(execute()))


def test_an_optional_input_may_be_missing() -> None:
    assert provided(made("easy", (Condition,), (Answer,), optional=True), AT_FIRST) == {Task, Answer}
    Flow("no justification", made("starts", (), (Condition,)) >> reduce() >> bmc())


def test_one_of_several_types_is_enough() -> None:
    Flow("task", bmc())
    Flow("residual", bmc(), takes=(Residual,))
    with pytest.raises(CompositionError, match="bmc needs a Task or Residual"):
        Flow("neither", bmc(), takes=(Condition,))


def test_a_flow_may_take_more_than_a_task() -> None:
    Flow("given", bmc_given(), takes=(Task, Condition))
    with pytest.raises(CompositionError, match="bmc-given needs a Condition"):
        Flow("given", bmc_given())


def test_a_flow_without_an_answer_is_refused() -> None:
    with pytest.raises(CompositionError) as refused:
        Flow("reduction", reduce(), takes=(Task, Condition))
    assert str(refused.value) == "flow 'reduction' never gives an answer"


def test_an_unknown_parameter_is_refused_with_the_known_ones() -> None:
    with pytest.raises(CompositionError) as refused:
        kinduction_given.chosen({"bound": 3})
    known = "condition, condition_size, cpu, first_bound, invariants, last_bound, overflow, share, states"
    assert str(refused.value) == f"kinduction-given has no parameter 'bound' (it has: {known})"
    with pytest.raises(CompositionError, match=r"execute has no parameter 'by' \(it has: none\)"):
        execute(by="lhb")


def test_an_actor_that_was_not_called_is_no_composition() -> None:
    with pytest.raises(CompositionError, match="actors are called, as in"):
        value() >> bmc  # type: ignore[operator]
    with pytest.raises(CompositionError, match="actors are called, as in"):
        Flow("inside", value() >> when_unknown(bmc))  # type: ignore[arg-type]
    with pytest.raises(CompositionError, match="actors are called, as in"):
        Flow("alone", bmc)  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        value >> bmc()  # type: ignore[operator]


def test_conditions_on_the_verdict() -> None:
    assert when_unknown(value()) == IfThenElse(VerdictIs((Verdict.UNKNOWN,)), value(), None)
    assert when_false(value(), bmc()) == IfThenElse(VerdictIs((Verdict.FALSE,)), value(), bmc())


def test_of_what_comes_at_the_same_time_none_is_the_latest() -> None:
    both = value() & bmc()
    with pytest.raises(CompositionError) as refused:
        Flow("which", both >> reduce() >> bmc())
    assert str(refused.value) == (
        "reduce needs a Condition, and value and bmc provide one at the same time; name one: .taking(condition='value')"
    )
    Flow("this", both >> reduce().taking(condition="bmc") >> bmc())
    Flow("the latest", both >> value() >> reduce() >> bmc())
    Flow("one or the other", (value() | bmc()) >> reduce() >> bmc())


def test_two_uses_of_an_actor_need_names() -> None:
    chosen = reduce().taking(condition="value")
    with pytest.raises(CompositionError, match=r"several are called so; give one a name of its own: .named"):
        Flow("twins", (value() & value(cpu=3.0)) >> chosen >> bmc())
    Flow("named", (value() & value(cpu=3.0).named("short")) >> chosen >> bmc())


def test_inputs_come_from_those_who_provide_them() -> None:
    with pytest.raises(CompositionError, match=r"'execute', which provides no Condition before it \(value does\)"):
        Flow("whose", value() >> when_false(execute()) >> reduce().taking(condition="execute") >> bmc())
    with pytest.raises(CompositionError, match=r"reduce has no input 'by' \(it has: task, condition, justification\)"):
        reduce().taking(by="value")


def test_a_portfolio_with_a_rule_of_its_own_stays_a_part() -> None:
    until_false = Portfolio((value(), bmc()), VerdictIs((Verdict.FALSE,)))
    assert (until_false | bmc()).parts == (until_false, bmc())


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: Within(value(), share=0.0),
        lambda: Within(value(), share=1.5),
        lambda: Retry(value(), times=-1),
        lambda: Retry(value(), wait=float("nan")),
        lambda: Repeat(value(), most=0),
        lambda: Repeat(value(), gathered=(Condition,)),
    ],
)
def test_numbers_that_mean_nothing_are_refused(wrong: Callable[[], Composition]) -> None:
    with pytest.raises(CompositionError):
        wrong()

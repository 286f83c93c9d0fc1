"""The runner, with actors that are played: who gets what, who is left out, what remains of the budget."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace

import pytest

from coveriflow.actors.composition.flow import Flow, when_false, when_unknown
from coveriflow.actors.composition.nodes import Actor, Composition, Need, Within
from coveriflow.artifacts.answers import Answer, Claim, ClosedReachedSet, Confirmation, ConfirmedTest, Violation
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.test_suites import TestCase, TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import End, Outcome
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.jobs import Request
from coveriflow.flows.running.runner import Listener, Run, Turn, run
from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.errors import InputError, NotSupported, Span

TASK = Task((Source("a.c", "int main(void) { return 0; }", ""),))
UNKNOWN = Answer(Verdict.UNKNOWN, "not decided")
TRUE = Answer(Verdict.TRUE)
FALSE = Answer(Verdict.FALSE)
PROVED = Answer(Verdict.TRUE, "", ClosedReachedSet(3))
EXECUTED = Answer(Verdict.FALSE, "", ConfirmedTest(TestCase(()), Confirmation.EXECUTED))
LIMITS = Limits(10.0, 20.0, 1 << 30)


def actor(name: str, *needs: type | Need, provides: tuple[type, ...] = (Answer,)) -> Actor:
    wanted = tuple(n if isinstance(n, Need) else Need(n.__name__.lower(), (n,)) for n in needs)
    return Actor(name, "1", "nowhere:none", (), wanted, provides)


def condition(name: str) -> Condition:
    return Condition(name, frozenset(), (), TASK.program_hash)


def done(*produced: object, cpu: float = 0.0, wall: float = 0.0, memory: int = 0) -> Outcome[tuple[object, ...]]:
    return Outcome(End.FINISHED, produced, Resources(cpu, wall, memory))


@dataclass
class Stage:
    """Plays the actors as the script says, and records what they were given."""

    script: dict[str, Outcome[tuple[object, ...]]]
    calls: list[tuple[str, tuple[object, ...], Limits]] = field(default_factory=list)
    nominal: list[Limits] = field(default_factory=list)

    def __call__(self, request: Request, cancellation: Cancellation) -> Outcome[tuple[object, ...]]:
        self.calls.append((request.actor.name, request.inputs, request.limits))
        self.nominal.append(request.nominal)
        return self.script[request.actor.name]

    def inputs_of(self, name: str) -> tuple[object, ...]:
        return next(inputs for called, inputs, _ in self.calls if called == name)

    def limits_of(self, name: str) -> Limits:
        return next(limits for called, _, limits in self.calls if called == name)


def ran(
    composition: Composition, *given: object, limits: Limits = LIMITS, **script: Outcome[tuple[object, ...]]
) -> Run:
    return staged(composition, *given, limits=limits, **script)[0]


def staged(
    composition: Composition, *given: object, limits: Limits = LIMITS, **script: Outcome[tuple[object, ...]]
) -> tuple[Run, Stage]:
    stage = Stage(script)
    flow = Flow("flow", composition, (Task, *map(type, given)))
    return run(flow, TASK, limits, stage, Listener(), *given), stage


A, B, C = (actor(name, Task) for name in "abc")


def test_the_last_answer_is_the_run_s() -> None:
    result = ran(A >> B, a=done(UNKNOWN), b=done(TRUE))
    assert result.answer == TRUE
    assert result.task == TASK
    assert [turn.actor.name for turn in result.turns] == ["a", "b"]
    assert [turn.answer for turn in result.turns] == [UNKNOWN, TRUE]


@pytest.mark.parametrize("shown", [PROVED, EXECUTED])
def test_who_does_not_decide_takes_no_confirmed_verdict_back(shown: Answer) -> None:
    killed: Outcome[tuple[object, ...]] = Outcome(End.OUT_OF_CPU)
    assert ran(A >> B, a=done(shown), b=done(UNKNOWN)).answer == shown
    assert ran(A >> B >> C, a=done(shown), b=done(UNKNOWN), c=killed).answer == shown
    assert ran(A >> B >> when_unknown(C), a=done(shown), b=done(UNKNOWN)).answer == shown
    assert ran(A >> B >> C, a=done(UNKNOWN), b=done(shown), c=done(UNKNOWN)).answer == shown


def test_a_verdict_that_is_only_claimed_does_not_outlast_an_unknown() -> None:
    other = Answer(Verdict.UNKNOWN, "not decided either")
    for claimed in (TRUE, FALSE, Answer(Verdict.TRUE, "", Claim("tool 1"))):
        assert ran(A >> B >> C, a=done(claimed), b=done(UNKNOWN), c=done(other)).answer == other


def test_who_looked_at_what_was_said_takes_it_back() -> None:
    """A validator of a witness, an execution of a violation, a proof of what was claimed."""
    for kind, artifact in ((Answer, PROVED), (Violation, Violation((1,))), (TestSuite, TestSuite((), "a.c", ""))):
        first = actor("first", Task, provides=(Answer, kind))
        judge = actor("judge", Task, kind)
        made = (PROVED,) if artifact is PROVED else (PROVED, artifact)
        result = ran(first >> judge >> B, first=done(*made), judge=done(UNKNOWN), b=done(UNKNOWN))
        assert result.answer == UNKNOWN


def test_what_is_known_to_be_no_violation_contradicts_no_one() -> None:
    """What was only not confirmed does."""
    finds = actor("finds", Task, provides=(Answer, Violation))
    looks = actor("looks", Task, Violation, provides=(Answer, Task))
    opened = replace(TASK, left_open=frozenset({Undefined.LOST}))
    for made, verdict in (((UNKNOWN, opened), Verdict.TRUE), ((UNKNOWN,), Verdict.UNKNOWN)):
        first, second, third = done(EXECUTED, Violation(())), done(*made), done(PROVED)
        assert ran(finds >> looks >> C, finds=first, looks=second, c=third).answer.verdict is verdict


def test_contradictions_outlast_an_unknown() -> None:
    result = ran(A >> B >> C, a=done(PROVED), b=done(EXECUTED), c=done(UNKNOWN))
    assert result.answer.verdict is Verdict.UNKNOWN
    assert result.answer.reason.startswith("contradictory verdicts")


def test_who_lacks_its_input_says_which_verdict_was_there() -> None:
    first = actor("first", Task, provides=(Answer, Condition))
    second = actor("second", Condition, provides=(Residual,))
    decided = ran(first >> second, first=done(PROVED))
    assert decided.turns[1].hindrance == "there is no Condition: the verdict is true already"
    open_ = ran(first >> second, first=done(UNKNOWN))
    assert open_.turns[1].hindrance == "there is no Condition"


def test_each_gets_what_the_others_left_of_the_budget() -> None:
    a, b = done(UNKNOWN, cpu=3.0, wall=4.0, memory=7), done(UNKNOWN, cpu=1.0, wall=2.0, memory=5)
    result, stage = staged(A >> B >> C, a=a, b=b, c=done(UNKNOWN))
    assert stage.limits_of("a") == LIMITS
    assert stage.limits_of("b") == Limits(7.0, 16.0, LIMITS.memory)
    assert stage.limits_of("c") == Limits(6.0, 14.0, LIMITS.memory)
    assert result.resources == Resources(4.0, 6.0, 7)
    assert stage.nominal == [LIMITS] * 3


def test_who_used_the_time_is_told() -> None:
    """Also where the one that ran out of it has a part of the budget only."""
    short = done(Answer(Verdict.UNKNOWN, "the search stopped after 0.4 s of CPU time"), cpu=0.4)
    for late in (C, Within(C, share=0.5)):
        reason = ran(A >> B >> late, a=done(UNKNOWN, cpu=9.0), b=done(UNKNOWN, cpu=0.1), c=short).answer.reason
        said = "the search stopped after 0.4 s of CPU time; before that, a had used 9 s"
        assert reason == f"the CPU limit of 10 s was reached; at last: {said}"
    many = ran(A >> B >> A >> C, a=done(UNKNOWN, cpu=4.0), b=done(UNKNOWN, cpu=1.0), c=short).answer.reason
    assert many.endswith("the search stopped after 0.4 s of CPU time; before that, 3 actor runs had used 9 s")
    assert ran(C, c=short).answer.reason == "the search stopped after 0.4 s of CPU time"
    assert ran(A >> C, a=done(UNKNOWN, cpu=9.0), c=done(UNKNOWN)).answer == UNKNOWN


def test_time_that_passes_between_turns_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """That a supervisor could not start for so long, say; the actor itself says that it took a second."""
    clock = [100.0]

    class Late(Stage):
        def __call__(self, request: Request, cancellation: Cancellation) -> Outcome[tuple[object, ...]]:
            clock[0] += 15.0
            return super().__call__(request, cancellation)

    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    stage = Late({name: done(UNKNOWN, wall=1.0) for name in "abc"})
    ended = run(Flow("flow", A >> B >> C), TASK, LIMITS, stage, Listener())
    assert [name for name, _, _ in stage.calls] == ["a", "b"]
    assert [limits.wall for _, _, limits in stage.calls] == [20.0, 5.5]
    assert "20 s" in ended.answer.reason


def test_an_overdrawn_budget_leaves_a_moment() -> None:
    _, stage = staged(A >> B, a=done(UNKNOWN, cpu=11.0, wall=25.0), b=done(UNKNOWN))
    assert stage.limits_of("b") == Limits(0.1, 0.1, LIMITS.memory)


def test_no_limit_stays_none() -> None:
    _, stage = staged(A >> B, limits=Limits(), a=done(UNKNOWN, cpu=11.0), b=done(UNKNOWN))
    assert stage.limits_of("b") == Limits()


def test_the_latest_artifact_wins() -> None:
    first = actor("first", Task, provides=(Answer, Condition))
    second = actor("second", Task, provides=(Condition,))
    third = actor("third", Condition)
    _, stage = staged(
        first >> second >> third,
        first=done(UNKNOWN, condition("1")),
        second=done(condition("2")),
        third=done(UNKNOWN),
    )
    assert stage.inputs_of("third") == (condition("2"),)


def test_artifacts_of_the_whole_scope_are_seen() -> None:
    first = actor("first", Task, provides=(Condition,))
    last = actor("last", Task, Condition, Need("perhaps", (Violation,), optional=True))
    _, stage = staged(first >> A >> B >> last, first=done(condition("1")), a=done(), b=done(), last=done(TRUE))
    assert stage.inputs_of("last") == (TASK, condition("1"), None)


def test_given_artifacts_are_seen() -> None:
    takes = actor("takes", Condition, Task)
    _, stage = staged(takes, condition("given"), takes=done(TRUE))
    assert stage.inputs_of("takes") == (condition("given"), TASK)


def test_the_latest_of_several_types_wins() -> None:
    either = Need("program", (Task, Residual))
    residual = Residual(TASK, TASK, ())
    reducer = actor("reducer", Task, provides=(Residual,))
    verifier = actor("verifier", either)
    _, stage = staged(reducer >> verifier, reducer=done(residual), verifier=done(TRUE))
    assert stage.inputs_of("verifier") == (residual,)
    _, stage = staged(reducer >> verifier, reducer=done(), verifier=done(TRUE))
    assert stage.inputs_of("verifier") == (TASK,)


def test_an_actor_whose_input_did_not_come_is_left_out() -> None:
    first = actor("first", Task, provides=(Answer, Condition))
    second = actor("second", Condition, provides=(Residual,))
    result, stage = staged(first >> second >> B, first=done(UNKNOWN), b=done(TRUE))
    assert [name for name, _, _ in stage.calls] == ["first", "b"]
    left_out = result.turns[1]
    assert left_out == Turn(second, None, missing="Condition")
    assert left_out.answer is None
    assert result.answer == TRUE


@pytest.mark.parametrize("end", [end for end in End if end is not End.FINISHED])
def test_who_fails_to_answer_makes_it_unknown(end: End) -> None:
    outcome: Outcome[tuple[object, ...]] = Outcome(end, None, Resources(1.0, 2.0, 3), "Traceback\nor so")
    result, stage = staged(A >> when_unknown(B), a=outcome, b=done(TRUE))
    turn = result.turns[0]
    assert turn.end is end
    assert turn.resources == Resources(1.0, 2.0, 3)
    assert turn.message == "Traceback\nor so"
    expected = "internal error" if end is End.FAILED else end.value
    assert turn.answer == Answer(Verdict.UNKNOWN, f"a: {expected}")
    assert result.answer == TRUE
    assert stage.limits_of("b").cpu == 9.0


def test_a_confirmation_that_fails_leaves_no_verdict() -> None:
    finder = actor("finder", Task, provides=(Answer, Violation))
    confirmer = actor("confirmer", Violation, provides=(Answer, TestSuite))
    killed: Outcome[tuple[object, ...]] = Outcome(End.OUT_OF_CPU)
    result = ran(finder >> when_false(confirmer), finder=done(FALSE, Violation((1,))), confirmer=killed)
    assert result.answer == Answer(Verdict.UNKNOWN, "confirmer: out of CPU time")


def test_who_gives_no_answers_fails_quietly() -> None:
    helper = actor("helper", Task, provides=(Residual,))
    died: Outcome[tuple[object, ...]] = Outcome(End.DIED)
    result = ran(A >> helper, a=done(UNKNOWN), helper=died)
    assert result.answer == UNKNOWN
    assert result.turns[1] == Turn(helper, End.DIED)


def test_what_is_wrong_with_the_input_is_raised() -> None:
    error = InputError("wrong", Span("a.c", 1))
    with pytest.raises(InputError) as raised:
        ran(A >> B, a=Outcome(End.FAILED, error=error), b=done(TRUE))
    assert raised.value is error


def test_what_is_not_supported_is_unknown_with_the_place() -> None:
    unsupported: Outcome[tuple[object, ...]] = Outcome(End.FAILED, error=NotSupported("threads", Span("a.c", 2)))
    result = ran(A >> when_unknown(B), a=unsupported, b=done(TRUE))
    assert result.turns[0].answer == Answer(Verdict.UNKNOWN, "threads is not supported", place=("a.c", 2, 0))
    assert result.answer == TRUE


@pytest.mark.parametrize(
    ("answer", "called"),
    [(UNKNOWN, "ab"), (TRUE, "ac"), (FALSE, "ac"), (None, "ab")],
    ids=["unknown", "true", "false", ""],
)
def test_if_then_else_looks_at_the_last_answer(answer: Answer | None, called: str) -> None:
    first = done(answer) if answer else done()
    _, stage = staged(A >> when_unknown(B, C), a=first, b=done(TRUE), c=done(TRUE))
    assert "".join(name for name, _, _ in stage.calls) == called


def test_without_an_else_nothing_happens() -> None:
    assert len(ran(A >> when_false(B), a=done(TRUE)).turns) == 1


def test_nobody_answered() -> None:
    silent = actor("silent", Task)
    assert ran(silent, silent=done()).answer == Answer(Verdict.UNKNOWN, "no actor gave an answer")


def test_latest_artifacts_of_a_run() -> None:
    first = actor("first", Task, provides=(Answer, Condition))
    result = ran(first >> A, first=done(UNKNOWN, condition("1")), a=done(TRUE))
    assert result.latest(Condition) == condition("1")
    assert result.latest(Answer) == TRUE
    assert result.latest(Residual) is None


def test_the_listener_hears_everything_in_order() -> None:
    heard: list[tuple[str, str]] = []

    class Ear(Listener):
        def started(self, actor: Actor) -> None:
            heard.append(("started", actor.name))

        def finished(self, turn: Turn) -> None:
            heard.append(("finished", turn.actor.name))

    needy = actor("needy", Condition)
    flow = Flow("flow", actor("a", Task, provides=(Answer, Condition)) >> needy >> B)
    run(flow, TASK, LIMITS, Stage({"a": done(UNKNOWN), "b": done(TRUE)}), Ear())
    assert heard == [("started", "a"), ("finished", "a"), ("finished", "needy"), ("started", "b"), ("finished", "b")]

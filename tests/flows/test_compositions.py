"""Compositions beyond sequences, with actors that are played: branches, fallbacks, budgets, repetitions."""

from __future__ import annotations

import threading
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from coveriflow.actors.composition.flow import Flow, when_unknown
from coveriflow.actors.composition.nodes import Actor, Composition, Fallback, Need, Portfolio, Repeat, Retry, Within
from coveriflow.actors.questions import VerdictIs
from coveriflow.artifacts.answers import Answer, Claim, ClosedReachedSet, Confirmation, ConfirmedTest
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.test_suites import TestCase, TestInput, TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import End, Outcome
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.jobs import Request
from coveriflow.flows.running.runner import Listener, Run, run
from coveriflow.program.errors import InputError, ToolMissing

TASK = Task((Source("a.c", "int main(void) { return 0; }", ""),))
UNKNOWN, TRUE, FALSE = Answer(Verdict.UNKNOWN, "not decided"), Answer(Verdict.TRUE), Answer(Verdict.FALSE)
CLAIMED_TRUE = Answer(Verdict.TRUE, evidence=Claim("a tool"))
LIMITS = Limits(12.0, 20.0, 1200)
PATIENCE = 20.0
Played = Outcome[tuple[object, ...]]
Script = Callable[[Cancellation], Played]


def actor(name: str, *needs: type, provides: tuple[type, ...] = (Answer,)) -> Actor:
    return Actor(name, "1", "nowhere:none", (), tuple(Need(n.__name__.lower(), (n,)) for n in needs), provides)


def condition(name: str) -> Condition:
    return Condition(name, frozenset(), (), TASK.program_hash)


def done(*produced: object, cpu: float = 0.0, wall: float = 0.0) -> Script:
    return lambda _: Outcome(End.FINISHED, produced, Resources(cpu, wall, 5))


def ends(end: End) -> Script:
    return lambda _: Outcome(end, message="so it ended")


def stays(cancellation: Cancellation) -> Played:
    """Runs until it is cancelled."""
    assert cancellation.wait(PATIENCE), "nobody stopped it"
    return Outcome(End.CANCELLED, message="stopped", resources=Resources(0.5, 0.5, 5))


def _after(begun: threading.Barrier, then: Script) -> Script:
    """``then``, when all have begun."""

    def script(cancellation: Cancellation) -> Played:
        begun.wait()
        return then(cancellation)

    return script


@dataclass
class Stage:
    """Plays each actor's scripts one after the other, the last one for ever."""

    scripts: dict[str, tuple[Script, ...]]
    calls: list[tuple[str, tuple[object, ...], Limits]] = field(default_factory=list)
    nominal: dict[str, Limits] = field(default_factory=dict)
    turns: defaultdict[str, int] = field(default_factory=lambda: defaultdict(int))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, request: Request, cancellation: Cancellation) -> Played:
        called = request.actor.called
        with self.lock:
            self.calls.append((called, request.inputs, request.limits))
            self.nominal[called] = request.nominal
            number = self.turns[called]
            self.turns[called] += 1
        scripts = self.scripts[called]
        return scripts[min(number, len(scripts) - 1)](cancellation)

    def limits_of(self, name: str) -> list[Limits]:
        return [limits for called, _, limits in self.calls if called == name]

    def inputs_of(self, name: str) -> list[tuple[object, ...]]:
        return [inputs for called, inputs, _ in self.calls if called == name]


def played(
    composition: Composition, *, limits: Limits = LIMITS, **scripts: Script | tuple[Script, ...]
) -> tuple[Run, Stage]:
    stage = Stage({name: each if isinstance(each, tuple) else (each,) for name, each in scripts.items()})
    return run(Flow("flow", composition), TASK, limits, stage, Listener()), stage


A, B, C = (actor(name, Task) for name in "abc")
MAKES_A, MAKES_B = (actor(name, Task, provides=(Answer, Condition)) for name in "ab")
TAKES = actor("takes", Condition)


# --- side by side -----------------------------------------------------------------------------------------------------


def test_branches_run_at_the_same_time() -> None:
    both = threading.Barrier(2, timeout=PATIENCE)

    def meets(_: Cancellation) -> Played:
        both.wait()
        return Outcome(End.FINISHED, (UNKNOWN,))

    result, _ = played(A & B, a=meets, b=meets)
    assert [turn.actor.name for turn in result.turns] == ["a", "b"]


@pytest.mark.parametrize(("one", "other"), [(TRUE, UNKNOWN), (UNKNOWN, TRUE), (TRUE, TRUE)])
def test_the_decisive_answer_is_the_joint_one(one: Answer, other: Answer) -> None:
    assert played(A & B, a=done(one), b=done(other))[0].answer == TRUE
    assert played(A & B, a=done(FALSE), b=done(UNKNOWN))[0].answer == FALSE


def test_contradictory_verdicts_are_a_defect() -> None:
    result, _ = played(A & B, a=done(TRUE), b=done(FALSE))
    assert result.answer.verdict is Verdict.UNKNOWN
    assert result.answer.reason == "contradictory verdicts, one of which is a defect: a reports true, b reports false"


def test_what_is_confirmed_is_not_taken_back_by_who_comes_later() -> None:
    proved = Answer(Verdict.TRUE, evidence=ClosedReachedSet(3))
    proved_again = Answer(Verdict.TRUE, evidence=ClosedReachedSet(5))
    wrong = Answer(Verdict.FALSE, evidence=ConfirmedTest(TestCase(()), Confirmation.INTERPRETED))
    result, _ = played(A >> B, a=done(wrong), b=done(CLAIMED_TRUE))
    assert result.answer.verdict is Verdict.UNKNOWN
    assert result.answer.reason == "contradictory verdicts, one of which is a defect: a reports false, b claims true"
    assert played(A >> B, a=done(proved), b=done(wrong))[0].answer.verdict is Verdict.UNKNOWN
    assert played(A >> B, a=done(proved), b=done(CLAIMED_TRUE))[0].answer == proved
    assert played(A >> B, a=done(proved), b=done(proved_again))[0].answer == proved_again
    assert played(A >> B, a=done(CLAIMED_TRUE), b=done(wrong))[0].answer == wrong
    assert played(A >> B, a=done(TRUE), b=done(CLAIMED_TRUE))[0].answer == CLAIMED_TRUE
    assert played(A >> B, a=done(wrong), b=done(UNKNOWN))[0].answer == wrong


def test_the_budget_is_split_and_what_is_left_handed_on() -> None:
    a, b = done(UNKNOWN, cpu=3.0, wall=2.0), done(UNKNOWN, cpu=1.0, wall=5.0)
    result, stage = played((A & B) >> C, a=a, b=b, c=done(TRUE))
    assert stage.limits_of("a") == stage.limits_of("b") == [Limits(6.0, 20.0, 600)]
    assert stage.limits_of("c") == [Limits(8.0, 15.0, 1200)]
    assert result.resources.cpu == 4.0


def test_a_branch_sees_what_was_there_and_not_the_others() -> None:
    first = actor("first", Task, provides=(Answer, Condition))
    needy = actor("needy", Condition)
    _, stage = played(
        first >> ((MAKES_A >> needy) & B),
        first=done(UNKNOWN, condition("1")),
        a=done(UNKNOWN),
        b=done(UNKNOWN),
        needy=done(UNKNOWN),
    )
    assert stage.inputs_of("needy") == [(condition("1"),)]


def test_an_input_is_taken_from_whom_it_shall_be() -> None:
    a, b = done(UNKNOWN, condition("of a")), done(UNKNOWN, condition("of b"))
    for name in "ab":
        _, stage = played((MAKES_A & MAKES_B) >> TAKES.taking(condition=name), a=a, b=b, takes=done(TRUE))
        assert stage.inputs_of("takes") == [(condition(f"of {name}"),)]


def test_bad_input_stops_the_other_branches() -> None:
    def refuses(_: Cancellation) -> Played:
        return Outcome(End.FAILED, error=InputError("no such thing"))

    with pytest.raises(InputError, match="no such thing"):
        played(A & B & C, a=stays, b=refuses, c=stays)


# --- portfolios -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("answer", [TRUE, FALSE])
def test_the_first_that_decides_wins_and_the_others_are_stopped(answer: Answer) -> None:
    begun = threading.Barrier(3, timeout=PATIENCE)
    a, b, c = (_after(begun, script) for script in (stays, done(answer), stays))
    result, _ = played(A | B | C, a=a, b=b, c=c)
    assert result.answer == answer
    assert [(turn.actor.name, turn.end) for turn in result.turns] == [
        ("a", End.CANCELLED),
        ("b", End.FINISHED),
        ("c", End.CANCELLED),
    ]


def test_an_answer_that_does_not_decide_stops_nobody() -> None:
    late = threading.Event()

    def waits(_: Cancellation) -> Played:
        assert late.wait(PATIENCE)
        return Outcome(End.FINISHED, (TRUE,))

    def hurries(_: Cancellation) -> Played:
        late.set()
        return Outcome(End.FINISHED, (UNKNOWN,))

    assert played(A | B, a=waits, b=hurries)[0].answer == TRUE


def test_what_a_loser_would_begin_next_does_not_begin() -> None:
    result, stage = played((A >> C) | B, a=stays, b=done(TRUE), c=done(FALSE))
    assert result.answer == TRUE
    assert not stage.inputs_of("c")


def test_only_what_the_winner_produced_remains() -> None:
    decided = threading.Event()

    def follows(_: Cancellation) -> Played:
        assert decided.wait(PATIENCE)
        return Outcome(End.FINISHED, (TRUE, condition("of the winner")))

    def leads(_: Cancellation) -> Played:
        decided.set()
        return Outcome(End.FINISHED, (UNKNOWN, condition("of the loser")))

    result, _ = played(MAKES_A | MAKES_B, a=follows, b=leads)
    assert result.latest(Condition) == condition("of the winner")
    assert [each for each in result.artifacts if isinstance(each, Condition)] == [condition("of the winner")]


def test_without_a_winner_all_remains() -> None:
    result, _ = played(MAKES_A | MAKES_B, a=done(UNKNOWN, condition("1")), b=done(UNKNOWN, condition("2")))
    assert result.answer == UNKNOWN
    assert [each for each in result.artifacts if isinstance(each, Condition)] == [condition("1"), condition("2")]


def test_a_rule_of_ones_own() -> None:
    only_bugs = Portfolio((A, B), VerdictIs((Verdict.FALSE,)))
    release = threading.Event()

    def proves(_: Cancellation) -> Played:
        release.set()
        return Outcome(End.FINISHED, (TRUE,))

    def goes_on(cancellation: Cancellation) -> Played:
        assert release.wait(PATIENCE)
        assert not cancellation.wait(0.1)
        return Outcome(End.FINISHED, (UNKNOWN,))

    assert played(only_bugs, a=proves, b=goes_on)[0].answer == TRUE


def test_a_portfolio_within_a_portfolio_is_stopped_as_a_whole() -> None:
    begun = threading.Barrier(3, timeout=PATIENCE)
    a, b, c = (_after(begun, script) for script in (stays, stays, done(TRUE)))
    result, _ = played(Within(A | B) | C, a=a, b=b, c=c)
    assert {turn.actor.name: turn.end for turn in result.turns} == {
        "a": End.CANCELLED,
        "b": End.CANCELLED,
        "c": End.FINISHED,
    }


def test_a_claim_does_not_win_against_an_answer_that_is_confirmed() -> None:
    """It waits for the others, whatever it says."""
    claimed = threading.Event()

    def claims(_: Cancellation) -> Played:
        claimed.set()
        return Outcome(End.FINISHED, (CLAIMED_TRUE, condition("claimed")))

    def follows(cancellation: Cancellation) -> Played:
        assert claimed.wait(PATIENCE)
        assert not cancellation.wait(0.1)
        return Outcome(End.FINISHED, (FALSE, condition("confirmed")))

    result, _ = played(MAKES_A | MAKES_B, a=claims, b=follows)
    assert result.answer == FALSE
    assert result.artifacts == (FALSE, condition("confirmed"))


def test_a_confirmed_answer_stops_those_who_would_claim() -> None:
    result, _ = played(A | B | C, a=done(CLAIMED_TRUE), b=stays, c=done(TRUE))
    assert result.answer == TRUE


@pytest.mark.parametrize("other", [UNKNOWN, CLAIMED_TRUE])
def test_a_claim_wins_where_nobody_confirms(other: Answer) -> None:
    result, _ = played(MAKES_A | MAKES_B, a=done(CLAIMED_TRUE, condition("1")), b=done(other, condition("2")))
    assert result.answer == CLAIMED_TRUE
    assert len([each for each in result.artifacts if isinstance(each, Condition)]) == 1


def test_claims_that_contradict_each_other_win_nothing() -> None:
    result, _ = played(A | B, a=done(CLAIMED_TRUE), b=done(Answer(Verdict.FALSE, evidence=Claim("another"))))
    assert result.answer.verdict is Verdict.UNKNOWN
    assert "contradictory verdicts" in result.answer.reason


# --- tools that are not here ------------------------------------------------------------------------------------------


def lacks(name: str) -> Script:
    """A tool that is not installed."""
    return lambda _: Outcome(
        End.FAILED, message="a traceback", error=ToolMissing(f"{name} is not here\nTo get it: ask")
    )


@pytest.mark.parametrize("composition", [Fallback((A, B)), A | B, Fallback((A | B, A)), (A >> C) | Fallback((A, B))])
def test_others_go_on_where_a_tool_is_missing(composition: Composition) -> None:
    result, _ = played(composition, a=lacks("a"), b=done(TRUE), c=done(UNKNOWN))
    assert result.answer == TRUE
    turn = next(turn for turn in result.turns if turn.actor.called == "a")
    assert (turn.end, turn.hindrance) == (None, "a is not here")
    assert turn.answer == Answer(Verdict.UNKNOWN, "a: a is not here")


@pytest.mark.parametrize(
    "composition", [Fallback((A, B)), Fallback((B, A)), A | B, Within(A | B), Fallback((A, B)) | A]
)
def test_who_lacks_no_tool_and_does_not_know_is_heard(composition: Composition) -> None:
    result, _ = played(composition, a=lacks("a"), b=done(UNKNOWN))
    assert result.answer.verdict is Verdict.UNKNOWN
    assert result.answer in (UNKNOWN, Answer(Verdict.UNKNOWN, "a: a is not here"))


@pytest.mark.parametrize(
    "composition",
    [
        *(A, A >> B, A & B, Fallback((A, C)), A | C, Fallback((A | C, C)), Fallback((A, C)) | C, Repeat(A | C)),
        *(Within(A) | C, (A & B) | C, Fallback((A >> B, C)), Fallback((A, B)) >> C),
    ],
)
def test_where_nobody_has_a_tool_that_is_an_error(composition: Composition) -> None:
    with pytest.raises(ToolMissing, match="is not here"):
        played(composition, a=lacks("a"), b=done(UNKNOWN), c=lacks("c"))


# --- one after the other ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "goes_on"),
    [(done(TRUE), False), (done(UNKNOWN), True), (ends(End.DIED), True), (ends(End.OUT_OF_MEMORY), True)],
)
def test_a_fallback_goes_on_until_one_succeeds(first: Script, goes_on: bool) -> None:
    result, stage = played(Fallback((A, B, C)), a=first, b=done(FALSE), c=done(TRUE))
    assert bool(stage.inputs_of("b")) == goes_on
    assert not stage.inputs_of("c")
    assert result.answer == (FALSE if goes_on else TRUE)


def test_a_fallback_is_not_needed_where_losers_were_stopped() -> None:
    result, stage = played(Fallback((A | B, C)), a=done(TRUE), b=stays, c=done(FALSE))
    assert result.answer == TRUE
    assert not stage.inputs_of("c")


def test_a_fallback_of_those_who_do_not_answer() -> None:
    makers = Fallback(tuple(actor(name, Task, provides=(Condition,)) for name in ("m", "n", "o")))
    _, stage = played(
        A >> makers >> TAKES,
        a=done(UNKNOWN),
        m=ends(End.DIED),
        n=done(condition("n")),
        o=done(condition("o")),
        takes=done(TRUE),
    )
    assert stage.inputs_of("takes") == [(condition("n"),)]


def test_a_budget_of_ones_own() -> None:
    a, b, c = done(UNKNOWN, cpu=4.0, wall=1.0), done(UNKNOWN, cpu=1.0, wall=1.0), done(UNKNOWN)
    _, stage = played(Within(A >> B, Limits(cpu=5.0, memory=700)) >> C, a=a, b=b, c=c)
    assert stage.limits_of("a") == [Limits(5.0, 20.0, 700)]
    assert stage.limits_of("b") == [Limits(1.0, 19.0, 700)]
    assert stage.limits_of("c") == [Limits(7.0, 18.0, 1200)]
    _, stage = played(A >> Within(B, share=0.25) >> C, a=a, b=b, c=c)
    assert stage.limits_of("b") == [Limits(2.0, 4.75, 1200)]


@pytest.mark.parametrize(("times", "turns"), [(0, 1), (1, 2), (5, 3)])
def test_what_dies_is_tried_again(times: int, turns: int) -> None:
    scripts = (ends(End.DIED), ends(End.FAILED), done(TRUE))
    result, _ = played(Retry(A, times), a=scripts)
    assert [turn.end for turn in result.turns] == [End.DIED, End.FAILED, End.FINISHED][:turns]


def test_what_runs_out_of_time_is_not_tried_again_unless_asked() -> None:
    scripts = (ends(End.OUT_OF_CPU), done(TRUE))
    assert played(Retry(A), a=scripts)[0].answer.reason == "a: out of CPU time"
    assert played(Retry(A, on=(End.OUT_OF_CPU,)), a=scripts)[0].answer == TRUE


def test_a_pause_ends_when_the_branch_is_stopped() -> None:
    result, _ = played(Retry(A, 3, wait=10 * PATIENCE) | B, a=ends(End.DIED), b=done(TRUE))
    assert result.answer == TRUE


def suite(*values: int) -> TestSuite:
    return TestSuite(tuple(TestCase((TestInput(each),)) for each in values), "a.c", TASK.program_hash)


def test_rounds_until_there_is_an_answer() -> None:
    result, _ = played(Repeat(A, most=9), a=(done(UNKNOWN), done(UNKNOWN), done(TRUE), done(FALSE)))
    assert result.answer == TRUE
    assert len(result.turns) == 3
    assert len(played(Repeat(A, most=4), a=done(UNKNOWN))[0].turns) == 4


def test_what_rounds_gather() -> None:
    tester = actor("tester", Task, provides=(Answer, TestSuite))
    reader = actor("reader", TestSuite)
    rounds = (done(UNKNOWN, suite(1)), done(UNKNOWN, suite(2)), done(UNKNOWN, suite(1, 3)))
    result, stage = played(Repeat(tester >> reader, most=3, gathered=(TestSuite,)), tester=rounds, reader=done(UNKNOWN))
    assert result.latest(TestSuite) == suite(1, 2, 3)
    assert stage.inputs_of("reader") == [(suite(1),), (suite(1, 2),), (suite(1, 2, 3),)]


def test_many_rounds_keep_little() -> None:
    maker = actor("maker", Task, provides=(Answer, Condition))
    numbers = iter(range(10**6))
    result, _ = played(Repeat(maker, most=300), maker=lambda _: done(UNKNOWN, condition(str(next(numbers))))(_))
    assert len(result.turns) == 300
    assert sum(len(turn.produced) for turn in result.turns) == 2
    assert result.artifacts == (UNKNOWN, condition("299"))


def test_a_condition_is_asked_of_the_joint_answer() -> None:
    _, stage = played((A & B) >> when_unknown(C), a=done(UNKNOWN), b=done(TRUE), c=done(FALSE))
    assert not stage.inputs_of("c")

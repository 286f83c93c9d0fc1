"""The end of a run: what a proof assumes of undefined behaviour is asked for, at one place for all flows."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import Actor
from coveriflow.artifacts.answers import Answer, Claim, Confirmation, Evidence, UnwindingCertificate
from coveriflow.artifacts.definedness import AssumedChecks, Definedness, Divided, UndefinedBehaviour
from coveriflow.artifacts.resources import Limits, Resources
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.test_suites import TestCase
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.cli.commands.verify.result import result_of, row_of
from coveriflow.execution.contracts import End, Outcome
from coveriflow.flows.running.cancellation import Cancellation
from coveriflow.flows.running.definedness import Assumed
from coveriflow.flows.running.jobs import Request
from coveriflow.flows.running.run_folder import record_of
from coveriflow.flows.running.runner import Listener, Run, run
from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.wording import UNCONFIRMED, within_bound
from tests.cli.helpers import coveriflow

TASK = Task((Source("a.c", "int main(void) { return 0; }", ""),))
CHECKS = ("no invalid free at a.c, line 3", "no division by zero or overflowing division at a.c, line 4")
OTHER = "the undefined function f returns anything and changes nothing"
PROOF = UnwindingCertificate(1)
FAILS = UndefinedBehaviour(
    Undefined.DIVISION, ("a.c", 4, 2), "", Divided(0), TestCase((), covers_error=False), Confirmation.INTERPRETED
)
Produced = Outcome[tuple[object, ...]]


def played(
    asked: Produced | None,
    assumptions: tuple[str, ...] = (*CHECKS, OTHER),
    evidence: Evidence = PROOF,
    task: Task = TASK,
    undefined: Assumed | None = None,
    cpu: float = 200.0,
) -> tuple[Run, list[Request]]:
    """A run in which a verifier says true; ``asked`` is what comes of the question for undefined behaviour."""
    answer = Answer(Verdict.TRUE, "", evidence, assumptions)
    requests: list[Request] = []

    def perform(request: Request, _: Cancellation) -> Produced:
        requests.append(request)
        if request.actor.name != "check-undefined":
            return Outcome(End.FINISHED, (answer,), Resources(cpu=4.0))
        assert asked is not None, "nothing is to be asked"
        return asked

    flow = Flow("f", Actor("verifier", "1", "nowhere:none", (), (), (Answer,)))
    return run(flow, task, Limits(cpu, 400.0, None), perform, Listener(), undefined=undefined), requests


def test_what_is_excluded_is_not_assumed() -> None:
    found, requests = played(Outcome(End.FINISHED, (Definedness(CHECKS[:1]),)))
    assert found.answer == Answer(Verdict.TRUE, "", PROOF, (CHECKS[1], OTHER))
    assert requests[-1].inputs == (TASK, AssumedChecks(CHECKS))


def test_what_was_excluded_before_a_limit_is_not_assumed() -> None:
    found, _ = played(Outcome(End.OUT_OF_CPU, (Definedness(CHECKS[1:]),)))
    assert found.answer == Answer(Verdict.TRUE, "", PROOF, (CHECKS[0], OTHER))


def test_what_happens_is_the_reason_of_unknown() -> None:
    found, _ = played(Outcome(End.FINISHED, (Definedness((), FAILS),)))
    assert found.answer == Answer(
        Verdict.UNKNOWN, "undefined behaviour at line 4: division by zero", None, (), ("a.c", 4, 2)
    )


@pytest.mark.parametrize("end", [End.OUT_OF_CPU, End.DIED, End.FAILED])
def test_without_an_answer_the_assumptions_stand(end: End) -> None:
    found, _ = played(Outcome(end))
    assert found.answer == Answer(Verdict.TRUE, "", PROOF, (*CHECKS, OTHER))


@pytest.mark.parametrize(
    "given",
    [
        {"assumptions": (OTHER, "no object is used after the end of its lifetime")},
        {"evidence": Claim("somebody")},
        {"undefined": Assumed.STANDING},
        {"task": replace(TASK, is_specified=True)},
    ],
)
def test_nothing_is_asked(given: dict[str, object]) -> None:
    found, requests = played(None, **given)  # type: ignore[arg-type]
    assert found.answer.verdict is Verdict.TRUE
    assert len(requests) == 1


def test_a_user_may_ask_although_a_property_file_is_given() -> None:
    asked = Outcome(End.FINISHED, (Definedness(CHECKS),))
    found, _ = played(asked, task=replace(TASK, is_specified=True), undefined=Assumed.ASKED)
    assert found.answer.assumptions == (OTHER,)


def test_what_is_left_of_the_budget_may_be_used() -> None:
    """A minute at most: the verifier has used 4 s."""
    for cpu, left in ((40.0, 36.0), (900.0, 60.0)):
        _, requests = played(Outcome(End.FINISHED, (Definedness(()),)), cpu=cpu)
        assert (requests[-1].limits.cpu, requests[-1].limits.wall) == (left, 400.0)
        assert requests[-1].nominal.cpu == min(cpu, 60.0)


def sought(
    found: Definedness, verdict: Verdict = Verdict.UNKNOWN, task: Task = TASK, undefined: Assumed | None = None
) -> tuple[Run, list[Request]]:
    """A run with a fuzzer, which does not decide; ``found`` is what is sought then."""
    evidence = PROOF if verdict is Verdict.TRUE else None
    requests: list[Request] = []

    def perform(request: Request, _: Cancellation) -> Produced:
        requests.append(request)
        is_flow = request.actor.name == "greybox"
        return Outcome(
            End.FINISHED, (Answer(verdict, "no time", evidence),) if is_flow else (found,), Resources(cpu=4.0)
        )

    flow = Flow("f", Actor("greybox", "1", "nowhere:none", (), (), (Answer,)))
    return run(flow, task, Limits(20.0, 400.0, None), perform, Listener(), undefined=undefined), requests


def test_where_nothing_is_decided_an_undefined_execution_is_sought() -> None:
    """A twentieth of the budget, and five seconds at most, is kept for that."""
    done, requests = sought(Definedness((), FAILS, Verdict.UNKNOWN))
    assert [each.actor.name for each in requests] == ["greybox", "seek-undefined"]
    assert (requests[0].limits.cpu, requests[0].limits.wall) == (19.0, 395.0)
    assert requests[1].limits.cpu == 5.0
    told = "undefined behaviour at line 4: division by zero; of other executions nothing is known: no time"
    assert done.answer == Answer(Verdict.UNKNOWN, told, None, (), ("a.c", 4, 2))


def test_where_none_is_found_the_answer_is_what_it_was() -> None:
    done, requests = sought(Definedness((), None, Verdict.UNKNOWN))
    assert len(requests) == 2
    assert done.answer == Answer(Verdict.UNKNOWN, "no time")
    assert row_of(done.turns[-1]).outcome == "no execution was seen to be undefined"


def test_where_the_time_was_not_enough_more_is_proposed() -> None:
    done, _ = sought(Definedness((), None, Verdict.UNKNOWN))
    short, long = (result_of(done, record_of(done), (), assumed=False, wall=1.0, cpu=cpu) for cpu in (9.0, 100.0))
    assert short.reason == "9.00 s of CPU time were not enough; the last actor: no time"
    assert short.advice == "more time (--cpu 45s)"
    assert (long.reason, long.advice) == ("no time", "")
    stopped = replace(done, answer=Answer(Verdict.UNKNOWN, "the search stopped after 3 s of CPU time"))
    page = result_of(stopped, record_of(stopped), (), assumed=False, wall=1.0, cpu=9.0)
    assert page.reason == "9.00 s of CPU time were not enough"


@pytest.mark.parametrize(
    "given",
    [
        {"verdict": Verdict.TRUE},
        {"undefined": Assumed.STANDING},
        {"task": replace(TASK, is_specified=True)},
        {"task": replace(TASK, specification=Specification((Property(PropertyKind.NO_OVERFLOW),)))},
    ],
)
def test_none_is_sought(given: dict[str, object]) -> None:
    _, requests = sought(Definedness(()), **given)  # type: ignore[arg-type]
    assert len(requests) == 1


PROGRAM = """extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
int a[3];
int main(void) {
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > LAST)
    return 0;
  a[i] = 5;
  if (a[0] == 4)
    reach_error();
  return 0;
}
"""
SPECIFICATION = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"


@pytest.mark.usefixtures("compiler")
def test_a_user_is_told(tmp_path: Path) -> None:
    (tmp_path / "prog.c").write_text(PROGRAM)
    (tmp_path / "u.prp").write_text(SPECIFICATION)
    page = coveriflow("verify", "prog.c", "-D", "LAST=3", "--out", "out", cwd=tmp_path, status=20).stdout
    assert page.startswith(" UNKNOWN  an execution of the program is undefined; no other one violates the property\n")
    assert "undefined behaviour at line 8: write of 1 element past `a` (index 3, 3 elements)" in page
    assert "here the behaviour is undefined" in (tmp_path / "out" / "counterexample.txt").read_text()
    record = json.loads((tmp_path / "out" / "result.json").read_text())
    assert (record["verdict"], record["undefined"]["kind"], record["undefined"]["line"]) == ("unknown", "BOUNDS", 8)
    assert "sanitizers" in record["undefined"]["confirmed_by"]
    for standing in (("--assume-defined",), ("--spec", "u.prp")):
        page = coveriflow("verify", "prog.c", "-D", "LAST=3", *standing, cwd=tmp_path, status=0).stdout
        assert "assumption: no array access out of bounds at prog.c, line 8" in page
    coveriflow("verify", "prog.c", "-D", "LAST=3", "--property", "unreach-call", cwd=tmp_path, status=20)
    page = coveriflow("verify", "prog.c", "-D", "LAST=2", cwd=tmp_path, status=0).stdout
    assert page.startswith(" TRUE  no execution violates the property\n")


@pytest.mark.usefixtures("compiler")
def test_a_witness_is_not_confirmed_by_a_proof_that_assumes_too_much(tmp_path: Path) -> None:
    (tmp_path / "prog.c").write_text(PROGRAM.replace("LAST", "3"))
    coveriflow("verify", "prog.c", "--assume-defined", "--out", "out", cwd=tmp_path, status=0)
    told = coveriflow("validate", "out/witness.yml", "prog.c", cwd=tmp_path, status=20).stdout
    assert "undefined behaviour at line 8" in told
    coveriflow("validate", "out/witness.yml", "prog.c", "--assume-defined", cwd=tmp_path, status=0)


def test_functions_to_begin_with_are_named() -> None:
    """Where the search stands, or else some of the program."""
    text = "int f(int x) { return x; }\nint g(int x) {\n  return x;\n}\nint main(void) { return f(g(1)); }\n"
    done, _ = sought(Definedness((), None, Verdict.UNKNOWN), task=replace(TASK, sources=(Source("a.c", text, text),)))
    placed = replace(done, answer=Answer(Verdict.UNKNOWN, "no time", place=("a.c", 3, 1)))
    in_main = replace(done, answer=Answer(Verdict.UNKNOWN, "no time", place=("a.c", 5, 1)))
    told = [result_of(each, record_of(each), (), assumed=False, wall=1.0, cpu=9.0).advice for each in (done, placed)]
    assert told == [f"more time (--cpu 45s), or one function at a time (--entry {name})" for name in ("f or g", "g")]
    assert (
        result_of(in_main, record_of(in_main), (), assumed=False, wall=1.0, cpu=9.0).advice == "more time (--cpu 45s)"
    )


def test_undefined_behaviour_names_the_property_that_it_violates() -> None:
    done, _ = sought(Definedness((), FAILS, Verdict.UNKNOWN))
    told = result_of(done, record_of(done), (), assumed=False, wall=1.0, cpu=100.0).advice
    assert told == "--property undefined-behaviour, with which this is a violation"


def test_what_was_shown_up_to_a_bound_is_told_first() -> None:
    """Not of a part of the paths, and not of another program."""
    done, _ = sought(Definedness((), None, Verdict.UNKNOWN))
    (turn, *_) = done.turns
    shallow, deep = (replace(turn, produced=(Answer(Verdict.UNKNOWN, f"stopped; {within_bound(n)}"),)) for n in (1, 32))
    whole = replace(done, turns=(deep, shallow, turn))
    known = [
        result_of(each, record_of(each), (), assumed=False, wall=1.0).known
        for each in (whole, replace(whole, turns=(shallow, turn)), replace(whole, artifacts=(done.task,)), done)
    ]
    assert known == [within_bound(32), within_bound(1), "", ""]


def test_a_claim_that_was_not_confirmed_is_noted() -> None:
    done, _ = sought(Definedness((), None, Verdict.UNKNOWN))
    (turn, *_) = done.turns
    reason = f"{UNCONFIRMED} (invalid free at line 9, with nothing on standard input): it takes too many steps"
    claimed = replace(done, turns=(replace(turn, produced=(Answer(Verdict.UNKNOWN, reason),)), turn))
    last = replace(claimed, answer=Answer(Verdict.UNKNOWN, reason))
    proved = replace(claimed, answer=Answer(Verdict.TRUE))
    notes = [result_of(r, record_of(r), (), assumed=False, wall=1.0).notes for r in (claimed, last, proved, done)]
    assert notes == [(f"{reason}; it may still be one",), (), (), ()]

"""CBMC itself, where it is (``make tools``)."""

from __future__ import annotations

import re

import pytest

from coveriflow.actors import Flow, accelerate_automata, reduce, tool, value, when_unknown
from coveriflow.actors.tool_catalogue import defined
from coveriflow.actors.work.tools.search import found
from coveriflow.artifacts.answers import (
    Answer,
    Claim,
    ClosedReachedSet,
    Composite,
    Confirmation,
    ConfirmedTest,
    Violation,
    is_claimed,
)
from coveriflow.artifacts.conditions import Condition
from coveriflow.artifacts.residual_programs import Residual
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.benchexec.tool_info import is_installed
from coveriflow.flows.direct import verify
from coveriflow.program.errors import ToolMissing
from tests.actors.tasks import Got, confirmation_of, here, program
from tests.places import ROOT

FIVE = "int main(void) { int i = 0; while (i < 5) i++; if (i == %s) reach_error(); return 0; }"


@pytest.fixture(scope="module", autouse=True)
def cbmc() -> None:
    if not is_installed():
        pytest.skip("BenchExec is missing (pip install benchexec)")
    try:
        found(defined("cbmc"))
    except ToolMissing as missing:
        pytest.skip(f"{missing.message.partition(chr(10))[0]} ('make tools' installs it)")


def asked(text: str, bound: int | None = None) -> Got:
    return here(tool("cbmc", bound=bound), program(text))


@pytest.mark.parametrize(("bound", "verdict"), [(4, Verdict.UNKNOWN), (5, Verdict.TRUE)])
def test_a_bound_is_a_number_of_executions_of_the_body(bound: int, verdict: Verdict) -> None:
    """Five executions, as coveriflow counts; CBMC's option is one more."""
    answer = asked(FIVE % 6, bound=bound)[Answer]
    assert answer.verdict is verdict
    assert answer.reason == ("" if verdict is Verdict.TRUE else "CBMC: loops were not unwound far enough (bound 4)")


def test_bounds_grow_until_one_is_enough() -> None:
    answer = asked(FIVE % 6)[Answer]
    assert isinstance(answer.evidence, Claim)
    assert re.fullmatch(r"CBMC [\d.]+", answer.evidence.by)


def test_partial_unwinding_cannot_be_asked_for_in_a_way_that_proves() -> None:
    task = program(FIVE % 5)
    for options in ("--partial-loops", "--no-unwinding-assertions"):
        assert here(tool("cbmc", bound=2, options=options), task)[Answer].verdict is not Verdict.TRUE


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("declaration", ["", "void reach_error(void) {}"])
def test_an_error_function_with_or_without_a_body_is_the_error(declaration: str) -> None:
    got = asked(f"{declaration} int main(void) {{ if (__VERIFIER_nondet_int() == 4711) reach_error(); return 0; }}")
    assert got[Answer].verdict is Verdict.FALSE
    assert confirmation_of(got[Answer]) is Confirmation.EXECUTED
    assert got[Violation].values == (4711,)
    assert [[each.value for each in case.inputs] for case in got[TestSuite].cases] == [[4711]]


@pytest.mark.usefixtures("compiler")
def test_inputs_of_all_kinds_in_their_order() -> None:
    got = asked("""
        extern unsigned char __VERIFIER_nondet_uchar(void); extern double __VERIFIER_nondet_double(void);
        extern __int128 __VERIFIER_nondet_int128(void);
        int main(void) {
          double d = __VERIFIER_nondet_double();
          unsigned char c = __VERIFIER_nondet_uchar();
          __int128 wide = __VERIFIER_nondet_int128();
          if (d == -1.5 && c == 200 && wide == ((__int128)3 << 100) + 7) reach_error();
          return 0;
        }""")
    assert confirmation_of(got[Answer]) is Confirmation.EXECUTED
    assert got[Violation].values[1:] == (200, (3 << 100) + 7)


CHANGED = "extern int f(int *); int main(void) { int x = 1; f(&x); if (x != 1) reach_error(); return 0; }"
ASSERTS = """\
extern void __assert_fail(const char *, const char *, unsigned, const char *);
int main(void) { if (__VERIFIER_nondet_int()) __assert_fail("", "", 1, ""); return 0; }
"""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (CHANGED, "it does not know a function: f"),
        (ASSERTS, "another assertion"),
        ("int main(void) { return 0 }", "it fails: syntax error"),
    ],
)
def test_what_cbmc_leaves_open_is_no_proof(text: str, reason: str) -> None:
    answer = asked(text)[Answer]
    assert answer.verdict is Verdict.UNKNOWN
    assert reason in answer.reason


def test_what_a_residual_program_does_not_support_is_no_proof() -> None:
    """Printed, an unsupported place is a call of ours before that of the error function: CBMC must not stop at it."""
    text = (
        "extern void __coveriflow_unsupported(const char *);"
        'int main(void) { __coveriflow_unsupported("threads"); reach_error(); return 0; }'
    )
    answer = asked(text)[Answer]
    assert answer.verdict is Verdict.UNKNOWN
    assert "claims a violation" in answer.reason


def test_it_takes_what_the_value_analysis_leaves() -> None:
    flow = Flow("together", value(cpu=20.0) >> when_unknown(reduce() >> tool("cbmc")))
    run = verify(flow, ROOT / "examples/halves.c", limits=Limits(60))
    assert run.answer.verdict is Verdict.TRUE
    evidence = run.answer.evidence
    assert isinstance(evidence, Composite)
    assert isinstance(evidence.covered, ClosedReachedSet)
    assert isinstance(evidence.residual, Claim)
    assert is_claimed(evidence)


@pytest.mark.usefixtures("compiler")
def test_a_violation_of_the_residual_program_is_one_of_the_program() -> None:
    flow = Flow("together", value(cpu=20.0) >> reduce() >> tool("cbmc"))
    run = verify(flow, ROOT / "examples/halves-bug.c", limits=Limits(60))
    assert [turn.actor.called for turn in run.turns] == ["value", "reduce", "cbmc"]
    assert run.answer.verdict is Verdict.FALSE
    assert isinstance(run.answer.evidence, ConfirmedTest)
    assert run.latest(TestSuite).program_hash == run.task.program_hash


def test_the_readme_s_flow_with_cbmc_runs(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    scripts = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    monkeypatch.chdir(ROOT)
    exec(next(script for script in scripts if 'tool("cbmc")' in script), {})
    assert capsys.readouterr().out.startswith("<Verification: true, unconfirmed; examples/halves.c")


@pytest.mark.parametrize(
    ("condition", "verdict"), [("y != n", Verdict.TRUE), ("y == n && n > 9999 && n < 20000", Verdict.FALSE)]
)
def test_accelerated_programs_are_decided(condition: str, verdict: Verdict) -> None:
    """A proof without bound, unconfirmed; and a deep bug, executed on the original."""
    loop = "unsigned n = __VERIFIER_nondet_uint(), x = n, y = 0; while (x > 0) { x = x - 1; y = y + 1; }"
    task = program(f"int main(void) {{ {loop} if ({condition}) reach_error(); return 0; }}")
    residual = here(accelerate_automata(), task)[Residual]
    answer = here(tool("cbmc", bound=3), residual)[Answer]
    assert answer.verdict is verdict
    assert is_claimed(answer.evidence) == (verdict is Verdict.TRUE)


def test_it_assumes_what_is_assumed_without_a_declaration() -> None:
    """The text has none: CBMC knows another prototype than ours."""
    head = "extern int __VERIFIER_nondet_int(void); extern void reach_error(void);\nint main(void) {"
    whole = f"{head} int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x > 3); if (x < 2) reach_error(); }}"
    task = Task((Source("a.c", whole, whole),))
    assert here(tool("cbmc"), task)[Answer].verdict is Verdict.TRUE


def printed(text: str) -> Task:
    """The program in our words, with nothing verified."""
    task = program(text)
    nothing = Condition("q", frozenset(), (), task.program_hash)
    return here(reduce(reducer="identity"), task, nothing, None)[Residual].task


@pytest.mark.parametrize(("compared", "verdict"), [("==", Verdict.FALSE), (">= 0 && 0 >", Verdict.TRUE)])
def test_a_printed_object_of_others_has_any_content(compared: str, verdict: Verdict) -> None:
    """It had zeros, and CBMC proved that it holds nothing else."""
    task = printed(f"extern int *f(void); int main(void) {{ int *p = f(); if (p && *p {compared} 5) reach_error(); }}")
    answer = here(tool("cbmc"), task)[Answer]
    assert answer.verdict is verdict or "claims a violation" in answer.reason
    assert (answer.verdict is Verdict.TRUE) == (verdict is Verdict.TRUE)


def test_a_printed_realloc_keeps_the_content() -> None:
    text = "int *p = malloc(8); p[0] = 7; p = realloc(p, 16); if (p[0] != 7) reach_error(); return 0; }"
    head = "extern void *malloc(unsigned long); extern void *realloc(void *, unsigned long);"
    assert here(tool("cbmc"), printed(f"{head} int main(void) {{ {text}"))[Answer].verdict is Verdict.TRUE

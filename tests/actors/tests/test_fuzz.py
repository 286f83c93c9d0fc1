"""libFuzzer as a tester: what it finds, what it leaves behind, and what is said where it is not."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from coveriflow.actors import fuzz, symbolic_tests
from coveriflow.actors.composition.flow import Flow
from coveriflow.actors.composition.nodes import CompositionError, Parameter
from coveriflow.artifacts.answers import Answer, Violation
from coveriflow.artifacts.coverage import BranchCoverage
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.native import libfuzzer
from coveriflow.execution.native.afl import AflFuzzer, compiled_with_afl, find_afl
from coveriflow.execution.native.libfuzzer import find_clang
from coveriflow.execution.processes.process_tree import children
from coveriflow.flows.compositions import confirmed
from coveriflow.flows.direct import verify
from coveriflow.program.errors import ToolMissing
from coveriflow.program.text.violations import CALLS_OF_REACH_ERROR
from coveriflow.program.types.data_model import DataModel
from tests.actors.tasks import HEAD, Got, here, program

MORE = "extern unsigned char __VERIFIER_nondet_uchar(void); extern float __VERIFIER_nondet_float(void);\n"
DEEP = """\
int main(void) {
  if (__VERIFIER_nondet_int() == 123456 && __VERIFIER_nondet_uchar() == 'Q') {
    float x = __VERIFIER_nondet_float();
    if (x > 0.5f && x < 2) reach_error();
  }
  return 0;
}
"""


# --- what is not there -----------------------------------------------------------------------------------------------


def script(folder: Path, text: str) -> str:
    path = folder / "clang"
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return str(path)


def test_clang_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv(libfuzzer.VARIABLE, raising=False)
    with pytest.raises(ToolMissing, match=r"clang is not installed: there is no 'clang' on the path\nTo get it: .*apt"):
        here(fuzz(), program(DEEP), None)
    monkeypatch.setenv(libfuzzer.VARIABLE, str(tmp_path / "nowhere"))
    with pytest.raises(ToolMissing, match=r"nowhere' is no executable\n"):
        here(fuzz(), program(DEEP), None)


def test_clang_without_libfuzzer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(libfuzzer.VARIABLE, script(tmp_path, "exit 1"))
    with pytest.raises(ToolMissing, match=r"clang is installed, but links no program with libFuzzer\nTo get it: "):
        here(fuzz(), program(DEEP), None)


@pytest.mark.parametrize(
    "fuzzer",
    [
        "echo lost",
        "kill -SEGV $$",
        'printf "\\377\\377\\377\\377\\377\\377\\377\\377" > "$COVERIFLOW_ERRORS$COVERIFLOW_DUMP"',
        'printf "\\001\\000\\000\\000\\000\\000\\000\\000\\123" > "$COVERIFLOW_ERRORS$COVERIFLOW_DUMP"',
        'printf "\\000\\000\\000\\000\\000\\000\\000\\000" > "$COVERIFLOW_ERRORS"',
    ],
)
def test_a_fuzzer_that_behaves_badly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fuzzer: str) -> None:
    """It is played by what a clang that is played makes: it claims errors, writes half of what it should, and dies."""
    (tmp_path / "fuzzer").write_text(f"#!/bin/sh\n{fuzzer}\n")
    (tmp_path / "fuzzer").chmod(0o755)
    made = f'for last; do :; done; for each; do [ "$each" = fuzzer ] && cp {tmp_path}/fuzzer .; done; exit 0'
    monkeypatch.setenv(libfuzzer.VARIABLE, script(tmp_path, made))
    got = here(fuzz(cpu=3.0, patience=1.0), program(MORE + DEEP), None)
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert "fuzzing took no new branch for " in got[Answer].reason
    assert len(got[TestSuite].cases) == 1


# --- itself ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def clang() -> str:
    try:
        return find_clang()
    except ToolMissing as missing:
        pytest.skip(f"{missing.message.partition(chr(10))[0]} ('make tools' installs it)")


def fuzzed(text: str, model: DataModel = DataModel.LP64, **parameters: Parameter) -> Got:
    return here(fuzz.chosen({"cpu": 20.0, "patience": 20.0, **parameters}), program(MORE + text, model=model), None)


@pytest.mark.usefixtures("clang")
@pytest.mark.parametrize("model", DataModel)
def test_it_finds_inputs_in_the_order_in_which_they_are_read(model: DataModel) -> None:
    got = fuzzed(DEEP, model)
    assert got[Answer].verdict is Verdict.FALSE
    assert got[Violation].values[:2] == (123456, ord("Q"))
    assert any(case.covers_error for case in got[TestSuite].cases)
    assert 3 <= len(got[TestSuite].cases) <= 6
    assert got[BranchCoverage].taken >= 6


@pytest.mark.usefixtures("clang")
def test_each_execution_begins_with_the_first_state() -> None:
    """Each branch that is open would be taken if anything were left of an execution before."""
    got = fuzzed(
        """extern void *malloc(unsigned long); extern void *calloc(unsigned long, unsigned long);
        int zero, five = 5;
        int main(void) {
          static int calls; int *p = calloc(1, sizeof *p);
          if (zero++ || five++ != 5 || calls++ || *p) reach_error();
          *p = 7;
          return __VERIFIER_nondet_int() > 3;
        }""",
        patience=2.0,
    )
    assert got[Answer].verdict is Verdict.UNKNOWN


@pytest.mark.usefixtures("clang")
def test_executions_that_end_badly_do_not_end_the_fuzzer() -> None:
    got = fuzzed("""\
        extern void abort(void); extern void exit(int);
        int deep(int n) { volatile int a[1000]; a[n % 1000] = n; return n ? deep(n + 1) + a[5] : 0; }
        int main(void) {
          unsigned char c = __VERIFIER_nondet_uchar();
          if (c == 1) abort();
          if (c == 2) exit(3);
          if (c == 3) *(volatile int *)0 = 1;
          if (c == 4) return 5 / (c - 4);
          if (c == 5) for (;;) ;
          if (c == 6) return deep(1);
          if (c == 7) while (__VERIFIER_nondet_uchar() < 1);
          if (c == 8) reach_error();
          return 0;
        }""")
    assert got[Answer].verdict is Verdict.FALSE
    assert got[Violation].values == (8,)


@pytest.mark.usefixtures("clang")
def test_it_ends_in_time_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    before, begun = set(children(os.getpid())), time.process_time() + sum(os.times()[2:4])
    text = (
        "unsigned long y = __VERIFIER_nondet_int(); if (y * y * y * y % 1000003 == 5 && y * y % 999983 == 7) return 1;"
    )
    got = fuzzed(f"int main(void) {{ {text} return 0; }}", cpu=2.0, patience=100.0)
    assert time.process_time() + sum(os.times()[2:4]) - begun < 6
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert not list(tmp_path.iterdir())
    assert not set(children(os.getpid())) - before


# --- AFL++ in its place ----------------------------------------------------------------------------------------------

BADLY = """\
extern void abort(void); extern void exit(int);
int seen;
int main(void) {
  static int calls; unsigned char c = __VERIFIER_nondet_uchar();
  if (seen++ || calls++) reach_error();
  if (c == 1) abort();
  if (c == 2) exit(3);
  if (c == 3) *(volatile int *)0 = 1;
  if (c == 4) for (;;) ;
  if (c == 'Q') %s;
  return 0;
}
"""


@pytest.fixture(scope="module")
def afl() -> None:
    try:
        find_afl()
    except ToolMissing as missing:
        pytest.skip(f"{missing.message.partition(chr(10))[0]} ('make tools' installs it)")


def shared_memory() -> set[str]:
    """The segments that there are."""
    return {line.split()[1] for line in Path("/proc/sysvipc/shm").read_text().splitlines()[1:]}


@pytest.mark.slow
@pytest.mark.usefixtures("afl")
@pytest.mark.parametrize("model", DataModel)
def test_afl_finds_the_error_behind_executions_that_end_badly(model: DataModel) -> None:
    got = fuzzed(BADLY % "reach_error()", model, engine="afl", cpu=30.0, patience=10.0)
    assert got[Answer].verdict is Verdict.FALSE
    assert got[Violation].values == (ord("Q"),)


@pytest.mark.slow
@pytest.mark.usefixtures("afl")
def test_afl_ends_in_time_and_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    children_before, shared_before = set(children(os.getpid())), shared_memory()
    got = fuzzed(BADLY % "return 1", engine="afl", cpu=4.0, patience=1.0)
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert not list(tmp_path.iterdir())
    assert not set(children(os.getpid())) - children_before
    assert shared_memory() <= shared_before


@pytest.mark.slow
@pytest.mark.usefixtures("afl")
def test_afl_that_is_killed_leaves_no_shared_memory(tmp_path: Path) -> None:
    before = shared_memory()
    fuzzer = compiled_with_afl([("p.c", HEAD + MORE + BADLY % "return 1")], CALLS_OF_REACH_ERROR, tmp_path)
    assert isinstance(fuzzer, AflFuzzer)
    found = fuzzer.round(60, Limits(cpu=60, wall=2.0), stops_at_error=False)
    assert found.failure == ""
    assert len(found.values) >= 2
    assert shared_memory() <= before


def test_afl_that_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COVERIFLOW_AFL", str(tmp_path))
    with pytest.raises(ToolMissing, match=r"AFL\+\+ is not installed: there is no 'afl-fuzz' in '.*'\nTo get it: "):
        here(fuzz(engine="afl"), program(DEEP), None)
    with pytest.raises(CompositionError, match=r"'magic' is no value of fuzz\.engine"):
        fuzz.chosen({"engine": "magic"})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("echo '[-] PROGRAM ABORT : no luck'; exit 1", "afl-fuzz fails: [-] PROGRAM ABORT : no luck"),
        ("exit 7", "afl-fuzz fails: it printed nothing"),
        ("echo lost", "fuzzing took no new branch for "),
        (
            "mkdir -p found/default/queue; head -c 1000 /dev/urandom > found/default/queue/id:0",
            "took no new branch for ",
        ),
        ('printf "\\377\\377\\377\\377\\377\\377\\377\\377" > "${COVERIFLOW_ERRORS:-errors}"', "took no new branch"),
        ("kill -SEGV $$", "took no new branch for "),
    ],
)
def test_an_afl_that_behaves_badly(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, reason: str) -> None:
    """It is played, and so is its compiler, whose program does nothing."""
    made = "for last; do :; done; for each; do case $each in fuzzer|probe) ln -sf /bin/true $each;; esac; done; exit 0"
    for name, said in (("afl-fuzz", text), ("afl-clang-fast", made)):
        (tmp_path / name).write_text(f"#!/bin/sh\n{said}\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("COVERIFLOW_AFL", str(tmp_path))
    got = here(fuzz(engine="afl", cpu=3.0, patience=0.3), program(MORE + DEEP), None)
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert reason in got[Answer].reason


# --- libFuzzer ends ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("clang")
def test_what_clang_does_not_compile_is_told() -> None:
    answer = fuzzed("int main(void) { int f(void) { return __VERIFIER_nondet_int(); } return f(); }")[Answer]
    assert answer.verdict is Verdict.UNKNOWN
    assert answer.reason.startswith("clang does not compile the program: error: ")


@pytest.mark.usefixtures("clang", "compiler")
def test_its_violation_is_executed_and_others_test_beside_it(tmp_path: Path) -> None:
    (tmp_path / "p.c").write_text(HEAD + MORE + DEEP)
    flow = Flow("both", confirmed(fuzz(share=0.5)) & confirmed(symbolic_tests(share=0.5)))
    run = verify(flow, tmp_path / "p.c", limits=Limits(40))
    assert run.answer.verdict is Verdict.FALSE
    assert {turn.actor.called for turn in run.turns} == {"fuzz", "symbolic-tests", "execute"}

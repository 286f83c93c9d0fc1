"""Confirming violations: only what was executed, or at least replayed, is ``false``."""

from __future__ import annotations

import platform
from pathlib import Path

import pytest

from coveriflow.actors import bmc, execute, value
from coveriflow.actors.work.entry_function import Entered
from coveriflow.artifacts.answers import Answer, Confirmation, Violation
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.test_suites import TestSuite
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.native.compiler import Compiler, Linkage
from coveriflow.execution.native.confirmation import Execution, ExecutionVerdict
from coveriflow.program.types.data_model import DataModel
from tests.actors.tasks import confirmation_of, here, program
from tests.execution.native.freestanding import without_libraries

UNSAFE = "int main(void) { int x = __VERIFIER_nondet_int(); if (x == 4711) reach_error(); return 0; }"
HIDDEN = "int main(void) { int x; if (x == 4711) reach_error(); return 0; }"


@pytest.mark.usefixtures("compiler")
def test_the_program_as_written_is_executed() -> None:
    task = program(UNSAFE)
    got = here(execute(), task, Violation((4711,)))
    assert got[Answer].verdict is Verdict.FALSE
    assert confirmation_of(got[Answer]) is Confirmation.EXECUTED
    (case,) = got[TestSuite].cases
    assert [each.value for each in case.inputs] == [4711]
    assert case.covers_error
    assert got[TestSuite].program_hash == task.program_hash


@pytest.mark.usefixtures("compiler")
def test_hidden_inputs_are_made_explicit() -> None:
    got = here(execute(), program(HIDDEN), Violation((4711,)))
    assert got[Answer].verdict is Verdict.FALSE
    assert confirmation_of(got[Answer]) is Confirmation.EXECUTED_PRINTED
    assert "executed as printed" in got[Answer].reason
    assert got[TestSuite].cases[0].inputs == ()


@pytest.mark.usefixtures("compiler")
def test_functions_that_no_one_defines_do_not_stand_in_the_way() -> None:
    text = "void note(int); int get(void); int main(void) { note(3); if (get() == 7) { note(4); reach_error(); } }"
    got = here(execute(), program(text), Violation((7,)))
    assert got[Answer].verdict is Verdict.FALSE
    assert confirmation_of(got[Answer]) is Confirmation.EXECUTED_PRINTED
    assert "the undefined function note returns anything and changes nothing" in got[Answer].assumptions
    assert "is not complete" in got[Answer].reason
    assert "does not compile" not in got[Answer].reason


def test_a_claim_that_does_not_reach_the_error_is_no_violation() -> None:
    got = here(execute(), program(UNSAFE), Violation((4712,)))
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert "does not reach the error" in got[Answer].reason
    assert TestSuite not in got


def test_without_a_compiler_the_replay_stands_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coveriflow.actors.work.confirm.violations.find_compiler", lambda: None)
    task = program(UNSAFE)
    got = here(execute(), task, here(value(), task)[Violation])
    assert got[Answer].verdict is Verdict.FALSE
    assert confirmation_of(got[Answer]) is Confirmation.INTERPRETED
    assert any("no C compiler was found" in each for each in got[Answer].assumptions)
    assert TestSuite in got


ORDER = "int main(void) { int a, b, *p = &a, *q = &b; if (p RELATION q) reach_error(); return 0; }"


@pytest.mark.usefixtures("compiler")
def test_an_order_of_objects_is_what_the_program_as_written_has() -> None:
    got = []
    for relation in ("<", ">"):
        task = program(ORDER.replace("RELATION", relation))
        got.append(here(execute(), task, here(bmc(), task)[Violation])[Answer])
    assert {answer.verdict for answer in got} == {Verdict.FALSE, Verdict.UNKNOWN}
    for answer in got:
        if answer.verdict is Verdict.FALSE:
            assert confirmation_of(answer) is Confirmation.EXECUTED
        else:
            assert "the order of objects in memory" in answer.reason


OPERANDS = """static int set(int *p) { *p = 5; return 0; }
  int main(void) { int x = 1, *p = &x, r = x + set(p); if (r == RESULT) reach_error(); return 0; }"""


@pytest.mark.usefixtures("compiler")
def test_an_order_of_evaluation_is_what_the_program_as_written_has() -> None:
    """Compilers take different orders, but each only one of them."""
    got = []
    for result in ("1", "5"):
        task = program(OPERANDS.replace("RESULT", result))
        got.append(here(execute(), task, here(bmc(), task)[Violation])[Answer])
    assert {answer.verdict for answer in got} == {Verdict.FALSE, Verdict.UNKNOWN}
    (unknown,) = (answer for answer in got if answer.verdict is Verdict.UNKNOWN)
    assert "the order of evaluation" in unknown.reason


def test_without_a_compiler_nothing_is_known_of_the_order_of_objects(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("coveriflow.actors.work.confirm.violations.find_compiler", lambda: None)
    for relation in ("<", ">"):
        task = program(ORDER.replace("RELATION", relation))
        assert here(execute(), task, here(bmc(), task)[Violation])[Answer].verdict is Verdict.UNKNOWN


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("place", ["", "static"])
def test_whether_an_object_follows_another_is_what_the_program_as_written_has(place: str) -> None:
    for test in ("p + 1 == q", "q + 1 == p", "p + 1 == q || q + 1 == p"):
        task = program(
            f"int main(void) {{ {place} int a, b; int *p = &a, *q = &b; if ({test}) reach_error(); return 0; }}"
        )
        answer = here(execute(), task, here(bmc(), task)[Violation])[Answer]
        if answer.verdict is Verdict.FALSE:
            assert confirmation_of(answer) is Confirmation.EXECUTED
        else:
            assert answer.verdict is Verdict.UNKNOWN
            assert "the order of objects in memory" in answer.reason


WITHIN = """int main(void) { int a[2], b[2], hidden, other, *p = hidden ? a : b, *end = p + 2;
  while (p < end) p++; if (other == 4711) reach_error(); return 0; }"""


@pytest.mark.usefixtures("compiler")
def test_an_order_within_an_object_does_not_stand_in_the_way() -> None:
    task = program(WITHIN)
    got = here(execute(), task, here(bmc(), task)[Violation])
    assert got[Answer].verdict is Verdict.FALSE
    assert confirmation_of(got[Answer]) is Confirmation.EXECUTED_PRINTED
    assert not any("order" in each for each in got[Answer].assumptions)


READING = """int scanf(const char *, ...); int getchar(void);
int main(void) { int x = 0; char word[4] = {0};
  if (scanf("%d %3s", &x, word) == 2 && x == -7 && word[1] == 'k' && getchar() == '!') reach_error(); return 0; }"""


@pytest.mark.usefixtures("compiler")
def test_what_is_read_from_standard_input_is_fed_to_the_program() -> None:
    got = here(execute(), program(READING), Violation((2, -7, ord("o"), ord("k"), ord("x"), ord("!"))))
    assert got[Answer].verdict is Verdict.FALSE
    assert confirmation_of(got[Answer]) is Confirmation.EXECUTED
    assert got[Answer].reason == 'with "-7 okx!" on standard input'


@pytest.mark.usefixtures("compiler")
def test_what_no_library_gives_is_no_violation() -> None:
    text = """struct timespec { long seconds, rest; }; int clock_gettime(int, struct timespec *);
    int main(void) { struct timespec t = {0, 0};
    clock_gettime(0, &t); if (t.seconds == -9) reach_error(); return 0; }"""
    got = here(execute(), program(text), Violation((-9, 0)))
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert "it may rest on what 'clock_gettime' gives" in got[Answer].reason


@pytest.mark.usefixtures("compiler")
def test_a_function_of_the_library_is_named_once_and_not_what_it_reads() -> None:
    text = """typedef struct file FILE; FILE *fopen(const char *, const char *); int fscanf(FILE *, const char *, ...);
    int main(void) { FILE *f = fopen("nowhere", "r"); int n = 0, m = 0;
    if (f && fscanf(f, "%d %d", &n, &m) == 2 && n == 7 && m == 8) reach_error(); return 0; }"""
    task = program(text)
    found = here(execute(), task, here(bmc(), task)[Violation])[Answer]
    assert found.verdict is Verdict.UNKNOWN
    assert "it may rest on what 'fopen' gives and what 'fscanf' gives, which is not computed here" in found.reason


@pytest.mark.usefixtures("compiler")
def test_what_the_program_as_written_refutes_is_no_violation(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is hidden in it, so both executions should be the same; the text of the user's program decides."""

    def run(_task: Task, entered: Entered, *_given: object, **_more: object) -> Execution:
        if entered.sources[0][0] == "printed.c":
            return Execution(ExecutionVerdict.CONFIRMED, "the program reached the error", ended=True)
        return Execution(ExecutionVerdict.REJECTED, "the program ended without reaching the error", ended=True)

    monkeypatch.setattr("coveriflow.actors.work.confirm.violations._run", run)
    got = here(execute(), program(UNSAFE), Violation((4711,)))
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert "does not show it (the program ended without reaching the error)" in got[Answer].reason
    assert here(execute(), program(HIDDEN), Violation((4711,)))[Answer].verdict is Verdict.FALSE


@pytest.mark.usefixtures("compiler")
def test_an_execution_that_ends_otherwise_refutes() -> None:
    """The order of objects in memory is not the one that is assumed here."""
    test = "((unsigned long)a >> 33) + ((unsigned long)b >> 33) == 3"
    text = f"int a[2], b[2]; int main(void) {{ a[0] = 1; b[0] = 1; if ({test}) reach_error(); return 3; }}"
    got = here(execute(), program(text), Violation(()))
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert "does not show it (the program exited with status 3)" in got[Answer].reason


LACKING = "double tgamma(double); int main(void) { int x; if (x == 7) reach_error(); return (int)tgamma(3.5); }"
APPROXIMATED = (
    "double tgamma(double); int main(void) { if (tgamma(__VERIFIER_nondet_int()) > 3) reach_error(); return 0; }"
)
LONG = "int main(void) { int x = __VERIFIER_nondet_int(); while (x < 4000) x++; if (x > 0) reach_error(); return 0; }"


@pytest.fixture
def without_32_bits(compiler: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The machine has no C library for ILP32."""
    if platform.machine() != "x86_64":
        pytest.skip("there are two data models on x86 only")
    monkeypatch.setenv("CC", str(without_libraries(compiler, tmp_path)))


@pytest.mark.usefixtures("without_32_bits")
@pytest.mark.parametrize(
    ("text", "values", "confirmation"),
    [
        (UNSAFE, (4711,), Confirmation.EXECUTED_FREESTANDING),
        (READING, (2, -7, ord("o"), ord("k"), ord("x"), ord("!")), Confirmation.EXECUTED_FREESTANDING),
        (HIDDEN, (4711,), Confirmation.EXECUTED_PRINTED_FREESTANDING),
        (LACKING, (7,), Confirmation.EXECUTED_PRINTED_FREESTANDING),
        (LONG, (1,), Confirmation.EXECUTED_FREESTANDING),
    ],
)
def test_without_a_library_it_is_executed_with_ours(
    text: str, values: tuple[int, ...], confirmation: Confirmation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("coveriflow.actors.work.confirm.violations.REPLAY_STEPS", 1000)
    got = here(execute(), program(text, model=DataModel.ILP32), Violation(values))
    assert got[Answer].verdict is Verdict.FALSE
    assert confirmation_of(got[Answer]) is confirmation


@pytest.mark.usefixtures("without_32_bits")
def test_what_our_library_lacks_confirms_no_value_of_it() -> None:
    got = here(execute(), program(APPROXIMATED, model=DataModel.ILP32), Violation((2, 0x4022000000000000)))
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert "without a C library of the system for ILP32, which is missing here" in got[Answer].reason


@pytest.mark.usefixtures("without_32_bits")
@pytest.mark.parametrize("compiler_is_here", [True, False])
def test_what_only_the_system_defines_has_no_value_of_ours(
    compiler_is_here: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Our headers do not declare it, and our library has not got it: yet it is no function that no one defines."""
    if not compiler_is_here:
        monkeypatch.setenv("CC", "no-such-compiler")
    for name, verdict in (("lrand48", Verdict.UNKNOWN), ("of_no_one", Verdict.FALSE)):
        text = f"long {name}(void); int main(void) {{ if ({name}() == -1) reach_error(); return 0; }}"
        got = here(execute(), program(text, model=DataModel.ILP32), Violation((-1,)))
        assert got[Answer].verdict is verdict
    for name, verdict in (("lrand48", Verdict.UNKNOWN), ("error", Verdict.UNKNOWN), ("of_no_one", Verdict.FALSE)):
        text = f"void {name}(); int main(void) {{ {name}(); reach_error(); return 0; }}"
        got = here(execute(), program(text, model=DataModel.ILP32), Violation(()))
        assert got[Answer].verdict is verdict


@pytest.mark.usefixtures("without_32_bits")
@pytest.mark.parametrize("missing", ["the compiler fails", "the machine runs nothing"])
def test_where_nothing_can_be_executed_the_replay_stands(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if missing == "the compiler fails":
        monkeypatch.setattr("coveriflow.execution.native.compiled_program._OWN_LIBRARY", Path("/nowhere"))
    else:
        monkeypatch.setattr(Compiler, "linkage", lambda *_: Linkage.NONE)
    got = here(execute(), program(HIDDEN, model=DataModel.ILP32), Violation((4711,)))
    assert got[Answer].verdict is Verdict.FALSE
    assert confirmation_of(got[Answer]) is Confirmation.INTERPRETED
    *_, hidden, sentence = got[Answer].assumptions
    assert "uninitialised variable 'x' has the value 4711" in hidden
    assert sentence.endswith("the violation was replayed by the interpreter only")


@pytest.mark.usefixtures("without_32_bits")
def test_a_program_that_no_compiler_takes_is_not_replayed_instead() -> None:
    """What it means is not said by a compiler then, with libraries or without."""
    text = "int main(void) { unsigned __int128 x = __VERIFIER_nondet_int(); if (x * x == 16) reach_error(); return 0; }"
    got = here(execute(), program(text, model=DataModel.ILP32), Violation((4,)))
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert "__int128" in got[Answer].reason


@pytest.mark.usefixtures("without_32_bits")
def test_an_execution_with_our_library_that_ends_otherwise_refutes(monkeypatch: pytest.MonkeyPatch) -> None:
    """The replay does not count then, although the machine lacks a library."""
    ended = Execution(ExecutionVerdict.REJECTED, "the program ended without reaching the error", ended=True)
    monkeypatch.setattr("coveriflow.actors.work.confirm.violations._run", lambda *_: ended)
    got = here(execute(), program(UNSAFE, model=DataModel.ILP32), Violation((4711,)))
    assert got[Answer].verdict is Verdict.UNKNOWN


def from_entry(text: str, entry: str = "check") -> Task:
    subject = Property(PropertyKind.UNREACH_CALL, "reach_error")
    return program(text, specification=Specification((subject,), entry))


OTHER_MAIN = "int main(int n, char **all) { return 0; }"
ENTRIES = {
    "integers": ("int check(int x, unsigned char c) { if (x == -7 && c == 200) reach_error(); return 0; }", (-7, 200)),
    "unused": ("int check(char *p, int x, double) { if (x == 7) reach_error(); return 0; }", (7,)),
    "floating": (
        "void check(float f, double d) { if (f == 1.5f && d == -2.0) reach_error(); }",
        (0x3FC00000, -(1 << 62)),
    ),
    "long double": ("void check(long double d) { if (d == 1) reach_error(); }", (0x3FFF8 << 60,)),
    "wide": ("void check(__int128 x) { if (x >> 70 == 3) reach_error(); }", (3 << 70,)),
    "null": ("void check(int *p, int n) { if (!p && n == 4) reach_error(); }", (0, 4)),
    "static": ("static void check(int x) { if (x == 3) reach_error(); }", (3,)),
    "no prototype": ("int check(x, y) int x; short y; { if (x == 3 && y == -4) reach_error(); return 0; }", (3, -4)),
    "none": ("void check(void) { if (__VERIFIER_nondet_int() == 9) reach_error(); }", (9,)),
    "both": ("void check(int x) { if (__VERIFIER_nondet_int() == 9 && x == 5) reach_error(); }", (5, 9)),
    "array": ("void check(int a[], unsigned long n) { if (!a && n == 1ul << 63) reach_error(); }", (0, 1 << 63)),
}


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("rest", ["", OTHER_MAIN], ids=["alone", "beside main"])
@pytest.mark.parametrize("name", ENTRIES)
def test_the_entry_function_is_called_with_its_arguments(name: str, rest: str) -> None:
    text, values = ENTRIES[name]
    got = here(execute(), from_entry(f"{text}\n{rest}"), Violation(values))
    assert got[Answer].verdict is Verdict.FALSE, got[Answer].reason
    assert confirmation_of(got[Answer]) is Confirmation.EXECUTED
    assert got[Answer].reason.startswith("check was called")


@pytest.mark.usefixtures("compiler")
def test_the_entry_function_is_not_called_otherwise() -> None:
    """Values that do not reach the error are no violation, also where ``main`` would reach it."""
    text = "void check(int x) { if (x == 3) reach_error(); }\nint main(void) { reach_error(); return 0; }"
    assert here(execute(), from_entry(text), Violation((4,)))[Answer].verdict is Verdict.UNKNOWN


@pytest.mark.usefixtures("compiler")
def test_an_entry_function_whose_pointers_are_followed_is_executed_as_printed() -> None:
    text = "void check(int *p) { if (p) { *p = 3; if (*p == 3) reach_error(); } }"
    task = from_entry(text)
    found = here(bmc(), task)
    got = here(execute(), task, found[Violation])
    assert got[Answer].verdict is Verdict.FALSE, got[Answer].reason
    assert confirmation_of(got[Answer]) is Confirmation.EXECUTED_PRINTED


SCANNING = "extern int scanf(const char *, ...);"


@pytest.mark.usefixtures("compiler")
def test_a_value_that_nothing_has_initialised_is_named_beside_what_is_read() -> None:
    """What the program reads is given to it; the value is an input of the printed program."""
    text = f'{SCANNING} int main(void) {{ int x, y = 0; if (scanf("%d", &y) == 1 && y > 3) x = 1; '
    task = program(f"{text} if (x == 7) reach_error(); return 0; }}")
    found = here(execute(), task, here(bmc(), task)[Violation])[Answer]
    assert found.verdict is Verdict.FALSE
    assert confirmation_of(found) is Confirmation.EXECUTED_PRINTED
    assert found.reason.startswith("it rests on the value of 'x', which nothing has initialised")
    assert found.reason.endswith("with nothing on standard input")
    assert [each.partition(" at ")[0] for each in found.assumptions] == ["uninitialised variable 'x' has the value 7"]


@pytest.mark.usefixtures("compiler")
def test_a_value_that_nothing_has_initialised_does_not_make_impossible_reading_possible() -> None:
    text = """typedef struct file FILE; FILE *fopen(const char *, const char *); int fscanf(FILE *, const char *, ...);
    int main(void) { FILE *f = fopen("nowhere", "r"); int x, y = 0; int n = f ? fscanf(f, "%d", &y) : 0;"""
    task = program(f"{text} if (x == 7 && n == 1 && y == 4) reach_error(); return 0; }}")
    found = here(execute(), task, here(bmc(), task)[Violation])[Answer]
    assert found.verdict is Verdict.UNKNOWN
    assert "the value of 'x', which nothing has initialised" in found.reason

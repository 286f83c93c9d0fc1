"""The greybox fuzzer: what it finds, what it must not do, and what is said where it cannot work."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from coveriflow.actors import greybox
from coveriflow.actors.confirmers import execute
from coveriflow.actors.work.confirm import sanitizers, violations
from coveriflow.artifacts.answers import Answer, Violation
from coveriflow.artifacts.coverage import ExecutedLines
from coveriflow.artifacts.specifications import REACH_ERROR, Property, PropertyKind, Specification
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.native import compiler as compilers
from coveriflow.execution.native.compiler import Linkage
from coveriflow.program.types.data_model import DataModel
from tests.actors.tasks import HEAD, Got, here, program

MEMORY = (PropertyKind.VALID_FREE, PropertyKind.VALID_DEREF, PropertyKind.VALID_MEMTRACK)
LIBRARY = """\
typedef struct file FILE; extern FILE *stdin;
extern char *fgets(char *, int, FILE *); extern int getchar(void); extern int scanf(const char *, ...);
extern void *malloc(unsigned long); extern void free(void *); extern void exit(int);
extern void __VERIFIER_assume(int); extern unsigned char __VERIFIER_nondet_uchar(void);
extern float __VERIFIER_nondet_float(void);
"""


def fuzzed(text: str, *kinds: PropertyKind, cpu: float = 4.0, model: DataModel = DataModel.LP64) -> Got:
    asked = Specification(tuple(Property(kind) for kind in kinds)) if kinds else REACH_ERROR
    return here(greybox(cpu=cpu), program(LIBRARY + text, model=model, specification=asked))


FOUND = [
    (
        (),
        "int main(void) { if (__VERIFIER_nondet_int() == 123456 && __VERIFIER_nondet_uchar() == 'Q') reach_error(); }",
    ),
    (
        (),
        "inline void check(int x) { if (x == 4711) reach_error(); } int main(void) { check(__VERIFIER_nondet_int()); }",
    ),
    ((), "int main(void) { float x = __VERIFIER_nondet_float(); if (x > 0.5f && x < 2) reach_error(); }"),
    ((), 'int main(void) { int n; if (scanf("%d", &n) == 1 && n == 4711) reach_error(); }'),
    ((), "int main(int argc, char **argv) { if (argc > 1 && argv[1][0] == '-' && argv[1][1] == 'x') reach_error(); }"),
    (
        (),
        """int main(void) { int depth = 0, c;
            while ((c = getchar()) >= 0 && c != 10) if (c == '(') { if (++depth == 5) reach_error(); } else break; }""",
    ),
    (MEMORY, "int main(void) { int a[4]; unsigned i = __VERIFIER_nondet_uint(); if (i <= 4) a[i] = 0; }"),
    (MEMORY, "int main(void) { char *p = malloc(3); if (p) { free(p); if (__VERIFIER_nondet_int() == 5) *p = 1; } }"),
    (MEMORY, "int main(void) { char *p = malloc(3); if (__VERIFIER_nondet_uint() == 77) p = 0; free(p); }"),
    (
        (PropertyKind.VALID_MEMCLEANUP,),
        "int main(void) { char *p = malloc(3); if (__VERIFIER_nondet_int()) exit(1); free(p); }",
    ),
    ((PropertyKind.NO_OVERFLOW,), "int main(void) { int x = __VERIFIER_nondet_int(); x = x * 2; }"),
    (
        (*MEMORY, PropertyKind.ASSERTIONS),
        "int main(void) { char *p = malloc(3); if (__VERIFIER_nondet_uint() == 77) reach_error(); free(p); }",
    ),
    (
        (PropertyKind.UNDEFINED,),
        "int main(void) { int x; int n = __VERIFIER_nondet_int(); if (n > 3) x = n; return x; }",
    ),
]


@pytest.mark.slow
def test_an_error_function_that_violates_nothing_and_is_only_declared() -> None:
    """What it does is not known: an execution that calls it shows nothing."""
    before = "int main(void) { int x = __VERIFIER_nondet_int(); x = x * 2; reach_error(); }"
    assert fuzzed(before, PropertyKind.NO_OVERFLOW)[Answer].verdict is Verdict.FALSE
    after = "int main(void) { reach_error(); int x = __VERIFIER_nondet_int(); x = x * 2; }"
    assert "does not compile" not in fuzzed(after, PropertyKind.NO_OVERFLOW)[Answer].reason


@pytest.mark.parametrize(
    ("kinds", "text"),
    [*FOUND[3:6], *(pytest.param(*each, marks=pytest.mark.slow) for each in (*FOUND[:3], *FOUND[6:]))],
)
def test_it_finds_a_violation_that_its_execution_confirms(kinds: tuple[PropertyKind, ...], text: str) -> None:
    got = fuzzed(text, *kinds)
    assert got[Answer].verdict is Verdict.FALSE, got[Answer].reason
    asked = Specification(tuple(Property(kind) for kind in kinds)) if kinds else REACH_ERROR
    task = program(LIBRARY + text, specification=asked)
    assert here(execute(), task, got[Violation])[Answer].verdict is Verdict.FALSE


@pytest.mark.parametrize(
    ("kinds", "text"),
    [
        (
            (),
            "int main(void) { int x = __VERIFIER_nondet_int(); __VERIFIER_assume(x != 3); if (x == 3) reach_error(); }",
        ),
        ((), "int main(void) { for (;;) if (__VERIFIER_nondet_int() == 5) { for (;;) ; } }"),
        (MEMORY, "char *kept; int main(void) { kept = malloc(3); return __VERIFIER_nondet_int(); }"),
        (MEMORY, "int f(int n) { return f(n + 1) + 1; } int main(void) { return f(__VERIFIER_nondet_int()); }"),
    ],
)
def test_no_violation_is_claimed_where_none_is(kinds: tuple[PropertyKind, ...], text: str) -> None:
    got = fuzzed(text, *kinds, cpu=0.7)
    assert got[Answer].verdict is Verdict.UNKNOWN
    assert "executions" in got[Answer].reason or "no execution of" in got[Answer].reason


def test_inputs_are_made_small() -> None:
    got = fuzzed("int main(void) { int n = 0; while (__VERIFIER_nondet_int() > 9) n++; if (n == 3) reach_error(); }")
    assert got[Violation].values == (10, 10, 10, 0)


@pytest.mark.slow
def test_the_same_seed_finds_the_same() -> None:
    text = "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 900 && x % 7 == 3) reach_error(); }"
    assert fuzzed(text)[Violation].values == fuzzed(text)[Violation].values


def test_without_inputs_there_is_one_execution() -> None:
    got = fuzzed("int main(void) { return 0; }")
    assert got[Answer].reason == "no execution of 1 was seen to violate the property"


LONG = (
    "int main(void) { unsigned n = 0, odd = 0; while (n < 30000000) { n++; odd += n & 1; } if (WRONG) reach_error(); }"
)


def test_an_execution_that_is_too_long_to_be_replayed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without inputs there is one; the compiled program shows what it does."""
    monkeypatch.setattr(violations, "REPLAY_STEPS", 200_000)
    text = LONG.replace("WRONG", "odd == 15000000")
    got = fuzzed(text)
    assert got[Answer].verdict is Verdict.FALSE
    answer = here(execute(), program(LIBRARY + text), got[Violation])[Answer]
    assert answer.verdict is Verdict.FALSE
    assert answer.assumptions == ()
    assert fuzzed(LONG.replace("WRONG", "odd != 15000000"))[Answer].verdict is Verdict.UNKNOWN


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { unsigned i = 0; while (i < 3000040) i++; if ((n = 1 << (i & 63)) == 256) reach_error(); }",
        "int main(void) { unsigned i = 0; while (i < 3000000) i++; a[0][i - 2999995] = 1; reach_error(); }",
        "int main(void) { double d = 1; while (d < 1e10) d += 5000; if ((int)d <= 0) reach_error(); }",
        "int main(void) { int n = 2144483647; while (n > 0) n++; reach_error(); }",
    ],
    ids=["shift", "bounds", "conversion", "overflow"],
)
def test_what_is_undefined_before_the_error_of_a_long_execution(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The compiled program reaches the error, after a step that means nothing."""
    monkeypatch.setattr(violations, "REPLAY_STEPS", 20_000)
    answer = here(execute(), program(LIBRARY + "int a[2][4], n; " + text), Violation(()))[Answer]
    assert answer.verdict is Verdict.UNKNOWN
    assert "undefined before it reaches the error" in answer.reason


def test_a_long_execution_that_ends_otherwise_when_it_is_compiled_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then it rests on something that C leaves open, whatever sanitizers report."""
    monkeypatch.setattr(violations, "REPLAY_STEPS", 20_000)
    monkeypatch.setattr(sanitizers, "SANITIZERS", (*sanitizers.SANITIZERS, "-funsigned-char"))
    loop = "for (unsigned i = 0; i < 3000000; i++) c ^= 2;"
    text = f"{LIBRARY} int main(void) {{ char c = -1; {loop} if (c < 0) reach_error(); }}"
    answer = here(execute(), program(text), Violation(()))[Answer]
    assert answer.verdict is Verdict.UNKNOWN
    assert "ends without the error" in answer.reason


THEN = "int main(void) {{ unsigned i = 0; while (i < 3000000) i++; if ({}) reach_error(); }}"


@pytest.mark.parametrize(
    ("text", "model"),
    [
        ("extern void *malloc(unsigned long); " + THEN.format("malloc(1UL << 41) == 0"), DataModel.LP64),
        ("inline int one(void) { return 1; } " + THEN.format("one() && -2147483648 > 0"), DataModel.ILP32),
        ("int abs(int v) { return v; } " + THEN.format("abs(-(int)i) > 0"), DataModel.LP64),
    ],
    ids=["memory", "dialect", "own function"],
)
def test_what_only_the_compiled_program_does_in_a_long_execution(
    text: str, model: DataModel, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(violations, "REPLAY_STEPS", 20_000)
    answer = here(execute(), program(LIBRARY + text, model=model), Violation(()))[Answer]
    assert answer.verdict is Verdict.UNKNOWN, answer


def test_where_there_are_no_sanitizers_a_long_execution_is_assumed_to_be_defined(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(violations, "REPLAY_STEPS", 20_000)
    monkeypatch.setattr(sanitizers, "linkage", lambda _model: Linkage.OWN)
    text = LIBRARY + LONG.replace("WRONG", "odd == 15000000")
    answer = here(execute(), program(text), Violation(()))[Answer]
    assert answer.verdict is Verdict.FALSE
    (assumed,) = answer.assumptions
    assert assumed.startswith("nothing undefined is done before the error is reached")


def test_an_execution_harms_nobody(tmp_path: Path) -> None:
    """The program violates the property where it could do harm, and nothing of that has been done."""
    (tmp_path / "old").write_text("kept")
    text = """
extern FILE *fopen(const char *, const char *); extern int remove(const char *); extern int system(const char *);
extern int fork(void); extern int kill(int, int); extern int getppid(void); extern unsigned sleep(unsigned);
int main(void) {
  switch (__VERIFIER_nondet_uint()) {
    case 0: if (fopen("PLACE/new", "w")) reach_error(); break;
    case 1: if (!remove("PLACE/old")) reach_error(); break;
    case 2: if (!system("touch PLACE/new")) reach_error(); break;
    case 3: if (fork() >= 0) reach_error(); break;
    case 4: kill(getppid(), 9); break;
    default: sleep(1000);
  }
  return 0;
}
"""
    got = fuzzed(text.replace("PLACE", str(tmp_path)), cpu=0.8)
    assert int(re.findall(r"no execution of (\d+) was seen", got[Answer].reason)[0]) > 100
    assert [each.name for each in tmp_path.iterdir()] == ["old"]


def test_what_a_function_without_a_body_returns_is_not_guessed() -> None:
    got = fuzzed("extern int elsewhere(void); int main(void) { if (elsewhere()) reach_error(); }")
    assert got[Answer].verdict is Verdict.UNKNOWN


def test_without_a_compiler_there_is_no_fuzzing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CC", "nowhere-to-be-found")
    got = fuzzed("int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); }")
    assert (got[Answer].verdict, got[Answer].reason) == (Verdict.UNKNOWN, "no C compiler was found")


@pytest.mark.slow
@pytest.mark.parametrize("model", DataModel)
def test_our_own_library_suffices(model: DataModel, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no address sanitizer then: what took something new is replayed."""
    monkeypatch.setattr(compilers.Compiler, "supports", lambda _self, _model: False)
    if compilers.linkage(model) is not Linkage.OWN:
        pytest.skip(f"this machine runs no programs of {model.value}")
    found = fuzzed("int main(void) { if (__VERIFIER_nondet_int() == 123456) reach_error(); }", model=model)
    assert found[Violation].values == (123456,)
    access = (
        "int main(void) { int a[4], *p = a; unsigned i = __VERIFIER_nondet_uint(); if (i <= 4) p[i] = 0; return 0; }"
    )
    assert fuzzed(access, *MEMORY, model=model)[Violation].values[-1] == 4


LINES = """
static int odd(int x) {
  if (x == 3)
    return 1;
  return x % 2;
}
int main(void) {
  int n = __VERIFIER_nondet_int();
  n = n > 5 ? 4 : 2;
  if (odd(n))
    n = 7;
  while (n--)
    odd(2);
}
"""


@pytest.mark.parametrize("kinds", [(), MEMORY])
def test_the_lines_that_were_executed_are_reported(kinds: tuple[PropertyKind, ...]) -> None:
    """Those that no execution comes to are the others, whatever the property."""
    lines = fuzzed(LINES, *kinds, cpu=1.5)[ExecutedLines]
    first = (HEAD + LIBRARY + LINES[:1]).count("\n")
    assert {number - first for _, number in lines.others} == {3, 10}
    assert {2, 4, 7, 8, 9, 11, 12} <= {number - first for _, number in lines.executed}

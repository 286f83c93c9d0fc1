"""What a proof assumes of undefined behaviour is asked for: it is excluded, or an execution shows that it happens."""

from __future__ import annotations

import pytest

from coveriflow.actors import check_undefined, execute, seek_undefined, symbolic
from coveriflow.actors.definition import SoFar
from coveriflow.actors.work.checks import ask, confirm
from coveriflow.actors.work.confirm.sanitizers import Sanitized, sanitized
from coveriflow.actors.work.load import automaton_of
from coveriflow.artifacts.answers import Answer, Confirmation, Violation
from coveriflow.artifacts.definedness import AssumedChecks, Definedness, is_about_check
from coveriflow.artifacts.display.error_paths import ErrorPath, EventKind
from coveriflow.artifacts.resources import Limits
from coveriflow.artifacts.specifications import BY_NAME
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.execution.contracts import End
from coveriflow.execution.native.compiled_program import CompileError
from coveriflow.program.cfa.edges import Check, Undefined
from coveriflow.program.library.check_places import assumptions_of
from coveriflow.program.text.violations import NOTHING
from coveriflow.report.undefined import KINDS, told
from tests.actors.tasks import Got, here, program

LIBRARY = """
typedef unsigned long size_t;
void *malloc(size_t); void free(void *); char *strcpy(char *, const char *); size_t strlen(const char *);
int isalpha(int); int any(void) { return __VERIFIER_nondet_int(); } char *strdup(const char *);
"""


def assumed(task: Task, *kinds: Undefined) -> AssumedChecks:
    """All checks of the program, as if nothing were known of them."""
    cfa = automaton_of(task)
    checks = [e for e in cfa.edges if isinstance(e.operation, Check) and e.operation.undefined in (kinds or Undefined)]
    return AssumedChecks(tuple(dict.fromkeys(each for edge in checks for each in assumptions_of(cfa, edge))))


def asked(text: str, *kinds: Undefined) -> Got:
    task = program(LIBRARY + text)
    return here(check_undefined(), task, assumed(task, *kinds))


def no_compiler(*_: object) -> Sanitized:
    raise CompileError("no C compiler was found")


FAILING = {
    "int a[5]; int main(void) { int i = any(); if (i < 0 || i > 5) return 0; a[i] = 1; return 0; }": (
        "write of 1 element past `a` (index 5, 5 elements)"
    ),
    "int a[5]; int main(void) { int i = any(); if (i > 4 || i < -1) return 0; return a[i]; }": (
        "read of 1 element before `a` (index -1, 5 elements)"
    ),
    "int a[5]; int main(void) { unsigned long n = any() ? 3 : 0; return a[n - 1]; }": (
        "read of 1 element before `a` (index -1, 5 elements)"
    ),
    "int main(void) { int *p = malloc(12); int i = any(); if (i > 3 || i < 0) return 0;\np[i] = 1; }": (
        "write of 4 bytes past the object allocated at line 8 (12 bytes, offset 12)"
    ),
    'int main(void) { char s[4]; strcpy(s, any() ? "abc" : "abcd"); return s[0]; }': (
        "write of 1 byte past `s` (4 bytes, offset 4)"
    ),
    "int f(int *p) { return *p; } int main(void) { int v = 1; return f(any() ? &v : 0); }": (
        "read through a null pointer"
    ),
    "int main(void) { int *p = malloc(4); *p = 1; if (any()) free(p);\nreturn *p; }": (
        "read of the object allocated at line 8, which was freed at line 8"
    ),
    "int main(void) { int *p = malloc(6); int i = any(); if (i > 2 || i < 0) return 0;\np[i++] = 1; }": (
        "write of 4 bytes, 2 of them past the object allocated at line 8 (6 bytes, offset 4)"
    ),
    "int *f(void) { int x = 1, *p = &x; return p; } int main(void) { int *p = f(); return any() ? *p : 0; }": (
        "read of `x`, which does not exist any more"
    ),
    "int main(void) { int *p = malloc(4); if (any()) free(p); free(p); }": KINDS[Undefined.FREE],
    "int main(void) { return 7 / any(); }": "division by zero",
    "int main(void) { int x = any(); if (x < 33) return 0; return 1 << x; }": "shift of a value of 32",
    "int main(void) { char *s = \"abc\"; if (any()) s[0] = 'x'; return 0; }": KINDS[Undefined.READ_ONLY],
    "int main(void) { double d = any(); return (int)(d * 4.0); }": KINDS[Undefined.FLOAT_CONVERSION],
}


@pytest.mark.parametrize("text", FAILING)
def test_an_execution_that_is_undefined_is_told(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confirm, "sanitized", no_compiler)
    got = asked(text)
    found = got[Definedness].fails
    assert found is not None
    assert FAILING[text] in told(found)
    assert found.confirmation is Confirmation.INTERPRETED
    last = got[ErrorPath].steps[-1].events[-1]
    assert (last.kind, last.name) == (EventKind.UNDEFINED, found.undefined.name)


def test_a_pointer_that_leaves_its_object_and_is_followed_is_told_as_an_access(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confirm, "sanitized", no_compiler)
    begin = (
        "struct p { int a, b; }; int f(char *s, int n) { return s[n - 1]; }"
        "char *g(char *s, int n) { return &s[n - 1]; } int h(struct p *s, unsigned long n) { return s[n - 1].b; }"
    )
    sentences = {
        "f(t, 0)": "read of 1 byte before `t` (8 bytes, offset -1)",
        "g(t, 0)": KINDS[Undefined.POINTER],
        "h(q, 0)": "read of 4 bytes before `q` (16 bytes, offset -4)",
    }
    for call, said in sentences.items():
        data = "char t[8] = {1}; struct p q[2] = {{1, 2}};"
        text = f"{begin} int main(void) {{ {data} return any() == 3 ? {call} == 0 : 1; }}"
        found = asked(text)[Definedness].fails
        assert found is not None
        assert found.undefined is Undefined.POINTER
        assert said in told(found)


@pytest.mark.usefixtures("compiler")
def test_what_is_undefined_in_a_file_that_is_included_is_seen_there() -> None:
    text = 'int a[5];\n# 61 "other.c"\nvoid f(int i) { a[i] = 1; }\n# 9 "program.c"\n'
    found = asked(f"{text}int main(void) {{ int i = any(); if (i > 4 && i < 9) f(i); return 0; }}")[Definedness].fails
    assert found is not None
    assert found.place[:2] == ("other.c", 61)
    assert found.confirmation is Confirmation.EXECUTED, found.note
    assert told(found, ["program.c"]).startswith("undefined behaviour at line 61 of other.c: write")


ACCESSES = [text for text, told in FAILING.items() if told.startswith(("read", "write"))]


@pytest.mark.parametrize("text", ACCESSES)
def test_with_memory_safety_the_same_is_told(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confirm, "sanitized", no_compiler)
    task = program(LIBRARY + text, specification=BY_NAME["valid-deref"])
    violation = here(symbolic(), task)[Violation]
    found = here(execute(), task, violation)[Definedness].fails
    assert found is not None
    assert FAILING[text] in told(found)


@pytest.mark.slow
@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("text", FAILING)
def test_sanitizers_see_it_too(text: str) -> None:
    found = asked(text)[Definedness].fails
    assert found is not None
    assert found.confirmation is Confirmation.EXECUTED, found.note


DEFINED = [
    "int a[5]; int main(void) { unsigned i = __VERIFIER_nondet_uint(); if (i > 4) return 0; a[i] = 1; return 9 >> i; }",
    "int main(void) { int *p = malloc(12); unsigned i = __VERIFIER_nondet_uint(); if (i < 3) p[i] = 1; free(p); }",
    'int main(void) { char s[4]; strcpy(s, "abc"); return isalpha(s[1]) / strlen(s); }',
    "int f(int *p) { return p ? *p : 7; } int main(void) { int v = 0; return f(any() ? &v : 0); }",
    "int main(void) { int x = any(), y = any(); return y > 0 ? x / y : x % -2; }",
    "int a[3]; int f(int n, int k) { a[k] = 1; return n > 0 ? f(n - 1, k + 1) : 0; }"
    " int main(void) { unsigned n = __VERIFIER_nondet_uint() % 3; return f(n, 2 - n); }",
]


@pytest.mark.parametrize("text", DEFINED)
def test_what_never_happens_is_excluded(text: str) -> None:
    task = program(LIBRARY + text)
    sentences = assumed(task)
    assert all(map(is_about_check, sentences.sentences))
    got = here(check_undefined(), task, sentences)
    assert got[Definedness] == Definedness(sentences.sentences)
    assert ErrorPath not in got


def test_each_check_is_excluded_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    """No verifier and no execution is asked: values tell that one access is inside, and nothing of the other one."""
    monkeypatch.setattr(ask, "decided", lambda *_: "nobody knows")
    monkeypatch.setattr(ask, "guessed", lambda *_: "nobody knows")
    monkeypatch.setattr(ask, "sampled_violation", lambda *_: None)
    text = """
int a[5];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint();
  if (i < 5) a[i] = 1;
  if (i * i < 25) a[i] = 2;
}"""
    task = program(LIBRARY + text)
    inside, other = assumed(task).sentences
    reports: list[object] = []
    monkeypatch.setattr(ask, "report_progress", reports.append)
    assert here(check_undefined(), task, AssumedChecks((inside, other)))[Definedness] == Definedness((inside,))
    assert [each for each in reports if isinstance(each, SoFar)] == [SoFar((Definedness((inside,)),))]


@pytest.mark.usefixtures("compiler")
def test_a_fuzzer_finds_what_only_inputs_reach(monkeypatch: pytest.MonkeyPatch) -> None:
    """Verifiers find it, too, where they have the time."""
    monkeypatch.setattr(ask, "decided", lambda *_: "nobody knows")
    text = """
int scanf(const char *, ...);
int main(void) {
  char word[3]; int n;
  if (scanf("%d %s", &n, word) == 2) return n == 4711 && word[0] == 'x' ? word[n] : 0;
}"""
    found = asked(text)[Definedness].fails
    assert found is not None
    assert found.confirmation is Confirmation.EXECUTED, found.note


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("divisor", ["b", pytest.param("b ? b : 1", marks=pytest.mark.slow)])
def test_an_undefined_execution_is_sought_without_a_proof(divisor: str) -> None:
    text = f"""
int scanf(const char *, ...);
int main(void) {{
  unsigned a, b; int half[2] = {{0, 1}};
  if (scanf("%u %u", &a, &b) != 2) return 1;
  while (a % 7 == 3) {{ a = a * a + b; if (a == 12345678) reach_error(); }}
  return a % ({divisor}) + half[b & 1];
}}"""
    got = here(seek_undefined(), program(LIBRARY + text))
    found = got[Definedness]
    assert found.others is Verdict.UNKNOWN
    assert (found.fails is not None) == (divisor == "b")
    if found.fails is not None:
        assert (found.fails.command, found.fails.given) == ("printf '0 0' | ./program", 'with "0 0" on standard input')
        assert got[ErrorPath].steps[-1].events[-1].kind is EventKind.UNDEFINED


def test_what_the_program_is_given_is_not_assumed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(confirm, "sanitized", no_compiler)
    text = """
int a[3]; int any_undefined(void);
int main(int argc, char **argv) { any_undefined(); return argc > 1 ? a[argv[1][0]] : 0; }"""
    found = asked(text)[Definedness].fails
    assert found is not None
    assert [each for each in found.assumptions if "argv" in each] == []


READING = """
typedef struct file FILE; FILE *fopen(const char *, const char *); int fgetc(FILE *); int getchar(void);
int scanf(const char *, ...); int a[3];
int main(void) {{ FILE *f = fopen("x", "r"); int n = 0; {} if (n < 0 || n > 3) return f == 0; return a[n]; }}"""


@pytest.mark.parametrize(
    ("read", "is_known"),
    [("n = getchar() - 'a';", True), ('scanf("%d", &n);', True), ("if (f) n = fgetc(f);", False)],
)
def test_without_sanitizers_standard_input_is_known_and_no_other_stream(
    read: str, is_known: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any text can be given there, so that the interpreter's replay stands."""
    monkeypatch.setattr(confirm, "sanitized", no_compiler)
    monkeypatch.setattr(ask, "guessed", lambda *_: "nobody knows")
    text = READING.format(read) if is_known is False else READING.format(read).replace('fopen("x", "r")', "0")
    found = asked(text, Undefined.BOUNDS)[Definedness].fails
    assert (found is not None) is is_known
    assert found is None or not any("reads" in each for each in found.assumptions)


def test_where_sanitizers_see_nothing_what_is_read_is_no_reason_to_accuse_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(confirm, "sanitized", lambda *_: Sanitized(frozenset(), End.FINISHED))
    monkeypatch.setattr(ask, "guessed", lambda *_: "nobody knows")
    text = READING.format("n = getchar() - 'a';").replace('fopen("x", "r")', "0")
    assert asked(text, Undefined.BOUNDS)[Definedness].fails is None


@pytest.mark.usefixtures("compiler")
def test_what_an_undefined_function_gives_is_assumed_where_the_property_asks() -> None:
    """What is no defined function cannot be linked, so that nothing was executed."""
    text = "int ext(void); int main(void) { return 1 / ext(); }"
    task = program(text, specification=BY_NAME["undefined-behaviour"])
    answer = here(execute(), task, Violation((0,)))[Answer]
    assert answer.verdict is Verdict.FALSE
    assert any("undefined function 'ext' has the value 0" in each for each in answer.assumptions)
    assert any("undefined reference to `ext'" in each for each in answer.assumptions)
    assert not any("sanitizers" in each for each in answer.assumptions)


def test_what_a_function_of_the_library_gives_is_not_assumed() -> None:
    """It is not computed here, and never 0."""
    text = 'unsigned long wcslen(const int *); int main(void) { return 1 / wcslen(L"a"); }'
    task = program(text, specification=BY_NAME["undefined-behaviour"])
    assert here(execute(), task, Violation((0,)))[Answer].verdict is Verdict.UNKNOWN


def test_what_is_guessed_at_a_loop_speaks_of_no_memory_that_is_gone_there() -> None:
    """The check reads memory of one function, and the loop is in another one."""
    text = """
int *kept;
void keeps(int v) { int x = v; if (kept && *kept != x) reach_error(); kept = &x; }
void deeper(int v) { char pad[9] = {0}; for (int i = 0; i < 9; i++) pad[i] = 7; keeps(v + pad[3] - 7); }
int main(void) { keeps(1); deeper(2); return 0; }"""
    task = program(LIBRARY + text)
    sentences = assumed(task, Undefined.LIFETIME)
    assert here(check_undefined(), task, sentences)[Definedness].excluded == sentences.sentences


def test_what_is_not_asked_for_ends_executions() -> None:
    """The division is behind the access."""
    text = "int a[2]; int main(void) { int i = __VERIFIER_nondet_int(); a[i] = 1; return 1 / (i > -1 && i < 2); }"
    assert asked(text, Undefined.DIVISION)[Definedness].fails is None
    assert asked(text, Undefined.BOUNDS)[Definedness].fails is not None
    task = program(LIBRARY + text)
    others = AssumedChecks(("no division by zero or overflowing division at residual.c, line 3",))
    assert here(check_undefined(), task, others)[Definedness] == Definedness(())


def test_the_library_is_told_as_the_call_in_the_user_s_text() -> None:
    text = """
char *copied(char *to, const char *from) { return strcpy(to, from); }
int main(void) {
  char a[2];
  copied(a, "x");
  if (__VERIFIER_nondet_int())
    copied(a, "xy");
  return 0;
}"""
    found = asked(text)[Definedness].fails
    assert found is not None
    assert found.called == "strcpy"
    assert found.place[:2] == ("program.c", 9)
    assert told(found).startswith("undefined behaviour at line 9 in the call of strcpy: write of 1 byte past `a`")


def test_a_value_of_the_library_is_no_reason_to_accuse_the_program() -> None:
    """That sin(0.0) is 2 is no execution."""
    text = "double sin(double); int a[2]; int main(void) { return a[sin(0.0) > 1.5 ? 2 : 1]; }"
    assert asked(text)[Definedness].fails is None


def test_the_size_of_the_stack_is_no_defect_of_a_program() -> None:
    text = "int main(void) { unsigned long n = __VERIFIER_nondet_ulong(); if (!n) return 0; char a[n]; return a == 0; }"
    found = asked(text, Undefined.STACK)[Definedness]
    assert found == Definedness(())


def test_every_kind_has_a_sentence() -> None:
    assert KINDS.keys() == set(Undefined)


BESIDE = {
    "a misaligned read": "char b[8]; int main(void) { return *(int *)(b + 1) + %s; }",
    "a shift": "int main(void) { int n = 31; return (1 << n) / 2 + %s; }",
    "a conversion": "int main(void) { double d = 1e10; return ((int)d & 1) + %s; }",
}


@pytest.mark.usefixtures("compiler")
@pytest.mark.parametrize("text", BESIDE.values(), ids=BESIDE.keys())
def test_what_sanitizers_report_beside_it_is_something_else(text: str) -> None:
    """On the same line."""
    sources = [(text % added, is_seen) for added, is_seen in (("any() * 0", False), ("(0x7fffffff + any())", True))]
    for source, is_seen in sources:
        task, line = program(LIBRARY + source), program(LIBRARY).sources[0].text.count("\n") + 1
        found = sanitized(task, [1], NOTHING, Limits(5, 20, 1 << 30), kind=Undefined.OVERFLOW)
        assert ((task.sources[0].name, line) in found.lines) == is_seen

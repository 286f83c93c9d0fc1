"""Values and places as the program text has them."""

from __future__ import annotations

from coveriflow.actors.work.load import automaton_of
from coveriflow.actors.work.source_positions import Originals
from coveriflow.actors.work.verify.error_paths import error_path
from coveriflow.artifacts.display.error_paths import Event, EventKind
from coveriflow.artifacts.specifications import ASSERTIONS
from tests.actors.tasks import program

READING = "extern int scanf(const char *, ...);"


def events(text: str, *values: int) -> list[Event]:
    task = program(text)
    path = error_path(Originals(task), automaton_of(task), values)
    assert path is not None
    return [event for step in path.steps for event in step.events]


def test_an_element_of_a_nested_array_has_all_its_subscripts() -> None:
    told = events("int a[2][3][4];\nint main(void) { int i = 1; a[i][2][3] = 7;\na[0][i][0] = 8; reach_error(); }")
    names = [each.name for each in told if each.kind is EventKind.VALUE and each.name.startswith("a")]
    assert names == ["a[1][2][3]", "a[0][1][0]"]


def test_of_a_function_of_the_library_only_what_it_reads_is_told() -> None:
    """No condition of what stands for its call; the variable that it writes, also where its sign is another one."""
    text = READING + '\nint main(void) {\nunsigned n;\nif (scanf("%u", &n) == 1 && n == 3)\nreach_error(); }'
    told = events(text, 5, 1, 3)
    assert [(each.kind, each.name, each.value) for each in told if each.kind is not EventKind.ERROR] == [
        (EventKind.INPUT, "n", "5"),
        (EventKind.INPUT, "reads format %u()", "1"),
        (EventKind.INPUT, "reads %u()", "3"),
        (EventKind.VALUE, "n", "3"),
        (EventKind.BRANCH, "if", "true"),
    ]


def test_parts_of_a_function_of_the_library_are_not_named() -> None:
    text = """extern int sprintf(char *, const char *, ...);
int main(void) {
  char t[9];
  sprintf(t, "%d-%c", __VERIFIER_nondet_int(), 'x');
  reach_error();
}"""
    told = events(text, *[0] * 9, 12)
    assert not any("__coveriflow" in f"{each.name} {each.value}" for each in told)
    assert ("t[3]", "120 'x'") in [(each.name, each.value) for each in told]


def test_what_is_freed_is_told() -> None:
    """By ``free``, and by what else ends an object; the null pointer is none."""
    text = """void *malloc(unsigned long); void *realloc(void *, unsigned long); void free(void *);
int main(void) {
  void *p = malloc(1), *q = malloc(2);
  free(0);
  q = realloc(q, 9);
  free(p);
  reach_error();
}"""
    told = [each for each in events(text) if each.kind is EventKind.FREED]
    assert told == [Event(EventKind.FREED, "heap object 2"), Event(EventKind.FREED, "heap object 1")]


def test_local_objects_are_not_freed() -> None:
    """Those of a function that runs more than once are made and end as allocated ones do."""
    text = "int f(int *p, int n) { int x = n, *q = &x; return n ? f(q, n - 1) : *q; }\n"
    told = events(text + "int main(void) { int y = f(0, 2); if (!y) reach_error(); }")
    assert not any(each.kind is EventKind.FREED for each in told)


def test_an_assertion_in_a_file_that_is_included_names_it() -> None:
    """Also where there is one source file."""
    failing = "void __assert_fail(const char *, const char *, unsigned, const char *);\n"
    text = f'{failing}# 61 "other.c"\nvoid f(int x) {{ if (!(x > 1)) __assert_fail("x > 1", "other.c", 61, "f"); }}\n'
    task = program(text + '# 9 "program.c"\nint main(void) { f(1); }', specification=ASSERTIONS)
    path = error_path(Originals(task), automaton_of(task), ())
    assert path is not None
    assert path.steps[-1].events[-1].name == "the assertion `x > 1` fails at line 61 of other.c"

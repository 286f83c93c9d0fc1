"""What printed C looks like where other verifiers and people depend on it: types, members, layouts, order of jumps."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from coveriflow.program.cfa.edges import Check, Undefined
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Interpreter
from coveriflow.program.printing.bodies import DEEPEST
from coveriflow.program.printing.printer import ends_objects, printed
from coveriflow.program.printing.types import CTypes
from coveriflow.program.text.violations import calls_of
from coveriflow.program.types.data_model import DataModel

_LIST = """\
struct node { int value; struct node *next; char name[6]; };
struct node *head; struct node pool[4] = {{1, 0, "ab"}, {2, &pool[0]}};
extern void *malloc(unsigned long); extern void free(void *); extern int __VERIFIER_nondet_int(void);
struct node *find(struct node *at, int value) { while (at && at->value != value) at = at->next; return at; }
int main(void) {
  struct node *new = malloc(sizeof *new); int i = __VERIFIER_nondet_int();
  new->value = i; new->next = &pool[1]; new->name[2] = 7; head = new;
  pool[i].value += 7; pool[2].name[i] = 3;
  int found = find(head, 2)->value; free(new);
  return found; }
"""


def _text(source: str, model: DataModel = DataModel.LP64) -> str:
    return printed(program_cfa([("p.c", source)], model)).text


@pytest.mark.parametrize(
    "expected",
    [
        "struct node { int value; struct node *next; signed char name[6]; };",
        "struct node pool[4] = {{1, ((struct node *)0), {((signed char)97), ((signed char)98)}}, {2,",
        "struct node *head;",
        "struct node *find(struct node *at, int value)",
        "at = at->next;",
        "->next = (&pool[1]);",
        "->name[2] = ((signed char)7);",
        "pool[1].next = (&pool[0]);",
        "free(",
    ],
)
def test_declared_types_and_members_are_kept(expected: str) -> None:
    assert expected in _text(_LIST)


def test_an_index_that_may_leave_an_inner_array_is_no_subscript_of_it() -> None:
    """Other verifiers would let it leave the array only to find nothing there."""
    text = _text(
        """struct s { int a[2]; int b[2]; } x; extern int __VERIFIER_nondet_int(void);
        int main(void) { int *p = &x.a[0]; p[__VERIFIER_nondet_int()] = 1; return x.b[1]; }"""
    )
    assert not re.search(r"x\.a\[[^0]", text)


def _jumps(text: str) -> list[tuple[int, int]]:
    """Lines of jumps and of their labels."""
    lines = text.splitlines()
    labels = {line.strip(" :;"): number for number, line in enumerate(lines) if re.fullmatch(r" *L\d+:;", line)}
    jumps = [(number, label) for number, line in enumerate(lines) for label in re.findall(r"goto (L\d+);", line)]
    assert {label for _, label in jumps} == labels.keys(), "each label is needed"
    return [(number, labels[label]) for number, label in jumps]


def test_structured_code_has_no_jumps() -> None:
    text = _text(
        """extern int __VERIFIER_nondet_int(void);
        int main(void) { int x = __VERIFIER_nondet_int(), s = 0;
          while (x > 0) { if (x == 5) s++; else if (x == 6) { s--; x--; } else continue;
            for (int i = 0; i < x; i++) { if (i == s) break; s += i; } if (s > 9) return 3; x--; }
          if (s) s = 2; do s--; while (s > x); return s; }"""
    )
    assert not _jumps(text)
    assert text.count("while (") == 3
    assert "else if (x == 6) {" in text
    assert "while (x > 0) {" in text


def test_only_loops_jump_back() -> None:
    text = _text(
        """extern int __VERIFIER_nondet_int(void);
        int main(void) { int x = __VERIFIER_nondet_int() ? 1 : 2; int y = x > 1 && __VERIFIER_nondet_int() ? x : -x;
          switch (y) { case 1: x++; case 2: x--; break; default: x = y ? y : 4; } return x; }"""
    )
    jumps = _jumps(text)
    assert jumps
    assert all(label > number for number, label in jumps)


def test_what_is_nested_deeply_is_written_flat() -> None:
    inside = "x--;"
    for depth in range(40):
        inside = (
            f"if (x >= {depth}) {{ while (x < 2 * {depth}) {{ {inside} x += 2; }} y++; }}"
            f"else {{ y--; if (y == {depth}) return 1; }}"
        )
    head = "extern int __VERIFIER_nondet_int(void); int main(void) { int y = 0, x = __VERIFIER_nondet_int();"
    source = f"{head} {inside} return y; }}"
    text = _text(source)
    deepest = max(len(line) - len(line.lstrip()) for line in text.splitlines())
    assert deepest <= 2 * (DEEPEST + 1)
    own, again = (Interpreter(program_cfa([("p.c", each)], DataModel.LP64)) for each in (source, text))
    for value in range(-1, 42):
        assert own.run([value]).status == again.run([value]).status


def _left_from_inside(depth: int) -> str:
    """So many loops; the innermost one is left to the end of the function, or goes on outside."""
    begin = "".join(f"while (x != {100 + level}) {{ g += {level}; x++;\n" for level in range(depth))
    return f"""extern int __VERIFIER_nondet_int(void); int g;
        void f(int x) {{ {begin} while (x < g) {{ x += g; g++; if (x == 7) goto next; }} return; next:; {"}" * depth} }}
        int main(void) {{ f(__VERIFIER_nondet_int()); return g; }}"""


@pytest.mark.parametrize("depth", range(DEEPEST - 3, DEEPEST + 2))
def test_functions_are_left_from_the_deepest_loop(depth: int) -> None:
    source = _left_from_inside(depth)
    own, again = (Interpreter(program_cfa([("p.c", text)], DataModel.LP64)) for text in (source, _text(source)))
    for value in (5, 99, 100, 101):
        assert own.run([value]).status == again.run([value]).status


_RECORDS = """\
struct a { char c; double d; short s[3]; };
union u { char c[5]; long l; struct a inner; };
struct b { int x : 3; unsigned y : 30; long : 0; char z : 1; };
struct __attribute__((packed)) p { char c; int i; };
struct n { int k; union { int i; float f; }; struct { char x, y; } pair[2]; struct n *next; };
struct w { char c; int aligned __attribute__((aligned(16))); };
struct f { int count; short items[]; };
struct a va; union u vu; struct b vb; struct p vp; struct n vn; struct w vw; struct f vf;
void *all[] = {&va, &vu, &vb, &vp, &vn, &vw, &vf};
int main(void) { return all[va.s[1]] != 0; }
"""


@pytest.mark.parametrize("model", DataModel)
def test_printed_types_have_their_layout(
    model: DataModel, compiler: str, compiler_for_32_bits: str, tmp_path: Path
) -> None:
    cfa = program_cfa([("p.c", _RECORDS)], model)
    sizes = [
        f'_Static_assert(sizeof({each.variable.name}) == {each.block.size}, "{each.variable.name}");'
        for each in cfa.objects
        if each.declared is not None
    ]
    assert len(sizes) == 8
    file = tmp_path / "printed.c"
    file.write_text(printed(cfa).text + "\n".join(sizes) + "\n")
    width = "-m32" if model is DataModel.ILP32 else "-m64"
    done = subprocess.run([compiler, width, "-c", file, "-o", tmp_path / "o"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def test_types_of_one_name_get_names_of_their_own() -> None:
    text = _text(
        """struct s { int a; } x; int *p = &x.a;
        int f(void) { struct s { char b; } y = {3}; char *q = &y.b; return *q; }
        int main(void) { return f() + *p; }"""
    )
    assert "struct s { " in text
    assert "struct s_2 { " in text


def test_no_type_is_mentioned_before_it_is_needed() -> None:
    types = CTypes(DataModel.LP64, set())
    assert types.definitions() == []


def test_what_printed_text_does_not_say_of_lifetimes_is_known() -> None:
    lasting = "int main(void) { int *p; { int x = 1; p = &x; } return *p; }"
    ending = "int main(void) { int s = 0; { int x = 1; int *p = &x; s = *p; } return s; }"
    assert ends_objects(program_cfa([("p.c", lasting)], DataModel.LP64))
    assert not ends_objects(program_cfa([("p.c", ending)], DataModel.LP64))


def test_a_check_of_what_exists_is_not_printed_for_objects_that_are_not_on_the_heap() -> None:
    text = """int *g; int f(int i) { int a[4]; a[i] = &a[i] == &a[i]; g = &a[i]; return a[1]; }
        int main(void) { return f(1) + f(2); }"""
    cfa = program_cfa([("p.c", text)], DataModel.LP64)
    checks = [edge.operation for edge in cfa.edges if isinstance(edge.operation, Check)]
    assert any(each.undefined is Undefined.LIFETIME for each in checks)
    assert "__coveriflow_usable" not in printed(cfa).text


def test_input_functions_are_declared_as_other_verifiers_do() -> None:
    text = "extern char __VERIFIER_nondet_char(void); int main(void) { char c = __VERIFIER_nondet_char(); return c; }"
    assert "extern char __VERIFIER_nondet_char(void);" in _text(text)


LIST = """
extern void *malloc(unsigned long);
struct list { struct list *next; int value; };
int main(void) {
    struct list *first = malloc(sizeof(struct list));
    int *three = malloc(3 * sizeof *three);
    char *text = malloc(16);
    first->value = 1; three[2] = 3; text[1] = 4;
    return 0;
}
"""


def test_sizes_of_new_objects_are_those_of_their_types() -> None:
    sizes = re.findall(r"= malloc\((.*)\);", _text(LIST))
    assert sizes == ["sizeof(struct list)", "(3 * sizeof(int))", "16UL"]


def test_a_loop_ends_by_its_only_way_out_and_errors_stand_at_the_end() -> None:
    """What comes right behind a loop is reached when it ends, for verifiers that go by induction over iterations."""
    text = """extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
    int main(void) {
        int lock = 0;
        while (1) {
            if (__VERIFIER_nondet_int()) goto out;
            if (lock) goto error;
            lock = 1;
            if (lock != 1) goto error;
            lock = 0;
        }
    out:
        return 0;
    error:
        reach_error();
        return 1;
    }"""
    found = printed(program_cfa([("p.c", text)], DataModel.LP64, calls_of("reach_error"))).text
    assert "== 0)) break;" in found or "!= 0) break;" in found
    assert re.search(r"\n  return main__return;\n (L\d+):;\n  reach_error\(\); abort\(\);\n}", found)
    assert found.count("goto L") == 2


def test_a_function_that_others_know_with_another_type_is_not_called() -> None:
    """Without a declaration it gives an ``int``, as C90 says."""
    found = _text("int main(void) { double x = __VERIFIER_nondet_double(); return x > 0; }")
    assert "extern int __VERIFIER_nondet_int(void);" in found
    assert "__VERIFIER_nondet_double" not in found


def test_the_end_of_a_function_is_no_step_before_its_call_of_the_error() -> None:
    """A handler that is the error function: the loop of those that run at the end leads to the function's end alone."""
    text = """extern int raise(int), atexit(void (*)(void));
    extern void reach_error(void);
    int main(void) { atexit(reach_error); raise(15); reach_error(); return 0; }"""
    cfa = program_cfa([("p.c", text)], DataModel.LP64, calls_of("reach_error"))
    again = program_cfa([("q.c", printed(cfa).text)], DataModel.LP64, calls_of("reach_error"))
    ends = [Interpreter(each).run((), 1000).end for each in (cfa, again)]
    assert ends == [End.STOPPED] * 2

"""Statements are found in preprocessed text, and what is put before them moves nothing else."""

from __future__ import annotations

import pytest

from coveriflow.program.cfa.edges import Assume, Skip
from coveriflow.program.frontend import program_cfa
from coveriflow.program.text.statement_positions import statements_in
from coveriflow.program.types.data_model import DataModel
from coveriflow.transform.probes import ORIGIN, AnalysedText, Probe, claim, is_probe

PROGRAM = """\
extern void reach_error(void);
struct pair { int a; int b; };
int table[] = { 1, 2 };
static int f(int a) {
  while (a > 3) a--;
  for (int i = 0; i < 2; i++) { a += i; }
  for (;;) { if (a) break; else a = 1; }
  do a++; while (a < 0);
  switch (a) { case 1 ? 2 : 3: a = 2; break; default: ; }
again: a = "({;" [0] ? a : ';';
  if (a == 7) goto again;
  return a;
}
int main(void) { return f(2); }
"""


def texts(program: str) -> list[str]:
    return [program[each.start : each.end] for each in statements_in(program)]


def test_statements_are_found_whole() -> None:
    found = texts(PROGRAM)
    for whole in (
        "while (a > 3) a--;",
        "a--;",
        "for (int i = 0; i < 2; i++) { a += i; }",
        "if (a) break; else a = 1;",
        "do a++; while (a < 0);",
        "case 1 ? 2 : 3: a = 2;",
        "default: ;",
        "again: a = \"({;\" [0] ? a : ';';",
        "return f(2);",
    ):
        assert whole in found, whole
    assert "int a;" not in found


def test_conditions_of_loops() -> None:
    loops = [each for each in statements_in(PROGRAM) if each.is_loop]
    assert [PROGRAM[slice(*each.condition)].strip() for each in loops if each.condition] == [
        "a > 3",
        "i < 2",
        "",
        "a < 0",
    ]


@pytest.mark.parametrize("text", ["", "int main(void) {", "int main(void) { if }", "}{", "int f() { (; }", '"'])
def test_what_is_no_program_has_no_statements(text: str) -> None:
    assert all(each.start < each.end for each in statements_in(text))


def test_a_bad_function_does_not_hide_the_next_one() -> None:
    assert "x = 1;" in texts("int f(void) { ) } int g(void) { x = 1; }")


def test_everything_else_keeps_its_place() -> None:
    plain = AnalysedText("p.c", PROGRAM)
    probes = []
    for each in statements_in(PROGRAM):
        if each.condition and each.is_loop and PROGRAM[slice(*each.condition)].strip():
            probe = claim(5, "if (a == 1000) reach_error();")
            probes += [Probe(each.condition[0], f"({{ {probe} 1; }}) && ("), Probe(each.condition[1], ")")]
    before = program_cfa([("p.c", PROGRAM)], DataModel.LP64)
    after = program_cfa([("p.c", plain.probed(probes))], DataModel.LP64)
    places = {str(edge.origin) for edge in after.edges if not is_probe(edge.origin)}
    assert {str(edge.origin) for edge in before.edges if not isinstance(edge.operation, Skip)} <= places
    own = [edge for edge in after.edges if is_probe(edge.origin) and isinstance(edge.operation, Assume)]
    assert {(edge.origin.file, edge.origin.line) for edge in own if "1000" in edge.label.statement} == {(ORIGIN, 5)}


def test_places_follow_line_markers() -> None:
    text = AnalysedText("p.c", '# 7 "other.h"\nint a;\n# 3 "p.c"\nint b; int c;\n')
    assert str(text.place(text.text.index("int a"))) == "other.h, line 7, column 1"
    assert str(text.place(text.text.index("int c"))) == "p.c, line 3, column 8"
    assert text.line(text.text.index("int c")) == "int b; int c;"


@pytest.mark.parametrize("first", ['# 0 "a.c"\n', '# 0 "a.c"\n# 0 "<built-in>"\n# 1 "a.c"\n', '#line 1 "a.c"\n'])
def test_before_what_a_compiler_puts_first(first: str) -> None:
    """gcc's texts begin with a marker of line 0: nothing is said of a line before it."""
    text = f"{first}int main(void) {{ return 0; }}\n"
    probed = AnalysedText("a.c", text).probed([Probe(0, "static void nothing(void) { }\n")])
    cfa = program_cfa([("a.c", probed)], DataModel.LP64)
    assert {edge.origin.line for edge in cfa.edges if edge.origin.file == "a.c"} <= {0, 1}

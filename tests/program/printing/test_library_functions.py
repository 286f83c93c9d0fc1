"""Functions of the library that a tool has itself are declared only, where they are ours and compute."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.printing.library import MARK, declared_only
from coveriflow.program.printing.printer import printed
from coveriflow.program.text.violations import MEMORY_ACCESSES
from coveriflow.transform.failing_checks import violating
from tests.analysis.runs import automaton_of

FILLED = """#include <string.h>
extern void reach_error(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char text[20], other[20];
  size_t size = __VERIFIER_nondet_uchar();
  if (size != 20) return 0;
  memset(text, 7, size);
  memcpy(other, text, size);
  if (other[19] != 7 || text[0] != 7) reach_error();
  return 0;
}
"""
GIVEN = "unsigned char __VERIFIER_nondet_uchar(void) { return 20; }\n"
DECLARATIONS = """typedef unsigned long size_t;
void *memset(void *, int, size_t);
void *memcpy(void *, const void *, size_t);
"""


def text_of(program: str) -> str:
    return printed(automaton_of(program.replace("#include <string.h>\n", DECLARATIONS))).text


def test_a_tool_takes_its_own(tmp_path: Path) -> None:
    """Lines keep their numbers, the text can be compiled, and it does the same."""
    text = text_of(FILLED)
    found = declared_only(text, ["memset", "memcpy", "memmove"])
    assert text.count(MARK) == 2
    assert MARK not in found
    assert "extern void *memset(" in found
    assert found.count("\n") == text.count("\n")
    (tmp_path / "p.c").write_text(
        found + 'extern int puts(const char *); void reach_error(void) { puts("error"); }\n' + GIVEN
    )
    subprocess.run(["gcc", "-w", "-fno-builtin", "-o", tmp_path / "p", tmp_path / "p.c"], check=True)
    assert subprocess.run([tmp_path / "p"], capture_output=True, check=True).stdout == b""


def test_only_those_that_it_has() -> None:
    found = declared_only(text_of(FILLED), ["memset"])
    assert found.count(MARK) == 1
    assert "static void *memcpy(" in found
    assert declared_only(found, []) == found


@pytest.mark.parametrize(
    "own",
    [
        "static void *memset(void *s, int c, size_t n) { ((char *)s)[0] = 1; return s; }",
        "static void *memset(void *s, int c, size_t n) { if (c == 7) reach_error(); return s; }",
    ],
    ids=["computes", "reports"],
)
def test_a_function_of_the_program_stays(own: str) -> None:
    declared = "typedef unsigned long size_t;\nextern void reach_error(void);\n"
    text = text_of(f"{declared}{own}\nint main(void) {{ char a[4]; memset(a, 7, 4); return a[0]; }}\n")
    assert MARK not in text
    assert declared_only(text, ["memset"]) == text


def test_a_function_with_inputs_stays() -> None:
    """What it reads is an input of the program, whose value a violation must name."""
    program = """#include <string.h>
typedef struct file FILE; extern FILE *stdin; char *fgets(char *, int, FILE *);
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
  char line[9];
  unsigned n = __VERIFIER_nondet_uchar() % 9;
  if (fgets(line, 9, stdin)) memset(line, 0, n);
  return 0;
}
"""
    text = text_of(program)
    marked = [line for line in text.splitlines() if line.endswith(MARK)]
    assert len(marked) == 1
    assert "memset(" in marked[0]
    assert declared_only(text, ["fgets"]) == text


def test_a_function_stays_that_checks_what_the_property_is_about() -> None:
    """With memory safety as the property, a copy past the end is an error that only our model reports."""
    cfa = automaton_of(FILLED.replace("#include <string.h>\n", DECLARATIONS))
    checked = printed(violating(cfa, {*MEMORY_ACCESSES, Undefined.POINTER})).text
    assert "static void *memset(" in checked
    assert MARK not in checked
    assert declared_only(checked, ["memset", "memcpy"]) == checked

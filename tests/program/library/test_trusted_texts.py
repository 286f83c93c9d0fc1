"""Our models of the library may do what programs may not; no program can say that it is one of them."""

from __future__ import annotations

import pytest

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.frontend import program_cfa
from coveriflow.program.text.violations import Violations
from coveriflow.program.types.data_model import DataModel

EVERYTHING = Violations(frozenset({"reach_error"}), checks=frozenset(Undefined))

PROGRAM = """void free(void *); void *malloc(unsigned long); void reach_error(void); int __VERIFIER_nondet_int(void);
int a, b;
int main(void) {
  int x = __VERIFIER_nondet_int(), unset, *p = malloc(4), *q = p;
  free(p);
  p = malloc(4);
  if (&a < &b || &a + 1 == &b || p == q || p - q == 1 || (unsigned long)&a % 16 == 0) reach_error();
  if (x) return x + 1 << 3;
  return unset + (char *)"ab" == (char *)"b";
}
"""


def made(name: str, text: str) -> Cfa:
    return program_cfa([(name, text)], DataModel.LP64, EVERYTHING)


@pytest.mark.parametrize("file", ["<memcpy>", "<generated>", "<stdin>", "<witness>"])
@pytest.mark.parametrize("marker", ['# 1 "{}"\n', '#line 1 "{}"\n', '  #  line 1 "{}" \n', '# 1 "{}" 1 3\n', None])
def test_a_name_in_angle_brackets_grants_a_program_nothing(file: str, marker: str | None) -> None:
    plain = made("p.c", PROGRAM)
    named = made(file, PROGRAM) if marker is None else made("p.c", marker.format(file) + PROGRAM)
    assert [edge.operation for edge in named.edges] == [edge.operation for edge in plain.edges]
    assert [each.partition(" at ")[0] for each in named.assumptions] == [
        each.partition(" at ")[0] for each in plain.assumptions
    ]
    own = {edge.origin.file for edge in named.edges} - {edge.origin.file for edge in plain.edges}
    assert own == {f"./{file}"}


def test_models_are_trusted() -> None:
    text = 'char *strcpy(char *, const char *); int main(void) { char a[2]; strcpy(a, "b"); return 0; }'
    assert any(edge.origin.file == "<strcpy>" for edge in made("p.c", text).edges)

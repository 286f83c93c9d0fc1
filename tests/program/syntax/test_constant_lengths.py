"""Lengths of arrays that only look computed are numbers; nothing that may change is taken for one."""

from __future__ import annotations

import pytest
from pycparser import c_ast

from coveriflow.program.syntax.constant_lengths import write_out_lengths
from coveriflow.program.syntax.parse import parsed

KNOWN = [
    "int main(void) { int n = 10; int a[n]; }",
    "int n = 10; int main(void) { int a[n]; return a[n - 1]; }",
    "int main(void) { int n = 4; int a[2 * n + 2]; }",
    "int f(int); static const unsigned short n = 10; int main(void) { char a[n]; return f(n) + sizeof n; }",
    "int n = 2; int main(void) { int a[n][5]; }",
    "int g(int k) { return k; } int main(void) { int n = 0xA; for (int i = 0; i < n; i++) { int a[n]; g(n); } }",
]
COMPUTED = [
    "int main(void) { int n = 10; n++; int a[n]; }",
    "int n = 10; int main(void) { int a[n]; n = 3; }",
    "int n = 10; int main(void) { int *p = &n; int a[n]; }",
    "int n = 10; int f(int n) { return n; } int main(void) { int a[n]; }",
    "int n = 10; struct s { int n; }; int main(void) { int a[n]; }",
    "volatile int n = 10; int main(void) { int a[n]; }",
    "extern int n; int main(void) { int a[n]; }",
    "int n; int main(void) { int a[n]; }",
    "char n = 200; int main(void) { int a[n]; }",
    "int n = -10; int main(void) { int a[n]; }",
    "int n = 10; int main(void) { int a[n - 10]; }",
    "int n = 50000; int main(void) { int a[n * n]; }",
    "int main(int k) { switch (k) { int n = 10; case 1: { int a[n]; } } }",
    "int main(void) { goto x; int n = 10; x: { int a[n]; } }",
    "int n = 10; int main(void) { static int a[n]; }",
    "int n = 10; int main(void) { __builtin_words(n); int a[n]; }",
    "int main(void) { int n = 10, i = 0; int a[n][n]; return sizeof a[i++]; }",
    "int main(void) { int n = 10, i = 0; int a[n][n]; typeof(a[i++]) b; }",
    "_Bool n = 10; int main(void) { int a[n]; }",
]


def _dims(text: str) -> list[c_ast.Node]:
    tree = parsed("a.c", text)
    write_out_lengths([tree])
    found, pending = [], [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, c_ast.ArrayDecl):
            found.append(node.dim)
        pending.extend(node)
    return found


@pytest.mark.parametrize("text", KNOWN)
def test_what_never_changes_is_a_number(text: str) -> None:
    assert all(isinstance(each, c_ast.Constant) for each in _dims(text))
    assert {each.value for each in _dims(text)} <= {"10", "2", "5"}


@pytest.mark.parametrize("text", COMPUTED)
def test_what_may_change_is_computed(text: str) -> None:
    assert not any(isinstance(each, c_ast.Constant) for each in _dims(text))


def test_another_file_may_change_it() -> None:
    texts = "int n = 10; int main(void) { int a[n]; }", "extern int n; void f(void) { n = 3; }"
    trees = [parsed("a.c", each) for each in texts]
    write_out_lengths(trees)
    function = next(item for item in trees[0].ext if isinstance(item, c_ast.FuncDef))
    assert isinstance(function.body.block_items[0].type.dim, c_ast.ID)

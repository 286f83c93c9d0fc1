"""Comparisons of pointers to different objects: any order is possible, and printed programs ask for it again."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import Inputs, Interpreter
from coveriflow.program.lowering.expressions.object_order import where_orders_matter
from coveriflow.program.printing.printer import printed
from coveriflow.program.types.data_model import DataModel
from tests.program.machine import FLAGS

UNRELATED = [
    "int a, b; int *p = &a, *q = &b;",
    "int *p = malloc(4), *q = malloc(4);",
    "static char a[3], b[5]; char *p = a + 2, *q = b + 5;",
    "static char a[100000], b[70000]; char *p = a + 99999, *q = b + 1;",
    "void (*p)(void) = f, (*q)(void) = g;",
    "int *p = cond ? malloc(8) : 0, *q = cond > 5 ? p + 1 : malloc(4);",
]
RELATED = [
    "int a[4]; int *p = a + 1, *q = a + 3;",
    "struct { int x, y; } s; int *p = &s.x, *q = &s.y;",
    "static char a[100000]; char *p = a + 99999, *q = a + 100000;",
    "int a; int *p = 0, *q = &a;",
]
ADJACENT = [
    "int a, b; int *p = &a + 1, *q = &b;",
    "int a, b; int *p = &a, *q = &b + 1;",
    "static char a[3], b[5]; char *p = a + 2 + cond, *q = b;",
    "static char a[100000], b[70000]; char *p = a + 100000, *q = b;",
    "static char a[1 << 16], b[70000]; char *p = a, *q = b + 70000;",
    "int *p = malloc(8), *q = malloc(4); p = p ? p + 2 : &cond; q = q ? q : &cond + 1;",
    "int a[0], b; int *p = a, *q = &b;",
]
APART = [
    *RELATED,
    "int a, b; int *p = &a, *q = &b;",
    "int a[3], b[3]; int *p = a + 3, *q = b + 1;",
    "int a[3], b[3]; int *p = a + 3, *q = b + cond;",
    "int a[3], b; int *p = a + 3, *q = a;",
    "int a[3], b; int *p = a + 3, *q = cond > 5 ? &b : 0;",
    "int a[3]; void *p = a + 3, *q = (void *)f;",
]
_EQUAL = """extern void *malloc(unsigned SIZE); void f(void) {{}}
int main(int cond, char **rest) {{ {} return (p == q) + 2 * (p != q); }}"""
_TEXT = """extern void *malloc(unsigned SIZE); void f(void) {{}} void g(void) {{}}
int main(int cond, char **rest) {{ {} return (p < q) + 2 * (p <= q) + 4 * (p > q) + 8 * (p >= q); }}"""


def text_of(objects: str, model: DataModel) -> str:
    return _TEXT.format(objects).replace("SIZE", "int" if model is DataModel.ILP32 else "long")


def automaton(objects: str, model: DataModel) -> Cfa:
    return program_cfa([("orders.c", text_of(objects, model))], model)


def equal(objects: str, model: DataModel) -> Cfa:
    text = _EQUAL.format(objects).replace("SIZE", "int" if model is DataModel.ILP32 else "long")
    return program_cfa([("equal.c", text)], model)


def asked(cfa: Cfa) -> int:
    return sum(isinstance(e.operation, Input) and e.operation.kind is InputKind.ORDER for e in cfa.edges)


def results(cfa: Cfa) -> set[int | None]:
    """With every order and one argument."""
    found = set()
    for order in product((0, 1), repeat=asked(cfa)):
        found.add(Interpreter(cfa).run(_inputs(iter(order)), 1000).status)
    return found


def _inputs(order: Iterator[int]) -> Inputs:
    def following(edge: Edge) -> int:
        return next(order) if isinstance(edge.operation, Input) and edge.operation.kind is InputKind.ORDER else 1

    return following


@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize("objects", UNRELATED)
def test_every_order_is_possible(objects: str, model: DataModel) -> None:
    cfa = automaton(objects, model)
    assert {3, 12} <= results(cfa)
    assert where_orders_matter(cfa)


@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize("objects", RELATED)
def test_an_order_within_an_object_is_known(objects: str, model: DataModel) -> None:
    assert results(automaton(objects, model)) == {3}


@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize("objects", ADJACENT)
def test_what_is_behind_an_object_may_be_another_one(objects: str, model: DataModel) -> None:
    cfa = equal(objects, model)
    assert results(cfa) == {0, 1, 2, 3}
    assert where_orders_matter(cfa)
    text = printed(cfa).text
    assert "_nondet_bool" not in text
    again = program_cfa([("printed.c", text)], model)
    assert asked(again) == asked(cfa) == 2
    assert results(again) == results(cfa)


@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize("objects", APART)
def test_equality_of_other_places_is_known(objects: str, model: DataModel) -> None:
    assert results(equal(objects, model)) == {2}


@pytest.mark.parametrize("objects", [RELATED[0], RELATED[1], APART[4], APART[5], APART[7], APART[9]])
def test_nothing_is_asked_where_no_object_follows(objects: str) -> None:
    assert asked(equal(objects, DataModel.LP64)) == 0


@pytest.mark.parametrize("objects", [RELATED[0], RELATED[1]])
def test_nothing_is_asked_where_there_is_one_object(objects: str) -> None:
    assert asked(automaton(objects, DataModel.LP64)) == 0


@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize("objects", UNRELATED + RELATED)
def test_printed_programs_compare_and_are_read_again(objects: str, model: DataModel) -> None:
    cfa = automaton(objects, model)
    text = printed(cfa).text
    assert "_nondet_bool" not in text
    again = program_cfa([("printed.c", text)], model)
    assert asked(again) == asked(cfa)
    assert results(again) == results(cfa)


@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize("objects", UNRELATED + RELATED)
def test_compiled_programs_have_one_of_the_orders(
    compiler_for_32_bits: str, objects: str, model: DataModel, tmp_path: Path
) -> None:
    program, flag = tmp_path / "program", "-m32" if model is DataModel.ILP32 else "-m64"
    command = [compiler_for_32_bits, *FLAGS, flag, "-x", "c", "-", "-o", str(program)]
    subprocess.run(command, input=text_of(objects, model), text=True, check=True)
    assert subprocess.run([program], check=False).returncode in results(automaton(objects, model))

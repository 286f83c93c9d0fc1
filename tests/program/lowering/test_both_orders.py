"""Operands that clash through pointers: each execution that C allows is one of the automaton."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Edge, Input, InputKind
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import Inputs, Interpreter
from coveriflow.program.printing.printer import printed
from coveriflow.program.types.data_model import DataModel

_BEFORE = """extern void exit(int); struct list { int v; struct list *next; };
struct object { int (*f)(struct object *, int); };
static int first(struct object *o, int x) { return o ? 1 + x : 0; }
static int second(struct object *o, int x) { return o ? 2 + x : 0; }
static int change(struct object *o) { o->f = second; return 0; }
static int take(struct list **l) { int v = (*l)->v; *l = (*l)->next; return v; }
static int put(int *p, int x) { *p = x; return x; }
static int count(void) { static int n; int *p = &n; return ++*p; }
static int pair(int x, int y) { return x * 10 + y; }
static int leave(int x) { if (x > 2) exit(x); return x; }
static int end(int x) { exit(x); return x; }
static int (*leaving)(int) = leave, (*ending)(int) = end;
"""

CLASHING = {
    "int x = 1, *p = &x; return x + put(p, 5);": {6, 10},
    "int x = 1, *p = &x; return put(p, 5) - *p;": {0, 4},
    "struct list b = {2, 0}, a = {1, &b}, *l = &a; return l->v * 10 + take(&l);": {11, 21},
    "struct list b = {2, 0}, a = {1, &b}, *l = &a; return pair(take(&l), take(&l));": {12, 21},
    "int x = 1, *p = &x; return pair(put(p, 2), *p);": {21, 22},
    "int x = 1, *p = &x; *p += put(p, 5); return x;": {6, 10},
    "int x = 1, *p = &x, *q = p; *p = *q + put(p, 5); return x;": {6, 10},
    "struct list b = {2, 0}, a = {1, &b}, *l = &a; l->v = take(&l) + 6; return a.v * 10 + b.v;": {17, 72},
    "struct object o = {first}; return o.f(&o, change(&o));": {1, 2},
    "return pair(count(), count());": {12, 21},
    "int x = 1, y = 2, *p = &x, *q = &y; return (*p + *q) * 10 + put(p, 5);": {35, 75},
    "return leaving(3) + leaving(4);": {3, 4},
}
REFUSED = [
    "int x = 1, y = 2, *p = &x, *q = &y; return *p + *q + (put(p, 5), put(q, 6));",
    "int x = 1, *p = &x; return *p + put(p, 2) + put(p, 3);",
    "int x = 1, *p = &x; return *p + ({ int y = put(p, 2); y; });",
    "return ending(3) + put(&(int){1}, 2) + ending(4);",
    "int a[6] = {0}, *p = a; return *p + __builtin_abs(put(p, -2)) * *p;",
]
HARMLESS = [
    "int x = 1, y = 2, *p = &x, *q = &y; return *p + *q;",
    "int x = 1, y = 2, *p = &x, *q = &y; return *p + put(q, 5);",
    "int a[3] = {1, 2, 3}, i = 1; return a[i] + pair(1, 2);",
    "struct list b = {2, 0}, a = {1, &b}, *l = &a; return l->next->v + put(&l->v, 4);",
    "int x = 1, y = 2; return pair(put(&x, 3), y);",
]


def automaton(body: str, model: DataModel = DataModel.LP64) -> Cfa:
    return program_cfa([("program.c", f"{_BEFORE}int main(void) {{ {body} }}")], model)


def is_asked(edge: Edge) -> bool:
    return isinstance(edge.operation, Input) and edge.operation.kind is InputKind.EVALUATION


def results(cfa: Cfa, asked: int) -> set[int | None]:
    """With every order; inputs of a printed program are its orders."""
    return {Interpreter(cfa).run(_inputs(iter(each)), 5000).status for each in product((0, 1), repeat=asked)}


def _inputs(orders: Iterator[int]) -> Inputs:
    return lambda _edge: next(orders)


def speaks_of_order(cfa: Cfa) -> bool:
    return any("order of evaluation" in each for each in cfa.assumptions)


@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize("body", CLASHING)
def test_every_order_is_possible(body: str, model: DataModel) -> None:
    cfa = automaton(body, model)
    asked = sum(map(is_asked, cfa.edges))
    assert not cfa.unsupported
    assert not speaks_of_order(cfa)
    assert results(cfa, asked) == CLASHING[body]
    again = program_cfa([("printed.c", printed(cfa).text)], model)
    assert results(again, asked) == CLASHING[body]


@pytest.mark.parametrize("body", REFUSED)
def test_where_two_orders_are_not_all_it_is_refused(body: str) -> None:
    cfa = automaton(body)
    assert any("order of evaluation" in str(each) for each in cfa.unsupported)


@pytest.mark.parametrize("body", HARMLESS)
def test_where_nothing_clashes_nothing_is_asked(body: str) -> None:
    cfa = automaton(body)
    assert not any(map(is_asked, cfa.edges))
    assert not cfa.unsupported
    assert not speaks_of_order(cfa)


def test_what_is_undefined_remains_an_assumption() -> None:
    """Two changes, or a change and a reading, without a call."""
    assert speaks_of_order(automaton("int x = 1, *p = &x, *q = &x; return (*p)++ + *q;"))

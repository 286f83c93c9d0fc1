"""Operands that clash through pointers: each execution that C allows is one of the automaton."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.edges import Check, Edge, Input, InputKind, Undefined
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import End, Inputs, Interpreter
from coveriflow.program.printing.printer import printed
from coveriflow.program.types.data_model import DataModel

_BEFORE = """extern void exit(int); struct list { int v; struct list *next; };
struct object { int (*f)(struct object *, int); };
static int one(struct object *o, int x) { return o ? 1 + x : 0; }
static int second(struct object *o, int x) { return o ? 2 + x : 0; }
static int change(struct object *o) { o->f = second; return 0; }
static int take(struct list **l) { int v = (*l)->v; *l = (*l)->next; return v; }
static int put(int *p, int x) { *p = x; return x; }
static int count(void) { static int n; int *p = &n; return ++*p; }
static int pair(int x, int y) { return x * 10 + y; }
static int leave(int x) { if (x > 2) exit(x); return x; }
static int end(int x) { exit(x); return x; }
static int total; static int add(int x) { total += x; return total; }
struct two { int a, b; }; static struct two both(int a, int b) { struct two t = {a, b}; return t; }
static int known[9];
static int memo(int k) { return k < 2 ? k : known[k] ? known[k] : (known[k] = memo(k - 1) + memo(k - 2)); }
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
    "struct object o = {one}; return o.f(&o, change(&o));": {1, 2},
    "return pair(count(), count());": {12, 21},
    "int x = 1, y = 2, *p = &x, *q = &y; return (*p + *q) * 10 + put(p, 5);": {35, 75},
    "return leaving(3) + leaving(4);": {3, 4},
    "int x = 1, *p = &x; return *p + put(p, 2) + put(p, 3);": {6, 7, 8},
    "return add(1) * 100 + add(2) * 10 + add(3);": {164, 326, 136, 653, 463, 625},
    "return total + add(2);": {2, 4},
    "return add(2) - total;": {0, 2},
    "return pair(add(1), total);": {10, 11},
    "total = total + add(2); return total;": {2, 4},
    "total += add(2); return total;": {2, 4},
    "return (total += 3) + add(2) * 10;": {53, 25},
    "return pair(add(1), add(2)) - total * 0;": {13, 32},
    "return add(add(1)) * 10 + add(5);": {27, 76, 125},
    "int a[9] = {0}; a[add(1)] = total + 1; return a[1];": {1, 2},
    "return add(1) && add(2) ? total : 0;": {3},
    "return (add(1) ? 2 : 3) + total;": {2, 3},
    "return pair(leave(3), leave(4));": {3, 4},
    "return memo(5);": {5},
    "double d = add(1) / 2.0 + total; return d * 2;": {1, 3},
    "struct two t = both(add(1), add(2)); return t.a * 10 + t.b;": {13, 32},
    "return both(add(1), 0).a * 10 + both(add(2), 0).a;": {13, 32},
}
REFUSED = [
    "int x = 1, y = 2, *p = &x, *q = &y; return *p + *q + (put(p, 5), put(q, 6));",
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


def automaton(body: str, model: DataModel = DataModel.LP64, before: str = "") -> Cfa:
    return program_cfa([("program.c", f"{_BEFORE}{before} int main(void) {{ {body} }}")], model)


def is_asked(edge: Edge) -> bool:
    return isinstance(edge.operation, Input) and edge.operation.kind is InputKind.EVALUATION


def results(cfa: Cfa, asked: int) -> set[int | None]:
    """With every order; inputs of a printed program are its orders."""
    return {Interpreter(cfa).run(_inputs(iter(each)), 5000).status for each in product((0, 1), repeat=asked)}


def _inputs(orders: Iterator[int]) -> Inputs:
    return lambda _edge: next(orders, 0)


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


_TWO = "int x = 1, y = 2, *p = &x, *q = FIRST ? &x : &y;"
UNSEQUENCED = [
    "return (*p)++ + *q;",
    "return *p + (*q)--;",
    "return (*p = 3) - (*q = 3);",
    "return pair(*p, ++*q);",
    "int a[3] = {0}; return a[FIRST]++ + a[1];",
    "struct two s = {1, 2}, t = s, *u = &s, *v = FIRST ? &s : &t; return (u->a += 2) + v->a;",
    "struct two s = {1, 2}, t = s, *u = &s, *v = FIRST ? &s : &t; *u = s; return (*u = t).a + v->a;",
    "char c[8] = {0}; int *w = (int *)c; return (*w = 1) + c[FIRST ? 3 : 4];",
]


@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("body", UNSEQUENCED)
def test_what_c_leaves_undefined_is_checked(body: str, first: int, model: DataModel) -> None:
    """Two changes, or a change and a reading, without a call."""
    cfa = automaton(f"{_TWO} {body}".replace("FIRST", "first()"), model, f"int first(void) {{ return {first}; }}")
    assert not speaks_of_order(cfa)
    assert Interpreter(cfa).run([], 5000).end is (End.UNDEFINED if first else End.RETURNED)


@pytest.mark.parametrize(
    "body",
    ["int i = 1; return i++ + i;", "int i = 1; i = i++ + i;", "static int i; return i - (i = 2);"],
)
def test_so_is_what_is_surely_undefined(body: str) -> None:
    assert Interpreter(automaton(body)).run([], 5000).end is End.UNDEFINED


APART = [
    "struct stack { int top, data[4]; } s = {0}, *p = &s; p->data[p->top++] = 5; return p->data[--p->top];",
    "struct stack { int top, data[4]; } s = {1}, *p = &s; return p->top++ + p->data[0];",
    "int x = 1, y = 2, *p = &x, *q = &y; return (*p)++ + *q;",
    "struct two s = {1, 2}, *p = &s; struct two *q = p; return p->a++ + q->b;",
]


@pytest.mark.parametrize("body", APART)
def test_nothing_is_asked_where_accesses_are_apart(body: str) -> None:
    cfa = automaton(body)
    checks = [e.operation for e in cfa.edges if isinstance(e.operation, Check)]
    assert not any(each.undefined is Undefined.UNSEQUENCED for each in checks)
    assert not speaks_of_order(cfa)
    assert Interpreter(cfa).run([], 5000).end is End.RETURNED


LAST = {
    "int i = 5; i = i++ + 1; return i;": 6,
    "int i = 5; i = (i <<= 1) ^ 3; return i;": 9,
    "int i = 5, *p = &i, *q = &i; *p = (*q)++ + 1; return i;": 6,
    "int a[2] = {5, 6}, i = 1, j = 1; a[i] = a[j]--; return a[1];": 6,
    "int i = 5; i = (i = 3) * 2; return i;": 6,
}


@pytest.mark.parametrize("body", LAST)
def test_the_store_of_an_assignment_is_the_last_one(body: str) -> None:
    """So it is in all compilers."""
    cfa = automaton(body)
    assert not cfa.assumptions
    assert Interpreter(cfa).run([], 5000).status == LAST[body]

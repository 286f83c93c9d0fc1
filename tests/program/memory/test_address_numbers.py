"""Numbers that are made of addresses: an object may lie where one was that has ended."""

from __future__ import annotations

import pytest

from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.frontend import program_cfa
from coveriflow.program.types.data_model import DataModel

_DECLARED = """typedef unsigned long number; extern void *malloc(number); extern void free(void *);
extern int nondet(void), memcmp(const void *, const void *, number); extern void *memcpy(void *, const void *, number);
static number made(void *p) { return (number)p; }
static number ended(void) { int here = 1; return (number)&here; }
static number other(void) { int there = 2, more = 3; return (number)&there + more * 0; }
static number deeper(void) { int pad[9]; pad[0] = 0; return ended() + (number)pad[0]; }
static number twice(void) { int here[4]; number x = (number)here, y = (number)(here + 2); return x < y; }
static number array(int n) { char v[n]; v[0] = 0; return (number)v; }
static number deep(int n) { int x = n; int *p = &x; number found = (number)p; return *p > 0 ? deep(n - 1) : found; }
struct device { number data; int used, most; };
union both { int *pointer; number n; };
static int global, second; struct pair { number key; int value; };
"""
_ONE = "int *a = malloc(4); number x = (number)a; free(a); a = malloc(4);"
_TWO = "int *a = malloc(4); number x = (number)a; free(a); int *b = malloc(4); number y = (number)b;"
OPEN = [
    f"{_TWO} return x == y;",
    f"{_TWO} return x != y ? 1 : 2;",
    f"{_TWO} if (x - y) return 1; return 0;",
    f"{_TWO} number d = x ^ y; if (d == 0) return 1; return 0;",
    f"{_TWO} struct pair p = {{x, 1}}, *q = &p; return q->key == y;",
    f"{_TWO} return (x >> 4) == (y >> 4);",
    f"{_TWO} number t[2] = {{x, y}}; return t[nondet() & 1] == t[1];",
    "int *a = malloc(4); number x = made(a); free(a); int *b = malloc(4); return x == made(b);",
    "number last = 0; for (int i = 0; i < 2; i++) { int *p = malloc(4); if (last == (number)p) return 1; "
    "last = (number)p; free(p); } return 0;",
    "number x = ended(), y = other(); return x == y;",
    "long long x, y; int *a = malloc(4); x = (long long)a; free(a); a = malloc(4); y = (long long)a; return x == y;",
    "number x = ended(), y = deeper(); return x == y;",
    "number x = 0; for (int i = 0; i < 2; i++) { int here = i; if (x == (number)&here) return 1; x = (number)&here; } "
    "return 0;",
    "return (int)twice() + (int)twice();",
    f"{_ONE} number d = (number)a - x; if (d == 0) return 1; return 0;",
    f"{_TWO} if (x <= y && y <= x) return 1; return 0;",
    f"{_TWO} return x < y;",
    f"{_TWO} return memcmp(&x, &y, sizeof x) == 0;",
    f"{_TWO} if ((number)a - (number)b == 0) return 1; return 0;",
    "return array(8) == array(9);",
    "return deep(1) == deep(2);",
    "struct device *d = malloc(16), *e = malloc(16); d->data = (number)d; free(d); e->data = (number)e; "
    "memcpy(d, e, 16); return d->data == e->data;",
    "number x; { int here = 1; x = (number)&here; } { int there = 2; if (x == (number)&there) return 1; } return 0;",
]
KNOWN = [
    "int *a = malloc(4); number x = (number)a; free(a); return x == 8;",
    "int *a = malloc(4); if ((number)a % 4 == 0) { free(a); return 1; } return 0;",
    "int *a = malloc(4), *b = malloc(4); int e = a == b; free(a); free(b); return e;",
    f"{_TWO} return (a == 0) == (b == 0) && x && y;",
    "number x = (number)&global, y = (number)&second; return x == y;",
    "int here[4]; number x = (number)here, y = (number)(here + 2); return x < y && y - x < 9;",
    "return (int)twice();",
    "int *a = malloc(40), *e = a + 10; int n = 0; while (a != e && e - a < 11) { n++; e--; } free(a); return n;",
    "int *a = malloc(8), b[2]; memcpy(b, a, 8); int *c = b, e = memcmp(a, b, 8); free(a); return e + (c < b + 1);",
    "struct device *d = malloc(16); d->data = (number)d; d->used = 1; d->most = 2; int e = d->used > d->most; free(d); "
    "return e;",
    "union both u; u.n = 5; int *a = malloc(4); free(a); return u.n == 5;",
    "int *a = malloc(4), *b = malloc(4); return (number)a == (number)b;",
    "struct pair *p = malloc(16), *q = malloc(16); p->key = 3; q->key = 4; number n = (number)p; "
    "int e = p->key == q->key; free(p); free(q); return e + (n == 0);",
]


def automaton(body: str, model: DataModel = DataModel.LP64) -> Cfa:
    return program_cfa([("program.c", f"{_DECLARED} int main(void) {{ {body} }}")], model)


@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize("body", OPEN)
def test_whether_they_are_equal_is_not_known(body: str, model: DataModel) -> None:
    assert any("one of which may have ended" in str(each) for each in automaton(body, model).unsupported)


@pytest.mark.parametrize("body", KNOWN)
def test_of_objects_that_exist_it_is_known(body: str) -> None:
    assert not automaton(body).unsupported

"""A program does nothing undefined by asking for what the environment has given it, also where it needs no result."""

from __future__ import annotations

import pytest

from coveriflow.actors import bmc
from coveriflow.artifacts.answers import Violation
from tests.actors.tasks import here, program

DECLARED = """
typedef __typeof__(sizeof 0) size_t;
struct node { int value; struct node *next; int numbers[3]; void (*called)(void); };
extern void take(const void *);
extern struct node *get(void), *variable;
extern char **table(void);
extern int (*function(void))(int), printf(const char *, ...), puts(const char *);
extern size_t strlen(const char *);
extern void *memcpy(void *, const void *, size_t), *memset(void *, int, size_t);
extern void free(void *);
"""
USES = """
(void)argv[0];
(void)*argv;
(void)argv[0][0];
char *p = argc > 1 ? argv[1] : "x"; (void)p;
char *v[2] = { argv[0], 0 }; (void)v;
char ***p = &argv; (void)**p;
for (int i = 0; i < argc; i++) (void)argv[i];
take(argv[0]);
take(&argv[1]);
take(&argv[0][0]);
printf("%s", argv[0]);
puts(argv[0]);
(void)strlen(argv[0]);
argv++;
argv += argc;
if (&argv[argc] - argv != argc) return 0;
if (argv[argc]) return 0;
(void)(size_t)argv[0];
argv[0] = 0;
(void)sizeof argv[0];
struct node *p = get(); if (p) (void)p->value;
struct node *p = get(); if (p) take(p->next);
struct node *p = get(); if (p && p->next) (void)p->next->value;
struct node *p = get(); if (p && p->called) (void)p->called;
struct node *p = get(); if (p) { struct node copy = *p; (void)copy; }
struct node *p = get(); if (p) { struct node copy = *p; take(copy.next); }
struct node *p = get(); if (p) { struct node copy; memcpy(&copy, p, sizeof copy); }
struct node *p = get(); if (p) memset(p, 0, sizeof *p);
struct node *p = get(); if (p) p->value = 1;
struct node *p = get(); if (p) p->value++;
volatile struct node *p = get(); if (p) (void)p->value;
struct node *p = get(); p++; take(p);
take(&get()->numbers[1]);
struct node *p = get(), *q = get(); if (p && q) (void)(p - q);
struct node *p = get(), *q = get(); if (p && q && p < q) argc = 1;
free(get());
int (*f)(int) = function(); if (f) (void)f;
if (variable) (void)variable->value;
if (variable) take(variable->next);
if (variable) (void)variable->numbers[2];
if (variable) variable->next = 0;
if (variable) { struct node copy = *variable; (void)copy.value; }
struct node *p = variable + 1; take(p);
char **t = table(); if (t) take(t[0]);
char **t = table(); if (t) take(*t + 1);
"""


@pytest.mark.parametrize("use", USES.strip().splitlines())
def test_what_comes_after_it_is_reached(use: str) -> None:
    after = "if (__VERIFIER_nondet_int() == 7) reach_error(); return 0;"
    task = program(f"{DECLARED} int main(int argc, char **argv) {{ {use} {after} }}")
    assert Violation in here(bmc(last_bound=2), task)

"""Small programs with lists of any length: built, changed, searched, walked through, freed; right and wrong.

Loops end when an input says so. Some programs look at what a null pointer points to, free an object twice or too early,
forget one, or expect other data than the list has.
"""

from __future__ import annotations

import random

_BEFORE = """\
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next; };
static struct node *made(int data, struct node *next) {
  struct node *n = malloc(sizeof(struct node));
  n->data = data;
  n->next = next;
  return n;
}
static struct node *reversed(struct node *list) {
  struct node *done = 0;
  while (list) { struct node *next = list->next; list->next = done; done = list; list = next; }
  return done;
}
static void push(struct node **list, int data) { *list = made(data, *list); }
static void freed(struct node *list) {
  while (list) { struct node *next = list->next; free(list); list = next; }
}
"""
_DOUBLY = """\
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next, *previous; };
static struct node *made(int data, struct node *next) {
  struct node *n = malloc(sizeof(struct node));
  n->data = data;
  n->next = next;
  n->previous = 0;
  if (next) next->previous = n;
  return n;
}
static struct node *reversed(struct node *list) {
  struct node *done = 0;
  while (list) { struct node *next = list->next; list->next = list->previous; list->previous = next; done = list;
    list = next; }
  return done;
}
static void push(struct node **list, int data) { *list = made(data, *list); }
static void freed(struct node *list) {
  while (list) { struct node *next = list->next; free(list); list = next; }
}
"""
_OWNING = """\
extern void *malloc(unsigned long);
extern void free(void *);
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct node { int data; struct node *next, *own; };
static struct node *plain(int data, struct node *next) {
  struct node *n = malloc(sizeof(struct node));
  n->data = data;
  n->next = next;
  n->own = 0;
  return n;
}
static struct node *made(int data, struct node *next) {
  struct node *n = plain(data, next);
  if (__VERIFIER_nondet_int()) n->own = plain(data, 0);
  return n;
}
static struct node *reversed(struct node *list) {
  struct node *done = 0;
  while (list) { struct node *next = list->next; list->next = done; done = list; list = next; }
  return done;
}
static void push(struct node **list, int data) { *list = made(data, *list); }
static void freed(struct node *list) {
  while (list) { struct node *next = list->next; free(list->own); free(list); list = next; }
}
"""
_LISTS = ("a", "b", "c")
_CHANCE = "__VERIFIER_nondet_int()"


class _Lists:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.is_doubly = self.random.random() < 0.25
        self.is_owning = not self.is_doubly and self.random.random() < 0.35

    def program(self) -> str:
        lines = [
            _DOUBLY if self.is_doubly else _OWNING if self.is_owning else _BEFORE,
            "static struct node *c;",
            "int main(void) {",
        ]
        lines += ["struct node *a = 0, *b = 0, *p = 0, *t = 0;", "int x = 0;"]
        lines += self._block(3)
        if self.random.random() < 0.5:
            lines += [f"freed({each});" for each in _LISTS if self.random.random() < 0.8]
        return "\n".join([*lines, "return 0;", "}"]) + "\n"

    def _block(self, depth: int) -> list[str]:
        return [self._statement(depth) for _ in range(self.random.randint(2, 5))]

    def _statement(self, depth: int) -> str:
        one, other = self._list(), self._list()
        kinds = [self._built, self._walked, self._changed, self._small, self._small]
        if depth and self.random.random() < 0.25:
            body = " ".join(self._statement(0) for _ in range(self.random.randint(1, 3)))
            return f"{self.random.choice(('if', 'while'))} ({_CHANCE}) {{ {body} }}"
        return self.random.choice([*kinds, self._own] if self.is_owning else kinds)(one, other)

    def _list(self) -> str:
        return self.random.choice(_LISTS)

    def _data(self) -> str:
        return self.random.choice(("0", "1", "1", "7", "x", _CHANCE, f"{_CHANCE} != 0"))

    def _wrong(self, condition: str) -> str:
        """``condition``, or nothing in its place: often a mistake."""
        return condition if self.random.random() < 0.85 else "1"

    def _built(self, one: str, other: str) -> str:
        data = self._data()
        back = "n->previous = t; " if self.is_doubly else ""
        return self.random.choice(
            (
                f"while ({_CHANCE}) {one} = made({data}, {one});",
                f"while ({_CHANCE}) push(&{one}, {data});",
                f"t = 0; {one} = 0; while ({_CHANCE}) {{ struct node *n = made({data}, 0); {back}"
                f"if (t) t->next = n; else {one} = n; t = n; }}",
                f"{one} = made({data}, {one});",
                f"{{ x = {data}; struct node **l = &{one}; while (*l && (*l)->data < x) l = &(*l)->next; "
                f"*l = made(x, *l); }}",
            )
        )

    def _walked(self, one: str, other: str) -> str:
        data = self._data()
        return self.random.choice(
            (
                f"for (p = {one}; p; p = p->next) if (p->data != {data}) reach_error();",
                f"for (p = {one}; p && p->next; p = p->next) if (p->data > p->next->data) reach_error();",
                f"for (p = {one}; {self._wrong('p')}; p = p->next) x = p->data;",
                f"p = {one}; while ({self._wrong('p')} && p->data != {data}) p = p->next;",
                f"x = 0; for (p = {one}; p; p = p->next) {{ if (p->data < x) reach_error(); x = p->data; }}",
                f"if ({one} == {other} && {one}) reach_error();",
            )
        )

    def _changed(self, one: str, other: str) -> str:
        data = self._data()
        return self.random.choice(
            (
                f"{one} = reversed({one});",
                f"freed({one}); {one} = 0;",
                f"freed({one});",
                f"if ({self._wrong(one)}) {{ p = {one}; {one} = p->next; free(p); p = 0; }}",
                f"{{ struct node **l = &{one}; while (*l && (*l)->data != {data}) l = &(*l)->next; "
                f"if ({self._wrong('*l')}) {{ p = *l; *l = p->next; free(p); p = 0; }} }}",
                f"if ({one}) {{ p = {one}; while ({self._wrong('p->next')}) p = p->next; p->next = {other}; "
                f"{other} = 0; }}",
                f"if (p) p->next = made({data}, p->next);",
                f"while ({one}) {{ p = {one}->next; {one}->next = {other}; {other} = {one}; {one} = p; }}",
            )
        )

    def _own(self, one: str, other: str) -> str:
        """What objects have for themselves, and share at times."""
        data = self._data()
        return self.random.choice(
            (
                f"for (p = {one}; p; p = p->next) if (p->own && p->own->data != {data}) reach_error();",
                f"for (p = {one}; p; p = p->next) if (p->own && p->own->data != p->data) reach_error();",
                f"for (p = {one}; p; p = p->next) if (!p->own) p->own = plain({data}, 0);",
                f"for (p = {one}; p; p = p->next) {{ free(p->own); p->own = 0; }}",
                f"for (p = {one}; p; p = p->next) while ({_CHANCE}) p->own = plain({data}, p->own);",
                f"if (p && {self._wrong('p->own')}) p->own->data = {data};",
                f"if (p) p->own = {self.random.choice((one, 'p', '0', f'{one} ? {one}->own : 0'))};",
                f"if (p && p->own && p->own->data != {data}) reach_error();",
                f"if ({one}) {{ t = {one}->own; {one}->own = 0; if (t) t->next = {other}; {other} = t; }}",
            )
        )

    def _small(self, one: str, other: str) -> str:
        data = self._data()
        return self.random.choice(
            (
                f"{one} = {other};",
                f"{one} = 0;",
                f"p = {one};",
                f"if ({self._wrong('p')}) p = p->next;",
                f"if ({self._wrong(one)}) {one} = {one}->next;",
                f"if ({self._wrong('p')}) p->data = {data};",
                f"if ({self._wrong('p')}) p->next = {one};",
                f"if ({one}) free({one});",
                f"x = {data};",
                f"if (p && p->data != {data}) reach_error();",
                f"if (x) {one} = {other}; else {other} = p;",
            )
        )


def generate(seed: int) -> str:
    """One program, the same for the same ``seed``."""
    return _Lists(seed).program()

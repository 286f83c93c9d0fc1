"""Programs whose functions call themselves: with twins, and generated ones, of which many access memory wrongly."""

from __future__ import annotations

import random

from tests.analysis.data_flow.closed_programs import READ, Twins

_HEAD = """
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void abort(void);
static unsigned char in(void) { return __VERIFIER_nondet_uchar(); }
struct reader { const char *text; unsigned long at; int depth; unsigned n; char out[4]; const char *told; };
static int filled[4];
static int peek(const struct reader *r) { return r->text[r->at]; }
static void tell(struct reader *r, const char *told) { if (!r->told) r->told = told; }
static int one(struct reader *r, unsigned k);
static int other(struct reader *r, unsigned k);
"""
_LEAVES = (
    "static void skip(struct reader *r) {{ if (r->text[r->at]) r->at += {step}; }}\n",
    "static void skip(struct reader *r) {{ while (r->text[r->at] == {byte}) r->at++; }}\n",
    "static void skip(struct reader *r) {{ if (peek(r) != {zero}) r->at++; }}\n",
)
_PUTS = (
    "static void put(struct reader *r, char c) {{ if (r->n < {four}) r->out[r->n++] = c; }}\n",
    "static void put(struct reader *r, char c) {{ unsigned n = r->n; if (n == {four}) return;"
    " r->out[n] = c; r->n = n + 1; }}\n",
)
_STATEMENTS = (
    "if (r->text[r->at] == {byte}) {{ r->at++; x = {call}(r, k + 1); }}",
    "while (peek(r) == {byte}) {{ skip(r); x ^= {call}(r, k); }}",
    "if (k < {four}) x += {call}(r, k + 1);",
    "if (k == {four}) return x; x += {call}(r, k + 1);",
    "if (r->depth < {four}) {{ r->depth++; {use} x += {call}(r, k); r->depth--; }}",
    "int before = k & 3; x += in() ? {call}(r, k) : 0; filled[before] = x;",
    "const char *from = r->text; x += in() ? {call}(r, 0) : 0; x += from[{zero}];",
    "put(r, {byte});",
    'tell(r, "odd");',
    'if (k > 2) tell(r, "");',
    "skip(r);",
    "if (x > 2) {{ {use} }}",
    "if (r->text[r->at]) r->at++;",
)
_WITH_OBJECTS = (
    "char last[4] = {{0}}; last[k & 3] = r->text[r->at]; if (in()) x += {call}(r, k); x ^= last[k & {mask}];",
    "char *p = malloc(2); if (!p) abort(); p[0] = 1; if (in()) x += {call}(r, k); x += p[{zero}]; free(p);",
)
"""Every call has objects of its own: there are many states."""
_USES = ("r->out[r->depth & 3] = 1;", "r->out[r->n & {mask}] = 1;", "filled[k & {mask}]++;", "filled[r->depth & 3]++;")


def recursive_program(seed: int) -> str:
    """The program of this number."""
    rng = random.Random(seed)
    right, statements = rng.random() < 0.6, (*_STATEMENTS, *(_WITH_OBJECTS if seed % 4 == 3 else ()))

    def drawn(part: str) -> str:
        use = rng.choice(_USES).format(mask=3 if right else rng.choice([3, 7]))
        words = {"step": 1 if right else rng.choice([1, 2]), "byte": rng.choice(["'('", "'-'", "97", "1"]), "use": use}
        words |= {"zero": "0" if right else rng.choice(["0", "2"]), "four": 4 if right else rng.choice([3, 4, 5])}
        words |= {"mask": "3" if right else rng.choice(["3", "7"]), "call": rng.choice(["one", "other"])}
        return part.format(**words)

    def function(name: str) -> str:
        parts = "\n  ".join("{ " + drawn(rng.choice(statements)) + " }" for _ in range(rng.choice([2, 3])))
        stop = rng.choice(["if (!r->text[r->at]) return 0;", "if (k > 3) return 1;", "if (r->told) return 2;"])
        return f"static int {name}(struct reader *r, unsigned k) {{\n  int x = 0; {stop}\n  {parts}\n  return x;\n}}\n"

    end = "text[5] = 0;" if right or rng.random() < 0.7 else ""
    texts = f"char text[6]; for (int i = 0; i < 6; i++) text[i] = (char)in(); {end}"
    told = "int n = 0; while (r.told && r.told[n]) n++; return n + x;"
    reader = "struct reader r = {text, 0, 0, 0, {0}, 0};"
    main = f"int main(void) {{\n  {texts}\n  {reader} int x = one(&r, 0); {told}\n}}\n"
    return _HEAD + drawn(rng.choice(_LEAVES)) + drawn(rng.choice(_PUTS)) + function("one") + function("other") + main


_FOUR = "static int four[4], at;\n"

RECURSIVE_TWINS = {
    "descent": Twins(
        "struct reader { const char *text; unsigned long position; int depth; char last[2]; };\n"
        "static int sum(struct reader *r);\n"
        "static int one(struct reader *r) { int found = 0; if (r->depth == 3) return 0; r->depth++;"
        " if (r->text[r->position] == '(') { r->position++; found = sum(r); if (r->text[r->position] == ')')"
        " r->position++; } else if (r->text[r->position] == '-') { r->position FILL; found = one(r) == 0; }"
        " else if (r->text[r->position]) { r->last[0] = r->text[r->position++]; found = 1; }"
        " r->depth--; return found; }\n"
        "static int sum(struct reader *r) { int found = one(r); while (r->text[r->position] == '+')"
        " { r->position++; found ^= one(r); } return found; }\n"
        "int main(void) { char text[8]; "
        + READ
        + " text[7] = 0; struct reader r = {text, 0, 0, {0}}; return sum(&r); }",
        "++",
        "+= 2",
    ),
    "one-of-texts": Twins(
        "struct result { int kind; const char *told; };\n"
        "static void tell(struct result *r, const char *told) { if (!r->told) r->told = told; }\n"
        "static int read(struct result *r, unsigned depth) { unsigned char in = __VERIFIER_nondet_uchar();"
        ' if (in & 1) tell(r, "odd"); if (in > 9) tell(r, "more than a digit"); if (in == 4) tell(r, "");'
        " return depth && in ? read(r, depth - 1) : in; }\n"
        "int main(void) { struct result r = {0, 0}; int k = read(&r, __VERIFIER_nondet_uchar());"
        " if (!r.told) return 0; unsigned long n = 0; const char *told = r.told; while (told[n]) n FILL; return k; }",
        "+= 1",
        "+= 2",
    ),
    "as-deep-as-wanted": Twins(
        "static int sums[4];\n"
        "static int down(unsigned n, unsigned at) { unsigned before = at; if (n == 0) return 0;"
        " int rest = down(n - 1, (at FILL) % 4); sums[before] += rest; return 1; }\n"
        "int main(void) { return down(__VERIFIER_nondet_uchar(), 0); }",
        "+ 1",
        "+ 1) % 5 + (n & 1",
    ),
    "twice-deeper": Twins(
        "static int sums[6];\n"
        "static void visit(unsigned depth, unsigned at) { if (depth == FILL) return; sums[at + depth]++;"
        " visit(depth + 1, at); if (__VERIFIER_nondet_uchar()) visit(depth + 1, at); sums[at + depth]--; }\n"
        "int main(void) { visit(0, __VERIFIER_nondet_uchar() & 1); return 0; }",
        "5",
        "6",
    ),
    "fresh-in-each-call": Twins(
        _FOUR + "static int f(int n, int *p) { int i = n; if (p && *p != n + 1) at = 4;"
        " if (n) { f(n - 1, &i); if (i != n) at = 4; FILL } return 0; }\n"
        "int main(void) { at = 1; f(2, 0); four[at] = 1; return 0; }",
        "at = 3;",
        "at = 4;",
    ),
    "changed-by-what-it-calls": Twins(
        _FOUR + "static int f(int n, int *p) { int i = n; if (p) *p = FILL;"
        " if (n) { f(n - 1, &i); if (i > 3) at = 4; } return 0; }\n"
        "int main(void) { at = 1; f(2, 0); four[at] = 1; return 0; }",
        "3",
        "4",
    ),
    "changed-two-calls-deeper": Twins(
        _FOUR + "struct level { struct level *up; int value; };\n"
        "static int f(int n, struct level *up) { struct level here = {up, 1}; if (up && up->up) up->up->value = FILL;"
        " if (n) f(n - 1, &here); four[here.value] = 1; return 0; }\n"
        "int main(void) { return f(2, 0); }",
        "3",
        "4",
    ),
    "address-kept-for-the-next-call": Twins(
        _FOUR
        + "static void f(int n) { static int *last; int i = 1; if (last) *last = FILL; int *before = last; last = &i;"
        " if (n) f(n - 1); four[i] = 1; last = before; }\n"
        "int main(void) { f(2); return 0; }",
        "3",
        "4",
    ),
    "told-apart-by-what-it-returns": Twins(
        _FOUR + "static int f(int n) { if (n == 0) { at = __VERIFIER_nondet_uchar() & 3; return 1; }"
        " if (__VERIFIER_nondet_uchar()) { at = 9; return 0; } return f(n - 1); }\n"
        "int main(void) { at = 9; if (f(2) FILL) four[at] = 1; return 0; }",
        "== 1",
        ">= 0",
    ),
    "handed-down-and-back": Twins(
        _FOUR + "static int *f(int n, int *p) { int i; if (n == 0) return p; return f(n - 1, FILL); }\n"
        "int main(void) { int i = 1; int *q = f(__VERIFIER_nondet_uchar() & 1, &i); four[*q] = 1; return 0; }",
        "p",
        "n == 1 ? &i : p",
    ),
    "called-in-a-loop": Twins(
        _FOUR + "static void f(int n, int *p) { for (int i = 0; i < n; i++) { int k = i; f(n - 1, &k); four[k] = 1; }"
        " *p = FILL; }\n"
        "int main(void) { int i = 0; f(2, &i); return 0; }",
        "3",
        "4",
    ),
}

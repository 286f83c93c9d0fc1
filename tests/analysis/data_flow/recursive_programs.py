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
}

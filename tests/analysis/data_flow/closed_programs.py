"""Programs whose memory safety a closed set proves, each with a twin that violates it for some input."""

from __future__ import annotations

from dataclasses import dataclass

DECLARATIONS = """\
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void *malloc(unsigned long);
extern void free(void *);
extern void abort(void);
"""


@dataclass(frozen=True)
class Twins:
    """``text`` with ``FILL`` replaced: ``safe`` is proved, ``unsafe`` has a violation."""

    text: str
    safe: str
    unsafe: str

    @property
    def proved(self) -> str:
        return DECLARATIONS + self.text.replace("FILL", self.safe)

    @property
    def violating(self) -> str:
        return DECLARATIONS + self.text.replace("FILL", self.unsafe)


_SPLIT = """struct row { char text[8]; unsigned long parts, starts[3]; };
static int split(const char *line, struct row *row) { unsigned long n = 0; row->parts = 0; for (;;) {
 if (row->parts == 3) return 0; row->starts[row->parts++] = n; while (*line && *line != ',') row->text[n++] = *line++;
 row->text[n++] = 0; if (!*line) return 1; line++; } }
"""
READ = "for (int i = 0; i < 7; i++) text[i] = (char)__VERIFIER_nondet_uchar();"

TWINS = {
    "text-index": Twins(
        "int main(void) { char text[8]; " + READ + " FILL int n = 0; while (text[n]) n++; return n; }",
        "text[7] = 0;",
        "text[7] = 1;",
    ),
    "text-pointer": Twins(
        "int main(void) { char text[8]; " + READ + " text[7] = 0; char *p = text; FILL while (*p) p++;"
        " return p - text; }",
        "if (*p) p++;",
        "p += 8;",
    ),
    "text-passed-on": Twins(
        "static int length(const char *s) { int n = 0; while (s[n] != '\\0') n++; return n; }\n"
        "int main(void) { char text[8]; " + READ + " text[7] = 0; FILL return length(text); }",
        "text[__VERIFIER_nondet_uchar() % 8] = 0;",
        "text[__VERIFIER_nondet_uchar() % 8] = 1;",
    ),
    "text-copied-byte": Twins(
        "int main(void) { char text[8]; " + READ + " text[7] = 0; char *p = text; char c = *p; while (FILL) {"
        " p++; c = *p; } return 0; }",
        "c != 0",
        "c != 1",
    ),
    "text-read-twice": Twins(
        "int main(void) { char text[8]; " + READ + " text[7] = 0; char *p = text;"
        " while (*p) { if (*p == 'a') { FILL } else p++; } return 0; }",
        "p += 1; if (!*p) break; p++;",
        "p += 2;",
    ),
    "text-literal": Twins(
        'int main(void) { const char *s = __VERIFIER_nondet_uchar() ? "ab" : "c"; int n = 0; while (s[n FILL]) n++;'
        " return n; }",
        "",
        "+ 2",
    ),
    "text-cut": Twins(
        "int main(void) { char text[8]; " + READ + " text[7] = 0; unsigned n = 0; while (text[n] && text[n] != 10) n++;"
        " FILL char *p = text; while (*p) p++; return 0; }",
        "text[n] = 0;",
        "text[7] = 1; text[n + 1] = 0;",
    ),
    "text-of-flag": Twins(
        "static int is_small(char c) { return c >= 'a' && c <= 'z'; }\n"
        "int main(void) { char text[8]; " + READ + " text[7] = 0; char *p = text; while (FILL) p++; return 0; }",
        "is_small(*p)",
        "!is_small(*p)",
    ),
    "sizes-apart": Twins(
        "struct m { unsigned rows; char *at; };\n"
        "int main(void) { unsigned n = __VERIFIER_nondet_uchar() % 3 + 1; struct m m; m.rows = n; m.at = malloc(n);"
        " if (!m.at) return 0; n = 0; for (unsigned i = 0; i FILL m.rows; i++) m.at[i] = 1; free(m.at); return 0; }",
        "<",
        "<=",
    ),
    "two-sizes": Twins(
        "int main(void) { unsigned n = __VERIFIER_nondet_uchar() % 3 + 1; char *a = malloc(n), *b = malloc(2 * n);"
        " if (!a || !b) { free(a); free(b); return 0; } for (unsigned i = 0; i < n; i++) { a[i] = 1; FILL = 2; }"
        " free(a); free(b); return 0; }",
        "b[2 * i + 1]",
        "b[2 * i + 2]",
    ),
    "index-of-a-heap": Twins(
        "int main(void) { int a[9]; unsigned n = __VERIFIER_nondet_uchar() % 9, i = 0; for (int k = 0; k < 9; k++)"
        " a[k] = __VERIFIER_nondet_uchar(); for (;;) { unsigned least = i, left = 2 * i + 1; if (left FILL n &&"
        " a[left] < a[least]) least = left; if (least == i) break; i = least; } return a[i] & 0; }",
        "<",
        "<= 7 +",
    ),
    "tracked-at-abort": Twins(
        "int main(void) { char *p = malloc(4); if (!p) return 0; if (__VERIFIER_nondet_uchar()) { FILL abort(); }"
        " p[0] = 1; free(p); return 0; }",
        "",
        "p = 0;",
    ),
    "tracked-in-struct": Twins(
        "struct s { char *at; };\nstatic void check(struct s *s) { if (__VERIFIER_nondet_uchar()) { FILL abort(); } }\n"
        "int main(void) { struct s s; s.at = malloc(4); check(&s); free(s.at); return 0; }",
        "",
        "s->at = 0;",
    ),
    "two-tracked": Twins(
        "int main(void) { char *p = malloc(1), *q = malloc(1); if (__VERIFIER_nondet_uchar()) { FILL abort(); }"
        " free(p); free(q); return 0; }",
        "",
        "q = 0;",
    ),
    "tracked-for-ever": Twins(
        "static char *kept;\nint main(void) { kept = malloc(4); char *p = kept; FILL return p == 0; }",
        "",
        "kept = 0;",
    ),
    "address-and-length": Twins(
        "static int sum(const unsigned char *from, unsigned long n) { int found = 0;"
        " for (unsigned long i = 0; i < n; i++) found += from[i]; return found; }\n"
        "int main(void) { unsigned char bytes[9] = {0}; unsigned long at = __VERIFIER_nondet_uchar();"
        " unsigned long n = __VERIFIER_nondet_uchar(); if (at >= 9) return 0; unsigned long left = FILL - at;"
        " if (n > left) return 0; return sum(bytes + at, n) & 0; }",
        "9",
        "10",
    ),
    "parts-of-a-text": Twins(
        "static int take(const char *from, unsigned long left) { int n = __VERIFIER_nondet_uchar() % 3 + 1;"
        " if ((unsigned long)n > left FILL) return 0; for (int i = 0; i < n; i++) if (from[i] == 'x') return 0;"
        " return n; }\n"
        "int main(void) { char text[30] = {0}; unsigned long at = 0; while (at < 30) {"
        " int n = take(text + at, 30 - at); if (!n) break; at += n; } return 0; }",
        "",
        "+ 1",
    ),
    "counted-beside": Twins(
        "int main(void) { char text[20]; char copy[20]; for (int i = 0; i < 19; i++) text[i] ="
        " (char)__VERIFIER_nondet_uchar(); text[19] = 0; const char *from = text; unsigned long n = 0;"
        " while (*from) { if (*from != 'a') copy[n++] = *from; FILL; } copy[n] = 0; return 0; }",
        "from++",
        "if (*from == 'b' && n < 15) n += 5; from++",
    ),
    "rows-of-a-table": Twins(
        "struct row { unsigned char byte; int length; };\n"
        "static const struct row rows[] = {{1, 1}, {2, 2}, {3, 4}};\n"
        "int main(void) { char text[4] = {0}; const struct row *row = 0; unsigned char byte ="
        " __VERIFIER_nondet_uchar(); for (unsigned i = 0; i < 3; i++) if (rows[i].byte == byte) row = &rows[i];"
        " if (!row || row->byte == 3 FILL) return 0; int n = row->length; text[1 + n] = 1; return 0; }",
        "",
        "- 1",
    ),
    "tracked-by-callers": Twins(
        "static int used;\nstatic void inner(int n) { if (__VERIFIER_nondet_uchar() == n) abort(); }\n"
        "static void check(int n) { inner(n); used++; }\n"
        "int main(void) { char *p = malloc(4); if (!p) return 0; check(1); FILL p[0] = 1; free(p); return 0; }",
        "",
        "p = malloc(1); if (!p) return 0; inner(2);",
    ),
    "starts-of-parts": Twins(
        _SPLIT + "int main(void) { char text[8]; " + READ + " text[7] = 0; struct row row; unsigned long index ="
        " __VERIFIER_nondet_uchar() % 3; if (!split(text, &row) || index >= row.parts FILL) return 0;"
        " const char *p = row.text + row.starts[index]; while (*p) p++; return 0; }",
        "",
        "+ 1",
    ),
    "start-overwritten": Twins(
        _SPLIT + "int main(void) { char text[8]; " + READ + " text[7] = 0; struct row row; unsigned long index ="
        " __VERIFIER_nondet_uchar() % 3; if (!split(text, &row) || index >= row.parts) return 0; FILL"
        " const char *p = row.text + row.starts[index]; while (*p) p++; return 0; }",
        "row.text[7] = 0;",
        "row.starts[0] = 40;",
    ),
    "null-or-address": Twins(
        "static const char *skip(const char *from, unsigned long *n) { for (;;) { if (!*from) return 0;"
        " if (*from == ',') return from; from++; (*n)++; } }\n"
        "int main(void) { char text[8]; " + READ + " text[7] = 0; char copy[8]; unsigned long n = 0;"
        " const char *p = text; while ((p = skip(p, &n)) FILL) { copy[n] = 1; p++; } return copy == 0; }",
        "!= 0",
        "!= 0 && (n += 2) < 20",
    ),
    "position-in-record": Twins(
        "struct reader { const char *text; unsigned long position; char digits[4]; };\n"
        "static void digits(struct reader *r) { unsigned long n = 0; while (r->text[r->position] >= '0'"
        " && r->text[r->position] <= '9') { if (n == 3) break; r->digits[n++] = r->text[r->position++]; }"
        " r->digits[n] = 0; }\n"
        "int main(void) { char text[8]; " + READ + " text[7] = 0; struct reader r = {text, 0, {0}};"
        " while (r.text[r.position]) { digits(&r); if (r.text[r.position]) r.position++ FILL; } return 0; }",
        "",
        ", r.position++",
    ),
    "values-that-overlap": Twins(
        "union both { unsigned half; unsigned long whole; };\n"
        "int main(void) { int a[4]; union both x, *p = &x; unsigned long n = __VERIFIER_nondet_uchar(), i = 0;"
        " while (i < n) i++; p->whole = i; p->half = (unsigned)p->whole + 1;"
        " if (FILL) a[p->half] = 1; return 0; }",
        "p->half < 4",
        "p->half == p->whole",
    ),
}

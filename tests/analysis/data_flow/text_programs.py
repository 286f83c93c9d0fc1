"""Programs about texts of unknown length: with twins, and generated ones, of which many access memory wrongly."""

from __future__ import annotations

import random

from tests.analysis.data_flow.closed_programs import READ, Twins

_LENGTH = "static unsigned long length(const char *s) { unsigned long n = 0; while (s[n]) n++; return n; }\n"
_COPY = "static void copy(char *to, const char *from) { unsigned long i = 0; do to[i] = from[i]; while (from[i++]); }\n"
_FIND = "static char *find(char *s, char c) { for (;; s++) { if (*s == c) return s; if (!*s) return 0; } }\n"
_LAST = "static char *last(char *s, char c) { char *r = 0; for (;; s++) { if (*s == c) r = s; if (!*s) return r; } }\n"
_LIBRARY = _LENGTH + _COPY + _FIND + _LAST
_ARGUMENT = "int main(int argc, char **argv) { if (argc < 2) return 0; char *s = argv[1]; "
_OF_EIGHT = "int main(void) { char text[8], *s = text; " + READ + " text[7] = 0; "

TEXT_TWINS = {
    "guarded-by-its-length": Twins(
        _LENGTH + _COPY + _ARGUMENT + "char b[20]; if (length(s) FILL 20) copy(b, s); return 0; }",
        "<",
        "<=",
    ),
    "as-large-as-its-length": Twins(
        _LENGTH + _COPY + _ARGUMENT + "unsigned long n = length(s); char *p = malloc(n FILL); if (!p) return 0;"
        " copy(p, s); free(p); return 0; }",
        "+ 1",
        "",
    ),
    "from-its-end-to-its-start": Twins(
        _LENGTH + _ARGUMENT + "unsigned long n = length(s), spaces = 0; while (n > 0 && s[FILL] == ' ') { n--;"
        " spaces++; } return spaces > 3; }",
        "n - 1",
        "n + 1",
    ),
    "after-what-was-found": Twins(
        _LENGTH + _FIND + _ARGUMENT + "char *v = find(s, '='); if (!v) return 0; return length(v + FILL) > 3; }",
        "1",
        "2",
    ),
    "after-the-last-one-or-from-the-start": Twins(
        _LENGTH + _LAST + _ARGUMENT + "char *v = last(s, '/'), *name = v ? v + FILL : s; return length(name) > 3; }",
        "1",
        "2",
    ),
    "cut-where-it-was-found": Twins(
        _LENGTH + _FIND + _OF_EIGHT + "char *v = find(s, '='); if (!v) return 0; *v++ = FILL;"
        " return length(s) + length(v) > 9; }",
        "0",
        "0; text[7] = 1",
    ),
    "first-part-copied": Twins(
        _LENGTH + _ARGUMENT + "char b[9]; unsigned long n = length(s); if (n > 8) n = FILL; for (unsigned long i = 0;"
        " i < n; i++) b[i] = s[i]; b[n] = 0; return length(b) > 3; }",
        "8",
        "9",
    ),
    "changed-in-place": Twins(
        _LENGTH + _OF_EIGHT + "unsigned long n = length(s); for (unsigned long i = 0; i < n; i++) s[FILL] ="
        " (char)__VERIFIER_nondet_uchar() | 1; return length(s) > 3; }",
        "i",
        "i + 1",
    ),
    "changed-by-a-pointer": Twins(
        _LENGTH + _OF_EIGHT + "for (char *p = s; *p; p++) p[FILL] |= 32; return length(s) > 3; }",
        "0",
        "1",
    ),
    "changed-and-read-again": Twins(
        _LENGTH + "int main(void) { char text[40], *s = text; for (int i = 0; i < 39; i++) text[i] ="
        " (char)__VERIFIER_nondet_uchar(); text[39] = 0; for (char *p = s; *p; p++) if (*p == '-') p[FILL] = '_';"
        " return length(s) > 3; }",
        "0",
        "1",
    ),
    "known-text-then-another": Twins(
        _LENGTH + _ARGUMENT + 'char b[8] = "x="; unsigned long n = length(b), i = 0; for (; s[i] && n + i < FILL; i++)'
        " b[n + i] = s[i]; b[n + i] = 0; return 0; }",
        "7",
        "8",
    ),
}

_PARTS = (
    "char b[{size}]; if (length(s) {op} {size}) {{ copy(b, s); sum += length(b); }}",
    "unsigned long n = length(s); char *p = malloc(n + {one}); if (!p) abort(); copy(p, s); sum += p[{zero}]; free(p);",
    "unsigned long n = length(s); while (n > {zero} && s[n - 1] == {byte}) s[--n] = 0;",
    "char *v = find(s, {byte}); if (v) {{ *v = {last}; v += {one}; sum += length(v); }}",
    "char *v = last(s, {byte}), *name = v ? v + {one} : s; sum += length(name);",
    "char b[{size}]; unsigned long n = length(s); if (n {op} {size}) n = {size} - {one}; for (unsigned long i = 0;"
    " i < n; i++) b[i] = s[i]; b[n] = 0; sum += length(b);",
    'char b[{size}] = "{word}"; unsigned long n = length(b), i = 0; for (; s[i] && n + i + {one} {op} {size}; i++)'
    " b[n + i] = s[i]; b[n + i] = 0; sum += length(b);",
    "unsigned long n = length(s); unsigned at = in(); if (at {op} n) {{ s[at] = {last}; sum += length(s); }}",
    "unsigned long n = length(s), k = 0; for (unsigned long i = 0; i < n; i++) if (s[i] != {byte}) s[k++] = s[i];"
    " s[k] = {last}; sum += length(s);",
    "unsigned long n = length(s); for (unsigned long i = 0; i < n / 2; i++) {{ char c = s[i]; s[i] = s[n - {one} - i];"
    " s[n - {one} - i] = c; }}",
    "s += {zero}; if (*s == {byte}) s += {one}; sum += length(s);",
    "char *t = s; while (*t && *t != {byte}) t++; *t = {last}; sum += length(t) + length(s);",
    "unsigned long n = length(s), m = n; while (m > {one}) {{ m -= {one}; if (s[m] == {byte}) s[m + {zero}] = 0; }}",
)


def text_program(seed: int) -> str:
    """Some of these about one text of at most a few characters, in which numbers and operators vary."""
    rng = random.Random(seed)
    size = rng.choice([4, 6])

    def filled(part: str) -> str:
        numbers = {"size": rng.choice([size, size, size - 1]), "one": rng.choice([1, 1, 1, 0, 2])}
        numbers |= {"zero": rng.choice([0, 0, 0, 1]), "last": rng.choice([0, 0, 0, 1]), "byte": rng.choice([0, 1, 97])}
        return part.format(op=rng.choice(["<", "<", "<="]), word=rng.choice(["", "x", "xy"]), **numbers)

    text = f"char text[{size}], *s = text; for (int i = 0; i < {size}; i++) text[i] = (char)in();"
    parts = "\n  ".join("{ " + filled(rng.choice(_PARTS)) + " }" for _ in range(rng.choice([1, 2, 2, 3])))
    body = (
        f"int main(void) {{\n  unsigned long sum = 0; {text} text[{size - 1}] = 0;\n  {parts}\n  return sum == 9;\n}}\n"
    )
    return _LIBRARY + "static unsigned char in(void) { return __VERIFIER_nondet_uchar(); }\n" + body

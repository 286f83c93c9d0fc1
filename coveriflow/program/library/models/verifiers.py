"""Functions that other verifiers have for values from outside, as C text (KLEE's)."""

from __future__ import annotations

_INT = "extern int __VERIFIER_nondet_int(void);"
_BYTE = "extern unsigned char __VERIFIER_nondet_uchar(void);"

VERIFIERS = {
    "klee_make_symbolic": f"""{_BYTE} void klee_make_symbolic(void *object, SIZE size, const char *name) {{
  unsigned char *byte = object; for (SIZE i = 0; i < size; i++) byte[i] = __VERIFIER_nondet_uchar(); }}""",
    "klee_int": f"{_INT} int klee_int(const char *name) {{ return __VERIFIER_nondet_int(); }}",
    "klee_range": f"""{_INT} extern void __VERIFIER_assume(int);
int klee_range(int begin, int end, const char *name) {{
  int value = __VERIFIER_nondet_int(); __VERIFIER_assume(begin <= value && value < end); return value; }}""",
}
"""Text by name: the functions of a program under test do the same."""

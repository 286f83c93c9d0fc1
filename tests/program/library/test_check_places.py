"""What is assumed of checks speaks of what stands in the user's text, and not of parts of our models."""

from __future__ import annotations

import pytest

from coveriflow.actors.work.load import automaton_of
from coveriflow.program.cfa.edges import Check
from coveriflow.program.library.check_places import assumptions_of
from tests.actors.tasks import program

DECLARED = """
typedef unsigned long size_t; typedef struct file FILE; extern FILE *stdin;
int snprintf(char *, size_t, const char *, ...); int sprintf(char *, const char *, ...);
int printf(const char *, ...); int sscanf(const char *, const char *, ...); char *fgets(char *, int, FILE *);
long getline(char **, size_t *, FILE *); int stat(const char *, void *); char *strdup(const char *);
char t[40]; char *p = t; char *q; size_t n;
"""
CALLS = {
    'snprintf(p, 9, "%d %5.2s %c %x", __VERIFIER_nondet_int(), p, 7, 8u)': "snprintf",
    'sprintf(p, "%u%%%s", __VERIFIER_nondet_uint(), p)': "sprintf",
    '__builtin_sprintf(p, "%d", __VERIFIER_nondet_int())': "sprintf",
    "printf(p)": "printf",
    'sscanf(p, "%d", (int *)p)': "sscanf",
    "getline(&q, &n, stdin)": "getline",
    "strdup(p)": "strdup",
}


@pytest.mark.parametrize("call", CALLS)
def test_a_check_of_a_model_is_told_as_the_call(call: str) -> None:
    cfa = automaton_of(program(f"{DECLARED} int main(void) {{ if (__VERIFIER_nondet_int()) p++;\n{call};\n}}"))
    sentences = {each for edge in cfa.edges if isinstance(edge.operation, Check) for each in assumptions_of(cfa, edge)}
    assert not any("__" in each for each in sentences)
    assert any(f"in the call of {CALLS[call]} at program.c, line" in each for each in sentences)

"""Reducers on programs whose branches ask what no C text can say: whether there is room for an object."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from coveriflow.transform.reducers.catalogue import NAMES, reducer
from tests.analysis.runs import automaton_of, condition_of, explicit, runs_of
from tests.transform.residuals import any_condition, check_deterministic, check_residual

_HEAD = """
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
void *malloc(unsigned long);
void free(void *);
int same(int x) { return x; }
"""
PROGRAMS = {
    "malloc": """
int main(void) {
  if (same(3) != 3) reach_error();
  if (same(0)) reach_error();
  char *v = malloc(3);
  v[1] = same(__VERIFIER_nondet_int());
  if (v[1] == 2) reach_error();
  free(v);
  return same(v != 0);
}""",
    "a length that is computed": """
int main(void) {
  int n = same(3), v[n];
  n = same(9);
  if (sizeof v != 12) reach_error();
  v[2] = __VERIFIER_nondet_int();
  if (same(v[2]) == 5) reach_error();
  return 0;
}""",
    "a list": """
struct node { int value; struct node *next; };
int main(void) {
  struct node *list = 0;
  for (int i = 0; i < 3; i++) {
    struct node *new = malloc(sizeof *new);
    new->value = same(__VERIFIER_nondet_int());
    new->next = list;
    list = new;
  }
  for (; list; list = list->next) if (list->value == 1) reach_error();
  return 0;
}""",
}


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("program", PROGRAMS)
def test_residual_property(program: str, name: str) -> None:
    """Of the text, too, however the condition tells calls apart."""
    cfa = automaton_of(_HEAD + PROGRAMS[program])
    executions = list(runs_of(cfa, 9, 20, 0).executions)
    rng, figures = random.Random(name), Counter[str]()
    written = [condition_of(cfa, explicit(cfa, states=count).automaton) for count in (4, 20, 60)]
    for condition in (*written, *(any_condition(rng, executions, states) for states in (1, 2, 5, 40))):
        residual = reducer(name)(cfa, condition)
        check_deterministic(residual.cfa)
        check_residual(residual, condition, executions, figures)
    assert figures["not covered"], figures

"""For each property two small programs, a safe and an unsafe one, which differ in one number."""

from __future__ import annotations

from coveriflow.artifacts.specifications import BY_NAME
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.artifacts.verdicts import Verdict

_TEXTS = {
    "assertions": (
        """\
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < n && i < 3; i++)
    s += 2;
  if (s > @)
    reach_error();
""",
        6,
        4,
    ),
    "unreach-call": (
        """\
  unsigned int n = __VERIFIER_nondet_int(), i = n & 3;
  while (i != 0)
    i--;
  if (n % 4 == @)
    reach_error();
""",
        4,
        2,
    ),
    "no-overflow": (
        """\
  int n = __VERIFIER_nondet_int(), s = @;
  for (int i = 0; i < n && i < 3; i++)
    s++;
""",
        2147483644,
        2147483645,
    ),
    "memory-safety": (
        """\
  int n = __VERIFIER_nondet_int();
  char *p = malloc(3);
  for (int i = 0; i < n && i < @; i++)
    p[i] = 1;
  free(p);
""",
        3,
        4,
    ),
    "memory-cleanup": (
        """\
  int n = __VERIFIER_nondet_int(), i = 0;
  char *p = malloc(1);
  while (i < n && i < 3)
    i++;
  if (i < @)
    free(p);
""",
        4,
        3,
    ),
    "valid-deref": (
        """\
  int n = __VERIFIER_nondet_int(), a[3];
  for (int i = 0; i < n && i < @; i++)
    a[i] = i;
""",
        3,
        4,
    ),
    "valid-free": (
        """\
  int n = __VERIFIER_nondet_int();
  char *p = malloc(4);
  for (int i = 0; i < n && i < 2; i++)
    p++;
  if (n < @)
    free(p);
""",
        1,
        2,
    ),
    "termination": (
        """\
  unsigned int n = __VERIFIER_nondet_int(), i = 0;
  while (i != n % 8)
    i += @;
""",
        1,
        2,
    ),
    "undefined-behaviour": (
        """\
  int n = __VERIFIER_nondet_int(), s = @;
  for (int i = 0; i < n && i < 3; i++)
    s--;
  return 6 / s;
""",
        4,
        2,
    ),
}
PROPERTIES = tuple(_TEXTS)
_BEFORE = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void *malloc(unsigned long);
void free(void *);
int main(void) {
"""


def tasks(name: str) -> dict[Verdict, Task]:
    """By the verdict about the property ``name``: a program."""
    body, safe, unsafe = _TEXTS[name]
    texts = {Verdict.TRUE: body.replace("@", str(safe)), Verdict.FALSE: body.replace("@", str(unsafe))}
    return {verdict: _task(name, verdict, text) for verdict, text in texts.items()}


def _task(name: str, verdict: Verdict, body: str) -> Task:
    last = "" if "return" in body else "  return 0;\n"
    text = f"{_BEFORE}{body}{last}}}\n"
    return Task((Source(f"{name}-{verdict.value}.c", text, text),), BY_NAME[name])

"""Many executions in one process: each begins as if it were the first one, or has a process of its own. What does not
end is a candidate where that is asked for, and what is long is not.
"""

from __future__ import annotations

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.native.compiler import Linkage, linkage
from coveriflow.execution.native.greybox import Dictionary, GreyboxRound, _map_size, compiled_greybox
from coveriflow.program.text.violations import CALLS_OF_REACH_ERROR, NOTHING
from coveriflow.program.types.data_model import DataModel

HEAD = """\
typedef struct file FILE; extern FILE *stdin; extern char *fgets(char *, int, FILE *);
extern int getchar(void); extern int rand(void); extern int atoi(const char *);
extern void *malloc(unsigned long); extern void free(void *); extern void exit(int);
extern int __VERIFIER_nondet_int(void); extern void reach_error(void);
"""
NO_PATIENCE = 1e6


def fuzzed(text: str, cpu: float = 0.5, *, endless: bool = False, reads: bool = False) -> GreyboxRound:
    if linkage(DataModel.LP64) is not Linkage.SYSTEM:
        pytest.skip("this machine has no C library to compile with")
    violations = NOTHING if endless else CALLS_OF_REACH_ERROR
    known = Dictionary(reads_text=reads)
    sources = [("x.c", HEAD + text)]
    with compiled_greybox(sources, DataModel.LP64, violations, known, endless=endless) as fuzzer:
        return fuzzer.round(cpu, NO_PATIENCE, Limits(cpu + 2, None, None))


AS_BEFORE = {
    "variables": """
        static int calls; static struct { char name[5]; int *at; } kept = {"abc", &calls};
        int main(void) {
          if (++calls > 1 || kept.at != &calls || kept.name[0] != 'a') reach_error();
          kept.at = 0; kept.name[0] = (char)__VERIFIER_nondet_int(); return 0; }""",
    "objects": """
        static int *list; int main(void) {
          if (list) reach_error();
          list = malloc(100); list[0] = __VERIFIER_nondet_int(); if (list[0] == 3) exit(1); return 0; }""",
    "the text": """
        int main(void) { char line[8]; int c = getchar(), count = 1;
          while (c >= 0 && count < 600) { c = getchar(); count++; }
          if (count == 600 || (count == 1 && fgets(line, 8, stdin))) reach_error(); return 0; }""",
}


@pytest.mark.parametrize("text", AS_BEFORE.values(), ids=AS_BEFORE.keys())
def test_an_execution_leaves_nothing_behind(text: str) -> None:
    found = fuzzed(text, reads="getchar" in text)
    assert found.candidate is None
    assert found.executions > 6_000, "as many have no process of their own"


def test_what_the_library_remembers_makes_no_candidate() -> None:
    """It is not undone: what happens only after other executions is not what the program does."""
    text = "int main(void) { int x = __VERIFIER_nondet_int(); if (rand() != FIRST) reach_error(); return x == 3; }"
    found = fuzzed(text.replace("FIRST", "1804289383"))
    assert found.candidate is None
    assert found.executions > 100


ENDLESS = {
    "one value": ("int main(void) { int x = __VERIFIER_nondet_int(); while (x == 77) ; return 0; }", False),
    "a text": (
        """int main(void) { char line[9]; if (!fgets(line, 9, stdin)) return 1; int by = atoi(line);
           if (line[0] != '+') return 2; for (int i = 0; i < 100; i += by) if (by < 0) return 3; return 0; }""",
        True,
    ),
}


@pytest.mark.parametrize(("text", "reads"), ENDLESS.values(), ids=ENDLESS.keys())
def test_what_does_not_end_is_a_candidate(text: str, reads: bool) -> None:
    found = fuzzed(text, 3.0, endless=True, reads=reads)
    assert found.candidate is not None
    assert found.candidate.how == "endless"
    assert found.candidate.values == (() if reads else (77,))
    assert found.candidate.text.startswith(b"+") is reads


def test_what_takes_long_is_none() -> None:
    text = """int main(void) { unsigned x = __VERIFIER_nondet_int(), y = 0;
      for (unsigned i = 0; i < 300000; i++) y += i ^ x; return y == 5; }"""
    found = fuzzed(text, 0.7, endless=True)
    assert found.candidate is None
    assert found.executions > 10


def test_what_has_no_definition_stops_only_executions_that_use_it() -> None:
    text = """
        extern int helper(int); void node(void); void (*next)(void) = node; extern int table[4];
        int main(void) { int x = __VERIFIER_nondet_int();
          if (x == 99) return helper(x) + table[0];
          if (x == 77) next();
          if (x == 12345) reach_error();
          return 0; }"""
    found = fuzzed(text, 2.0)
    assert found.candidate is not None
    assert found.candidate.how == "called"


READS_FOR_EVER = """
int main(void) { int state = 0;
  for (;;) { int x = __VERIFIER_nondet_int();
    if (x == 0) for (volatile int waits = 0; waits < WAITS; ) waits++;
    if (state == STATES) reach_error();
    if (x == 1 + state % 5) state++; } }"""


def test_an_event_machine_that_reads_for_ever_gets_its_smallest_input() -> None:
    found = fuzzed(READS_FOR_EVER.replace("WAITS", "0").replace("STATES", "7"), 2.0)
    assert found.candidate is not None
    assert found.candidate.values == (1, 2, 3, 4, 5, 1, 2, 0)


def test_to_make_an_input_smaller_takes_no_longer_than_to_find_it() -> None:
    """Each that misses the violation would take as long as an execution may, since what is not given is zero."""
    found = fuzzed(READS_FOR_EVER.replace("WAITS", "20000").replace("STATES", "40"), 1.2)
    assert found.candidate is not None


def test_a_program_with_more_edges_has_a_larger_map() -> None:
    sizes = [_map_size(edges) for edges in (0, 400, 5_000, 20_000, 40_000, 1_000_000)]
    assert sizes == sorted(sizes)
    assert all(
        size >= min(4 * edges, sizes[-1])
        for size, edges in zip(sizes, (0, 400, 5_000, 20_000, 40_000, 1e6), strict=True)
    )
    assert all(size & (size - 1) == 0 for size in sizes), "the fuzzer masks with it"

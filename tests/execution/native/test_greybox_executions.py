"""Many executions in one process: each begins as if it were the first one, or has a process of its own. What does not
end is a candidate where that is asked for, and what is long is not.
"""

from __future__ import annotations

import pytest

from coveriflow.artifacts.resources import Limits
from coveriflow.execution.contracts import End
from coveriflow.execution.native.compiler import Linkage, linkage
from coveriflow.execution.native.greybox import Dictionary, GreyboxRound, _map_size, compiled_greybox
from coveriflow.program.cfa.edges import Undefined
from coveriflow.program.text.violations import CALLS_OF_REACH_ERROR, NOTHING, Violations
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


def test_a_program_may_write_to_its_arguments() -> None:
    text = """int main(int argc, char **argv) { if (argc < 2) return 0;
      if (argv[1][0] == 'B') { argv[1][0] = 0; reach_error(); } return 0; }"""
    known = Dictionary(words=(b"B",), has_arguments=True)
    with compiled_greybox([("x.c", HEAD + text)], DataModel.LP64, CALLS_OF_REACH_ERROR, known) as fuzzer:
        found = fuzzer.round(2.0, NO_PATIENCE, Limits(4, None, None)).candidate
    assert found is not None
    assert found.arguments[1][:1] == b"B"


def test_executions_that_wait_for_ever_do_not_take_for_ever() -> None:
    text = """typedef union { char bytes[32]; long align; } sem_t; extern int sem_init(sem_t *, int, unsigned);
      extern int sem_wait(sem_t *); int main(void) { sem_t s; sem_init(&s, 0, 0);
      int x = __VERIFIER_nondet_int(); sem_wait(&s); return x; }"""
    with compiled_greybox([("x.c", HEAD + text)], DataModel.LP64, CALLS_OF_REACH_ERROR, Dictionary()) as fuzzer:
        found = fuzzer.program.start(("300 1000000 1 4096", "-"), Limits(5, 30, None), (), ("found", "entries"))
    assert found.end is End.FINISHED
    assert found.resources.cpu < 1


@pytest.mark.parametrize("end", ["_exit(0)", "_Exit(0)", "return 0"])
def test_what_ends_by_itself_is_not_endless(end: str) -> None:
    text = f"""extern void _exit(int), _Exit(int); extern int atexit(void (*)(void)); static void last(void) {{}}
      int main(void) {{ atexit(last); unsigned n = __VERIFIER_nondet_int();
      for (volatile unsigned i = 0; i < n % 1000000; i++) ; {end}; }}"""
    known = Dictionary(has_handlers=True)
    with compiled_greybox([("x.c", HEAD + text)], DataModel.LP64, NOTHING, known, endless=True) as fuzzer:
        found = fuzzer.round(0.5, NO_PATIENCE, Limits(3, None, None))
    assert found.candidate is None
    assert found.executions > 10


def test_what_functions_free_that_are_called_at_the_end_is_not_lost() -> None:
    text = """extern int atexit(void (*)(void)); static int *kept; static void last(void) { free(kept); }
      int main(void) { atexit(last); kept = malloc(4); if (__VERIFIER_nondet_int() == 7) malloc(8); return 0; }"""
    leaks = Violations(frozenset(), checks=frozenset({Undefined.LEAK}))
    for body, is_lost in ((text, True), (text.replace("malloc(8)", "0"), False)):
        known = Dictionary(numbers=(7,), has_handlers=True)
        with compiled_greybox([("x.c", HEAD + body)], DataModel.LP64, leaks, known) as fuzzer:
            found = fuzzer.round(0.5, NO_PATIENCE, Limits(3, None, None)).candidate
        assert (found is not None) == is_lost


def test_many_objects_are_looked_at_in_time() -> None:
    text = """struct n { struct n *next; long pad[127]; }; static struct n *head;
      int main(void) { for (int i = 0; i < 1000; i++) { struct n *x = malloc(sizeof *x); x->next = head; head = x; }
      if (__VERIFIER_nondet_int() == 7) malloc(8); return 0; }"""
    losses = Violations(frozenset(), checks=frozenset({Undefined.LOST}))
    known = Dictionary(numbers=(7,))
    with compiled_greybox([("x.c", HEAD + text)], DataModel.LP64, losses, known) as fuzzer:
        found = fuzzer.round(2.0, NO_PATIENCE, Limits(4, None, None)).candidate
    assert found is not None
    assert found.how == "leaked"


def test_a_program_cannot_write_what_is_found() -> None:
    text = """extern long write(int, const void *, unsigned long);
      int main(void) { int file = __VERIFIER_nondet_int(); write(file, "x\\n", 2); return 0; }"""
    found = fuzzed(text, 0.2)
    assert found.candidate is None
    assert not found.failure

"""The files that a condition names are those of the same lines, whatever they are called where it is used."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coveriflow.artifacts.automata.condition_observer import resolved
from coveriflow.artifacts.automata.guarded_files import with_files_of, with_names_of
from coveriflow.artifacts.conditions import Condition, Transition
from coveriflow.artifacts.tasks import Source, Task
from coveriflow.formats.conditions.graphml_condition import read_condition, write_condition
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.labels import EdgeLabel
from coveriflow.program.errors import InputError
from coveriflow.program.frontend import program_cfa
from coveriflow.transform.conditions.operations import intersected, united

MAIN = "int up(int); int down(int);\nint main(void) {\n  return up(down(1));\n}\n"
UP = "int up(int x) {\n  if (x > 3) return x;\n  return x + 1;\n}\n"
DOWN = "int down(int x) {\n  if (x > 3) return x;\n  return x - 1;\n}\n"
INCLUDED = '# 1 "{0}.c"\n# 1 "{0}.h" 1\nstatic int zero(void) {{\n  return 0;\n}}\n# 2 "{0}.c" 2\nint main(void) {{\n'
INCLUDED += "  return zero();\n}}\n"


def task_of(*files: tuple[str, str]) -> Task:
    return Task(tuple(Source(name, text, text) for name, text in files))


def cfa_of(task: Task) -> Cfa:
    return program_cfa([(each.name, each.preprocessed) for each in task.sources], task.data_model)


def condition_of(task: Task) -> Condition:
    """Covers what takes any edge of the program."""
    edges = cfa_of(task).edges
    moves = tuple(Transition("q", each.label, "T") for each in edges)
    about = (task.program_hash, task.specification, task.data_model, "us", task.preprocessed_hash)
    return with_files_of(task, Condition("q", frozenset({"T"}), moves, *about))


def places(condition: Condition, task: Task) -> set[tuple[str, int]]:
    return {(e.origin.file, e.origin.line) for _, e in resolved(condition, cfa_of(task)).moves}


@pytest.mark.parametrize("files", [("main.c", "up.c", "down.c"), ("/p/a.c", "q/b.c", "c.c"), ("b.c", "c.c", "a.c")])
def test_files_are_known_by_their_lines(files: tuple[str, str, str]) -> None:
    """Also where two of them have exchanged their names."""
    texts = (MAIN, UP, DOWN)
    before = task_of(*zip(("a.c", "b.c", "c.c"), texts, strict=True))
    after = task_of(*zip(files, texts, strict=True))
    found = with_names_of(after, condition_of(before))
    assert found == condition_of(after)
    assert len(resolved(found, cfa_of(after)).moves) == len(cfa_of(after).edges)
    assert read_condition(write_condition(found), "c.graphml") == found


def test_a_header_is_a_file() -> None:
    before, after = (
        Task((Source(f"{name}.c", "the text", INCLUDED.format(name)),)) for name in ("prog", "/somewhere/else/prog")
    )
    found = with_names_of(after, condition_of(before))
    assert ("/somewhere/else/prog.h", 2) in places(found, after)
    assert found == condition_of(after)


def test_files_with_one_text_are_known_by_their_names() -> None:
    text = "static int f(void) {\n  return 0;\n}\n"

    def covering(task: Task) -> Condition:
        moves = tuple(Transition("q", EdgeLabel("f", 2, "return 0;", file=each.name), "T") for each in task.sources)
        return with_files_of(task, replace(condition_of(task), transitions=moves))

    before = task_of(("p/one.c", text), ("p/two.c", text), ("main.c", MAIN + UP + DOWN))
    after = task_of(("one.c", text), ("two.c", text), ("m.c", MAIN + UP + DOWN))
    assert with_names_of(after, covering(before)) == covering(after)
    others = task_of(("x.c", text), ("y.c", text), ("m.c", MAIN + UP + DOWN))
    with pytest.raises(InputError, match=r"names the file 'p/one\.c', which is none of 'x\.c'"):
        with_names_of(others, covering(before))


def test_without_hashes_the_only_file_is_the_program() -> None:
    """Conditions of an earlier version say none."""
    before, after = task_of(("a.c", MAIN + UP + DOWN)), task_of(("p/b.c", MAIN + UP + DOWN))
    old = replace(condition_of(before), files=())
    assert with_names_of(after, old) == condition_of(after)
    several = task_of(("a.c", MAIN), ("b.c", UP), ("c.c", DOWN))
    with pytest.raises(InputError, match="names the file"):
        with_names_of(task_of(("x.c", MAIN), ("b.c", UP), ("c.c", DOWN)), replace(condition_of(several), files=()))


def test_lines_that_moved_are_others() -> None:
    """The analysed text is the same without its line markers, and a line of it has another number."""
    before = Task((Source("a.c", "the text", '# 1 "a.c"\nint main(void) {\n  return 0;\n}\n'),))
    after = Task((Source("a.c", "the text", '# 7 "a.c"\nint main(void) {\n  return 0;\n}\n'),))
    assert before.preprocessed_hash == after.preprocessed_hash
    with pytest.raises(InputError, match=r"names the file 'a\.c'"):
        with_names_of(after, condition_of(before))


def test_conditions_of_one_program_under_two_names() -> None:
    one, other = (condition_of(task_of((name, MAIN + UP + DOWN))) for name in ("a.c", "p/b.c"))
    assert united(one, other) == united(one, one)
    assert intersected(one, other) == intersected(one, one)

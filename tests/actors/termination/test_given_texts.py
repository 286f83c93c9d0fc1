"""What standard input gives to an execution that never ends: a text with an end, and then nothing more."""

from __future__ import annotations

import pytest

from coveriflow.actors.work.termination.answers import answered
from coveriflow.actors.work.termination.executed import goes_on
from coveriflow.actors.work.termination.given_texts import is_given
from coveriflow.analysis.search.limits import SoftLimits
from coveriflow.analysis.termination.lassos import Lasso, checked_lasso
from coveriflow.artifacts.answers import Answer
from coveriflow.artifacts.specifications import Property, PropertyKind, Specification
from coveriflow.artifacts.tasks import Task
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.cfa.cfa import Cfa
from coveriflow.program.cfa.loops import loops_of
from coveriflow.program.frontend import program_cfa
from coveriflow.program.interpreter.interpreter import Interpreter
from coveriflow.program.text.violations import NOTHING
from coveriflow.program.types.data_model import DataModel
from tests.actors.tasks import program

LIBRARY = "extern int getchar(void); extern int rand(void); extern int scanf(const char *, ...);\n"
UNTIL_Q = "int main(void) { while (getchar() != 'q') ; return 0; }"
WHILE_A = "int main(void) { int a = 0; while (getchar() == 'a') ; return 0; }"
NUMBERS = 'int n; int main(void) { int read; while ((read = scanf("%d", &n)) >= 0) ; return 0; }'


def automaton(text: str) -> Cfa:
    return program_cfa([("x.c", LIBRARY + text)], DataModel.LP64, NOTHING)


def lasso(text: str, stem: tuple[int, ...], cycle: tuple[int, ...], visits: tuple[int, int]) -> Lasso | None:
    cfa, loops = automaton(text), loops_of(automaton(text))
    head = next(location for location in cfa.locations if loops.is_head(location))
    return checked_lasso(cfa, head, stem, cycle, visits, is_given)


def test_after_the_text_there_is_its_end_again_and_again() -> None:
    assert lasso(UNTIL_Q, (), (-1,), (0, 1)) is not None
    assert lasso(UNTIL_Q, (97, 98), (-1,), (2, 3)) is not None


def test_no_text_is_endless() -> None:
    """Each round reads one more byte: what reads it comes to the end of each text."""
    assert lasso(UNTIL_Q, (97,), (97,), (1, 2)) is None
    assert lasso(WHILE_A, (97,), (97,), (1, 2)) is None


def test_after_the_end_comes_no_text() -> None:
    assert lasso(UNTIL_Q, (-1,), (97,), (1, 2)) is None
    assert lasso(UNTIL_Q, (-1,), (-1,), (1, 2)) is not None


def test_what_is_no_number_stays_in_the_text() -> None:
    assert lasso(NUMBERS, (0,), (0,), (1, 2)) is not None
    assert lasso(NUMBERS, (1, 5), (1, 5), (1, 2)) is None


@pytest.mark.parametrize(
    "text",
    [
        "int main(void) { while (rand() != 5) ; return 0; }",
        "int main(void) { int first = rand(); while (first == 3 || getchar() != 'q') ; return 0; }",
    ],
)
def test_what_else_the_library_gives_is_not_known(text: str) -> None:
    cfa = automaton(text)
    cycle = (3,) if "first" not in text else ()
    stem = () if cycle else (3,)
    assert lasso(text, stem, cycle, (0, 1)) is None
    assert Interpreter(cfa).run((*stem, *cycle), 50).inputs


def task_of(text: str) -> Task:
    asked = Specification((Property(PropertyKind.TERMINATION),))
    return program(LIBRARY + text, specification=asked)


def test_the_compiled_program_must_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where it does not, our models of the library are doubted: there is no verdict."""
    (answer, *_) = answered(task_of(UNTIL_Q), SoftLimits(cpu=20.0))
    assert isinstance(answer, Answer)
    assert answer.verdict is Verdict.FALSE
    assert answer.reason == "with nothing on standard input"
    monkeypatch.setattr("coveriflow.actors.work.termination.answers.goes_on", lambda *_: False)
    (doubted, *_) = answered(task_of(UNTIL_Q), SoftLimits(cpu=20.0))
    assert isinstance(doubted, Answer)
    assert doubted.verdict is Verdict.UNKNOWN
    assert "was not seen to go on" in doubted.reason


def test_what_a_model_does_not_know_is_seen_in_an_execution() -> None:
    """After its end a file can be read from its beginning: the program ends with its second 'q'."""
    text = """
        struct file; extern struct file *stdin; extern void rewind(struct file *);
        int main(void) { int times = 0; for (;;) { int c = getchar();
          if (c < 0) { if (!times) return 1; rewind(stdin); } else if (c == 'q' && ++times == 2) return 0; } }"""
    assert lasso(text, (ord("q"), -1), (-1,), (2, 3)) is not None
    read = Interpreter(automaton(text)).run((ord("q"), -1, -1), 1000).inputs
    assert not goes_on(task_of(text), read[:2], read[2:], None)


def test_a_program_that_ends_is_seen_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    cfa = automaton(UNTIL_Q)
    read = Interpreter(cfa).run((97, ord("q")), 1000).inputs
    assert not goes_on(task_of(UNTIL_Q), read, (), None)
    assert goes_on(task_of(UNTIL_Q), read[:1], (), None)
    monkeypatch.setenv("CC", "nowhere-to-be-found")
    assert not goes_on(task_of(UNTIL_Q), read[:1], (), None)

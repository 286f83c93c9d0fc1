"""A violation as text, on the terminal and as a page for a browser."""

from __future__ import annotations

import json
import re

import pytest

from coveriflow.artifacts.display.error_paths import ErrorPath, Event, EventKind, PathStep
from coveriflow.report.counterexamples.as_html import counterexample_html
from coveriflow.report.counterexamples.as_text import full_text, lines_of, sentence, short_page, together
from coveriflow.report.counterexamples.contracts import Summary

TEXT = "int main(void) {\n\tint x = f(1); // </script><b>\n  if (x) reach_error();\x1b[31m\n}\n"
STEPS = (
    PathStep("a.c", 2, "main", 0, (Event(EventKind.CALL, "f", "a = 1"),)),
    PathStep(
        "a.c", 1, "f", 1, (Event(EventKind.INPUT, "u", "3", "f"), Event(EventKind.VALUE, "return value", "4", "f"))
    ),
    PathStep("a.c", 2, "main", 0, (Event(EventKind.RETURN, "f", "4"), Event(EventKind.VALUE, "x", "4", "main"))),
    PathStep("a.c", 3, "main", 0, (Event(EventKind.BRANCH, "if", "true"), Event(EventKind.ERROR, "reach_error"))),
)
PATH = ErrorPath(STEPS)
FACTS = (("task", "a<b>.c"), ("property", "unreach-call"))


def page_of(path: ErrorPath, text: str = TEXT) -> tuple[str, dict[str, object]]:
    page = counterexample_html(path, {"a.c": text}, FACTS).decode()
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found
    return page, json.loads(found[1])


def test_the_text_has_each_line_and_what_happens_there() -> None:
    text = full_text(PATH, lines_of({"a.c": TEXT}))
    assert text.splitlines()[:2] == ["a.c:2:     int x = f(1); // </script><b>", "        f is called with a = 1"]
    assert "\x1b" not in text
    assert text.rstrip().endswith("reach_error is called: this is the violation")


@pytest.mark.parametrize("width", [30, 80, 200])
def test_the_short_form_keeps_within_the_terminal(width: int) -> None:
    lines = lines_of({"a.c": TEXT.replace("f(1)", "f(1" + "1" * 300 + ")")})
    page = list(short_page(ErrorPath(STEPS * 10), lines, width))
    assert all(line.cell_len <= width for line in page)
    assert any("... 28 more steps" in line.plain for line in page) or width < 30
    assert page[-1].plain.strip().startswith("reach_error is called")


def test_every_kind_of_event_has_a_sentence() -> None:
    assert len({sentence(Event(kind, "f", "1")) for kind in EventKind}) == len(EventKind)


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("reads byte()", "10", r"10 '\n' is read"),
        ("reads byte()", "-1", "the end of the input is met"),
        ("reads format %d %d()", "2", '"%d %d" reads 2 values'),
        ("reads format %d()", "0", '"%d" reads no value'),
        ("reads format %d()", "-1", "the end of the input is met"),
        ("reads %d()", "-1", "%d reads -1"),
        ("f()", "3", "f() returns 3"),
    ],
)
def test_what_is_read_is_told_in_words(name: str, value: str, told: str) -> None:
    assert sentence(Event(EventKind.INPUT, name, value)) == told


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (["97 'a'", "34 '\"'", "0", "7"], ['s = "a\\""']),
        (["0", "0", "0"], ["s[0..2] = 0"]),
        (["1", "2", "3"], ["s[0..2] = {1, 2, 3}"]),
        (["1", "2"], ["s[0] = 1", "s[1] = 2"]),
        (["97 'a'", "200", "0"], ["s[0..2] = {97 'a', 200, 0}"]),
    ],
)
def test_elements_that_are_written_in_a_row_are_one_event(values: list[str], told: list[str]) -> None:
    events = [Event(EventKind.VALUE, f"s[{number}]", value) for number, value in enumerate(values)]
    assert [sentence(each) for each in together(events)] == told
    other = Event(EventKind.VALUE, "t[3]", "1")
    assert together([*events, other])[-1] == other


def test_of_several_files_each_is_named_where_it_is_entered() -> None:
    steps = (*STEPS[:2], PathStep("b.c", 7, "g", 1, (Event(EventKind.VALUE, "y", "1"),)), *STEPS[2:])
    page = [line.plain.strip() for line in short_page(ErrorPath(steps), lines_of({"a.c": TEXT}), 100)]
    assert [line for line in page if line.startswith("in ")] == ["in a.c", "in b.c", "in a.c"]
    assert not any(line.plain.strip().startswith("in ") for line in short_page(PATH, lines_of({"a.c": TEXT}), 100))


def test_the_page_has_all_steps_and_needs_nothing_else() -> None:
    page, data = page_of(PATH)
    assert len(data["steps"]) == len(STEPS)  # type: ignore[arg-type]
    lines = [list(pair) for pair in enumerate(lines_of({"a.c": TEXT})["a.c"], 1)]
    assert data["files"] == [{"name": "a.c", "lines": lines}]
    assert not re.search(r"https?:|@import|url\(|\bsrc=|\bhref=", page)
    assert page.count("</script>") == 2
    assert "<title>a&lt;b&gt;.c" in page


def test_a_page_of_ten_thousand_steps_stays_small() -> None:
    page, data = page_of(ErrorPath(STEPS * 2_500, 77, 5_000))
    assert len(page) < 3_000_000
    assert (data["omitted"], data["gap"], len(data["steps"])) == (77, 5_000, 10_000)  # type: ignore[arg-type]


def test_of_a_very_long_file_the_lines_around_the_execution_are_shown() -> None:
    _, data = page_of(PATH, TEXT + "\n" * 200_000)
    numbers = [number for number, _ in data["files"][0]["lines"]]  # type: ignore[index]
    assert numbers == list(range(1, 34))


def test_the_page_begins_with_what_is_violated_and_how_to_repeat_it() -> None:
    summary = Summary("the assertion `x` fails at line 3", (("at", "a.c:3"), ("reproduce", "printf '<' | ./program")))
    page = counterexample_html(PATH, {"a.c": TEXT}, FACTS, summary).decode()
    found = re.search(r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data = json.loads(found[1])
    assert data["violation"] == summary.violation
    assert data["summary"] == [list(row) for row in summary.rows]
    assert "<' |" not in page

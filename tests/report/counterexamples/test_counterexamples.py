"""A violation as text, on the terminal and as a page for a browser."""

from __future__ import annotations

import json
import re

import pytest

from coveriflow.artifacts.display.error_paths import ErrorPath, Event, EventKind, PathStep
from coveriflow.report.counterexamples.as_html import counterexample_html
from coveriflow.report.counterexamples.as_text import full_text, lines_of, sentence, short_page

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

from __future__ import annotations

from rich.text import Text

from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.errors import Span
from coveriflow.report.messages import SENTENCES, STYLES, error_page


def plain(page: tuple[Text, ...]) -> list[str]:
    return [line.plain for line in page]


def test_every_verdict_has_a_sentence_and_a_style() -> None:
    assert set(SENTENCES) == set(STYLES) == set(Verdict)


def test_a_message_alone() -> None:
    assert plain(error_page("no\nTry this.", None, None, 80)) == ["error: no", "Try this."]


def test_a_place_without_a_line() -> None:
    assert plain(error_page("no", Span("a.c"), None, 80)) == ["error: no", "--> a.c"]
    assert plain(error_page("no", Span("a.c", 3), None, 80)) == ["error: no", "--> a.c:3"]


def test_a_place_with_its_line() -> None:
    assert plain(error_page("no", Span("a.c", 12, 5), "int @;", 80)) == [
        "error: no",
        "  --> a.c:12:5",
        "   |",
        "12 | int @;",
        "   |     ^",
    ]


def test_the_file_s_name_steers_nothing() -> None:
    assert plain(error_page("a\x1bb", Span("\x1b[2J"), None, 80)) == ["error: a␛b", "--> ␛[2J"]

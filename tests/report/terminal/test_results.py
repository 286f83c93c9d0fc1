"""The page of a result, as text of a given width."""

from __future__ import annotations

import io
from dataclasses import replace

import pytest
from rich.cells import cell_len

from coveriflow.artifacts.resources import Resources
from coveriflow.artifacts.verdicts import Verdict
from coveriflow.program.errors import Span
from coveriflow.report.contracts import ActorRow, EvidencePath, Result
from coveriflow.report.messages import UNDEFINED
from coveriflow.report.quantities import memory, seconds
from coveriflow.report.terminal.console import show, width_of
from coveriflow.report.terminal.results import result_page

LONG = "out/" + "folder/" * 20 + "condition.graphml"
RESULT = Result(
    verdict=Verdict.TRUE,
    facts=(("task", "prog.c"), ("flow", "default (cmc)")),
    confirmed_by="a fixed point of 16 abstract states, checked again",
    rows=(
        ActorRow("value", "unknown, condition", Verdict.UNKNOWN, "why " * 20, Resources(1.5, 2.0, 10**8), "finished"),
        ActorRow("reduce", "nothing", None, "internal error", Resources(0.1, 0.1, 10**7), "failed"),
        ActorRow("bmc", "not run", None, "there is no Residual", Resources(), ""),
    ),
    total=Resources(1.6, 2.1, 10**8),
    wall=2.4,
    evidence=(EvidencePath("condition", LONG), EvidencePath("result", "out/result.json")),
)


class Terminal(io.StringIO):
    """Takes colours."""

    encoding = "utf-8"

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM"):
        monkeypatch.delenv(name, raising=False)


def lines(result: Result, width: int) -> list[str]:
    stream = io.StringIO()
    show(result_page(result, width), stream)
    return stream.getvalue().splitlines()


def test_the_verdict_comes_first_and_the_files_last() -> None:
    page = lines(RESULT, 120)
    assert page[0] == " TRUE  no execution violates the property"
    assert page[-3:] == ["  evidence", f"  condition  {LONG}", "  result     out/result.json"]
    assert all(line == line.rstrip() for line in page)


def test_assumptions_are_counted_and_listed_before_everything_else() -> None:
    page = lines(replace(RESULT, assumptions=("no division by zero", "no shift that is too large")), 120)
    assert page[0].endswith(", under 2 assumptions")
    assert page[1:3] == ["  ! assumption: no division by zero", "  ! assumption: no shift that is too large"]


def test_a_claim_without_evidence_is_unconfirmed() -> None:
    assert lines(replace(RESULT, confirmed_by=""), 120)[0] == " TRUE  no execution violates the property, unconfirmed"


def test_what_did_not_end_well_is_told() -> None:
    page = "\n".join(lines(RESULT, 120))
    assert "reduce  nothing: internal error" in page
    assert "failed" in page
    assert "not run: there is no Residual" in page


def test_what_was_executed_is_shown() -> None:
    unknown = replace(RESULT, verdict=Verdict.UNKNOWN, reason="it is odd", executed="3 of 4 lines (75 %); not a.c:7")
    assert "  executed      at least 3 of 4 lines (75 %); not a.c:7" in lines(unknown, 120)


def test_rows_that_tell_nothing_are_left_out() -> None:
    made = ActorRow("features", "features: loops 2", None, "", Resources(0.1, 0.1, 10**7), "finished")
    again = replace(made, reused=Resources(0.1, 0.1, 10**7))
    empty = replace(made, name="original", outcome="nothing")
    page = lines(replace(RESULT, rows=(again, made, again, empty, *RESULT.rows)), 120)
    assert len([line for line in page if line.startswith("  features ")]) == 2
    assert not any(line.startswith("  original") for line in page)
    assert any(line.startswith("  reduce    nothing: internal error") for line in page)


def test_what_is_known_is_shown_once_and_notes_are_no_warnings() -> None:
    told = replace(RESULT, known="no violation with at most 8 executions of each loop body", notes=("two files",))
    page = lines(told, 120)
    assert page[1] == "  note: two files"
    assert any(line.startswith("  known") and line.endswith(told.known) for line in page)
    assert not any(line.startswith("  known") for line in lines(replace(told, reason=f"stopped; {told.known}"), 120))


def test_the_place_of_the_reason_is_shown() -> None:
    unknown = replace(RESULT, verdict=Verdict.UNKNOWN, reason="it is odd", place=Span("a.c", 3, 5), line="\tint x;")
    page = lines(unknown, 120)
    assert "  because       it is odd" in page
    start = page.index("   --> a.c:3:5")
    assert page[start + 1 : start + 4] == ["    |", "  3 |     int x;", "    |        ^"]


def test_many_inputs_are_cut() -> None:
    page = "\n".join(lines(replace(RESULT, verdict=Verdict.FALSE, inputs=tuple(map(str, range(50)))), 120))
    assert "  inputs        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, and 38 more\n" in page


@pytest.mark.parametrize("width", [40, 60, 80, 200])
def test_a_terminal_s_width_is_kept_but_paths_stay_whole(width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("NO_COLOR", "1")
    stream = Terminal()
    assert width_of(stream) == width
    show(result_page(replace(RESULT, facts=(("task", "x" * 300),)), width), stream)
    page = plain(stream.getvalue()).splitlines()
    assert f"  condition  {LONG}" in page
    assert all(cell_len(line.rstrip()) <= width for line in page if LONG not in line)


def plain(text: str) -> str:
    """Without what NO_COLOR leaves: bold, dim and the like."""
    import re

    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def test_colours_are_for_terminals_that_want_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    coloured = Terminal()
    show(result_page(RESULT, 80), coloured)
    assert "\x1b[1;7;32m" in coloured.getvalue()
    monkeypatch.setenv("NO_COLOR", "1")
    bold = Terminal()
    show(result_page(RESULT, 80), bold)
    assert "32m" not in bold.getvalue()
    assert "\x1b" not in "".join(lines(RESULT, 80))


def test_amounts() -> None:
    assert [seconds(s) for s in (0.0, 1.234, 12.345, 123.4, 1234.5)] == [
        "0.00 s",
        "1.23 s",
        "12.3 s",
        "123.4 s",
        "1234 s",
    ]
    assert [memory(m) for m in (0, 66_600_000, 2_345_000_000)] == ["0 MB", "67 MB", "2.35 GB"]


def test_what_the_execution_is_given_has_a_row_and_a_command() -> None:
    told = replace(RESULT, verdict=Verdict.FALSE, reason='with "7" on standard input')
    told = replace(told, given=told.reason, command="printf '7' | ./program")
    page = lines(told, 120)
    assert '  with          "7" on standard input' in page
    assert "  reproduce     printf '7' | ./program" in page
    assert not any("because" in line for line in page)


@pytest.mark.parametrize("others", [Verdict.TRUE, Verdict.UNKNOWN])
def test_of_an_undefined_execution_it_is_told_what_is_known_of_others(others: Verdict) -> None:
    told = replace(RESULT, verdict=Verdict.UNKNOWN, undefined="a test", others=others, command="./program x")
    page = lines(replace(told, advice="more time"), 120)
    assert page[0] == f" UNKNOWN  {UNDEFINED[others]}"
    assert any(line.startswith("  reproduce") and "-fsanitize=address,undefined" in line for line in page)
    assert any(line.startswith("  try") for line in page)

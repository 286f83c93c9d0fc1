"""Text of others goes through one function for each target, and means nothing there but itself."""

from __future__ import annotations

import ast
import base64
import csv
import hashlib
import io
import re
import unicodedata
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from coveriflow.formats.primitives.csv_text import cell, line
from coveriflow.report import streams
from coveriflow.report.batch import page as batch_page
from coveriflow.report.counterexamples import as_html
from coveriflow.report.sanitising import content_policy, in_markdown, in_markup, visible_lines
from tests.places import ROOT

SIGNS = "=+-@\t\r\n\v\f\x00\x1b\x85\u2028\u202e\udc80<>&\"'`*_[](){}#!|\\~ 1.)"
texts = st.text(st.one_of(st.sampled_from(SIGNS), st.characters()), max_size=20)
PACKAGE = ROOT / "coveriflow"
SPREADSHEET = re.compile(r"\s*[=+\-@\t\r\n]")

RAW = {
    "cli/commands/actors/run.py": "descriptions of our actors; files in their formats",
    "cli/commands/completion.py": "a script of a library",
    "cli/commands/condition.py": "JSON in ASCII",
    "cli/commands/doctor.py": "our sentences",
    "cli/commands/features.py": "names and numbers",
    "cli/commands/flows.py": "YAML",
    "cli/commands/nightly/run.py": "JSON in ASCII",
    "cli/commands/validate.py": "JSON in ASCII",
    "cli/commands/verify/endings.py": "JSON in ASCII",
    "cli/commands/verify/run.py": "JSON in ASCII",
    "cli/settings.py": "descriptions of our actors",
    "report/batch/live.py": "made visible there",
    "report/terminal/console.py": "pages, whose texts are made visible",
    "report/terminal/progress.py": "made visible there",
}
"""Who writes to a stream without ``say``, and why nothing of others is in it as it was."""


def _modules() -> list[tuple[str, ast.Module]]:
    return [(str(path.relative_to(PACKAGE)), ast.parse(path.read_text())) for path in PACKAGE.rglob("*.py")]


def test_streams_are_written_by_say() -> None:
    """``put`` is imported where the list says why, and nobody else prints."""
    raw, printing = set(), set()
    for name, module in _modules():
        for node in ast.walk(module):
            if isinstance(node, ast.ImportFrom) and node.module == streams.__name__:
                raw |= {name for each in node.names if each.name == "put"}
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print":
                printing.add(name)
    assert raw == set(RAW)
    assert printing == set()


def test_there_is_one_function_for_each_target() -> None:
    """Escaping of HTML, Markdown and CSV is done in these modules alone."""
    owners = {"html": "report/sanitising.py", "csv": "formats/primitives/csv_text.py"}
    for name, module in _modules():
        for node in ast.walk(module):
            imported = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            assert all(owners.get(each, name) == name for each in imported), name
            if isinstance(node, ast.ImportFrom) and node.module == "xml.sax.saxutils":
                assert [each.name for each in node.names] == ["quoteattr"], name


@given(texts)
def test_a_terminal_gets_no_controls(text: str) -> None:
    shown = visible_lines(text)
    assert shown.count("\n") == text.count("\n")
    assert all(unicodedata.category(each) not in ("Cc", "Cf", "Cs") for each in shown if each != "\n")


@given(texts)
def test_markup_has_no_tags_of_texts(text: str) -> None:
    """For a parser of HTML, and for one of XML, between tags and in attributes."""
    data: list[str] = []
    tags: list[object] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
            tags.append((tag, attrs))

        def handle_data(self, found: str) -> None:
            data.append(found)

    escaped = in_markup(text)
    Reader().feed(f'<p title="{escaped}">{escaped}</p>')
    assert tags == [("p", [("title", visible_lines(text))])]
    assert "".join(data) == visible_lines(text)
    root = etree.fromstring(f'<p title="{escaped}">{escaped}</p>'.encode())
    assert (root.text or "") == visible_lines(text)


@given(texts)
def test_a_cell_is_no_formula_and_keeps_its_text(text: str) -> None:
    written = line((text, 1.5)).decode()
    read, number = next(csv.reader(io.StringIO(written, newline="")))
    assert not SPREADSHEET.match(read)
    assert number == "1.5"
    assert read.encode("utf-8", "backslashreplace") == cell(text).encode("utf-8", "backslashreplace")
    assert cell(text).removeprefix("'") == text.removeprefix("'")


@given(texts)
def test_markdown_shows_a_text_as_it_is(text: str) -> None:
    """One line; each sign that may mean something has a backslash, and no list begins."""
    shown = in_markdown(text)
    assert len(shown.splitlines()) <= 1
    without = re.sub(r"\\.", "", shown.removeprefix("&#8203;"))
    assert not re.search(r"[\\`*_{}\[\]<>#|~&]", without)
    assert not re.match(r"([-+=]|\d+[.)])", shown)


@pytest.mark.parametrize("template", [as_html.TEMPLATE, batch_page.TEMPLATE])
def test_pages_run_only_their_own_script(template: Path) -> None:
    """The policy has the digest of the one script in the template; nothing is loaded, no attribute runs anything."""
    page = template.read_text()
    scripts = re.findall(r"<script>(.*?)</script>", page, re.DOTALL)
    assert len(scripts) == 1
    digest = base64.b64encode(hashlib.sha256(scripts[0].encode()).digest()).decode()
    policy = content_policy(template)
    assert f"script-src 'sha256-{digest}'" in policy
    assert "default-src 'none'" in policy
    assert not re.search(r"<[^>]*\son[a-z]+=|<(img|link|iframe|object)\b|innerHTML|eval\(", page)
    assert page.index("Content-Security-Policy") < page.index("<style>")

"""Links and lists of the documents, as the site needs them: they are written for a reader of the repository."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs"
DOCUMENTS = {
    "ARCHITECTURE.md": "project/architecture.md",
    "CONTRIBUTING.md": "project/contributing.md",
    "CHANGELOG.md": "project/changelog.md",
    "README.md": "project/readme.md",
}
"""Documents outside of ``docs``, and where the site has them."""
FILES = "files"
"""Where the site has other files of the repository that a document links to."""

_FENCE = re.compile(r"^(```.*?^```[^\n]*)", re.DOTALL | re.MULTILINE)
_LINK = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
_ITEM = re.compile(r"^(?:[-*] |\d+\. )")


def page_of(path: Path) -> str:
    """Where the site has the file at ``path``; a notebook is a page there."""
    if path.is_relative_to(DOCS):
        page = path.relative_to(DOCS)
        return (page.with_suffix(".md") if page.suffix == ".ipynb" else page).as_posix()
    name = path.relative_to(ROOT).as_posix()
    return DOCUMENTS.get(name) or f"{FILES}/{name}.md"


def targets(text: str, document: Path) -> Iterator[Path]:
    """The files that ``document`` links to."""
    for found in _LINK.finditer(_FENCE.sub("", text)):
        if not re.match(r"\w+:", found[2]):
            yield Path(os.path.normpath(document.parent / found[2]))


def relinked(text: str, document: Path, page: str) -> str:
    """The text of ``document`` as the page ``page``: its links lead to where the site has what they name."""

    def link(found: re.Match[str]) -> str:
        if re.match(r"\w+:", found[2]):
            return found[0]
        target = Path(os.path.normpath(document.parent / found[2]))
        return found[1] + os.path.relpath(page_of(target), os.path.dirname(page)) + found[3]

    return _outside_of_code(text, lambda part: _LINK.sub(link, part))


def with_lists(text: str) -> str:
    """With an empty line before each list: without one the list is no list for the site's Markdown."""
    return _outside_of_code(text, _separated)


def _separated(text: str) -> str:
    lines: list[str] = []
    in_list = False
    for line in text.split("\n"):
        if _ITEM.match(line):
            if lines and lines[-1].strip() and not in_list:
                lines.append("")
            in_list = True
        elif not line.strip() or not line.startswith(" "):
            in_list = False
        lines.append(line)
    return "\n".join(lines)


def _outside_of_code(text: str, change: Callable[[str], str]) -> str:
    parts = _FENCE.split(text)
    return "".join(part if number % 2 else change(part) for number, part in enumerate(parts))

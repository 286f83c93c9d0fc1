"""What the site has beside the documents as they are written: mkdocs calls these functions (mkdocs.yml, ``hooks``).

A line ``<!-- generated: NAME -->`` in a document becomes what ``PARTS`` has under that name. The navigation may name
many pages at once, as ``decisions/*``. Documents and programs outside of ``docs`` that a page links to become pages.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.pages import Page

sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent))  # mkdocs loads this file alone

from tools.site import commands, links, notebooks, python_api, registries

PARTS: Mapping[str, Callable[[], str]] = {
    "commands": commands.overview,
    "options": commands.commands,
    "flows": registries.flows,
    "actors": registries.actors,
    "reducers": registries.reducers,
    "tools": registries.tools,
    "artifacts": python_api.artifacts,
}
_PART = re.compile(r"^<!-- generated: ([a-z-]+) -->$", re.MULTILINE)
_FOREIGN = re.compile(r"""<(?:script|link|img|iframe|source)\b[^>]*\b(?:src|href)=["']?(?:\w+:)?//[^>]*>""")
_LANGUAGES = {".c": "c", ".h": "c", ".py": "python", ".yml": "yaml"}
_origins: dict[str, Path] = {}


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """The navigation, with all pages that it names."""
    known = sorted(path.relative_to(links.DOCS).as_posix() for path in links.DOCS.rglob("*.md"))
    config.nav = expanded(config.nav or [], [*known, *python_api.pages()])
    return config


def expanded(nav: list[Any], known: list[str]) -> list[Any]:
    """``nav`` with the pages in place of their pattern; a page that is named itself does not come again."""
    named = {each for each in _names(nav) if "*" not in each}

    def pages(entry: Any) -> list[Any]:
        match entry:
            case str() if "*" in entry:
                return [page for page in known if fnmatch(page, entry) and page not in named]
            case dict():
                return [{title: _below(below, pages) for title, below in entry.items()}]
            case _:
                return [entry]

    return [each for entry in nav for each in pages(entry)]


def _below(entry: Any, pages: Callable[[Any], list[Any]]) -> Any:
    return [each for part in entry for each in pages(part)] if isinstance(entry, list) else entry


def _names(nav: Any) -> list[str]:
    match nav:
        case str():
            return [nav]
        case dict():
            return [name for below in nav.values() for name in _names(below)]
        case list():
            return [name for each in nav for name in _names(each)]
        case _:
            return []


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """With pages for what lies outside of ``docs``, and for the modules of the Python API."""
    _origins.clear()
    for page, text in (python_api.pages() | notebooks.pages()).items():
        files.append(File.generated(config, page, content=text))
    waiting = [links.DOCS / file.src_uri for file in files.documentation_pages() if file.abs_src_path]
    waiting += [links.ROOT / name for name in links.DOCUMENTS if name != "README.md"]
    seen: set[Path] = set()
    while waiting:
        path = waiting.pop()
        if path in seen:
            continue
        seen.add(path)
        page = links.page_of(path)
        if not path.is_relative_to(links.DOCS):
            files.append(_outside(config, path, page))
        if path.suffix == ".md":
            _origins[page] = path
            waiting += [
                each for each in links.targets(path.read_text("utf-8"), path) if not each.is_relative_to(links.DOCS)
            ]
    return files


def _outside(config: MkDocsConfig, path: Path, page: str) -> File:
    text = path.read_text("utf-8")
    if path.suffix != ".md":
        name = path.relative_to(links.ROOT).as_posix()
        text = f"# {name}\n\n```{_LANGUAGES.get(path.suffix, 'text')}\n{text}\n```\n"
    inclusion = InclusionLevel.INCLUDED if page in links.DOCUMENTS.values() else InclusionLevel.NOT_IN_NAV
    return File.generated(config, page, content=text, inclusion=inclusion)


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    """The text as the site wants it."""
    origin = _origins.get(page.file.src_uri)
    if origin is None:
        return markdown
    return _PART.sub(_part, links.with_lists(links.relinked(markdown, origin, page.file.src_uri)))


def _part(found: re.Match[str]) -> str:
    if found[1] not in PARTS:
        raise PluginError(f"nothing generates '{found[1]}': {', '.join(PARTS)} are there")
    return PARTS[found[1]]()


def on_post_page(output: str, page: Page, **_: object) -> str:
    """The page, unless it loads something from elsewhere."""
    if found := foreign(output):
        raise PluginError(f"{page.file.src_uri} loads from elsewhere: {', '.join(found)}")
    return output


def foreign(page: str) -> list[str]:
    """The elements of a page that a browser needs a network for."""
    return _FOREIGN.findall(page)

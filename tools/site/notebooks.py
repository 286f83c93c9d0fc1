"""The notebooks of ``docs/notebooks`` as pages: what their cells show is what the files have, and nothing is run."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tools.site.links import DOCS
from tools.site.markup import inline

FOLDER = DOCS / "notebooks"


def pages() -> dict[str, str]:
    """The page of each notebook, sorted."""
    found = sorted(FOLDER.glob("*.ipynb"))
    return {path.relative_to(DOCS).with_suffix(".md").as_posix(): page(path) for path in found}


def page(path: Path) -> str:
    """The cells of a notebook in Markdown, and where the file is."""
    content = json.loads(path.read_text(encoding="utf-8"))
    title, *others = [part for cell in content["cells"] for part in _cell(cell)]
    return "\n\n".join((title, f"This page is a notebook: [{inline(path.name)}]({path.name}).", *others)) + "\n"


def _cell(cell: Mapping[str, Any]) -> Iterator[str]:
    source = "".join(cell["source"])
    if cell["cell_type"] != "code":
        yield source
        return
    yield _fenced(source, "python")
    for output in cell["outputs"]:
        if output["output_type"] == "stream":
            yield _fenced("".join(output["text"]), "text")
        elif "text/html" in output["data"]:
            yield f'<div class="notebook">{"".join(output["data"]["text/html"])}</div>'
        else:
            yield _fenced("".join(output["data"]["text/plain"]), "text")


def _fenced(text: str, language: str) -> str:
    """Four signs, since a text may have three."""
    return f"````{language}\n{text.rstrip()}\n````"

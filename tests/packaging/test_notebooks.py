"""The notebooks run as they are, and show what their files have."""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.packaging.test_documents import sentences
from tests.packaging.test_language import _WORD, LONGEST_SENTENCE, puzzling, running_text
from tests.places import ROOT
from tools.run_notebooks import notebooks, run_cells
from tools.site import notebooks as site

each_notebook = pytest.mark.parametrize("path", notebooks(), ids=lambda path: path.stem)


def kinds(content: dict[str, Any]) -> list[list[tuple[str, ...]]]:
    """Of each cell, what it shows: a printed text, or a value by its MIME types and the first word of its text."""
    code = [cell for cell in content["cells"] if cell["cell_type"] == "code"]
    return [[(each["output_type"], *sorted(each.get("data", ()))) for each in cell["outputs"]] for cell in code]


def verdicts(content: dict[str, Any]) -> list[str]:
    return re.findall(r"<Verification: (\w+)", json.dumps(content))


@each_notebook
@pytest.mark.slow
@pytest.mark.usefixtures("compiler")
def test_a_notebook_runs(path: Path, tmp_path: Path) -> None:
    """In a folder as deep as its own, with the examples where it looks for them."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    folder = tmp_path / "docs" / "notebooks"
    folder.mkdir(parents=True)
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    content = json.loads(path.read_text(encoding="utf-8"))
    with contextlib.chdir(folder):
        run_cells(content)
    assert kinds(content) == kinds(stored)
    assert verdicts(content) == verdicts(stored)


@each_notebook
def test_a_notebook_is_one(path: Path) -> None:
    content = json.loads(path.read_text(encoding="utf-8"))
    assert (content["nbformat"], content["metadata"]["kernelspec"]["language"]) == (4, "python")
    assert content["cells"][0]["source"][0].startswith("# ")
    assert all(cell["execution_count"] for cell in content["cells"] if cell["cell_type"] == "code")
    assert str(ROOT) not in path.read_text(encoding="utf-8")


@each_notebook
def test_its_text_is_in_the_words_of_the_field(path: Path, tmp_path: Path) -> None:
    content = json.loads(path.read_text(encoding="utf-8"))
    text = tmp_path / "text.md"
    text.write_text("\n\n".join("".join(cell["source"]) for cell in content["cells"] if cell["cell_type"] != "code"))
    assert puzzling(running_text(text)) == []
    lengths = [len(_WORD.findall(sentence)) for sentence in sentences(text.read_text())]
    assert max(lengths) <= LONGEST_SENTENCE


def test_the_site_has_a_page_of_each() -> None:
    pages = site.pages()
    assert list(pages) == [f"notebooks/{path.stem}.md" for path in notebooks()]
    assert 'class="notebook"' in pages["notebooks/first.md"]
    assert "````python\nimport coveriflow" in pages["notebooks/batch.md"]

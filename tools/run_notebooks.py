"""Run the notebooks of docs/notebooks, and write what their cells show: ``tools/run_notebooks.py [NOTEBOOK ...]``.

No kernel is needed. The cells are Python, run one after the other in the folder of the notebook. A value in the
last line of a cell is shown as a notebook shows it.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "notebooks"


def notebooks() -> list[Path]:
    """All notebooks, sorted."""
    return sorted(FOLDER.glob("*.ipynb"))


def main(names: list[str]) -> int:
    """Run the notebooks, all of them unless some are named; the exit code."""
    for path in [Path(name).resolve() for name in names] or notebooks():
        content = json.loads(path.read_text(encoding="utf-8"))
        with contextlib.chdir(path.parent):
            run_cells(content)
        path.write_text(json.dumps(content, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        sys.stdout.write(f"{path}\n")
    return 0


def run_cells(content: dict[str, Any]) -> None:
    """Run the code of a notebook, here; the outputs of its cells are what they show now."""
    names: dict[str, Any] = {"__name__": "notebook"}
    code = [cell for cell in content["cells"] if cell["cell_type"] == "code"]
    for number, cell in enumerate(code, 1):
        cell["execution_count"] = number
        cell["outputs"] = list(outputs("".join(cell["source"]), names, number))


def outputs(source: str, names: dict[str, Any], number: int) -> Iterator[dict[str, Any]]:
    """What one cell prints, and what its last value looks like."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "<cell>", "exec"), names)
        if isinstance(last, ast.Expr):
            value = eval(compile(ast.Expression(last.value), "<cell>", "eval"), names)
    if text := printed.getvalue():
        yield {"name": "stdout", "output_type": "stream", "text": text.splitlines(keepends=True)}
    if value is not None:
        data = {kind: text.splitlines(keepends=True) for kind, text in shown(value).items()}
        yield {"data": data, "execution_count": number, "metadata": {}, "output_type": "execute_result"}


def shown(value: object) -> dict[str, str]:
    """By MIME type."""
    show = getattr(value, "_repr_mimebundle_", None)
    return show() if show is not None else {"text/plain": repr(value)}


if __name__ == "__main__":
    os.environ["COVERIFLOW_CACHE"] = "off"
    sys.exit(main(sys.argv[1:]))

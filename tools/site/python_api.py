"""The pages of the Python API: one for each module of artifacts, beside those that are written by hand."""

from __future__ import annotations

import ast
from pathlib import Path

from tools.site.links import ROOT
from tools.site.markup import prose, table

FOLDER = "reference/python/artifacts"
_ARTIFACTS = ROOT / "coveriflow" / "artifacts"


def modules() -> list[str]:
    """The dotted names of the modules of ``coveriflow.artifacts``, sorted."""
    found = (path.relative_to(ROOT) for path in _ARTIFACTS.rglob("*.py") if path.name != "__init__.py")
    return sorted(".".join(path.with_suffix("").parts) for path in found)


def page(module: str) -> str:
    """Where the site describes the module."""
    return f"{FOLDER}/{title(module)}.md"


def title(module: str) -> str:
    """What menus call it."""
    return module.removeprefix("coveriflow.artifacts.")


def pages() -> dict[str, str]:
    """The page of each module."""
    return {page(name): f"---\ntitle: {title(name)}\n---\n\n# `{name}`\n\n::: {name}\n" for name in modules()}


def artifacts() -> str:
    """The modules, with the first sentence of what each says of itself."""
    rows = ((f"[`{name}`]({Path(page(name)).name})", _sentence(name)) for name in modules())
    return table(("module", "what it has"), rows)


def _sentence(module: str) -> str:
    tree = ast.parse(ROOT.joinpath(*module.split(".")).with_suffix(".py").read_text("utf-8"))
    return prose((ast.get_docstring(tree) or "").partition("\n\n")[0])

"""What a module of the user imports, wherever an ``import`` is written in it: the files that its results depend on.

Modules of the interpreter are known by its version, ours by our text, and installed packages by the names of the
folders that pip leaves. All others are the user's own, and what counts of them is their text.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    SOURCE_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from pathlib import Path

_INSTALLED = frozenset({"site-packages", "dist-packages"})
_OURS = "coveriflow"
_KNOWN = sys.stdlib_module_names | {_OURS}
_LOADERS = ((SourceFileLoader, SOURCE_SUFFIXES), (ExtensionFileLoader, EXTENSION_SUFFIXES))


def digest_of_imports(module: str, file: Path) -> str:
    """The digest of the text of ``module``, in ``file``, and of all that it imports, and so on.

    Raises ``OSError`` where a text cannot be read, and ``SyntaxError`` or ``ValueError`` where it is no Python.
    """
    found = dict[str, str]()
    waiting = [(module, file), *_files(module.rpartition(".")[0], found)]
    while waiting:
        name, path = waiting.pop()
        if name in found:
            continue
        content = path.read_bytes()
        found[name] = hashlib.sha256(content).hexdigest()
        if path.suffix == ".py":
            for imported in _imported(ast.parse(content), _package(name, path)):
                waiting += _files(imported, found)
    return hashlib.sha256(repr(sorted(found.items())).encode()).hexdigest()


def _package(module: str, file: Path) -> str:
    """That which relative imports begin at."""
    return module if file.name == "__init__.py" else module.rpartition(".")[0]


def _imported(tree: ast.Module, package: str) -> Iterator[str]:
    """Full names; those after ``from m import`` may be modules or not."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            given = "." * node.level + (node.module or "")
            with suppress(ImportError):  # beyond the outermost package: to import it fails, too
                base = importlib.util.resolve_name(given, package)
                yield base
                yield from (f"{base}.{alias.name}" for alias in node.names)


def _files(module: str, found: dict[str, str]) -> Iterator[tuple[str, Path]]:
    """``module`` and the packages around it, if they are the user's own; of installed ones the versions are noted."""
    parts = module.split(".")
    spec = None if parts[0] in _KNOWN else _first(parts[0])
    for length in range(1, len(parts) + 1):
        name = ".".join(parts[:length])
        if length > 1 and spec is not None:
            found_in = (FileFinder(each, *_LOADERS).find_spec(name) for each in spec.submodule_search_locations or ())
            spec = next(filter(None, found_in), None)
        if spec is None:
            return
        if spec.origin is None or not spec.has_location:
            continue
        path = Path(spec.origin)
        if not _INSTALLED.isdisjoint(path.parts):
            found[f"{parts[0]} is installed"] = repr(_versions(path))
            return
        yield name, path


def _first(name: str) -> ModuleSpec | None:
    """Where a module of no package is. Nothing is executed."""
    try:
        return importlib.util.find_spec(name)
    except (ImportError, ValueError):
        return None


def _versions(path: Path) -> list[str]:
    """What is installed beside ``path``, by the names of the folders that pip leaves."""
    folder = next(each for each in path.parents if each.name in _INSTALLED)
    return sorted(name for name in os.listdir(folder) if name.endswith("-info"))

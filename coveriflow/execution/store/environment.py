"""What results depend on beside what an actor is given: our own text, the interpreter, solvers, the C compiler."""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import coveriflow
from coveriflow.execution.native.compiler import find_compiler

_PACKAGE = Path(coveriflow.__file__).parent
_PACKAGES = ("benchexec", "bitwuzla", "lxml", "pcpp", "pycparser", "rustworkx", "z3_solver")
_COMPILED = ".pyc"


def environment() -> tuple[str, ...]:
    """Texts that change whenever a result may.

    The text of coveriflow is read once in a process, which has it loaded: see ``is_unchanged``.
    """
    return (coveriflow.__version__, own_text(), sys.version, os.uname().machine, *_versions(), *_compiler())


@cache
def own_text() -> str:
    """The digest of all files of the package."""
    digest = hashlib.sha256()
    for path, _, _ in _state():
        digest.update(f"{os.path.relpath(path, _PACKAGE)}\0".encode(errors="surrogateescape"))
        digest.update(hashlib.sha256(Path(path).read_bytes()).digest())
    return digest.hexdigest()


@cache
def _first_state() -> tuple[tuple[str, int, int], ...]:
    return _state()


def begin() -> None:
    """Remember what the package looks like now."""
    _first_state()
    own_text()


def is_unchanged() -> bool:
    """Whether the package is still as it was when ``begin`` was called: workers may have loaded something else."""
    return _state() == _first_state()


def _state() -> tuple[tuple[str, int, int], ...]:
    return tuple(sorted(_files(str(_PACKAGE))))


def _files(folder: str) -> Iterator[tuple[str, int, int]]:
    """Path, size and time of each file that is no product of the interpreter."""
    with os.scandir(folder) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                if entry.name != "__pycache__":
                    yield from _files(entry.path)
            elif not entry.name.endswith(_COMPILED):
                found = entry.stat()
                yield entry.path, found.st_size, found.st_mtime_ns


@cache
def _versions() -> tuple[str, ...]:
    """Of packages that work on programs, by the names of the folders that pip leaves: asking it takes a second."""
    found = set()
    for folder in filter(os.path.isdir, sys.path):
        with os.scandir(folder) as entries:
            found |= {e.name for e in entries if e.name.endswith("-info") and e.name.lower().startswith(_PACKAGES)}
    return tuple(sorted(found))


def _compiler() -> tuple[str, ...]:
    compiler = find_compiler()
    library = os.confstr("CS_GNU_LIBC_VERSION") if "CS_GNU_LIBC_VERSION" in os.confstr_names else None
    return (str(library), *(("no compiler",) if compiler is None else (*compiler.command, compiler.version)))

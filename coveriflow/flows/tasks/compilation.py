"""The files of a compilation database (``compile_commands.json``), and which of them one program needs."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pycparser import c_ast

from coveriflow.artifacts.tasks import Source
from coveriflow.formats.tasks.compile_commands import CompileCommand, Flags, flags_of, path_of, read_compile_commands
from coveriflow.program.errors import InputError, NotSupported, Span
from coveriflow.program.syntax.nodes import walk
from coveriflow.program.syntax.parse import parsed
from coveriflow.program.text.outlines import outline
from coveriflow.program.wording import counted

_C_FILES = (".c", ".i")
_NAMED = 5


@dataclass(frozen=True, slots=True)
class Compiled:
    """A file, and the flags with which it is compiled. ``notes``: what the user should know."""

    path: Path
    flags: Flags
    notes: tuple[str, ...] = ()


def compiled_files(data: bytes, database: Path) -> tuple[Compiled, ...]:
    """All C files of a database, each once: where entries differ the first one is taken."""
    found: dict[str, list[tuple[CompileCommand, Flags]]] = {}
    for each in read_compile_commands(data, str(database)):
        folder = os.path.join(database.absolute().parent, each.directory)
        path = path_of(each.file, folder)
        if path.endswith(_C_FILES):
            found.setdefault(path, []).append((each, flags_of(each, folder)))
    return tuple(_first(path, entries, database) for path, entries in found.items())


def _first(path: str, entries: Sequence[tuple[CompileCommand, Flags]], database: Path) -> Compiled:
    flags = list(dict.fromkeys(each for _, each in entries))
    if len(flags) == 1:
        return Compiled(Path(path), flags[0])
    first = " ".join(flags[0].options) or "no flags"
    note = f"{path} has {len(flags)} different entries in {database}: the first one is taken, with {first}"
    return Compiled(Path(path), flags[0], (note,))


def named_files(compiled: Sequence[Compiled], files: Sequence[Path], database: Path) -> tuple[Compiled, ...]:
    """Those that the user names, under the names that the user writes."""
    by_path = {os.path.realpath(each.path): each for each in compiled}
    return tuple(_named(by_path, path, database) for path in files)


def _named(by_path: Mapping[str, Compiled], path: Path, database: Path) -> Compiled:
    found = by_path.get(os.path.realpath(path))
    if found is None:
        raise InputError(f"{database} has no entry for this file", Span(str(path)))
    return Compiled(path, found.flags, found.notes)


@dataclass(frozen=True, slots=True)
class _Symbols:
    """What the linker sees of a file."""

    defines: frozenset[str]
    uses: frozenset[str]


def needed(sources: Sequence[Source], entry: str, file: str, database: Path) -> tuple[list[Source], str]:
    """The files that a program needs which begins with ``entry`` (in ``file``, if that is not empty), in their order,
    and a sentence about that. ``InputError`` where several files would do.
    """
    symbols = {each.name: _symbols(each) for each in sources}
    beginning = [
        each.name for each in sources if entry in outline(each.preprocessed).defined and _ends(each.name, file)
    ]
    if not beginning:
        raise InputError(f"no file of it defines '{entry}'", Span(str(database)))
    _check_is_one(entry, beginning, database)
    taken, pending = dict.fromkeys(beginning), list(beginning)
    while pending:
        name = pending.pop(0)
        for used in sorted(symbols[name].uses):
            if any(used in symbols[each].defines for each in taken):
                continue
            defining = [each for each, of in symbols.items() if used in of.defines]
            _check_is_one(used, defining, database)
            taken |= dict.fromkeys(defining)
            pending += defining
    found = [each for each in sources if each.name in taken]
    left = [each.name for each in sources if each.name not in taken]
    others = f"; the program does not need {_listed(left)}" if left else ""
    return (
        found,
        f"the program is {counted(len(found), 'file')} of {database}: {_listed([each.name for each in found])}{others}",
    )


def _check_is_one(name: str, files: Sequence[str], database: Path) -> None:
    if len(files) > 1:
        raise InputError(
            f"several files define '{name}': {_listed(files)}; name those of the program", Span(str(database))
        )


def _ends(name: str, file: str) -> bool:
    return not file or Path(name).parts[-len(Path(file).parts) :] == Path(file).parts


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _NAMED
    return ", ".join(names[:_NAMED]) + (f", and {more} more" if more > 0 else "")


def _symbols(source: Source) -> _Symbols:
    """Where a file cannot be parsed, from its words."""
    try:
        tree = parsed(source.name, source.preprocessed)
    except (InputError, NotSupported):
        known = outline(source.preprocessed)
        return _Symbols(known.defined, known.called - known.defined)
    defined, own, declared = set(_defined(tree)), set(_own(tree)), set(_declared(tree))
    called = {
        each.name.name for each in walk(tree) if isinstance(each, c_ast.FuncCall) and isinstance(each.name, c_ast.ID)
    }
    names = {each.name for each in walk(tree) if isinstance(each, c_ast.ID)}
    return _Symbols(frozenset(defined), frozenset((names & declared | called) - defined - own))


def _defined(tree: c_ast.FileAST) -> Iterator[str]:
    """With external linkage; inline definitions are for their file only (C11 6.7.4 p7)."""
    for item in tree.ext:
        if isinstance(item, c_ast.FuncDef):
            is_inline = "inline" in item.decl.funcspec and "extern" not in item.decl.storage
            if "static" not in item.decl.storage and not is_inline:
                yield item.decl.name
        elif _is_variable(item) and "static" not in item.storage and ("extern" not in item.storage or item.init):
            yield item.name


def _own(tree: c_ast.FileAST) -> Iterator[str]:
    """What is defined for this file only."""
    for item in tree.ext:
        if isinstance(item, c_ast.FuncDef) or (_is_variable(item) and "static" in item.storage):
            yield item.decl.name if isinstance(item, c_ast.FuncDef) else item.name


def _declared(tree: c_ast.FileAST) -> Iterator[str]:
    return (item.name for item in tree.ext if isinstance(item, c_ast.Decl) and item.name)


def _is_variable(item: c_ast.Node) -> bool:
    return isinstance(item, c_ast.Decl) and bool(item.name) and not isinstance(item.type, c_ast.FuncDecl)

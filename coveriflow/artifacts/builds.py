"""How files become a program: what the preprocessor gets, and the function that the program begins with."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from coveriflow.program.harness.entry import Entry


@dataclass(frozen=True, slots=True)
class Build:
    """``defines``: ``NAME`` or ``NAME=VALUE``. ``compile_commands``: a compilation database, ``""``: none."""

    include_directories: tuple[str, ...] = ()
    defines: tuple[str, ...] = ()
    entry: Entry | None = None
    compile_commands: str = ""

    def refined(self, other: Build) -> Build:
        """With what ``other`` says, too: of two entry functions and of two databases that of ``other`` counts."""
        return Build(
            (*self.include_directories, *other.include_directories),
            (*self.defines, *other.defines),
            other.entry or self.entry,
            other.compile_commands or self.compile_commands,
        )


NO_BUILD = Build()


def entry_words(entry: Entry | None) -> Sequence[tuple[str, str | int | list[str]]]:
    """What is known of an entry function, by the names that files and forms have for it."""
    if entry is None:
        return ()
    usual = Entry(entry.function)
    name = f"{entry.file}:{entry.function}" if entry.file else entry.function
    found: list[tuple[str, str | int | list[str]]] = [("entry", name)]
    if entry.arrays:
        found.append(("entry_arrays", [f"{path}={number}" for path, number in entry.arrays]))
    if entry.text != usual.text:
        found.append(("entry_text", entry.text))
    if entry.depth != usual.depth:
        found.append(("entry_depth", entry.depth))
    if entry.aliasing is not usual.aliasing:
        found.append(("entry_alias", entry.aliasing.value))
    if entry.globals is not usual.globals:
        found.append(("entry_globals", entry.globals.value))
    return found

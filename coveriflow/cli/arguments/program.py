"""Options that say how a program is built, and with which function it begins."""

from __future__ import annotations

import argparse
from pathlib import Path

from coveriflow.program.errors import InputError
from coveriflow.program.harness.entry import Aliasing, Entry, Globals, entry_named


def add_entry_options(group: argparse._ArgumentGroup) -> None:
    """With which function it begins, and what its arguments may be."""
    group.add_argument(
        "--entry",
        metavar="[FILE:]FUNCTION",
        default="",
        help="verify this function: a main calls it with any arguments (docs/howto/functions.md)",
    )
    group.add_argument(
        "--entry-array",
        metavar="NAME=N",
        action="append",
        default=[],
        help="the pointer NAME (a parameter, or p.next) points to N elements (default: 1; a char *: to a text)",
    )
    group.add_argument(
        "--entry-text", metavar="N", type=int, help="a char * points to a text of at most N characters (default: 4)"
    )
    group.add_argument(
        "--entry-depth", metavar="N", type=int, help="after N pointers from a parameter, pointers are null (default: 2)"
    )
    group.add_argument(
        "--entry-alias",
        choices=[each.value for each in Aliasing],
        default="",
        help="which pointers of one type may point to the same object (default: parameters)",
    )
    group.add_argument(
        "--entry-globals",
        choices=[each.value for each in Globals],
        default="",
        help="what variables of the program hold when the function is called (default: initial)",
    )


def add_compile_commands(group: argparse._ArgumentGroup) -> None:
    """From where the flags of each file are taken."""
    group.add_argument(
        "--compile-commands",
        metavar="F.json",
        type=Path,
        help="compile_commands.json: each FILE gets its flags; without a FILE, all that the program needs are taken",
    )


def entry_of(found: argparse.Namespace) -> Entry | None:
    """What the options of ``add_entry_options`` say; ``InputError``."""
    others = (found.entry_array, found.entry_text, found.entry_depth, found.entry_alias, found.entry_globals)
    if not found.entry:
        if any(each not in (None, "", []) for each in others):
            raise InputError("--entry-array and the like need --entry: the function that they are about")
        return None
    try:
        return entry_named(found.entry, *others)
    except ValueError as error:
        raise InputError(f"--entry: {error}") from None

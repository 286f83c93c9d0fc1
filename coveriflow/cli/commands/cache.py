"""``coveriflow cache``: what is stored, where, and removing it."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from coveriflow.cli.arguments.cache import WORDS, cache_parser, no_cache_options, prune_options
from coveriflow.cli.arguments.parser import listed
from coveriflow.cli.contracts import Exit, PruneOptions
from coveriflow.execution.store.files import FileStore
from coveriflow.execution.store.place import usual_store
from coveriflow.program.errors import InputError
from coveriflow.program.wording import counted
from coveriflow.report.quantities import memory
from coveriflow.report.streams import say
from coveriflow.report.terminal.console import show


def cache(words: Sequence[str]) -> int:
    """Do what the words say; the exit code."""
    match list(words):
        case ["list", *rest]:
            no_cache_options("list", rest)
            return _list(_store())
        case ["prune", *rest]:
            options = prune_options(rest)
            return _prune(_store(), options)
        case ["path", *rest]:
            no_cache_options("path", rest)
            say(str(_store().folder), sys.stdout)
            return Exit.TRUE
        case [word, *_] if not word.startswith("-"):
            raise InputError(
                f"there is no command 'cache {word}': the commands are {listed(WORDS)}\nTry 'coveriflow cache --help'."
            )
        case []:
            cache_parser().print_help(sys.stderr)
            return Exit.BAD_INPUT
        case _:
            cache_parser().parse_args(words)
            return Exit.BAD_INPUT


def _store() -> FileStore:
    store = usual_store()
    if store is None:
        raise InputError("nothing is stored: COVERIFLOW_CACHE is 'off'")
    return store


def _list(store: FileStore) -> int:
    from coveriflow.report.terminal.cache_table import stored_page

    entries = list(store.listed()) if store.is_there() else []
    show(stored_page(entries, str(store.folder)), sys.stdout) if entries else say("no results", sys.stdout)
    return Exit.TRUE


def _prune(store: FileStore, options: PruneOptions) -> int:
    if not store.is_there():
        say("no results", sys.stdout)
        return Exit.TRUE
    done = store.prune(options.older, options.size)
    removed = f"{counted(done.removed, 'result')} ({memory(done.removed_bytes)})"
    left = f"{counted(done.left, 'result')} ({memory(done.left_bytes)})"
    say(f"removed {removed}, {left} left", sys.stdout)
    return Exit.TRUE

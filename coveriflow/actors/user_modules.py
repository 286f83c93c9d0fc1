"""Modules of the user, which we load: whatever they do while they are loaded is an error in them, and never our end."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from contextlib import contextmanager
from types import ModuleType

from coveriflow.program.errors import InputError, Interruption, NotSupported


class NotLoaded(ValueError):
    """A module that cannot be imported, with the reason; ``__cause__`` is what it raised."""


def loaded(module: str) -> ModuleType:
    """The module of that name. A module that ends the process (``sys.exit(0)``) is as wrong as one that fails: its exit
    code must not be taken for a verdict.
    """
    try:
        return importlib.import_module(module)
    except (Interruption, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise NotLoaded(f"cannot be imported: {type(error).__name__}: {error}") from error


_OURS = "coveriflow."


@contextmanager
def code_of(owner: object) -> Iterator[None]:
    """Within, a method of ``owner`` is called. Where that is the user's, whatever it raises is an error in it."""
    kind = type(owner)
    try:
        yield
    except (Interruption, KeyboardInterrupt, InputError, NotSupported):
        raise
    except BaseException as error:
        if kind.__module__.startswith(_OURS):
            raise
        raise InputError(f"{kind.__module__}:{kind.__qualname__} fails: {type(error).__name__}: {error}") from error

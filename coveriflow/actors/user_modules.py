"""Modules of the user, which we load: whatever they do while they are loaded is an error in them, and never our end."""

from __future__ import annotations

import importlib
from types import ModuleType

from coveriflow.program.errors import Interruption


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

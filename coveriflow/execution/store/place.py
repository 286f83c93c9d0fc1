"""Where results are stored."""

from __future__ import annotations

import os
from pathlib import Path

from coveriflow.execution.store.files import FileStore
from coveriflow.program.errors import InputError

OFF = "off"


def usual_store() -> FileStore | None:
    """The one that ``$COVERIFLOW_CACHE`` names, else that of ``$XDG_CACHE_HOME``, else that of the home folder; none if
    ``COVERIFLOW_CACHE`` is ``off``. ``InputError`` without a home.
    """
    named = os.environ.get("COVERIFLOW_CACHE", "")
    if named == OFF:
        return None
    if named:
        return FileStore(Path(named).absolute())
    base = os.environ.get("XDG_CACHE_HOME", "")
    if os.path.isabs(base):
        return FileStore(Path(base, "coveriflow"))
    try:
        return FileStore(Path.home() / ".cache" / "coveriflow")
    except RuntimeError as error:
        raise InputError(f"there is no place for stored results: {error}") from error

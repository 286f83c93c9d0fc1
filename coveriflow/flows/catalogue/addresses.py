"""Where a browser finds the files of runs: what ``coveriflow serve`` serves."""

from __future__ import annotations

import os
import re
from pathlib import Path
from urllib.parse import urlsplit

from coveriflow.formats.primitives.text import path_in_uri

SERVE_URL = "COVERIFLOW_SERVE_URL"
"""The address of ``coveriflow serve``, as browsers see it."""
_ODD = re.compile(r"""[\s<>()"'`\\|?#]""")
SERVE_FOLDER = "COVERIFLOW_SERVE_FOLDER"
"""The folder that it serves; without it the working folder."""


def served_host(url: str) -> str:
    """The name of the machine in ``url``; empty if it is no address of a server."""
    try:
        found = urlsplit(url)
        return (found.hostname or "") if found.scheme in ("http", "https") and not _ODD.search(url) else ""
    except ValueError:
        return ""


def address_of(file: Path) -> str:
    """The URL of ``file``; empty if it is not served, or if no setting names the server."""
    url = os.environ.get(SERVE_URL, "")
    if not served_host(url):
        return ""
    folder = Path(os.environ.get(SERVE_FOLDER) or ".").resolve()
    try:
        inner = file.resolve().relative_to(folder)
    except ValueError:
        return ""
    return f"{url.rstrip('/')}/{path_in_uri(inner.as_posix())}"

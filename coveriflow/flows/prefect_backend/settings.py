"""Imported before anything of Prefect's: Prefect must not report its use, and wrong settings must not be a traceback.

Where Prefect is loaded already, others have decided what it reports.
"""

import os
import sys

if "prefect" not in sys.modules:
    os.environ.setdefault("DO_NOT_TRACK", "1")

# isort: split

from pydantic import ValidationError

try:
    import prefect.main as prefect
except ValidationError as error:
    places = ", ".join(".".join(map(str, each["loc"])) for each in error.errors())
    raise ImportError(f"Prefect's settings are wrong: {places} ({error.errors()[0]['msg']})") from None

__all__ = ["prefect"]

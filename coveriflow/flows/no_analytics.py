"""Imported before Prefect, this keeps Prefect from reporting its use. Where Prefect is loaded, others have decided."""

import os
import sys

if "prefect" not in sys.modules:
    os.environ.setdefault("DO_NOT_TRACK", "1")

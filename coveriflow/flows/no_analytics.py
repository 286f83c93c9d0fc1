"""Imported before Prefect, this keeps Prefect from reporting who uses it, unless it was loaded (and decided) already."""

import os
import sys

if "prefect" not in sys.modules:
    os.environ.setdefault("DO_NOT_TRACK", "1")

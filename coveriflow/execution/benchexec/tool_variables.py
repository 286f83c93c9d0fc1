"""How the environment says where a tool is."""

from __future__ import annotations

import re


def variable(key: str) -> str:
    """The variable for the tool ``key``: ``COVERIFLOW_CBMC``."""
    return f"COVERIFLOW_{re.sub('[^A-Z0-9]', '_', key.upper())}"

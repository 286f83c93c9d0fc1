"""What is known from a flow's name before anything is loaded."""

from __future__ import annotations

import os
import sys

from coveriflow.artifacts.permissions import Code

YAML = (".yml", ".yaml")
ALLOW_CODE = "--allow-code"
"""The option that lets a file run code that it names."""


def is_flow_file(name: str) -> bool:
    """Whether ``name`` is that of a file and not that of a ready flow."""
    return name.endswith(YAML) or is_code(name)


def is_code(name: str) -> bool:
    """Whether the flow ``name`` is a file of Python."""
    return name.endswith(".py") or ".py:" in name


def find_flow_modules(name: str, code: Code = Code.REFUSED) -> None:
    """Have Python, here and in workers that are started from now on, find the modules beside the flow ``name``: a file
    of Python, or another one whose ``code`` is allowed.
    """
    if is_code(name) or (is_flow_file(name) and code is Code.ALLOWED):
        folder = os.path.dirname(os.path.abspath(name.partition(".py")[0]))
        if folder not in sys.path:
            sys.path.append(folder)

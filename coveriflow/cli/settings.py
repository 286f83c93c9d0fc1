"""The list of actors and of their parameters."""

from __future__ import annotations

import inspect
import sys

from coveriflow.actors.definition import Definition, known_actors
from coveriflow.actors.flow_files.parameters import parameter_kind
from coveriflow.cli.contracts import Exit


def list_actors() -> int:
    """``coveriflow actors``."""
    import coveriflow.actors  # noqa: F401
    from coveriflow.report.streams import put

    put("\n".join(described(definition) for _, definition in sorted(known_actors().items())), sys.stdout)
    return Exit.TRUE


def described(definition: Definition[...]) -> str:
    """Name, what it does, and the parameters with their types and usual values."""
    text = [f"{definition.name}"]
    text += [f"  {line}".rstrip() for line in (inspect.getdoc(definition.function) or "").splitlines()]
    for name, usual in definition.defaults.items():
        shown = "none" if usual is None else str(usual).lower() if isinstance(usual, bool) else usual
        text.append(f"    {definition.name}.{name}={shown}  ({parameter_kind(definition, name)})")
    return "\n".join(text).replace("``", "'") + "\n"

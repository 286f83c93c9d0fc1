"""The external tools by name: ``tools.cbmc(bound=8)`` is ``tool("cbmc", bound=8)``. Each ``.yml`` here defines one.

Nothing here calls a tool: that is the work of ``actors.work.tools``. Begin with ``cbmc.yml``. Kept by
``tests/actors/tools/``.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from coveriflow.actors.composition.nodes import Actor
from coveriflow.actors.external import tool
from coveriflow.actors.tool_catalogue import names


def __getattr__(name: str) -> Callable[..., Actor]:
    """The tool whose definition has this name; underscores stand for dashes."""
    known = {each.replace("-", "_").lower(): each for each in names()}
    if name not in known:
        raise AttributeError(f"there is no tool '{name}' (there are: {', '.join(known)})")
    return partial(tool, known[name])

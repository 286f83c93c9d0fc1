"""A file that describes a tool, in whichever format: our own, fm-tools, or that of CoVeriTeam's actors."""

from __future__ import annotations

from collections.abc import Callable

from coveriflow.artifacts.tool_definitions import ToolDefinition
from coveriflow.formats.primitives.yaml import composed, optional_mapping
from coveriflow.formats.tools.coveriteam_actor import COVERITEAM, coveriteam_actor
from coveriflow.formats.tools.fm_tools import FM_TOOLS, fm_tool
from coveriflow.formats.tools.tool_definition import tool_definition
from coveriflow.program.errors import InputError, Span

MAX_BYTES = 1 << 20
_OWN = frozenset({"executable"})
_FLOW = frozenset({"flow", "composition"})


def nothing_included(name: str) -> bytes:
    """For files that must stand alone."""
    raise InputError("a file cannot be included here", Span(name))


def read_tool_description(
    data: bytes, name: str, key: str, include: Callable[[str], bytes] = nothing_included
) -> ToolDefinition:
    """The tool that a file describes. ``include``: the bytes of a file that it names, beside it. ``InputError``."""
    node = composed(data, name, MAX_BYTES, "definition of a tool")
    keys = optional_mapping(node, name).keys()
    if keys & FM_TOOLS:
        return fm_tool(node, name, key)
    if keys & COVERITEAM:
        return coveriteam_actor(node, name, key, include)
    return tool_definition(node, name, key)


def describes_a_tool(data: bytes, name: str) -> bool:
    """Whether it is such a file, and not one that describes a flow. ``InputError`` where it is no YAML."""
    keys = optional_mapping(composed(data, name, MAX_BYTES, "flow"), name).keys()
    return not keys & _FLOW and bool(keys & (_OWN | FM_TOOLS | COVERITEAM))

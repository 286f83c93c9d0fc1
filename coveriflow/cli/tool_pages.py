"""What a definition of a tool says, for people."""

from __future__ import annotations

from collections.abc import Iterator

from coveriflow.actors.external import defined
from coveriflow.artifacts.tool_definitions import ToolDefinition


def tool_page(name: str) -> str:
    """The definition of the tool, as lines of text."""
    definition = defined(name)
    rows = [*_rows(definition)]
    width = max(len(title) for title, _ in rows)
    lines = [f"  {title:{width}}  {text}".rstrip() for title, text in rows]
    return "\n".join((f"{definition.key}: {definition.about}", *lines)) + "\n"


def _rows(definition: ToolDefinition) -> Iterator[tuple[str, str]]:
    from coveriflow.execution.tool_variables import variable

    yield "name", definition.name
    yield "definition", definition.file
    yield "module", (definition.module and f"benchexec.tools.{definition.module}") or "none"
    yield "executable", f"{definition.executable} (or where {variable(definition.key)} says)"
    yield "oldest", definition.oldest or "not known"
    yield "options", " ".join(definition.options) or "none"
    yield "properties", ", ".join(kind.value for kind, _ in definition.properties)
    if definition.bound is not None:
        yield "bound", " ".join(definition.bound.options)
        yield "bounds tried", ", ".join(map(str, definition.bound.tried))
    yield "reads", ", ".join(exchange.value for exchange, _ in definition.reads) or "the program"
    yield "writes", ", ".join(f"{exchange.value} ({place})" for exchange, place in definition.writes) or "its output"
    for refusal in definition.refuses:
        yield "not asked", refusal.reason
    for sentence in definition.assumes:
        yield "assumes", sentence
    for name, chosen in definition.configurations:
        yield "configuration", f"{name}: {chosen.about or ' '.join(chosen.options)}"
    yield "to get it", definition.get

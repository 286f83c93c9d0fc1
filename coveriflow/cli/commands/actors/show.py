"""What a definition of a tool says, for people."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from coveriflow.actors.tool_catalogue import defined
from coveriflow.artifacts.tool_definitions import ToolDefinition
from coveriflow.program.errors import ToolMissing

_WIDTH = 100


def tool_page(name: str) -> str:
    """The definition of the tool, as lines of text."""
    definition = defined(name)
    rows = [*_rows(definition)]
    width = max(len(title) for title, _ in rows)
    lines = [f"  {title:{width}}  {text}".rstrip() for title, text in rows]
    return "\n".join((f"{definition.key}: {definition.about}", *lines)) + "\n"


def _rows(definition: ToolDefinition) -> Iterator[tuple[str, str]]:
    from coveriflow.execution.benchexec.tool_variables import variable

    yield "name", definition.name
    yield "definition", definition.file
    dotted = definition.module if "." in definition.module else f"benchexec.tools.{definition.module}"
    yield "module", dotted if definition.module else "none"
    yield (
        "executable",
        f"{definition.executable or 'what the module finds'} (or the path in {variable(definition.key)})",
    )
    yield "oldest", definition.oldest or "not known"
    yield "options", " ".join(definition.options) or "none"
    yield "properties", ", ".join(kind.value for kind, _ in definition.properties)
    if definition.bound is not None:
        yield "bound", " ".join(definition.bound.options)
        yield "bounds tried", ", ".join(map(str, definition.bound.tried))
    for exchange, words in definition.reads:
        yield "reads", f"{exchange.value} ({' '.join(words)})" if words else exchange.value
    if not definition.reads:
        yield "reads", "the program"
    yield "writes", ", ".join(f"{exchange.value} ({place})" for exchange, place in definition.writes) or "its output"
    for refusal in definition.refuses:
        yield "not run", refusal.reason
    for sentence in definition.assumes:
        yield "assumes", sentence
    for name, chosen in definition.configurations:
        yield "configuration", f"{name}: {chosen.about or ' '.join(chosen.options)}"
    for limit, amount in (("CPU time", definition.limits.cpu), ("memory", definition.limits.memory)):
        if amount is not None:
            yield "limit", f"{limit}: {f'{amount:g} s' if limit == 'CPU time' else f'{amount / 1e9:g} GB'}"
    yield from _installed(definition)
    yield "to get it", definition.get
    for note in definition.notes:
        yield "note", note
    if definition.unused:
        yield "not used", ", ".join(definition.unused)


def _installed(definition: ToolDefinition) -> Iterator[tuple[str, str]]:
    """What the tool that is here has of its own; it is not started for that."""
    from coveriflow.actors.work.tools.installed import check_runtime, offered_names
    from coveriflow.actors.work.tools.search import place_of

    try:
        place = place_of(definition)
        check_runtime(definition)
    except ToolMissing as missing:
        yield "missing", str(missing).partition("\n")[0]
        return
    yield "installed", place or "not found"
    names = offered_names(definition, place) if place is not None else []
    if names and definition.offers is not None:
        yield "has", f"{len(names)} configurations of its own, by the option {definition.offers.option}:"
        yield from (("", line) for line in wrap(", ".join(names), _WIDTH, break_on_hyphens=False))

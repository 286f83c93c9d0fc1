"""A violating execution as text: the lines that run, and below each what happens there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, assert_never

from coveriflow.artifacts.display.error_paths import ErrorPath, Event, EventKind, PathStep
from coveriflow.program.wording import counted
from coveriflow.report.sanitising import visible
from coveriflow.report.undefined import kind_sentence

if TYPE_CHECKING:
    from rich.text import Text

_CONDITIONS = frozenset({"if", "while", "for", "do"})
_FIRST = 3
_LAST = 9
_MOST_EVENTS = 12
_DEEPEST = 12
_ENDS = (EventKind.ERROR, EventKind.UNDEFINED)
_BEGINS = EventKind.CYCLE
_READS, _FORMAT = "reads ", "format "
_ELEMENT = re.compile(r"(.+)\[(\d+)\]")
_CHARACTER = re.compile(r"\d+ '.'")
ARGUMENT = "argv["
"""What begins the name of a text that the program is given."""
_MANY = 3
_SHOWN_ELEMENTS = 8

Lines = Mapping[str, Sequence[str]]
"""The lines of each file."""


def lines_of(texts: Mapping[str, str]) -> Lines:
    """Each file's text in lines, safe to print."""
    return {name: [visible(line.expandtabs(4)) for line in text.split("\n")] for name, text in texts.items()}


def sentence(event: Event) -> str:
    """What happens, in words."""
    match event.kind:
        case EventKind.VALUE:
            return f"{event.name} = {event.value}"
        case EventKind.INPUT if event.name.startswith(_READS):
            return _read(event.name.removeprefix(_READS).removesuffix("()"), event.value)
        case EventKind.INPUT if event.name.endswith("()"):
            return f"{event.name} returns {event.value}"
        case EventKind.INPUT:
            return f"{event.name} = {event.value} (it was not initialised)"
        case EventKind.BRANCH if event.name in _CONDITIONS:
            return f"the {event.name} condition {'holds' if event.value == 'true' else 'does not hold'}"
        case EventKind.BRANCH:
            return f"{event.name} is {event.value}"
        case EventKind.CALL:
            return f"{event.name} is called{f' with {event.value}' if event.value else ''}"
        case EventKind.RETURN:
            return f"{event.name} returns{f' {event.value}' if event.value else ''}"
        case EventKind.FREED:
            return f"{event.name} is freed"
        case EventKind.ERROR if " " in event.name:
            return f"{event.name}: this is the violation"
        case EventKind.ERROR:
            return f"{event.name} is called: this is the violation"
        case EventKind.UNDEFINED:
            return f"here the behaviour is undefined: {event.value or kind_sentence(event.name)}"
        case EventKind.CYCLE:
            return event.name
        case _:
            assert_never(event.kind)


def _read(what: str, value: str) -> str:
    """Of standard input: a byte, how many conversions of a format there are, or what one of them gives."""
    if value == "-1" and (what == "byte" or what.startswith(_FORMAT)):
        return "the end of the input is met"
    if what == "byte":
        return f"{_character(value)} is read"
    if what.startswith(_FORMAT):
        number = "no value" if value == "0" else counted(int(value), "value")
        return f'"{what.removeprefix(_FORMAT)}" reads {number}'
    return f"{what} reads {value}"


def _character(value: str) -> str:
    """A byte that is told as a number, with the character that it is."""
    if not value.isdigit() or int(value) > 126:
        return value
    return f"{value} {chr(int(value))!r}"


def together(events: Sequence[Event]) -> list[Event]:
    """Elements of an array that get a value one after the other, as one event: a text, or a list."""
    found: list[list[Event]] = []
    for event in events:
        if found and _follows(found[-1][-1], event):
            found[-1].append(event)
        else:
            found.append([event])
    return [each for group in found for each in (group if len(group) < _MANY else [_joined(group)])]


def _follows(one: Event, other: Event) -> bool:
    before, after = _ELEMENT.fullmatch(one.name), _ELEMENT.fullmatch(other.name)
    if before is None or after is None or (one.kind, one.scope, before[1]) != (other.kind, other.scope, after[1]):
        return False
    return one.kind in (EventKind.VALUE, EventKind.INPUT) and int(after[2]) == int(before[2]) + 1


def _joined(group: Sequence[Event]) -> Event:
    first, last = (_ELEMENT.fullmatch(each.name) for each in (group[0], group[-1]))
    assert first is not None and last is not None
    values = [each.value for each in group]
    name = f"{first[1]}[{first[2]}..{last[2]}]"
    if set(values) == {"0"} and first[1].startswith(ARGUMENT) and first[2] == "0":
        return replace(group[0], name=first[1], value='""')
    if len(set(values)) == 1:
        return replace(group[0], name=name)
    text = _text(values)
    if text is not None:
        return replace(group[0], name=first[1] if first[2] == "0" else name, value=text)
    more = ", ..." if len(values) > _SHOWN_ELEMENTS else ""
    return replace(group[0], name=name, value=f"{{{', '.join(values[:_SHOWN_ELEMENTS])}{more}}}")


def _text(values: Sequence[str]) -> str | None:
    """Characters up to the first zero, as a text; ``None`` where there are none, or others than printable ones."""
    characters: list[str] = []
    for value in values:
        if value == "0":
            break
        if _CHARACTER.fullmatch(value) is None:
            return None
        characters.append(value[-2])
    return '"' + "".join("\\" + each if each in '"\\' else each for each in characters) + '"' if characters else None


def full_text(path: ErrorPath, lines: Lines) -> str:
    """Every step: file, line, the text of the line indented by the calls that are open, and what happens."""
    page = []
    for number, step in enumerate(path.steps):
        if path.omitted and number == path.gap:
            page.append(f"\n... {path.omitted} steps are left out ...\n")
        indent = "  " * min(step.depth, _DEEPEST)
        page.append(f"{step.file}:{step.line}: {indent}{_line(step, lines)}")
        page += [f"{' ' * 8}{indent}{visible(sentence(event))}" for event in together(step.events)]
    return "\n".join(page) + "\n"


def short_page(path: ErrorPath, lines: Lines, width: int) -> Iterator[Text]:
    """The first and the last steps, each in a line or two of a terminal with ``width`` cells."""
    from rich.text import Text

    steps = list(path.steps)
    gap = len(steps) + path.omitted - _FIRST - _LAST
    yield Text("  the execution", "dim")
    margin = max((len(str(step.line)) for step in steps), default=1)
    has_files, file = len({step.file for step in steps}) > 1, ""
    for number, step in enumerate(steps):
        if gap > 0 and number == _FIRST:
            yield Text(f"  {' ' * margin} ... {gap} more steps", "dim")
        if gap <= 0 or number < _FIRST or number >= len(steps) - _LAST:
            if has_files and step.file != file:
                yield Text(f"  {' ' * margin} in {visible(step.file)}", "dim")
            file = step.file
            yield from _shown(step, lines, margin, width)


def _shown(step: PathStep, lines: Lines, margin: int, width: int) -> Iterator[Text]:
    from rich.text import Text

    indent = "  " * min(step.depth, _DEEPEST)
    source = Text.assemble((f"  {step.line:{margin}} | ", "blue"), indent + _line(step, lines).strip(), no_wrap=True)
    source.truncate(width, overflow="ellipsis")
    yield source
    events = together([e for e in step.events if e.kind not in (*_ENDS, _BEGINS)])
    words = [visible(sentence(event)) for event in events[:_MOST_EVENTS]]
    words += [f"and {len(events) - _MOST_EVENTS} more"] if len(events) > _MOST_EVENTS else []
    kinds = {event.kind for event in step.events}
    begins = ((visible(sentence(event)), "bold red") for event in step.events if event.kind is _BEGINS)
    said = "; ".join(words), "yellow" if EventKind.INPUT in kinds else "cyan"
    for text, style in (*begins, said, *_violation(step)):
        happens = Text(f"  {' ' * margin}   {indent}  {text}", style, no_wrap=True)
        happens.truncate(width, overflow="ellipsis")
        if text:
            yield happens


def _violation(step: PathStep) -> Iterator[tuple[str, str]]:
    """The last line, distinguished from what else happens there."""
    return ((visible(sentence(event)), "bold red") for event in step.events if event.kind in _ENDS)


def _line(step: PathStep, lines: Lines) -> str:
    text = lines.get(step.file, ())
    return text[step.line - 1] if 0 < step.line <= len(text) else ""

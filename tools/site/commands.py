"""The reference of the command line, from the argument parsers."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator

from coveriflow.cli.arguments.parser import COMMANDS, Parser
from coveriflow.cli.commands.completion import parsers
from coveriflow.cli.exit_codes import meanings
from tools.site.markup import block, code, inline, table

_HIDDEN = {"help"}


def overview() -> str:
    """All commands, with what they do."""
    rows = ((f"[{code(f'coveriflow {name}')}](#{anchor(name)})", inline(said)) for name, said in COMMANDS.items())
    return table(("command", "what it does"), rows)


def anchor(command: str) -> str:
    """Where the command is described."""
    return f"coveriflow-{command}"


def commands() -> str:
    """A section for each command."""
    own = parsers()
    return "\n".join(section(name, own[name]) for name in COMMANDS)


def section(name: str, parser: Parser) -> str:
    """Usage, what the command does, its options, and examples."""
    parts = [f"## `coveriflow {name}` {{ #{anchor(name)} }}\n", block(usage(parser), "sh"), _description(parser)]
    parts += [*_options(parser), *_words(parser), f"**Exit codes**\n\n{exit_codes(name)}"]
    parts += [f"**{title.capitalize()}**\n\n{block(text, 'sh')}" for title, text in _further(parser)]
    return "\n".join(parts) + "\n"


def usage(parser: argparse.ArgumentParser) -> str:
    """One line for each way to write the command."""
    return " ".join(parser.format_usage().removeprefix("usage:").split())


def _description(parser: argparse.ArgumentParser) -> str:
    """As on a terminal, where it has columns; as paragraphs else."""
    said = (parser.description or "").strip("\n")
    parts = []
    for paragraph in re.split(r"\n{2,}", said):
        is_laid_out = any(line.startswith("  ") for line in paragraph.splitlines())
        parts.append(block(paragraph) if is_laid_out else f"{_sentences(paragraph)}\n")
    return "\n".join(parts)


def _sentences(paragraph: str) -> str:
    text = inline(" ".join(paragraph.split()))
    return text[:1].upper() + text[1:]


def _options(parser: argparse.ArgumentParser) -> Iterator[str]:
    for group in parser._action_groups:
        rows = [_row(action) for action in group._group_actions if _is_shown(action)]
        is_first = group.title == "positional arguments"
        title, head = ("arguments", "argument") if is_first else (group.title or "", "option")
        if rows:
            yield f"**{inline(title[:1].upper() + title[1:])}**\n\n{table((head, 'meaning'), rows)}"


def _is_shown(action: argparse.Action) -> bool:
    is_command = isinstance(action, argparse._SubParsersAction)
    return action.dest not in _HIDDEN and not is_command and action.help is not argparse.SUPPRESS


def _row(action: argparse.Action) -> tuple[str, str]:
    return shown(action), inline((action.help or _choices(action)) % {"prog": ""})


def _choices(action: argparse.Action) -> str:
    return ", ".join(map(str, action.choices or ()))


def shown(action: argparse.Action) -> str:
    """How the option is written, with what it takes."""
    value = _value(action)
    names = action.option_strings or [action.metavar if isinstance(action.metavar, str) else action.dest]
    return ", ".join(code(f"{name} {value}".rstrip()) for name in names)


def _value(action: argparse.Action) -> str:
    if not action.option_strings or action.nargs == 0:
        return ""
    if isinstance(action.metavar, tuple):
        return " ".join(action.metavar)
    return action.metavar or _choices(action).replace(", ", "|") or action.dest.upper()


def _words(parser: argparse.ArgumentParser) -> Iterator[str]:
    """The words that come first, of a command that has such."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            said = {choice.dest: choice.help or "" for choice in action._choices_actions}
            for name, below in action.choices.items():
                rows = [_row(each) for each in below._actions if _is_shown(each)]
                options = f"\n{table(('option', 'meaning'), rows)}" if rows else ""
                yield f"**{code(name)}**: {inline(said.get(name, ''))}\n{options}"


def all_exit_codes() -> str:
    """What each code means, by the commands that mean it: the table of ``docs/reference/exit-codes.md``."""
    said: dict[tuple[str, str], list[str]] = {}
    for name in COMMANDS:
        for number, sentences in meanings(name).items():
            for each in sentences:
                said.setdefault((number, each), []).append(name)
    order = [*dict.fromkeys(number for number, _ in said)]
    rows = sorted(said.items(), key=lambda row: order.index(row[0][0]))
    return table(("exit code", "command", "meaning"), ((number, _by(names), text) for (number, text), names in rows))


def _by(names: list[str]) -> str:
    others = [name for name in COMMANDS if name not in names]
    if not others:
        return "all"
    return ", ".join(f"`{name}`" for name in names) if len(names) <= len(others) else "all others"


def exit_codes(command: str) -> str:
    """What the command's exit codes mean."""
    rows = ((code(number), "<br>".join(map(inline, said))) for number, said in meanings(command).items())
    return table(("exit code", "meaning"), rows)


def _further(parser: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    """Titles and lines of what comes last, but for the exit codes."""
    for paragraph in re.split(r"\n{2,}", (parser.epilog or "").strip("\n")):
        title, _, body = paragraph.partition("\n")
        if title.endswith(":") and title != "exit codes:":
            yield title.removesuffix(":"), "\n".join(line.removeprefix("  ") for line in body.splitlines())

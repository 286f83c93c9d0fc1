"""Attributes as C23 writes them, ``[[gnu::packed]]``: from here on they are written as GNU's are, which mean the same.

Those of other name spaces mean nothing to gcc. Of C23's own only ``noreturn`` matters here.
"""

from __future__ import annotations

import re

_OPENING, _CLOSING = re.compile(r"\[\s*\["), re.compile(r"\]\s*\]")
_TOKEN = re.compile(
    rf"""//[^\n]*|/\*.*?\*/|"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'|(?P<opening>{_OPENING.pattern})""", re.DOTALL
)
_BRACKET = re.compile(r"""[\[\](),]|"(?:[^"\\\n]|\\.)*+"|'(?:[^'\\\n]|\\.)*+'""")
_ATTRIBUTE = re.compile(r"\s*(?:(?P<space>\w+)\s*::\s*)?(?P<name>\w+)\s*(?P<arguments>\(.*\))?\s*", re.DOTALL)
_MEMBERS = re.compile(r"\b(?:struct|union|enum)\b(?:\s*__attribute__\s*\(\(.*?\)\))?[\s\w$]*$", re.DOTALL)
"""Before the members."""
_GNU = frozenset({"gnu", "__gnu__"})
_NEVER_RETURNS = frozenset({"noreturn", "__noreturn__", "_Noreturn"})


def with_gnu_attributes(text: str) -> str:
    """``text`` with the same lines. What follows the members of a structure is left out, as gcc does."""
    if _OPENING.search(text) is None:
        return text
    parts, done = list[str](), 0
    for match in _TOKEN.finditer(text):
        if match["opening"] is None or match.start() < done:
            continue
        pieces = _pieces(text, match.end())
        if pieces is None or any(each.strip() and _ATTRIBUTE.fullmatch(each) is None for each in pieces[0]):
            break  # it is no C, nor is what follows
        given, end = pieces
        before = text[done : match.start()]
        kept = [] if _ends_members(text[: match.start()]) else list(filter(None, map(_as_gnu, given)))
        lines = "\n" * text.count("\n", match.start(), end)
        parts += [before, f"__attribute__(({', '.join(kept)}))" if kept else "", lines]
        done = end
    return "".join([*parts, text[done:]])


def _ends_members(before: str) -> bool:
    """Whether the members of a structure end here, and no function or block."""
    depth = 0
    for at in range(len(before) - 1, -1, -1) if before.rstrip().endswith("}") else ():
        depth += (before[at] == "}") - (before[at] == "{")
        if depth == 0 and before[at] == "{":
            return _MEMBERS.search(before[:at]) is not None
    return False


def _pieces(text: str, start: int) -> tuple[list[str], int] | None:
    """What stands between commas up to the two brackets that close the list, and where these end."""
    found, depth, last = list[str](), 0, start
    for match in _BRACKET.finditer(text, start):
        if match[0] in ("(", "["):
            depth += 1
        elif match[0] == "]" and depth == 0:
            end = _CLOSING.match(text, match.start())
            return ([*found, text[last : match.start()]], end.end()) if end is not None else None
        elif match[0] in (")", "]"):
            depth -= 1
        elif match[0] == "," and depth == 0:
            found.append(text[last : match.start()])
            last = match.end()
    return None


def _as_gnu(attribute: str) -> str:
    """Empty if it means nothing here."""
    match = _ATTRIBUTE.fullmatch(attribute)
    if match is None:
        return ""
    if match["space"] is None:
        return "noreturn" if match["name"] in _NEVER_RETURNS else ""
    return f"{match['name']}{match['arguments'] or ''}" if match["space"] in _GNU else ""

"""``#pragma pack``: to how many bytes the members of the structs that follow are aligned at most (gcc on x86)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_DIRECTIVE = re.compile(r"\s*pack\s*\(\s*([^()]*?)\s*\)")
_NUMBER = re.compile(
    r"(?:0[xX](?P<hexadecimal>[\da-fA-F]+)|0[bB](?P<binary>[01]+)|0(?P<octal>[0-7]*)|(?P<decimal>\d+))[uUlL]*"
)
_BASES = {"hexadecimal": 16, "binary": 2, "octal": 8, "decimal": 10}
_ALLOWED = frozenset({0, 1, 2, 4, 8, 16})


@dataclass(slots=True)
class Packing:
    """``most``: the bytes, 0 without a limit. ``kept``: what ``push`` has put aside, with the names that it gave."""

    most: int = 0
    kept: list[tuple[str, int]] = field(default_factory=list)

    def directive(self, text: str) -> None:
        """What stands after ``#pragma``; gcc passes over what it does not know."""
        found = _DIRECTIVE.match(text)
        if found is None:
            return
        first, *others = [word.strip() for word in found[1].split(",")]
        numbers = [word for word in others if word[:1].isdigit()]
        name = next((word for word in others if not word[:1].isdigit()), "")
        limits = list(map(_limit, numbers))
        if None in limits:
            return
        if first == "push":
            self.kept.append((name, self.most))
            self.most = next((each for each in limits if each is not None), self.most)
        elif first == "pop" and not numbers:
            self._pop(name)
        elif not others:
            limit = _limit(first or "0")
            self.most = self.most if limit is None else limit

    def _pop(self, name: str) -> None:
        """What was before the last ``push`` of this name, or else before the last one."""
        found = [number for number, (given, _) in enumerate(self.kept) if given == name and name]
        if self.kept:
            first = found[-1] if found else len(self.kept) - 1
            self.most = self.kept[first][1]
            del self.kept[first:]


def _limit(number: str) -> int | None:
    """An integer constant of C (C11 6.4.4.1) that gcc takes."""
    match = _NUMBER.fullmatch(number)
    if match is None:
        return None
    kind = match.lastgroup or "octal"
    value = int(match[kind] or "0", _BASES[kind])
    return value if value in _ALLOWED else None

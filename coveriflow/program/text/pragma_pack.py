"""``#pragma pack``: to how many bytes the members of the structs that follow are aligned at most (gcc on x86)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_DIRECTIVE = re.compile(r"\s*pack\s*\(\s*([^()]*?)\s*\)")
_ALLOWED = {"0": 0, "1": 1, "2": 2, "4": 4, "8": 8, "16": 16}


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
        if any(number not in _ALLOWED for number in numbers):
            return
        if first == "push":
            self.kept.append((name, self.most))
            self.most = _ALLOWED[numbers[0]] if numbers else self.most
        elif first == "pop" and not numbers:
            self._pop(name)
        elif not others:
            self.most = _ALLOWED.get(first or "0", self.most)

    def _pop(self, name: str) -> None:
        """What was before the last ``push`` of this name, or else before the last one."""
        found = [number for number, (given, _) in enumerate(self.kept) if given == name and name]
        if self.kept:
            first = found[-1] if found else len(self.kept) - 1
            self.most = self.kept[first][1]
            del self.kept[first:]

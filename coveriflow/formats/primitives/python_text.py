"""Text of others in Python files that we write: it stays in its comment, or in its string.

Law: what is written is one line of printable characters, whatever the text holds. Neither Python nor an editor sees a
line end there: carriage returns, form feeds, NEL, U+2028 and their like are escaped.
"""

from __future__ import annotations

_LONGEST = 200
"""Characters of a comment."""


def comment(text: str) -> str:
    """A comment that says ``text``, shortened where it is long."""
    line = "".join(each if each.isprintable() else _escaped(each) for each in text)
    return f"# {line if len(line) <= _LONGEST else line[:_LONGEST] + '...'}"


def string(text: str) -> str:
    """A string of Python that is ``text``, between double quotes."""
    return f'"{"".join(map(_in_string, text))}"'


def _in_string(character: str) -> str:
    if character in '"\\':
        return f"\\{character}"
    return character if character.isascii() and character.isprintable() else _escaped(character)


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")

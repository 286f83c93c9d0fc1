"""Parentheses in texts that are written into other texts."""

from __future__ import annotations


def is_balanced(text: str) -> bool:
    """Whether each parenthesis that is opened is closed, and none before."""
    depth = 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if depth < 0:
            return False
    return depth == 0


def is_in_one_pair(text: str) -> bool:
    """Whether ``text`` begins with a parenthesis that its last character closes."""
    depth = 0
    for position, character in enumerate(text):
        depth += (character == "(") - (character == ")")
        if depth == 0:
            return text.startswith("(") and position == len(text) - 1
    return False

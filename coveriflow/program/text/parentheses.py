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

"""Termination: lexicographic ranking functions between loop heads, and executions whose state recurs."""

"""Undefined behaviour that a proof assumes not to happen: asked for, and shown by an execution.

``ask`` makes the checks the error of a program, ``confirm`` replays and executes with sanitizers what was found.
Nothing here changes a verdict itself. Only worker processes import this. Begin with ``ask``. Kept by
``tests/actors/checks/``.
"""

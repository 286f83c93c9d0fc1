"""Undefined behaviour: what a proof assumes of it is asked for, and executions show it.

``ask`` makes the checks the error of a program, ``confirm`` replays and executes with sanitizers what was found.
``fuzzed_violations`` has the fuzzer look for violations of any property. Nothing here changes a verdict itself. Only
worker processes import this. Begin with ``ask``. Kept by ``tests/actors/checks/``.
"""

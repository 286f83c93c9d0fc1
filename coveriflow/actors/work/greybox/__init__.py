"""Executions by greybox fuzzing: the fuzzer's guesses are replayed in an automaton, which decides what they show.

``search`` asks the fuzzer in rounds, ``replay`` translates its inputs, ``dictionary`` reads the program for it. Only
worker processes import this. Nothing here confirms a violation. Begin with ``search``. Kept by
``tests/actors/greybox/``.
"""

"""The grammar of the command line: words to options, or a complaint. One module for each command.

It is light: completion and ``--help`` load nothing but this. ``parser`` has what commands share. Nothing here does what
was asked for. Kept by ``tests/cli/test_arguments.py`` and ``tests/cli/test_completion.py``.
"""

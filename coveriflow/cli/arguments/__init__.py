"""The grammar of the command line: words to options, or a complaint. One module for each command.

It is light: completion and ``--help`` load nothing but this. ``parser`` has what commands share. Nothing here does what
was asked for. Begin with ``parser``. Kept by ``tests/cli/arguments/test_arguments.py`` and
``tests/cli/commands/test_completion.py``.
"""

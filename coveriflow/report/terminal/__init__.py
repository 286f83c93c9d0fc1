"""What the terminal shows of a run: progress, results, tables, trees. Only here, and in ``batch``, is rich imported.

Begin with ``console``, then ``results``. A terminal is left as it was, whatever happens. Nothing here changes a result.
Kept by ``tests/report/terminal/`` and ``tests/cli/test_terminal.py``.
"""

"""Results of batch runs for people: tables and live display in the terminal, and a page with plots.

The page is one file that loads nothing. Nothing here knows how a batch is run. Begin with ``summary``. Kept by
``tests/report/batch/``.
"""

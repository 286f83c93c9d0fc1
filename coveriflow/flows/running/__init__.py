"""How a composition runs: under a budget, side by side, with stored results, and with a folder of evidence at its end.

``runner`` interprets compositions; ``turns`` is one actor's turn, ``scope`` what is there for whom, ``caching`` what is
used again, ``run_folder`` what is left. Nothing here knows Prefect. Begin with ``runner``. Kept by
``tests/flows/running/``.
"""

"""Batch runs: many tasks under several flows, as a folder with a file for each result.

Killed anywhere and begun again, a batch gives the same table; any number of processes may work on it. ``planning`` says
what is to be done, ``scheduler`` does it, ``result_folder`` is what is kept. Nothing here knows Prefect. Begin with
``planning``. Kept by ``tests/flows/batch/``.
"""

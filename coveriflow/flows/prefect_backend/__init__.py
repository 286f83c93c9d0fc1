"""Flows and batches under Prefect: the same runs, where Prefect can watch them.

Verdicts lie in files of our own; Prefect's database is for watching only. ``settings`` is imported before Prefect,
always. The folder is not called ``prefect``: scripts in ``flows/`` would find it in place of Prefect. Begin with
``run``. Nothing here changes a verdict. Kept by ``tests/flows/prefect_backend/``.
"""

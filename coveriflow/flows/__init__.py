"""Flows: compositions of actors that are run, directly or with Prefect; one at a time, or as a batch.

The ready ones are in ``ready`` and ``ready_ranged``. Only ``prefect_backend``, and the scripts that people deploy, know
Prefect. Nothing here knows the command line. Begin with ``ready``, then ``running``. Kept by ``tests/flows/``.
"""

"""What Python scripts and notebooks use: ``coveriflow.verify`` and its like, which the package resolves by name.

``requests`` makes of arguments what a run needs. ``verification`` runs one program, ``batches`` many. ``displays`` says
how values look in a notebook. Nothing here decides a verdict. Begin with ``verification``. Kept by
``tests/flows/api/``.
"""

"""A box around programs that are not trusted: what they may read, write and reach, and how much they may use.

``contracts`` has the values, ``probing`` asks what the machine can do and chooses a box, once per run. ``start`` starts
a program in it: with namespaces that bubblewrap makes (``namespaces``), else under Landlock (``landlock``), and with a
filter of system calls (``system_calls``) in both cases. Nothing here knows C, compilers or verifiers. Begin with
``contracts``. Kept by ``tests/execution/confinement/``, above all ``test_escapes.py``.
"""

"""Worker processes: started, limited, measured, cancelled, and ended afterwards with all their children.

``workers`` is the side of the owner, ``supervisor`` the process between, ``worker`` where a job runs; ``protocol`` is
what they say to each other. Nothing here knows C, compilers or verifiers. Begin with ``workers``. Kept by
``tests/execution/processes/``, above all ``test_leftovers.py``.
"""

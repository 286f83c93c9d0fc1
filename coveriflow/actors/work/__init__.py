"""What actors do, once a worker process has imported it: the definitions beside this folder stay light.

One package for each kind of actor. What several share is in ``load`` (from tasks to automata) and beside it. Nothing
here knows flows, Prefect or the command line. Begin with ``verify``. Kept by ``tests/actors/``.
"""

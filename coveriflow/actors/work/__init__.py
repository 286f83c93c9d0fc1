"""What actors do, once a worker process has imported it: the definitions beside this folder stay light."""

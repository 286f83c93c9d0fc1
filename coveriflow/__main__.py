"""``python -m coveriflow`` is the command ``coveriflow``."""

import sys

from coveriflow.cli import main

sys.exit(main())

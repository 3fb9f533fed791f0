"""`python -m sparktree` is the sparktree command."""

import sys

from sparktree.cli.main import main

sys.exit(main())

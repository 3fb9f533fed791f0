"""The version of sparktree, the same as in pyproject.toml."""

VERSION = "0.1.0"

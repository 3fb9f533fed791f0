"""The words of the language that the shell colours and completes."""

from sparktree.sql.keywords import KEYWORDS

__all__ = ["KEYWORDS"]

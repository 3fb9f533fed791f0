"""sparktree: ClickHouse's MergeTree tables for Spark users."""

from sparktree.errors import Error
from sparktree.result import Result
from sparktree.session import Engine, Session, connect
from sparktree.version import VERSION

__all__ = ["VERSION", "Engine", "Error", "Result", "Session", "connect"]
__version__ = VERSION

"""sparktree: ClickHouse's MergeTree tables for Spark users."""

from typing import TYPE_CHECKING, Any

from sparktree.loading import load

if TYPE_CHECKING:
    from sparktree.datasource import register
    from sparktree.errors import Error
    from sparktree.result import Result
    from sparktree.session import Engine, Session, connect
    from sparktree.version import VERSION as __version__  # noqa: N811

__all__ = ["Engine", "Error", "Result", "Session", "__version__", "connect", "register"]

# Where each public name lives. Loaded when asked for: Spark's workers import this package too, and
# need but a few of its rooms.
_HOMES = {
    "Engine": "session",
    "Error": "errors",
    "Result": "result",
    "Session": "session",
    "__version__": "version",
    "connect": "session",
    "load_ipython_extension": "notebook",
    "register": "datasource",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'sparktree' has no attribute {name!r}")
    module = load(f"sparktree.{_HOMES[name]}")
    return getattr(module, "VERSION" if name == "__version__" else name)


def __dir__() -> list[str]:
    return __all__

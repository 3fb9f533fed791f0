"""An archive of Spark's loaded classes, from which a JVM starts faster.

`python -m sparktree.spark.warm` makes it; a JVM ignores one that does not fit its class path.
"""

import hashlib
import os
from pathlib import Path

from sparktree.spark.configuration import JVM_OPTIONS


def path(java: Path, home: Path) -> Path:
    """Where the archive for this Java and this Spark is, or would be."""
    release = java / "release"
    facts = (
        str(java),
        release.read_text() if release.is_file() else "",
        str(home),
        str((home / "jars").stat().st_mtime_ns),
        *JVM_OPTIONS,
    )
    name = hashlib.sha256("\n".join(facts).encode()).hexdigest()[:16]
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(cache) / "sparktree" / f"spark-{name}.jsa"


def options(java: Path, home: Path) -> tuple[str, ...]:
    """What a JVM is told to start from the archive; nothing when there is none."""
    archive = path(java, home)
    return (f"-XX:SharedArchiveFile={archive}", "-Xlog:disable") if archive.is_file() else ()


def making(target: Path) -> tuple[str, ...]:
    """What a JVM is told to write an archive when it ends."""
    return (f"-XX:ArchiveClassesAtExit={target}", "-Xlog:disable")

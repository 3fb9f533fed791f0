"""Where Java is, and whether it is new enough for Spark."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

from sparktree.errors import Code, Error

OLDEST = 17
_MISSING = (
    "Spark needs Java 17 or newer and none was found: install one"
    " (Debian: apt install openjdk-17-jre-headless; macOS: brew install openjdk@17)"
    " or point JAVA_HOME at it."
)
_HOMES = ("/usr/lib/jvm", "/Library/Java/JavaVirtualMachines", "/opt/java", "/opt/homebrew/opt")
_RELEASE = re.compile(r'JAVA_VERSION="(\d+)')
_PRINTED = re.compile(r'version "(\d+)')


def find_java() -> str:
    """The home of a Java that Spark can use: JAVA_HOME, then PATH, then the usual folders."""
    for home in _candidates():
        if (version(home) or 0) >= OLDEST:
            return str(home)
    raise Error(Code.CANNOT_CREATE_CHILD_PROCESS, _MISSING)


def _candidates() -> Iterator[Path]:
    if named := os.environ.get("JAVA_HOME"):
        yield Path(named)
    if found := shutil.which("java"):
        yield Path(found).resolve().parent.parent
    for folder in map(Path, _HOMES):
        if folder.is_dir():
            for home in sorted(folder.iterdir()):
                yield home
                yield home / "Contents" / "Home"


def version(home: Path) -> int | None:
    """The major version of the Java at `home`; None when there is none."""
    java = home / "bin" / "java"
    if not java.is_file():
        return None
    release = home / "release"
    # Asking the program takes a fifth of a second; the file says the same.
    text = release.read_text() if release.is_file() else ""
    match = _RELEASE.search(text) or _PRINTED.search(_ask(java))
    return int(match.group(1)) if match else None


def _ask(java: Path) -> str:
    try:
        answer = subprocess.run([java, "-version"], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return answer.stderr

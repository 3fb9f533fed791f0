"""What `sparktree doctor` asks of the machines that run tasks.

Its functions go there as they are written here, so that they run where sparktree is not installed:
they use nothing but Python's own library.
"""

import importlib.metadata
import os
import platform
import re
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

_CONNECT_SECONDS = 5.0
_SPREAD_SECONDS = 0.3  # a task lasts so long, so that no executor takes them all


def look_around(
    packages: tuple[str, ...], addresses: dict[str, tuple[str, int]]
) -> Callable[[Iterable[int]], Iterator[dict[str, Any]]]:
    """A task that tells what its machine has and whether it reaches the addresses."""

    def look(numbers: Iterable[int]) -> Iterator[dict[str, Any]]:
        for _ in numbers:
            found = facts(packages)
            found["reached"] = {name: reached(address) for name, address in addresses.items()}
            time.sleep(_SPREAD_SECONDS)
            yield found

    return look


def facts(packages: tuple[str, ...]) -> dict[str, Any]:
    """The versions of what this process runs with, and the time here."""
    return {
        "host": socket.gethostname(),
        "python": platform.python_version(),
        "executable": sys.executable,
        "packages": {name: package_version(name) for name in packages},
        "java": java_version(),
        "time": time.time(),
    }


def package_version(name: str) -> str:
    """The version of an installed package; empty if it is missing."""
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return ""


def java_version() -> int:
    """The major version of the Java that this process is a child of, else of JAVA_HOME; 0 where
    nothing tells it."""
    home = os.environ.get("JAVA_HOME")
    for program in (java_above(), f"{home}/bin/java" if home else "java"):
        if program is None:
            continue
        try:
            said = subprocess.run([program, "-version"], capture_output=True, text=True).stderr
        except OSError:
            continue
        found = re.search(r'version "(?:1\.)?(\d+)', said)
        if found:
            return int(found.group(1))
    return 0


def java_above() -> str | None:
    """The program of the nearest Java above this process, where the system tells."""
    pid = os.getppid()
    try:
        while pid > 1:
            program = os.readlink(f"/proc/{pid}/exe")
            if os.path.basename(program) == "java":
                return program
            pid = int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return None
    return None


def reached(address: tuple[str, int]) -> str:
    """Nothing if somebody listens there, else what is in the way."""
    try:
        socket.create_connection(address, _CONNECT_SECONDS).close()
    except OSError as failure:
        return str(failure) or type(failure).__name__
    return ""

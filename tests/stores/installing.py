"""Programs that tests need and no Python package brings: installed once, for all later runs."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest


def installed(name: str, install: Callable[[Path], None]) -> Path:
    """The folder of a program, filled by `install` if it is not there; whole or not at all."""
    caches = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "sparktree-tests"
    folder = caches / name
    if folder.exists():
        return folder
    caches.mkdir(parents=True, exist_ok=True)
    made = Path(tempfile.mkdtemp(prefix=f".{name}-", dir=caches))
    try:
        install(made)
        made.rename(folder)
    except OSError:
        if not folder.exists():  # or else another run was faster
            raise
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return folder


def run(*command: str | Path) -> None:
    """Run a program that installs something; its failure is the test's, with what it said."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=900)
    if done.returncode:
        pytest.fail(f"{' '.join(map(str, command))}: {(done.stderr or done.stdout)[-2000:]}")

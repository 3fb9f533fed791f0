"""Clients that do not fit beside the tests' own packages: installed once, in their own folders."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.stores.installing import installed, run

DBT = ("dbt-core==1.10.23", "dbt-adapters==1.16.7", "dbt-clickhouse==1.9.8")
# They want an older SQLAlchemy and a newer pandas than the others.
PYTHON = ("ibis-framework[clickhouse]==12.0.0", "clickhouse-sqlalchemy==0.3.2")
NPM = "@clickhouse/client@1.23.1"


def python_packages(name: str, packages: tuple[str, ...]) -> Path:
    """A folder with Python packages and what they need."""

    def install(folder: Path) -> None:
        run(sys.executable, "-m", "pip", "install", "--quiet", "--target", folder, *packages)

    return installed(name, install)


def npm_package(name: str, *packages: str) -> Path:
    """A folder with packages of npm."""

    def install(folder: Path) -> None:
        npm = shutil.which("npm")
        if npm is None:
            pytest.fail("Tests of the JavaScript client and of the page need npm: install Node.js.")
        quiet = ("--no-audit", "--no-fund", "--loglevel=error")
        run(npm, "install", "--prefix", folder, *packages, *quiet)

    return installed(name, install)


def output(
    *command: str | Path, folder: Path | None = None, environment: Mapping[str, str] | None = None
) -> str:
    """What a program prints; its failure is the test's, with what it said."""
    done = subprocess.run(
        list(map(str, command)),
        cwd=folder,
        env={**os.environ, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, (done.stdout + done.stderr)[-4000:]
    return done.stdout

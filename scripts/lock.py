"""Writes requirements/*.txt: the exact versions that pip chooses for pyproject.toml today."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def resolve(wanted: list[str]) -> list[str]:
    """What pip would install into an empty environment, as name==version lines."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--dry-run"]
    command += ["--ignore-installed", "--report", "-", *wanted]
    report = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    found = [(item["metadata"]["name"], item["metadata"]["version"]) for item in report["install"]]
    return sorted(f"{name.lower().replace('_', '-')}=={version}" for name, version in found)


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    runtime = project["project"]["dependencies"]
    runtime += project["project"]["optional-dependencies"]["server"]  # `make demo` shows it
    for name, wanted in {
        "runtime": runtime,
        "test": runtime + project["dependency-groups"]["test"],
    }.items():
        (ROOT / "requirements" / f"{name}.txt").write_text("\n".join(resolve(wanted)) + "\n")


if __name__ == "__main__":
    main()

"""The calls that are known to differ from ClickHouse, each with its reason."""

import tomllib
from pathlib import Path

FOLDER = Path(__file__).parent


def known(what: str = "") -> dict[str, str]:
    """The reason by `function/sort`; of scalar functions, or of aggregates."""
    file = FOLDER / (f"known_{what}.toml" if what else "known.toml")
    groups = tomllib.loads(file.read_text())["known"]
    return {case: group["reason"] for group in groups for case in group["cases"]}

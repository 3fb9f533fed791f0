"""The calls that are known to differ from ClickHouse, each with its reason."""

import tomllib
from pathlib import Path

FILE = Path(__file__).parent / "known.toml"


def known() -> dict[str, str]:
    """The reason by `function/sort`."""
    groups = tomllib.loads(FILE.read_text())["known"]
    return {case: group["reason"] for group in groups for case in group["cases"]}

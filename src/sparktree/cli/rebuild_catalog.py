"""`sparktree rebuild-catalog`: the catalog made anew from what lies on the disks."""

import argparse
import sys

from sparktree.engines.recovery.rebuild import rebuild_catalog
from sparktree.settings.config import Config, load_config


def main(arguments: list[str], command: str) -> int:
    """Rebuild and say what was found; 1 if a part could not be described."""
    parser = argparse.ArgumentParser(
        prog=f"sparktree {command}",
        description="Make the catalog of a data folder anew from its tables and parts. The old"
        " catalog must have been moved away: one that has tables is never changed.",
    )
    parser.add_argument("--path", required=True, help="the data folder")
    parser.add_argument("--catalog", help="URL of the catalog, if it is not in the folder")
    parser.add_argument("--config", help="the configuration, if it declares disks")
    options = parser.parse_args(arguments)
    config = load_config(options.config) if options.config else Config()
    found = rebuild_catalog(options.path, options.catalog or config.text("catalog"), config)
    for error in found.damaged:
        sys.stderr.write(f"{error}\n")
    sys.stdout.write(
        f"Databases: {found.databases}, tables: {found.tables}, parts: {found.parts}"
        f" ({len(found.damaged)} damaged).\n"
    )
    return 1 if found.damaged else 0

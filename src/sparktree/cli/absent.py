"""Commands that have a name but are not built yet."""

from sparktree.errors import not_implemented


def main(arguments: list[str], command: str) -> int:
    """Say so; the exit code is that of NOT_IMPLEMENTED."""
    raise not_implemented(f"The command sparktree {command} is not built yet; use sparktree local.")

"""The names of files inside a part."""

from collections.abc import Iterable

from sparktree.disks.siphash import siphash128

DESCRIPTION = "part.json"
PRIMARY = "primary.arrow"
STATISTICS = "statistics.packed"
_PROJECTION = ".proj"
# The kernel's reader adds columns of these names, whatever their case.
_RESERVED = frozenset({"file_row_number", "filename", "file_index"})
_PLAIN = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_")


def escape_for_file_name(name: str) -> str:
    """A name as ClickHouse writes it into file names: letters, digits and `_` stay."""
    return "".join(chr(b) if b in _PLAIN else f"%{b:02X}" for b in name.encode("utf-8"))


def index_file(name: str, segment: int | None, max_length: int) -> str:
    """The file of a skip index; `segment` is None in parts of one segment."""
    stem = f"skp_idx_{escape_for_file_name(name)}"
    if len(stem) > max_length:
        stem = siphash128(stem.encode("ascii")).hex()
    return f"{stem}.idx" if segment is None else f"{stem}.{segment}.idx"


def projection_folder(name: str) -> str:
    """The folder of a projection inside its part."""
    return f"{escape_for_file_name(name)}{_PROJECTION}"


def part_folder(path: str) -> str:
    """The folder of the part that a file lies in, of itself or of one of its projections."""
    folder, _, _ = path.rpartition("/")
    return folder.rpartition("/")[0] if folder.endswith(_PROJECTION) else folder


def stored_names(names: Iterable[str]) -> list[str]:
    """Names for the files: as given, but apart even for readers that ignore case."""
    seen = set(_RESERVED)
    stored = []
    for name in names:
        unique, number = name, 0
        while unique.lower() in seen:
            number += 1
            unique = f"{name}_{number}"
        seen.add(unique.lower())
        stored.append(unique)
    return stored


def data_file(part_type: str, stored: str, segment: int | None, max_length: int) -> str:
    """The file that holds a column; `segment` is None in parts of one segment."""
    stem = "data" if part_type == "Compact" else escape_for_file_name(stored)
    if len(stem) > max_length:
        stem = siphash128(stem.encode("ascii")).hex()
    # "%2E" keeps a Wide column called `data.0` apart from a segment.
    return f"{stem}.parquet" if segment is None else f"{stem}.{segment}.parquet"

"""What is known of a part: the content of part.json, and what a task reports to the driver."""

import json
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from typing import Any

from sparktree.errors import Code, Error
from sparktree.parts.filename import data_file, projection_folder
from sparktree.parts.granules import Granules, from_runs
from sparktree.parts.jsonvalues import from_json, to_json
from sparktree.parts.name import PartInfo, parse

FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True)
class PartColumn:
    """A column in a part; `stored` is its name in the files, sizes are bytes."""

    name: str
    type: str
    stored: str
    codec: str = ""
    encoding: str = "plain"
    compressed: int = 0
    uncompressed: int = 0


@dataclass(frozen=True, slots=True)
class PartFile:
    """A file of the part with its size and the xxh3 of its bytes.

    `blocks` has eight hexadecimal digits for each MiB of a larger file, for reading a piece of it.
    `identity` tells the very file that the hash is of: unless it was touched since, it is right.
    `key` is its path on the disk, if the file lies elsewhere than in the part's folder.
    """

    size: int
    hash: str
    blocks: str = ""
    identity: str = field(default="", compare=False)
    key: str = ""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Least and greatest value (None if there are only NULLs), and whether there are NULLs."""

    least: Any
    greatest: Any
    has_null: bool = False


@dataclass(frozen=True, slots=True)
class PartIndex:
    """A skip index in a part, or the statistics of a column.

    What it was declared as, a file per segment, its bytes in memory. The bounds that statistics
    know are here too, so that whole parts can be left out without a look into their files.
    """

    declaration: str
    files: tuple[str, ...]
    uncompressed: int = 0
    bounds: Bounds | None = None

    def stored(self, part: "PartDescription") -> int:
        """The bytes of its files."""
        return sum(part.files[file].size for file in self.files)


@dataclass(frozen=True, slots=True)
class PartDescription:
    """One part; `name` is empty until the driver has given it block numbers."""

    folder: str  # relative to the disk; where the part lies now
    uuid: str
    part_type: str
    columns: tuple[PartColumn, ...]
    rows: int
    granules: Granules
    partition_id: str
    partition: str  # the text in system.parts
    partition_values: tuple[Any, ...]
    minmax: Mapping[str, Bounds]
    ttl: Mapping[str, Bounds]
    sorting_key: tuple[str, ...]
    primary_key_length: int
    files: Mapping[str, PartFile]
    index_granularity_bytes: int
    default_codec: str
    segments: tuple[int, ...]  # rows of each
    max_file_name_length: int
    primary_key_size: int = 0
    name: str = ""
    modified: float = 0.0  # seconds since the epoch
    metadata_version: int = 0  # of the table, when the columns got their names and types
    indexes: Mapping[str, PartIndex] = field(default_factory=dict)
    projections: Mapping[str, "PartProjection"] = field(default_factory=dict)
    statistics: Mapping[str, PartIndex] = field(default_factory=dict)  # by column
    sources: tuple[str, ...] = ()  # of a patch: the parts whose rows it changes

    @property
    def info(self) -> PartInfo:
        """The part's name, taken apart."""
        return parse(self.name)

    @property
    def marks(self) -> int:
        """Granules, and the final mark that parts with adaptive granules have."""
        return len(self.granules.rows) + bool(self.index_granularity_bytes and self.rows)

    @property
    def bytes_on_disk(self) -> int:
        """All files that checksums cover."""
        return sum(file.size for _, file in self.all_files())

    @property
    def compressed_bytes(self) -> int:
        """The columns in the files."""
        return sum(column.compressed for column in self.columns)

    @property
    def uncompressed_bytes(self) -> int:
        """The columns in memory."""
        return sum(column.uncompressed for column in self.columns)

    def all_files(self) -> Iterator[tuple[str, PartFile]]:
        """The files by their paths in the folder, those of projections too."""
        yield from self.files.items()
        for name, projection in self.projections.items():
            for path, file in projection.part.all_files():
                yield f"{projection_folder(name)}/{path}", file

    def all_places(self) -> Iterator[tuple[str, str]]:
        """The same paths in the folder, and where the files are on the disk."""
        yield from ((name, self.at(name)) for name in self.files)
        for name, projection in self.projections.items():
            for path, place in projection.part.all_places():
                yield f"{projection_folder(name)}/{path}", place

    def at(self, name: str) -> str:
        """The path of one of its files on the disk."""
        file = self.files.get(name)
        return file.key if file is not None and file.key else f"{self.folder}/{name}"

    def column(self, name: str) -> PartColumn | None:
        """The column of that name, if the part has it."""
        for column in self.columns:  # in a loop: this is asked of very many parts
            if column.name == name:
                return column
        return None

    def of_columns(self, names: Set[str]) -> "PartDescription":
        """What is to be known of the part in order to read these columns."""
        columns = tuple(column for column in self.columns if column.name in names)
        wanted = {
            self.file_of(column, segment)
            for column in columns
            for segment in range(len(self.segments))
        }
        return replace(
            self,
            columns=columns,
            files={name: self.files[name] for name in wanted if name in self.files},
            indexes={},
            projections={},
            statistics={},
        )

    def file_of(self, column: PartColumn, segment: int = 0) -> str:
        """The file with a column's values of one segment."""
        numbered = segment if len(self.segments) > 1 else None
        return data_file(self.part_type, column.stored, numbered, self.max_file_name_length)

    def named(self, name: str, modified: float) -> "PartDescription":
        """The part under its final name."""
        inner = {n: p.of(p.part.named(name, modified)) for n, p in self.projections.items()}
        return replace(self, name=name, modified=modified, projections=inner)

    def moved(self, folder: str) -> "PartDescription":
        """The part in another folder."""
        inner = {
            n: p.of(p.part.moved(f"{folder}/{projection_folder(n)}"))
            for n, p in self.projections.items()
        }
        return replace(self, folder=folder, projections=inner)


@dataclass(frozen=True, slots=True)
class PartProjection:
    """A projection in a part: what it was declared as, and the part inside the part."""

    declaration: str
    part: PartDescription

    def of(self, part: PartDescription) -> "PartProjection":
        """The same with another part."""
        return PartProjection(self.declaration, part)


def to_dict(part: PartDescription) -> dict[str, Any]:
    """What part.json holds; where the part lies is not part of it."""
    fields = {name: getattr(part, name) for name in part.__slots__ if name != "folder"}
    fields |= {
        "format_version": FORMAT_VERSION,
        "columns": [_fields(column) for column in part.columns],
        "granules": part.granules.runs(),
        "partition_values": [to_json(value) for value in part.partition_values],
        "minmax": _bounds_dict(part.minmax),
        "ttl": _bounds_dict(part.ttl),
        "files": {name: _file_dict(file) for name, file in part.files.items()},
        "indexes": {name: _index_dict(index) for name, index in part.indexes.items()},
        "statistics": {name: _index_dict(found) for name, found in part.statistics.items()},
        "projections": {
            name: {"declaration": found.declaration, "part": to_dict(found.part)}
            for name, found in part.projections.items()
        },
    }
    return fields


def _fields(record: Any) -> dict[str, Any]:
    """What dataclasses.asdict gives of a record whose fields are plain values, without copies."""
    return {name: getattr(record, name) for name in record.__slots__}


def _file_dict(file: PartFile) -> dict[str, Any]:
    fields = _fields(file)
    if not file.key:
        del fields["key"]
    return fields


def from_dict(content: Mapping[str, Any], folder: str) -> PartDescription:
    """The part of a part.json found in `folder`."""
    version = content.get("format_version")
    if version != FORMAT_VERSION:
        message = f"Part {folder} has format version {version}, known is {FORMAT_VERSION}."
        raise Error(Code.UNKNOWN_FORMAT_VERSION, message)
    fields = {name: value for name, value in content.items() if name != "format_version"}
    fields |= {
        "folder": folder,
        "columns": tuple(PartColumn(**column) for column in content["columns"]),
        "granules": from_runs(content["granules"]),
        "partition_values": tuple(from_json(value) for value in content["partition_values"]),
        "minmax": _bounds(content["minmax"]),
        "ttl": _bounds(content["ttl"]),
        "files": {name: PartFile(**file) for name, file in content["files"].items()},
        "indexes": {n: _index(found) for n, found in content.get("indexes", {}).items()},
        "statistics": {n: _index(found) for n, found in content.get("statistics", {}).items()},
        "projections": {
            name: PartProjection(
                found["declaration"],
                from_dict(found["part"], f"{folder}/{projection_folder(name)}"),
            )
            for name, found in content.get("projections", {}).items()
        },
        "sorting_key": tuple(content["sorting_key"]),
        "segments": tuple(content["segments"]),
        "sources": tuple(content.get("sources", ())),
    }
    return PartDescription(**fields)


def to_text(part: PartDescription) -> str:
    """part.json."""
    return json.dumps(to_dict(part), ensure_ascii=False)


def from_text(text: str | bytes, folder: str) -> PartDescription:
    """The part of part.json; damage names the folder."""
    try:
        return from_dict(json.loads(text), folder)
    except (ValueError, KeyError, TypeError, AttributeError, StopIteration) as error:
        message = f"The description of part {folder} is damaged: {error}."
        raise Error(Code.CORRUPTED_DATA, message) from error


def to_report(part: PartDescription, disk: str = "") -> bytes:
    """What a task sends to the driver: the description and where the part lies.

    The disk is named where the task chose it.
    """
    content = {"folder": part.folder, "part": to_dict(part), "disk": disk}
    return json.dumps(content).encode("utf-8")


def from_report(report: bytes) -> PartDescription:
    """The part that a task reported."""
    return from_placed_report(report)[1]


def from_placed_report(report: bytes) -> tuple[str, PartDescription]:
    """The disk that the task chose, and the part."""
    content = json.loads(report)
    return content["disk"], from_dict(content["part"], content["folder"])


def _index_dict(index: PartIndex) -> dict[str, Any]:
    fields = _fields(index)
    if index.bounds is None:
        del fields["bounds"]
    else:
        fields["bounds"] = bounds_list(index.bounds)
    return fields


def _index(content: Mapping[str, Any]) -> PartIndex:
    bounds = content.get("bounds")
    return PartIndex(
        content["declaration"],
        tuple(content["files"]),
        content["uncompressed"],
        None if bounds is None else bounds_of(bounds),
    )


def bounds_list(bounds: Bounds) -> list[Any]:
    """Bounds as JSON."""
    return [to_json(bounds.least), to_json(bounds.greatest), bounds.has_null]


def bounds_of(content: Sequence[Any]) -> Bounds:
    """The bounds in JSON."""
    least, greatest, has_null = content
    return Bounds(from_json(least), from_json(greatest), has_null)


def _bounds_dict(bounds: Mapping[str, Bounds]) -> dict[str, Any]:
    return {name: bounds_list(one) for name, one in bounds.items()}


def _bounds(content: Mapping[str, Any]) -> dict[str, Bounds]:
    return {name: bounds_of(one) for name, one in content.items()}

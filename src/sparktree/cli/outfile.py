"""INTO OUTFILE: which format and compression a file's name asks for, and the writing of it."""

import bz2
import gzip
import lzma
import zlib
from collections.abc import Callable
from pathlib import Path

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.sql.statements.base import Outfile

_FORMATS = {
    "arrow": "Arrow",
    "bin": "RowBinary",
    "csv": "CSV",
    "json": "JSON",
    "jsonl": "JSONEachRow",
    "md": "Markdown",
    "native": "Native",
    "ndjson": "JSONEachRow",
    "parquet": "Parquet",
    "tsv": "TabSeparated",
}
_METHODS = {
    "br": "br",
    "bz2": "bz2",
    "deflate": "deflate",
    "gz": "gzip",
    "lz4": "lz4",
    "xz": "xz",
    "zst": "zstd",
}
_ALIASES = {"gz": "gzip", "brotli": "br", "lzma": "xz", "zst": "zstd", "": "auto"}


def _arrow(codec: str) -> Callable[[bytes], bytes]:
    def compress(data: bytes) -> bytes:
        sink = pa.BufferOutputStream()
        with pa.CompressedOutputStream(sink, codec) as stream:
            stream.write(data)
        compressed: bytes = sink.getvalue().to_pybytes()
        return compressed

    return compress


_COMPRESSORS: dict[str, Callable[[bytes], bytes]] = {
    "none": lambda data: data,
    "gzip": gzip.compress,
    "deflate": zlib.compress,
    "br": _arrow("brotli"),
    "xz": lzma.compress,
    "zstd": _arrow("zstd"),
    "lz4": _arrow("lz4"),
    "bz2": bz2.compress,
}


def outfile_format(outfile: Outfile) -> str | None:
    """The format that the ending of the file's name asks for."""
    endings = [ending[1:].lower() for ending in Path(outfile.path).suffixes]
    if endings and endings[-1] in _METHODS:
        endings.pop()
    return _FORMATS.get(endings[-1]) if endings else None


def write_outfile(outfile: Outfile, data: bytes) -> None:
    """Write a result into its file; an existing file needs APPEND or TRUNCATE."""
    compressed = _compressor(outfile)(data)
    mode = "ab" if outfile.append else "wb" if outfile.truncate else "xb"
    try:
        with open(outfile.path, mode) as file:
            file.write(compressed)
    except FileExistsError as error:
        raise Error(
            Code.FILE_ALREADY_EXISTS,
            f"File {outfile.path} exists, consider using APPEND or TRUNCATE.",
        ) from error
    except OSError as error:
        missing = isinstance(error, FileNotFoundError)
        raise Error(
            Code.FILE_DOESNT_EXIST if missing else Code.CANNOT_OPEN_FILE,
            f"Cannot open file {outfile.path}: , errno: {error.errno}, strerror: {error.strerror}.",
        ) from error


def _compressor(outfile: Outfile) -> Callable[[bytes], bytes]:
    method = (outfile.compression or "auto").lower()
    method = _ALIASES.get(method, method)
    if method == "auto":
        method = _METHODS.get(Path(outfile.path).suffix[1:].lower(), "none")
    if method not in _COMPRESSORS:
        supported = ", ".join(f"'{name}'" for name in ("auto", *_COMPRESSORS))
        raise Error(
            Code.NOT_IMPLEMENTED,
            f"Unknown compression method '{method}'. "
            f"Only {supported} are supported as compression methods.",
        )
    return _COMPRESSORS[method]

"""INTO OUTFILE: which format and compression a file's name asks for, and the writing of it."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, cast

from sparktree.disks.compression import compressed, method_of
from sparktree.errors import Code, Error
from sparktree.formats.format import of_path
from sparktree.sql.statements.base import Outfile


def outfile_format(outfile: Outfile) -> str | None:
    """The format that the ending of the file's name asks for."""
    found = of_path(outfile.path)
    return None if found is None or found.writer is None else found.name


def check_outfile(outfile: Outfile) -> None:
    """What can be known to be wrong before the statement runs."""
    method_of(outfile.path, outfile.compression)
    if not outfile.append and not outfile.truncate and Path(outfile.path).exists():
        raise _exists(outfile)


def _exists(outfile: Outfile) -> Error:
    return Error(
        Code.FILE_ALREADY_EXISTS,
        f"File {outfile.path} exists, consider using APPEND or TRUNCATE.",
    )


@contextmanager
def opened_outfile(outfile: Outfile) -> Iterator[BinaryIO]:
    """The file as a stream that compresses; an existing file needs APPEND or TRUNCATE."""
    method = method_of(outfile.path, outfile.compression)
    mode = "ab" if outfile.append else "wb" if outfile.truncate else "xb"
    try:
        with open(outfile.path, mode) as file:
            stream = compressed(cast(BinaryIO, file), method)
            yield stream
            stream.close()
    except FileExistsError as error:
        raise _exists(outfile) from error
    except OSError as error:
        missing = isinstance(error, FileNotFoundError)
        raise Error(
            Code.FILE_DOESNT_EXIST if missing else Code.CANNOT_OPEN_FILE,
            f"Cannot open file {outfile.path}: , errno: {error.errno}, strerror: {error.strerror}.",
        ) from error

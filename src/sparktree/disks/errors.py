"""Failures of the operating system as Errors that name the file."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from contextlib import contextmanager

from sparktree.errors import Code, Error

_NO_SPACE = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
_CODES = {
    errno.ENOENT: Code.FILE_DOESNT_EXIST,
    errno.EEXIST: Code.FILE_ALREADY_EXISTS,
    errno.ENOTEMPTY: Code.DIRECTORY_ALREADY_EXISTS,
    errno.EACCES: Code.ACCESS_DENIED,
    errno.EPERM: Code.ACCESS_DENIED,
    errno.EROFS: Code.READONLY,
}


def disk_error(error: OSError, path: str) -> Error:
    """A failed system call as an Error that names the file."""
    if error.errno in _NO_SPACE:
        message = f"Cannot write {path}: there is not enough space on the disk ({error.strerror})."
        return Error(Code.NOT_ENOUGH_SPACE, message)
    code = _CODES.get(error.errno or 0, Code.CANNOT_OPEN_FILE)
    return Error(code, f"Cannot use {path}: {error.strerror or error}.")


@contextmanager
def naming(path: str) -> Iterator[None]:
    """Turn system errors inside into Errors about `path`."""
    try:
        yield
    except OSError as error:
        raise disk_error(error, path) from error

"""How failures look over HTTP: their status, their text, and how a broken stream tells its end."""

from __future__ import annotations

import secrets
import string
from http import HTTPStatus

from sparktree.errors import Code, Error
from sparktree.version import CLICKHOUSE_VERSION

_NOT_FOUND = (
    Code.UNKNOWN_TABLE, Code.UNKNOWN_FUNCTION, Code.UNKNOWN_IDENTIFIER, Code.UNKNOWN_TYPE,
    Code.UNKNOWN_STORAGE, Code.UNKNOWN_DATABASE, Code.UNKNOWN_SETTING, Code.UNKNOWN_FORMAT,
    Code.UNKNOWN_AGGREGATE_FUNCTION, Code.UNKNOWN_DIRECTION_OF_SORTING, Code.UNKNOWN_ROLE,
    Code.UNKNOWN_TYPE_OF_QUERY, Code.UNKNOWN_ELEMENT_IN_AST, Code.FILE_DOESNT_EXIST,
    Code.SESSION_NOT_FOUND,
)  # fmt: skip
_BAD_REQUEST = (
    Code.CANNOT_PARSE_TEXT, Code.CANNOT_PARSE_ESCAPE_SEQUENCE, Code.CANNOT_PARSE_QUOTED_STRING,
    Code.CANNOT_PARSE_DATE, Code.CANNOT_PARSE_DATETIME, Code.CANNOT_PARSE_NUMBER,
    Code.CANNOT_PARSE_DOMAIN_VALUE_FROM_STRING, Code.CANNOT_PARSE_IPV4, Code.CANNOT_PARSE_IPV6,
    Code.CANNOT_PARSE_UUID, Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED, Code.CANNOT_OPEN_FILE,
    Code.DUPLICATE_COLUMN, Code.SYNTAX_ERROR, Code.INCORRECT_DATA, Code.TYPE_MISMATCH,
    Code.ILLEGAL_TYPE_OF_ARGUMENT, Code.BAD_ARGUMENTS, Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
    Code.TOO_MANY_ARGUMENTS_FOR_FUNCTION, Code.TOO_FEW_ARGUMENTS_FOR_FUNCTION,
    Code.UNKNOWN_QUERY_PARAMETER, Code.BAD_QUERY_PARAMETER, Code.BAD_REQUEST_PARAMETER,
    Code.INVALID_SESSION_TIMEOUT, Code.SESSION_ID_EMPTY,
)  # fmt: skip
# The status by the error; all others are failures of the server, 500.
_STATUSES: dict[Code, HTTPStatus] = {
    **dict.fromkeys(_NOT_FOUND, HTTPStatus.NOT_FOUND),
    **dict.fromkeys(_BAD_REQUEST, HTTPStatus.BAD_REQUEST),
    Code.REQUIRED_PASSWORD: HTTPStatus.UNAUTHORIZED,
    Code.UNKNOWN_USER: HTTPStatus.FORBIDDEN,
    Code.WRONG_PASSWORD: HTTPStatus.FORBIDDEN,
    Code.AUTHENTICATION_FAILED: HTTPStatus.FORBIDDEN,
    Code.SET_NON_GRANTED_ROLE: HTTPStatus.FORBIDDEN,
    Code.ACCESS_DENIED: HTTPStatus.FORBIDDEN,
    Code.TIMEOUT_EXCEEDED: HTTPStatus.REQUEST_TIMEOUT,
    Code.QUERY_IS_TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    Code.HTTP_LENGTH_REQUIRED: HTTPStatus.LENGTH_REQUIRED,
    Code.NOT_IMPLEMENTED: HTTPStatus.NOT_IMPLEMENTED,
    Code.SOCKET_TIMEOUT: HTTPStatus.SERVICE_UNAVAILABLE,
    Code.CANNOT_SCHEDULE_TASK: HTTPStatus.SERVICE_UNAVAILABLE,
}
_MARK = b"__exception__"
_MOST_TOLD = 16 << 10  # bytes of a message in the middle of a stream


def status_of(error: Error) -> HTTPStatus:
    """The status of a response that is nothing but this error."""
    return _STATUSES.get(Code(error.code), HTTPStatus.INTERNAL_SERVER_ERROR)


def text_of(error: Error) -> str:
    """The error as ClickHouse's server writes it, with its version."""
    return f"{error} (version {CLICKHOUSE_VERSION} (official build))"


def new_tag() -> str:
    """Letters that no result holds by chance: they mark an error in the middle of a stream."""
    return "".join(secrets.choice(string.ascii_lowercase) for _ in range(16))


def broken_stream(error: Error, tag: str) -> bytes:
    """How a stream ends that cannot go on."""
    told = text_of(error).encode("utf-8", "surrogateescape")[: _MOST_TOLD - 1] + b"\n"
    name = tag.encode()
    ending = b"%d %b" % (len(told), name)
    return b"\r\n".join([b"", _MARK, name, told + ending, _MARK, b""])

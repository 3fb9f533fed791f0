"""The packets of the protocol: their numbers, and what is in them by revision."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from typing import Any

from sparktree.errors import Code, Error
from sparktree.formats.native import varint
from sparktree.formats.native_cursor import Cursor
from sparktree.formats.native_revisions import Revision
from sparktree.protocol.fields import (
    BYTE,
    EIGHT_BYTES,
    FOUR_BYTES,
    NUMBER,
    PAIRS,
    SETTINGS,
    TEXT,
    Layout,
    read_text,
    text_bytes,
)


class Ask(IntEnum):
    """What clients send."""

    HELLO = 0
    QUERY = 1
    DATA = 2
    CANCEL = 3
    PING = 4
    TABLES_STATUS = 5
    KEEP_ALIVE = 6
    SCALAR = 7
    IGNORED_PART_UUIDS = 8


class Tell(IntEnum):
    """What servers send."""

    HELLO = 0
    DATA = 1
    EXCEPTION = 2
    PROGRESS = 3
    PONG = 4
    END_OF_STREAM = 5
    PROFILE_INFO = 6
    TOTALS = 7
    EXTREMES = 8
    TABLES_STATUS = 9
    LOG = 10
    TABLE_COLUMNS = 11
    PROFILE_EVENTS = 14
    TIMEZONE_UPDATE = 17


class Stage(IntEnum):
    """How far a server is to go with a query."""

    FETCH_COLUMNS = 0
    WITH_MERGEABLE_STATE = 1
    COMPLETE = 2


class Kind(IntEnum):
    """Who asks: nobody, a client, another server."""

    NONE = 0
    INITIAL = 1
    SECONDARY = 2


class Interface(IntEnum):
    """How a client came to the first server."""

    TCP = 1
    HTTP = 2


CLIENT_HELLO = Layout.of(
    ("name", TEXT), ("major", NUMBER), ("minor", NUMBER), ("revision", NUMBER),
    ("database", TEXT), ("user", TEXT), ("password", TEXT),
)  # fmt: skip
SERVER_HELLO = Layout.of(
    ("name", TEXT), ("major", NUMBER), ("minor", NUMBER), ("revision", NUMBER),
)  # fmt: skip
SERVER_HELLO_REST = Layout.of(  # for a client of that revision
    ("parallel_replicas_version", NUMBER, Revision.PARALLEL_REPLICAS_VERSION),
    ("timezone", TEXT),
    ("display_name", TEXT, Revision.DISPLAY_NAME),
    ("patch", NUMBER, Revision.PATCH),
    ("send_chunks", TEXT, Revision.CHUNKS),
    ("receive_chunks", TEXT, Revision.CHUNKS),
    ("password_rules", PAIRS, Revision.PASSWORD_RULES),
    ("nonce", EIGHT_BYTES, Revision.NONCE),
    ("settings", SETTINGS, Revision.SERVER_SETTINGS),
    ("plan_version", NUMBER, Revision.PLAN_VERSION),
    ("cluster_function_version", NUMBER, Revision.CLUSTER_FUNCTION),
)
ADDENDUM = Layout.of(
    ("quota_key", TEXT, Revision.ADDENDUM),
    ("send_chunks", TEXT, Revision.CHUNKS),
    ("receive_chunks", TEXT, Revision.CHUNKS),
    ("parallel_replicas_version", NUMBER, Revision.PARALLEL_REPLICAS_VERSION),
)
PROGRESS = Layout.of(
    ("rows", NUMBER), ("bytes", NUMBER), ("total_rows", NUMBER),
    ("total_bytes", NUMBER, Revision.TOTAL_BYTES),
    ("written_rows", NUMBER, Revision.WRITTEN_ROWS),
    ("written_bytes", NUMBER, Revision.WRITTEN_ROWS),
    ("elapsed_ns", NUMBER, Revision.ELAPSED),
)  # fmt: skip
PROFILE_INFO = Layout.of(
    ("rows", NUMBER), ("blocks", NUMBER), ("bytes", NUMBER), ("applied_limit", BYTE),
    ("rows_before_limit", NUMBER), ("calculated_rows_before_limit", BYTE),
    ("applied_aggregation", BYTE, Revision.ROWS_BEFORE_AGGREGATION),
    ("rows_before_aggregation", NUMBER, Revision.ROWS_BEFORE_AGGREGATION),
)  # fmt: skip
EXCEPTION = Layout.of(
    ("code", FOUR_BYTES), ("name", TEXT), ("message", TEXT), ("stack", TEXT), ("nested", BYTE)
)

_FIRST = Layout.of(
    ("initial_user", TEXT), ("initial_query_id", TEXT), ("initial_address", TEXT),
    ("start_time", EIGHT_BYTES, Revision.START_TIME), ("interface", BYTE),
)  # fmt: skip
_BY_INTERFACE = {
    Interface.TCP: Layout.of(
        ("os_user", TEXT), ("host", TEXT), ("client", TEXT),
        ("major", NUMBER), ("minor", NUMBER), ("revision", NUMBER),
    ),
    Interface.HTTP: Layout.of(
        ("method", BYTE), ("agent", TEXT),
        ("forwarded_for", TEXT, Revision.FORWARDED_FOR), ("referer", TEXT, Revision.REFERER),
    ),
}  # fmt: skip
_QUOTA = Layout.of(("quota_key", TEXT), ("depth", NUMBER, Revision.DEPTH))
_PATCH = Layout.of(("patch", NUMBER, Revision.PATCH))
_TRACE = Layout.of(("has_trace", BYTE, Revision.TRACE))
_SPAN = Layout.of(
    ("trace_id", EIGHT_BYTES), ("trace_id_rest", EIGHT_BYTES), ("span_id", EIGHT_BYTES),
    ("trace_state", TEXT), ("trace_flags", BYTE),
)  # fmt: skip
_REST = Layout.of(
    ("collaborate", NUMBER, Revision.PARALLEL_REPLICAS),
    ("replicas", NUMBER, Revision.PARALLEL_REPLICAS),
    ("replica", NUMBER, Revision.PARALLEL_REPLICAS),
    ("script_query", NUMBER, Revision.SCRIPT_LINES),
    ("script_line", NUMBER, Revision.SCRIPT_LINES),
    ("has_token", BYTE, Revision.TOKENS),
)
_QUERY_END = Layout.of(
    ("roles", TEXT, Revision.ROLES), ("secret", TEXT, Revision.INTERSERVER_SECRET),
    ("stage", NUMBER), ("compression", NUMBER), ("text", TEXT),
    ("parameters", SETTINGS, Revision.PARAMETERS),
)  # fmt: skip


def read_client_info(cursor: Cursor, revision: int) -> dict[str, Any]:
    """Who asks, as a query tells it."""
    found: dict[str, Any] = {"kind": cursor.byte()}
    if found["kind"] == Kind.NONE:
        return found
    found |= _FIRST.read(cursor, revision)
    own = _BY_INTERFACE.get(found["interface"])
    if own is not None:
        found |= own.read(cursor, revision)
    found |= _QUOTA.read(cursor, revision)
    if found["interface"] == Interface.TCP:
        found |= _PATCH.read(cursor, revision)
    found |= _TRACE.read(cursor, revision)
    if found.get("has_trace"):
        found |= _SPAN.read(cursor, revision)
    found |= _REST.read(cursor, revision)
    if found.get("has_token"):
        found["token"] = read_text(cursor)
    return found


def client_info_bytes(values: Mapping[str, Any], revision: int) -> bytes:
    """The same for a client that came over TCP itself."""
    values = {"kind": Kind.INITIAL, "interface": Interface.TCP, "initial_address": "[::]:0",
              **values}  # fmt: skip
    layouts = (_FIRST, _BY_INTERFACE[Interface.TCP], _QUOTA, _PATCH, _TRACE, _REST)
    return bytes([values["kind"]]) + b"".join(one.write(values, revision) for one in layouts)


def read_query_end(cursor: Cursor, revision: int) -> dict[str, Any]:
    """A query behind its settings."""
    return _QUERY_END.read(cursor, revision)


def query_bytes(values: Mapping[str, Any], revision: int) -> bytes:
    """A query as a client sends it."""
    return (
        varint(Ask.QUERY)
        + text_bytes(values["query_id"])
        + client_info_bytes(values["client"], revision)
        + SETTINGS.write(values.get("settings", ()))
        + _QUERY_END.write({"stage": Stage.COMPLETE, **values}, revision)
    )


def packet(kind: Tell | Ask, layout: Layout, values: Mapping[str, Any], revision: int) -> bytes:
    """A packet of one layout."""
    return varint(kind) + layout.write(values, revision)


def exception_bytes(error: Error, revision: int) -> bytes:
    """The packet of an error."""
    values = {"code": int(error.code), "name": "DB::Exception",
              "message": f"DB::Exception: {error.message}"}  # fmt: skip
    return packet(Tell.EXCEPTION, EXCEPTION, values, revision)


def read_exception(cursor: Cursor, revision: int) -> Error:
    """The error that a packet tells."""
    found = EXCEPTION.read(cursor, revision)
    code = found["code"]
    known = Code(code) if code in Code._value2member_map_ else Code.UNKNOWN_EXCEPTION
    if found["nested"]:
        read_exception(cursor, revision)
    return Error(known, found["message"].removeprefix(f"{found['name']}: "))

"""`framing_output_format`: rows, progress, logs, events and errors as packets of one response.

What the rows are written as is the affair of the format; packets hold pieces of what it wrote.
"""

from __future__ import annotations

import base64
import io
import json
import threading
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from sparktree.errors import Code, Error
from sparktree.formats import find
from sparktree.formats.from_settings import format_settings
from sparktree.formats.options import Written
from sparktree.server.http.output import Output
from sparktree.server.telling import DEBUG, ERROR, LEVELS, events_of, failure, summary
from sparktree.settings.query import QuerySettings
from sparktree.statements.context import Context

Figures = Mapping[str, int]
_NAMES = {number: name.capitalize() for name, number in LEVELS.items()}
_MOST_HELD = 16 << 20  # bytes of one packet, which formats without blocks would make endless


class Packets(ABC):
    """How packets are written."""

    name: str
    content_type: str
    only_text = False  # whether bytes that are no text have no place in it

    @abstractmethod
    def rows(self, what: Written, data: bytes) -> bytes:
        """A piece of what the format wrote."""

    @abstractmethod
    def told(self, kind: str, value: object) -> bytes:
        """What is told besides."""


class EventStream(Packets):
    """Events as browsers read them: names, and data on one line."""

    name = "EventStream"
    content_type = "text/event-stream; charset=UTF-8; payload=base64"

    def rows(self, what: Written, data: bytes) -> bytes:
        return b"event: %b\ndata: %b\n\n" % (what.value.encode(), base64.b64encode(data))

    def told(self, kind: str, value: object) -> bytes:
        shown = {kind: value} if kind == "exception" else value
        return b"event: %b\ndata: %b\n\n" % (kind.encode(), _json(shown))


class JsonPackets(Packets):
    """An object a line."""

    content_type = "application/x-ndjson; charset=UTF-8"

    def __init__(self, name: str, *, encoded: bool) -> None:
        self.name, self.only_text = name, not encoded
        self._encoded = encoded

    def rows(self, what: Written, data: bytes) -> bytes:
        shown = b'"%b"' % base64.b64encode(data) if self._encoded else _json_text(data)
        return b'{"packet":"%b","data":%b}\n' % (what.value.encode(), shown)

    def told(self, kind: str, value: object) -> bytes:
        return _json({"packet": kind, kind: value}) + b"\n"


_PACKETS: Sequence[Packets] = (
    EventStream(),
    JsonPackets("JSONEachPacketBase64", encoded=True),
    JsonPackets("JSONEachPacketString", encoded=False),
)


def packets_of(name: str) -> Packets | None:
    """The packets of a value of the setting; None for none."""
    if name.lower() in ("", "none"):
        return None
    for one in _PACKETS:
        if one.name.lower() == name.lower():
            return one
    known = ", ".join(["None", *(one.name for one in _PACKETS)])
    message = f"Unknown framing format {name}. Supported framing formats: {known}"
    raise Error(Code.UNKNOWN_FORMAT, message)


def check_format(packets: Packets, name: str, settings: QuerySettings) -> None:
    """BAD_ARGUMENTS if packets cannot hold what the format writes."""
    format_ = find(name)
    if format_.tells_progress:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"The output format {format_.name} writes progress in-band and is not compatible with"
            " framing formats, which have packets for it",
        )
    rule = format_settings(settings, "UTC").format_custom_escaping_rule
    raw = format_.raw or (format_.name.startswith("CustomSeparated") and rule == "Raw")
    text = format_.content_type.startswith(("text/", "application/json", "application/x-ndjson"))
    if packets.only_text and (raw or not (text or "xml" in format_.content_type)):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"The framing format {packets.name} is not compatible with the output format"
            f" {format_.name}, whose bytes may be no text",
        )


class Framed(io.RawIOBase):
    """The packets of one response: the format writes here, pieces of it go on as packets."""

    def __init__(self, packets: Packets, output: Output, settings: QuerySettings) -> None:
        self.packets = packets
        self._output = output
        self._lock = threading.Lock()
        self._held = bytearray()
        self._delay = settings.interactive_delay / 1e6
        self._level = LEVELS[settings.send_logs_level]
        self._events = settings.send_profile_events
        self._told_at = time.monotonic()

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._held += data
        if len(self._held) >= _MOST_HELD:
            self.written(Written.DATA)
        return memoryview(data).nbytes

    def written(self, what: Written) -> None:
        """A piece is complete."""
        if self._held:
            data, self._held = bytes(self._held), bytearray()
            self._send(self.packets.rows(what, data))

    def tell_progress(self, figures: Callable[[], Figures]) -> None:
        """How far the query is, but not too often."""
        if time.monotonic() - self._told_at >= self._delay:
            self._told_at = time.monotonic()
            self._send(self.packets.told("progress", _shown(figures())))

    def end(self, context: Context, query_id: str, host: str, figures: Figures) -> None:
        """The query has ended well: what is left, and the last progress."""
        self.written(Written.DATA)
        told = self._logged(DEBUG, summary(context), query_id, host)
        if self._events:
            told += self.packets.told("profile_events", _events(events_of(context), host))
        self._send(told + self.packets.told("progress", _shown(figures)))

    def failed(self, error: Error, text: str, query_id: str, host: str) -> bytes:
        """The last packets of a query that failed; rows that make no piece yet are left out."""
        told = self._logged(ERROR, failure(error, ""), query_id, host)
        return told + self.packets.told("exception", text)

    def _logged(self, level: int, text: str, query_id: str, host: str) -> bytes:
        if level > self._level:
            return b""
        row = {
            "event_time": datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S.%f"),
            "host_name": host,
            "query_id": query_id,
            "thread_id": str(threading.get_native_id()),
            "priority": _NAMES[level],
            "source": "executeQuery",
            "text": text,
        }
        return self.packets.told("log", row)

    def _send(self, data: bytes) -> None:
        with self._lock:
            self._output.write(data)
            self._output.send()


def _shown(figures: Figures) -> dict[str, str]:
    """As progress is told: what is nothing is left out."""
    return {name: str(value) for name, value in figures.items() if value}


def _events(events: Mapping[str, int], host: str) -> list[dict[str, str]]:
    now = datetime.now(UTC).strftime("%Y-%m-%d %H:%M:%S")
    return [
        {"host_name": host, "current_time": now, "thread_id": "0", "type": "increment",
         "name": name, "value": str(value)}
        for name, value in events.items()
        if value
    ]  # fmt: skip


def _json(value: object) -> bytes:
    """Compact, on one line, and always UTF-8."""
    text = json.dumps(value, separators=(",", ":"), ensure_ascii=False)
    return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace").encode()


def _json_text(data: bytes) -> bytes:
    """A string of JSON; bytes that are no UTF-8 stay as they are."""
    text = json.dumps(data.decode("utf-8", "surrogateescape"), ensure_ascii=False)
    return text.encode("utf-8", "surrogateescape")

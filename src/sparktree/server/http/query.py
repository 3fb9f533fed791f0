"""A request that runs a statement: what it asks, the running, and the response."""

from __future__ import annotations

import io
import json
import time
import uuid
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import BinaryIO, cast

from sparktree.disks.compression import decompressed
from sparktree.engines.storage.client import Client
from sparktree.errors import Code, Error
from sparktree.formats import find
from sparktree.protocol.frames import FrameReader
from sparktree.result import Stream
from sparktree.server.connections import ClientGoneError
from sparktree.server.http.errors import broken_stream, new_tag, status_of, text_of
from sparktree.server.http.framing import Framed, check_format, packets_of
from sparktree.server.http.messages import Request, Response
from sparktree.server.http.multipart import Form, boundary_of, read_form
from sparktree.server.http.output import ENCODINGS, Output, accepted
from sparktree.server.http.parameters import (
    Parameters,
    credentials_of,
    external_tables,
    response_headers,
)
from sparktree.server.http.statement import Asked, asked
from sparktree.server.serving import Serving, log_departure, log_failure, refuse_infile
from sparktree.server.sessions import authenticate
from sparktree.session import Session
from sparktree.settings.query import QuerySettings
from sparktree.spark.progress import Progress
from sparktree.sql import ast
from sparktree.statements.external_tables import ExternalTable
from sparktree.statements.kill import stop_query

_PLAIN = "text/plain; charset=UTF-8"
EXPOSED = (
    "X-ClickHouse-Query-Id,X-ClickHouse-Summary,X-ClickHouse-Server-Display-Name,"
    "X-ClickHouse-Format,X-ClickHouse-Timezone,X-ClickHouse-Exception-Code,X-ClickHouse-Exception-Tag"
)
_NANO = 1_000_000_000
_BODY = "_request_body"  # the parameter that is the body
_LONGEST_PARAMETER = 10 << 20


@dataclass(frozen=True, slots=True)
class Predefined:
    """What a handler of the configuration says about the statements that it runs."""

    query: str | None = None  # None: the request has it
    place: str = "query"  # the field of the URL that has it
    names: frozenset[str] = frozenset()  # of the query's parameters
    captured: Mapping[str, str] = field(default_factory=dict)  # values of parameters
    headers: Mapping[str, str] = field(default_factory=dict)  # of responses


class QueryRequest:
    """One request of a statement, answered by the thread that calls `answer`."""

    def __init__(
        self, serving: Serving, request: Request, response: Response, predefined: Predefined
    ) -> None:
        self._serving, self._request, self._response = serving, request, response
        self._predefined = predefined
        self._tag = new_tag()
        self._began = time.monotonic()
        self._told = 0.0  # when progress was told last
        self._query_id = ""
        self._stream: Stream | None = None
        self._output: Output | None = None
        self._framed: Framed | None = None  # if the response is packets

    def answer(self) -> None:
        """Run the statement and send what it gives, or how it failed."""
        try:
            self._answer()
        except ClientGoneError:
            stop_query(self._query_id, self._serving.engine.services)
            self._leave()
        except Error as error:
            self._fail(error)
        except Exception:  # noqa: BLE001  # who asked is told that something is wrong
            self._fail(log_failure())

    def _answer(self) -> None:
        request = self._request
        parameters = self._parameters(request.fields)
        self._query_id = (
            parameters.get("query_id")
            or request.headers.get("x-clickhouse-query-id", "")
            or str(uuid.uuid4())
        )
        self._basic_headers()
        if request.method == "POST" and not request.has_length:
            raise Error(
                Code.HTTP_LENGTH_REQUIRED,
                "The Transfer-Encoding is not chunked and there is no Content-Length header for"
                " POST request",
            )
        with self._session(parameters) as session:
            form = self._form(session.state.settings)
            if form is not None:
                fields = (*request.fields, *form.fields)
                parameters = self._parameters(fields, tuple(form.files))
            settings = self._settings(session, parameters)
            self._output = self._opened(parameters, settings)
            self._frame(settings)
            body = self._body(parameters, settings) if form is None else io.BytesIO()
            external = external_tables(form, parameters) if form is not None else ()
            self._run(session, parameters, settings, body, external)
        # The client may go on in its session as soon as it has seen the last byte.
        self._output.finish()

    def _parameters(
        self, fields: Sequence[tuple[str, str]], external: Sequence[str] = ()
    ) -> Parameters:
        """The fields, and what the handler knows besides."""
        wanted = self._predefined
        if wanted.place != "query":
            fields = [("query" if name == wanted.place else name, text) for name, text in fields]
        found = Parameters.of(fields, external, wanted.names)
        found.values |= {n: text for n, text in wanted.captured.items() if n in wanted.names}
        if wanted.query is not None:
            found.reserved["query"] = wanted.query
        if _BODY in wanted.names:
            body = self._request.body.read(_LONGEST_PARAMETER + 1)
            if len(body) > _LONGEST_PARAMETER:
                raise Error(Code.QUERY_IS_TOO_LARGE, "The body is too large for a parameter")
            found.values[_BODY] = body.decode("utf-8", "surrogateescape")
        return found

    def _basic_headers(self) -> None:
        server = self._serving
        self._response.headers |= {
            "Content-Type": _PLAIN,
            "X-ClickHouse-Server-Display-Name": server.display_name,
            "X-ClickHouse-Query-Id": self._query_id,
            "X-ClickHouse-Exception-Tag": self._tag,
            "X-ClickHouse-Timezone": server.engine.services.storage.zone,
            "Access-Control-Expose-Headers": EXPOSED,
        }

    # --- who and how ----------------------------------------------------------------------

    @contextmanager
    def _session(self, parameters: Parameters) -> Iterator[Session]:
        """The session that runs the statement, in the database that the request names."""
        serving, request = self._serving, self._request
        fresh = authenticate(
            serving.engine, credentials_of(request, parameters), client_of(request)
        )
        asked_time = (
            parameters.number("session_timeout")
            if "session_timeout" in parameters.reserved
            else None
        )
        name = parameters.get("session_id")
        if "session_id" in parameters.reserved and not name:
            raise Error(
                Code.SESSION_ID_EMPTY, "Session id query parameter was provided, but it was empty"
            )
        with (
            serving.sessions.using(
                fresh,
                name,
                serving.sessions.timeout(asked_time),
                check=parameters.flag("session_check"),
                close=parameters.flag("close_session"),
            ) as session,
            self._in_database(session, parameters),
            _with_roles(session, parameters.roles),
        ):
            yield session

    @contextmanager
    def _in_database(self, session: Session, parameters: Parameters) -> Iterator[None]:
        """The database of the request holds for its statement alone."""
        name = self._request.headers.get("x-clickhouse-database") or parameters.get("database")
        if not name:
            yield
            return
        session.engine.services.catalog.databases.require(name)
        before, session.state.database = session.state.database, name
        try:
            yield
        finally:
            if session.state.database == name:
                session.state.database = before

    def _settings(self, session: Session, parameters: Parameters) -> QuerySettings:
        """The settings of the request, over those of its session."""
        chosen = session.state.settings
        changes: dict[str, object] = dict(parameters.settings)
        if self._request.method not in ("POST", "OPTIONS") and not chosen.readonly:
            changes.setdefault("readonly", 2)
        self._changes = changes
        return session.state.constraints.changed(chosen, changes)

    def _form(self, settings: QuerySettings) -> Form | None:
        """The form that the body is, if it is one."""
        boundary = boundary_of(self._request.headers.get("content-type", ""))
        if boundary is None or self._request.method != "POST":
            return None
        most = settings.http_max_multipart_form_data_size
        return read_form(self._request.body.read, boundary, most)

    def _opened(self, parameters: Parameters, settings: QuerySettings) -> Output:
        encoding = None
        if settings.enable_http_compression:
            encoding = accepted(self._request.headers.get("accept-encoding", ""))
        if settings.add_http_cors_header and "origin" in self._request.headers:
            self._response.headers["Access-Control-Allow-Origin"] = "*"
        self._response.headers |= response_headers(settings.http_response_headers)
        whole = settings.http_wait_end_of_query
        if "wait_end_of_query" in parameters.reserved:
            whole = parameters.flag("wait_end_of_query")
        return Output(
            self._response,
            self._last_headers,
            encoding=encoding,
            level=settings.http_zlib_compression_level,
            framed=parameters.flag("compress"),
            size=parameters.number("buffer_size") or settings.http_response_buffer_size,
            whole=whole,
        )

    def _frame(self, settings: QuerySettings) -> None:
        """The response is packets if the settings say so."""
        packets = packets_of(settings.framing_output_format)
        if packets is None:
            self._framed = None
        elif self._framed is None or self._framed.packets is not packets:
            assert self._output is not None
            self._framed = Framed(packets, self._output, settings)
            self._response.headers["Content-Type"] = packets.content_type

    def _body(self, parameters: Parameters, settings: QuerySettings) -> BinaryIO:
        """What the body holds."""
        body = cast(BinaryIO, self._request.body)
        encoding = self._request.headers.get("content-encoding", "").lower()
        if encoding not in ("", "identity"):
            if encoding not in ENCODINGS:
                raise Error(Code.NOT_IMPLEMENTED, f"Unknown compression method '{encoding}'.")
            body = decompressed(body, encoding)
        if parameters.flag("decompress"):
            check = not settings.http_native_compression_disable_checksumming_on_decompress
            frames = FrameReader(body, check=check)
            body = cast(BinaryIO, io.BufferedReader(frames, 1 << 20))
        return body

    # --- running --------------------------------------------------------------------------

    def _run(
        self,
        session: Session,
        parameters: Parameters,
        settings: QuerySettings,
        body: BinaryIO,
        external: Sequence[ExternalTable],
    ) -> None:
        values = {**session.state.parameters, **parameters.values}
        if self._request.method in ("GET", "HEAD"):
            body = io.BytesIO()
        wanted = asked(parameters.get("query"), body, values, settings.max_query_size)
        chosen = self._request.headers.get("x-clickhouse-format") or parameters.get(
            "default_format"
        )
        if wanted.parsed.outfile is not None:
            raise Error(Code.INTO_OUTFILE_NOT_ALLOWED, "INTO OUTFILE is not allowed")
        refuse_infile(wanted.parsed.statement)
        if "framing_output_format" in wanted.parsed.text:
            self._frame(session.settings_for(wanted.parsed, self._changes))
        with self._serving.slots.taken(), self._watched(wanted):
            stream = session.stream(
                wanted.parsed,
                self._changes,
                parameters.values,
                format=chosen or None,
                data=wanted.data,
                query_id=self._query_id,
                on_progress=self._teller(settings),
                external=external,
            )
            self._stream = stream
            assert self._output is not None
            with stream:
                self._describe(stream)
                revision = parameters.number("client_protocol_version")
                framed = self._framed
                if framed is None:
                    stream.write(cast(BinaryIO, self._output), revision=revision)
                else:
                    stream.write(cast(BinaryIO, framed), None, revision, framed.written)
        if self._framed is not None:
            host = self._serving.engine.services.journal.host
            self._framed.end(stream.context, self._query_id, host, self._summary())

    @contextmanager
    def _watched(self, wanted: Asked) -> Iterator[None]:
        """A query whose client goes away is stopped; a statement that changes anything goes on."""
        if not isinstance(wanted.parsed.statement, ast.Query):
            yield
            return
        self._response.when_gone(self._stop_later)
        try:
            yield
        finally:
            self._response.when_gone(None)

    def _stop_later(self) -> None:
        self._serving.run(stop_query, self._query_id, self._serving.engine.services)

    def _describe(self, stream: Stream) -> None:
        """What is known before the first row."""
        self._response.headers["X-ClickHouse-Timezone"] = stream.context.zone
        if stream.header:
            format_ = find(stream.format)
            self._response.headers["X-ClickHouse-Format"] = format_.name
            if self._framed is None:
                self._response.headers["Content-Type"] = format_.content_type
            else:
                check_format(self._framed.packets, format_.name, stream.context.settings)
        self._response.headers |= self._predefined.headers

    def _teller(self, settings: QuerySettings) -> Callable[[Progress], None] | None:
        if not settings.send_progress_in_http_headers and self._framed is None:
            return None
        interval = settings.http_headers_progress_interval_ms / 1000

        def tell(progress: Progress) -> None:
            now = time.monotonic()
            if self._framed is not None:
                self._framed.tell_progress(lambda: self._progress(progress))
                return
            if now - max(self._told, self._began) >= interval:
                self._told = now
                self._response.trickle("X-ClickHouse-Progress", _told(self._progress(progress)))

        return tell

    def _progress(self, progress: Progress) -> dict[str, int]:
        return {
            "read_rows": progress.rows,
            "read_bytes": progress.bytes,
            "total_rows_to_read": progress.to_read,
            "elapsed_ns": int((time.monotonic() - self._began) * _NANO),
        }

    def _last_headers(self) -> None:
        """What is known when the head is sent."""
        self._response.headers["X-ClickHouse-Summary"] = _told(self._summary())

    def _summary(self) -> dict[str, int]:
        figures = dict.fromkeys(
            ("read_rows", "read_bytes", "written_rows", "written_bytes", "total_rows_to_read",
             "result_rows", "result_bytes"), 0)  # fmt: skip
        if self._stream is not None:
            context = self._stream.context
            figures |= {
                "read_rows": context.read_rows,
                "read_bytes": context.read_bytes,
                "total_rows_to_read": context.to_read,
                "written_rows": context.written_rows,
                "written_bytes": context.written_bytes,
                "result_rows": context.result_rows or context.written_rows,
                "result_bytes": context.result_bytes or context.written_bytes,
            }
        figures["elapsed_ns"] = int((time.monotonic() - self._began) * _NANO)
        return figures

    # --- failing --------------------------------------------------------------------------

    def _fail(self, error: Error) -> None:
        """Tell the error, by the status where that is still open."""
        try:
            self._tell(error)
        except ClientGoneError:
            self._leave()

    def _leave(self) -> None:
        """Nobody waits for the rest."""
        log_departure(self._query_id)
        self._response.abort()

    def _tell(self, error: Error) -> None:
        response, output, framed = self._response, self._output, self._framed
        packets = b""
        if framed is not None:
            host = self._serving.engine.services.journal.host
            packets = framed.failed(error, text_of(error), self._query_id, host)
        if response.headed:
            assert output is not None
            if packets:
                output.write(packets)
                output.finish()
                return
            output.fail(broken_stream(error, self._tag))
            return
        status = status_of(error)
        response.headers["X-ClickHouse-Exception-Code"] = str(int(error.code))
        response.headers["Content-Type"] = _PLAIN
        if status is HTTPStatus.UNAUTHORIZED:
            response.headers["WWW-Authenticate"] = 'Basic realm="ClickHouse server HTTP API"'
        text = f"{text_of(error)}\n".encode("utf-8", "surrogateescape")
        if framed is not None:
            response.headers["Content-Type"], text = framed.packets.content_type, packets
        if output is None:
            response.send(status, text)
        else:
            output.replace(status, text)


def _told(figures: Mapping[str, int]) -> str:
    """Figures as headers have them."""
    return json.dumps({name: str(value) for name, value in figures.items()}, separators=(",", ":"))


@contextmanager
def _with_roles(session: Session, roles: Sequence[str]) -> Iterator[None]:
    """The roles of the request hold for its statement alone."""
    if not roles:
        yield
        return
    before = session.state.roles
    names = ", ".join(f"`{role.replace('`', '``')}`" for role in roles)
    session.query(f"SET ROLE {names}")
    try:
        yield
    finally:
        session.state.roles = before


def client_of(request: Request) -> Client:
    """What system.processes tells of the client."""
    headers = request.headers
    return Client(
        interface="HTTP",
        address=request.address,
        port=request.port,
        http_method=request.method,
        http_agent=headers.get("user-agent", ""),
        http_referer=headers.get("referer", ""),
        forwarded_for=headers.get("x-forwarded-for", ""),
        quota_key=headers.get("x-clickhouse-quota", ""),
        headers=headers,
    )

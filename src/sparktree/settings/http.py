"""Settings of what clients ask of a server."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.settings.declare import setting


@dataclass(frozen=True)
class HttpSettings:
    """How statements are served, and results travel over HTTP."""

    enable_http_compression: bool = setting(
        True, "Responses are compressed as Accept-Encoding asks for."
    )
    http_wait_end_of_query: bool = setting(
        False, "Nothing of a result is sent before the query has ended, and so its status is sure."
    )
    queue_max_wait_ms: int = setting(
        0, "Milliseconds that a statement waits where max_concurrent_queries run already."
    )
    http_response_buffer_size: int = setting(
        0, "Bytes of a result that are held back, so that an error until then has its own status."
    )
    send_progress_in_http_headers: bool = setting(
        False, "Headers X-ClickHouse-Progress tell how far a query is before its rows come."
    )
    framing_output_format: str = setting(
        "None",
        "Responses of HTTP are packets of rows, progress, logs, events and errors: EventStream,"
        " JSONEachPacketString, JSONEachPacketBase64, or None.",
    )
    http_headers_progress_interval_ms: int = setting(
        100, "The least time between two headers X-ClickHouse-Progress."
    )
    add_http_cors_header: bool = setting(
        False, "Responses tell browsers that pages of other sites may read them."
    )
    http_native_compression_disable_checksumming_on_decompress: bool = setting(
        False, "Frames that come with decompress=1 are taken without a look at their checksums."
    )
    http_max_multipart_form_data_size: int = setting(
        1_073_741_824, "Bytes that a form with external tables may have; 0 means no limit."
    )
    http_zlib_compression_level: int = setting(
        3, "How hard gzip and deflate try to make responses small.", type_="Int64"
    )
    allow_get_client_http_header: bool = setting(
        False, "Whether getClientHTTPHeader may be called."
    )
    http_response_headers: str = setting(
        "{}", "Headers that responses have too: a map of names to values.", type_="Map"
    )

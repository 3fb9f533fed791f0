"""Settings of how results travel over the native protocol."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.settings.declare import setting


@dataclass(frozen=True)
class NativeSettings:
    """How statements of clients over TCP are answered."""

    network_compression_method: str = setting(
        "ZSTD",
        "How blocks are compressed for clients that want it: NONE, LZ4, LZ4HC or ZSTD. Where nobody"
        " sets it, LZ4, which every client can read.",
    )
    network_zstd_compression_level: int = setting(
        3, "How hard ZSTD tries to make blocks small, from 1 to 15.", type_="Int64"
    )
    interactive_delay: int = setting(
        100_000, "Microseconds between two packets that tell a client how far its query is."
    )
    send_profile_events: bool = setting(
        True, "Clients are told the events of their statements, as rows read."
    )
    send_logs_level: str = setting(
        "fatal", "From which level on clients are told what is logged of their statements.",
        type_="LogsLevel",
    )  # fmt: skip

"""CODEC(...) of a column as Parquet's compression, where Parquet has an equal."""

import re
from dataclasses import dataclass

from sparktree.errors import Code, Error, not_implemented

_CALL = re.compile(r"\s*([A-Za-z_0-9]+)\s*(?:\(([^()]*)\))?\s*(?:,|$)")
# Parquet has no place for these: they are remembered in the table, and change no bytes.
_REMEMBERED = frozenset({"delta", "doubledelta", "gorilla", "t64", "fpc", "gcd", "default", "alp"})
_ENCRYPTED = frozenset({"aes_128_gcm_siv", "aes_256_gcm_siv"})
_ALIASES = {"zstd_qat": "zstd", "deflate_qpl": "zstd"}


@dataclass(frozen=True, slots=True)
class Compression:
    """What the Parquet writer is told for a column."""

    name: str
    level: int | None = None


def compression(codec: str, default: str = "ZSTD(1)") -> Compression:
    """The compression for a codec text such as `Delta(8), ZSTD(3)`, or `CODEC(...)` of it."""
    for family, argument in reversed(_calls(codec)):
        if family in _ENCRYPTED:
            raise not_implemented(f"Codec {family.upper()} is not built: parts are not encrypted.")
        if family not in _REMEMBERED:
            return _general(family, argument, codec)
    return Compression("zstd", 1) if codec == default else compression(default, default)


def _calls(codec: str) -> list[tuple[str, str]]:
    inner = codec.strip()
    wrapped = re.fullmatch(r"CODEC\s*\((.*)\)", inner, re.IGNORECASE | re.DOTALL)
    inner = wrapped.group(1) if wrapped else inner
    calls, position = [], 0
    while position < len(inner):
        match = _CALL.match(inner, position)
        if match is None:
            raise Error(Code.UNKNOWN_CODEC, f"Unknown codec family: {codec}")
        calls.append((match.group(1).lower(), (match.group(2) or "").strip()))
        position = match.end()
    return calls


def _general(family: str, argument: str, codec: str) -> Compression:
    family = _ALIASES.get(family, family)
    if family == "none":
        return Compression("none")
    if family == "zstd":
        level = argument.split(",")[0].strip() or "1"
        return Compression("zstd", int(level))
    # Spark cannot read every LZ4 page; Snappy is the fast codec that all readers share.
    if family in ("lz4", "lz4hc"):
        return Compression("snappy")
    raise Error(Code.UNKNOWN_CODEC, f"Unknown codec family: {codec}")

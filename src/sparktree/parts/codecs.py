"""CODEC(...) of a column as Parquet's compression and encoding, where Parquet has an equal."""

import re
from dataclasses import dataclass

from sparktree.errors import Code, Error, not_implemented
from sparktree.parts.encodings import DELTA, SPLIT

_CALL = re.compile(r"\s*([A-Za-z_0-9]+)\s*(?:\(([^()]*)\))?\s*(?:,|$)")
_WRAPPED = re.compile(r"\s*CODEC\s*\((.*)\)\s*", re.IGNORECASE | re.DOTALL)
# What prepares values for a general codec is an encoding in Parquet.
_ENCODINGS = {
    **dict.fromkeys(("delta", "doubledelta", "t64"), DELTA),
    **dict.fromkeys(("gorilla", "fpc", "alp"), SPLIT),
}
# Parquet has no place for the others: the table remembers them, and they change no bytes.
_NOT_GENERAL = frozenset({*_ENCODINGS, "gcd", "default"})
_ENCRYPTING = frozenset({"aes_128_gcm_siv", "aes_256_gcm_siv"})
# Quick to write and quicker to read than ZSTD, which has files half as large to two thirds.
DEFAULT_CODEC = "LZ4"
_FIXED = {"none": "none", "lz4": "lz4"}
_GREATEST_LEVEL = 22
_USUAL_LZ4HC_LEVEL, _GREATEST_LZ4HC_LEVEL = 9, 12


@dataclass(frozen=True, slots=True)
class Compression:
    """What the Parquet writer is told for a column."""

    name: str
    level: int | None = None


def compression(codec: str, default: str = DEFAULT_CODEC) -> Compression:
    """The compression for a codec text such as `Delta(8), ZSTD(3)`, or `CODEC(...)` around it.

    The default applies where the text names only codecs that Parquet does not have.
    """
    calls = [call for text in (codec, default, DEFAULT_CODEC) for call in reversed(_calls(text))]
    return next(_general(*call) for call in calls if call[0].lower() not in _NOT_GENERAL)


def wanted_encoding(codec: str) -> str | None:
    """The encoding that a codec text asks for; None leaves it to the look of the values."""
    families = [family.lower() for family, _ in _calls(codec)]
    return next((_ENCODINGS[one] for one in families if one in _ENCODINGS), None)


def _calls(codec: str) -> list[tuple[str, str]]:
    wrapped = _WRAPPED.fullmatch(codec)
    inner = wrapped.group(1) if wrapped else codec.strip()
    calls, position = [], 0
    while position < len(inner):
        match = _CALL.match(inner, position)
        if match is None:
            raise Error(Code.UNKNOWN_CODEC, f"Unknown codec family: {inner}.")
        calls.append((match.group(1), (match.group(2) or "").strip()))
        position = match.end()
    return calls


def _general(family: str, argument: str) -> Compression:
    name = family.lower()
    if name == "zstd":
        return Compression("zstd", _zstd_level(argument))
    if name == "lz4hc":
        level = int(argument or 0) or _USUAL_LZ4HC_LEVEL
        return Compression("lz4", min(max(level, 1), _GREATEST_LZ4HC_LEVEL))
    if name in _FIXED:
        return Compression(_FIXED[name])
    if name in _ENCRYPTING:
        raise not_implemented(f"Codec {family} is not built: parts are not encrypted.")
    raise Error(Code.UNKNOWN_CODEC, f"Unknown codec family: {family}.")


def _zstd_level(argument: str) -> int:
    # A second argument sets long-range matching, for which pages are too short.
    level = int(argument.split(",")[0] or 1)
    if level > _GREATEST_LEVEL:
        message = f"ZSTD codec can't have level more than {_GREATEST_LEVEL}, given {level}."
        raise Error(Code.ILLEGAL_CODEC_PARAMETER, message)
    return max(level, 1)

"""Booleans, UUIDs, addresses, enums and fixed strings from text."""

from __future__ import annotations

import difflib
import re
import socket

from sparktree.errors import Code, Error
from sparktree.kernel.text import escape, unescape
from sparktree.types.base import Type
from sparktree.types.reading import Context, Read, failure
from sparktree.types.texts import Enum, FixedString, quoted

TRUE_WORDS = frozenset(("true", "t", "y", "yes", "on", "enable", "enabled", "1"))
FALSE_WORDS = frozenset(("false", "f", "n", "no", "off", "disable", "disabled", "0"))
_UUID = re.compile(r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}|[0-9a-fA-F]{32}")
_GROUPS = 8  # of an IPv6
_LEADING_ZEROS = re.compile(r"(?<=\.)0+(?=[0-9])|(?<![0-9a-fA-F])0+(?=[0-9]+\.)")
_IPV4 = re.compile(r"(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})", re.ASCII)


def read_bool(type_: Type, text: str, context: Context) -> Read:
    """true, false and their many other spellings."""
    if not text:
        raise Error(Code.CANNOT_PARSE_BOOL, "Expected boolean value but get EOF")
    word = text.lower()
    if word in TRUE_WORDS or word in FALSE_WORDS:
        return Read("true" if word in TRUE_WORDS else "false", len(text))
    raise Error(
        Code.CANNOT_PARSE_BOOL,
        f"Cannot parse boolean value here: '{text}', should be 'true' or 'false' controlled by "
        "setting bool_true_representation and bool_false_representation or one of "
        "True/False/T/F/Y/N/Yes/No/On/Off/Enable/Disable/Enabled/Disabled/1/0",
    )


def read_uuid(type_: Type, text: str, context: Context) -> Read:
    """32 hexadecimal digits, with or without dashes."""
    match = _UUID.match(text)
    if match is not None:
        digits = match.group().replace("-", "")
        groups = (digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:])
        return Read("-".join(groups), match.end())
    if len(text) < 32:
        raise failure(Code.CANNOT_PARSE_UUID, f"Cannot parse uuid {text}", type_)
    form = "32 hexadecimal digits"
    if len(text) > 8 and text[8] == "-":
        form = "32 or 36 hexadecimal digits with dashes at positions 8, 13, 18, 23"
    message = f"Cannot parse UUID from String: invalid format, expected {form}"
    raise failure(Code.CANNOT_PARSE_UUID, message, type_)


def read_ipv4(type_: Type, text: str, context: Context) -> Read:
    """Four decimal bytes; leading zeros are refused but in a field."""
    size = len(text)
    if context.field:
        text = _LEADING_ZEROS.sub("", text)
    match = _IPV4.fullmatch(text)
    parts = match.groups() if match else ()
    if not parts or any(int(p) > 255 or (len(p) > 1 and p[0] == "0") for p in parts):
        raise Error(Code.CANNOT_PARSE_IPV4, "Invalid IPv4 value")
    number = int.from_bytes(bytes(int(p) for p in parts), "big")
    return Read(str(number), size)


def read_ipv6(type_: Type, text: str, context: Context) -> Read:
    """Any notation of IPv6; an IPv4 becomes a mapped address."""
    mapped = f"::ffff:{text}" if _IPV4.fullmatch(text) else text
    if ":" in text:
        mapped = _LEADING_ZEROS.sub("", text)
        groups = len(re.findall("[^:]+", mapped)) + ("." in mapped)
        if groups == _GROUPS and mapped.count("::") == 1:
            mapped = mapped.removeprefix("::").replace("::", ":")  # a gap of no zeros
    try:
        packed = socket.inet_pton(socket.AF_INET6, mapped)
    except (OSError, ValueError, UnicodeError):
        raise Error(Code.CANNOT_PARSE_IPV6, "Invalid IPv6 value") from None
    return Read(str(int.from_bytes(packed, "big")), len(text))


def read_enum(type_: Type, text: str, context: Context) -> Read:
    """A name, or the number of one."""
    assert isinstance(type_, Enum)
    numbers = dict(type_.values)
    if text in numbers:
        return Read(str(numbers[text]), len(text))
    if re.fullmatch(r"-?[0-9]+", text) and int(text) in numbers.values():
        return Read(str(int(text)), len(text))
    close = difflib.get_close_matches(text, numbers, n=3, cutoff=0.5)
    hint = f", maybe you meant: [{','.join(map(quoted, close))}]" if close else ""
    raise Error(Code.UNKNOWN_ELEMENT_OF_ENUM, f"Unknown element {quoted(text)} for enum{hint}")


def read_fixed_string(type_: Type, text: str, context: Context) -> Read:
    """At most the size in bytes, filled up with zero bytes."""
    assert isinstance(type_, FixedString)
    data = unescape(text)
    if len(data) > type_.size:
        raise Error(Code.TOO_LARGE_STRING_SIZE, f"String too long for type {type_}")
    return Read(escape(data.ljust(type_.size, b"\0")), len(text))

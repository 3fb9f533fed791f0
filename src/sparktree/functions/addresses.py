"""UUIDs and network addresses."""

from __future__ import annotations

import ipaddress
import os
import time
import uuid
from collections.abc import Callable, Sequence

import numpy as np
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.convert import convert
from sparktree.functions.declare import Argument, Call, function, illegal_type
from sparktree.functions.rows import row_function
from sparktree.functions.text_functions import is_text, text_function
from sparktree.kernel import sql
from sparktree.kernel.connection import arrow_function
from sparktree.kernel.sql import Sql
from sparktree.types import (
    STRING,
    UINT8,
    UINT32,
    UUID,
    FixedString,
    Integer,
    IPv4,
    IPv6,
    Nullable,
    String,
    Tuple,
    Type,
    make_nullable,
)
from sparktree.types.from_text import Mode, from_text
from sparktree.types.to_text import to_text

# --- UUID ---------------------------------------------------------------------------------

_SAMPLE = "61f0c404-5cb3-11e7-907b-a6006ad3dba0"


def _random_uuids(count: int) -> list[str]:
    data = os.urandom(16 * count)
    return [str(uuid.UUID(bytes=data[i : i + 16], version=4)) for i in range(0, len(data), 16)]


@arrow_function("st_uuid4", ("BIGINT",), "VARCHAR", side_effects=True)
def _uuid4(rows: pa.ChunkedArray) -> pa.Array:
    return pa.array(_random_uuids(len(rows)), pa.string())


@arrow_function("st_uuid7", ("BIGINT",), "VARCHAR", side_effects=True)
def _uuid7(rows: pa.ChunkedArray) -> pa.Array:
    """Milliseconds, a counter that starts at random, and random bits: rising within a batch."""
    count = len(rows)
    now = time.time_ns() // 1_000_000
    start = int.from_bytes(os.urandom(5), "big") & ((1 << 41) - 1)
    noise = np.frombuffer(os.urandom(4 * count), np.uint32).tolist()
    out = []
    for index, random in enumerate(noise):
        counter = start + index
        high = (now << 16) | 0x7000 | ((counter >> 30) & 0xFFF)
        low = (2 << 62) | ((counter & ((1 << 30) - 1)) << 32) | random
        out.append(str(uuid.UUID(int=(high << 64) | low)))
    return pa.array(out, pa.string())


def _generator(name: str, kernel: str, doc: str) -> None:
    def lower(call: Call) -> Sql:
        # An argument that differs from row to row, or the kernel would compute one value for all.
        return sql.cast(sql.call(kernel, "CAST(random() * 1e9 AS BIGINT)"), "UUID")

    lower.__doc__ = doc
    function(
        name, args=(0, 1), returns=UUID(), deterministic=False, nulls="own", family="addresses"
    )(lower)


_generator("generateUUIDv4", "st_uuid4", "A random UUID.")
_generator("generateUUIDv7", "st_uuid7", "A UUID that begins with the time.")


@row_function("st_uuid_raw", ("VARCHAR", "BIGINT"), "VARCHAR")
def _uuid_raw(text: bytes, variant: int) -> bytes:
    try:
        value = uuid.UUID(text.decode()) if len(text) == 36 else None
    except ValueError:
        value = None
    if value is None:
        return bytes(16)
    return value.bytes if variant == 1 else value.bytes_le


@row_function("st_uuid_text", ("VARCHAR", "BIGINT"), "VARCHAR")
def _uuid_text(data: bytes, variant: int) -> bytes:
    value = uuid.UUID(bytes=data) if variant == 1 else uuid.UUID(bytes_le=data)
    return str(value).encode()


def _variant(call: Call) -> str:
    variant = int(str(call.value(1))) if len(call) > 1 else 1
    if variant not in (1, 2):
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            f"Illegal value {variant} for the second argument of function {call.name}",
        )
    return str(variant)


def _sized(
    name: str, allowed: Callable[[Type], bool], result: Type
) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        if not allowed(arguments[0].type):
            raise illegal_type(name, arguments[0].type)
        return result

    return returns


def _is_16(type_: Type) -> bool:
    return isinstance(type_, FixedString) and type_.size == 16


def _is_uuid_text(type_: Type) -> bool:
    return isinstance(type_, String) or (isinstance(type_, FixedString) and type_.size == 36)


@function(
    "UUIDStringToNum",
    args=(1, 2),
    returns=_sized("UUIDStringToNum", _is_uuid_text, FixedString(16)),
    constant_arguments=(1,),
    family="addresses",
    example=(f"hex(UUIDStringToNum('{_SAMPLE}'))", "61F0C4045CB311E7907BA6006AD3DBA0"),
)
def uuid_string_to_num(call: Call) -> Sql:
    """The 16 bytes of a UUID in text."""
    return sql.call("st_uuid_raw", call[0], _variant(call))


@function(
    "UUIDNumToString",
    args=(1, 2),
    returns=_sized("UUIDNumToString", _is_16, STRING),
    constant_arguments=(1,),
    family="addresses",
    example=(f"UUIDNumToString(UUIDStringToNum('{_SAMPLE}'))", _SAMPLE),
)
def uuid_num_to_string(call: Call) -> Sql:
    """The text of a UUID of 16 bytes."""
    return sql.call("st_uuid_text", call[0], _variant(call))


@function(
    "UUIDToNum",
    args=(1, 2),
    returns=_sized("UUIDToNum", lambda t: isinstance(t, UUID), FixedString(16)),
    constant_arguments=(1,),
    family="addresses",
    example=(f"hex(UUIDToNum(toUUID('{_SAMPLE}')))", "61F0C4045CB311E7907BA6006AD3DBA0"),
)
def uuid_to_num(call: Call) -> Sql:
    """The 16 bytes of a UUID."""
    return sql.call("st_uuid_raw", sql.cast(call[0], "VARCHAR"), _variant(call))


# --- IPv4 ---------------------------------------------------------------------------------


def _is_number(type_: Type) -> bool:
    return isinstance(type_, IPv4) or (isinstance(type_, Integer) and type_.bits <= 64)


@function(
    "IPv4NumToString",
    returns=_sized("IPv4NumToString", _is_number, STRING),
    any_case_aliases=("INET_NTOA",),
    family="addresses",
    example=("IPv4NumToString(toUInt32(16909060))", "1.2.3.4"),
)
def ipv4_num_to_string(call: Call) -> Sql:
    """The text of an address given as a number."""
    number = (
        convert(call[0], call.inner(0), UINT32) if isinstance(call.inner(0), Integer) else call[0]
    )
    return sql.let(number, lambda v: to_text(IPv4(), v))


@function(
    "IPv4NumToStringClassC",
    returns=_sized("IPv4NumToStringClassC", _is_number, STRING),
    family="addresses",
    example=("IPv4NumToStringClassC(toUInt32(16909060))", "1.2.3.xxx"),
)
def ipv4_class_c(call: Call) -> Sql:
    """As IPv4NumToString, with xxx for the last part."""
    shown = sql.let(sql.cast(call[0], "UINTEGER"), lambda v: to_text(IPv4(), v))
    return sql.call("regexp_replace", shown, r"'[0-9]+$'", "'xxx'")


def _from_text(
    name: str,
    target: Type,
    mode: str,
    result: Type,
    doc: str,
    example: tuple[str, str],
    aliases: tuple[str, ...] = (),
) -> None:
    def lower(call: Call) -> Sql:
        if not mode:
            return from_text(target, call[0])
        found = from_text(target, call[0], mode=Mode.OR_NULL)
        if mode == "OrNull":
            return found
        return sql.case(
            (sql.is_null(call[0]), sql.NULL), otherwise=sql.coalesce(found, target.default())
        )

    lower.__doc__ = doc
    returned = make_nullable(result) if mode == "OrNull" else result
    function(
        f"{name}{mode}",
        returns=_sized(f"{name}{mode}", lambda t: isinstance(t, String), returned),
        any_case_aliases=aliases,
        family="addresses",
        example=example,
    )(lower)


for _mode in ("", "OrDefault", "OrNull"):
    _from_text(
        "IPv4StringToNum",
        IPv4(),
        _mode,
        UINT32,
        "The number of an address in text.",
        (f"IPv4StringToNum{_mode}('1.2.3.4')", "16909060"),
        () if _mode else ("INET_ATON",),
    )


@row_function("st_ip6_raw", ("VARCHAR", "VARCHAR"), "VARCHAR")
def _ip6_raw(text: bytes, mode: bytes) -> bytes | None:
    try:
        address = ipaddress.ip_address(text.decode())
    except ValueError:
        if mode == b"":
            raise Error(Code.CANNOT_PARSE_IPV6, "Invalid IPv6 value") from None
        return None if mode == b"OrNull" else bytes(16)
    mapped = bytes(10) + b"\xff\xff" if address.version == 4 else b""
    return mapped + address.packed


def _declare_ip6(mode: str) -> None:
    def lower(call: Call) -> Sql:
        return sql.call("st_ip6_raw", call[0], sql.string(mode))

    lower.__doc__ = "The 16 bytes of an address in text."
    name = f"IPv6StringToNum{mode}"
    result: Type = FixedString(16)
    returned = Nullable(result) if mode == "OrNull" else result
    function(
        name,
        returns=_sized(name, is_text, returned),
        any_case_aliases=() if mode else ("INET6_ATON",),
        family="addresses",
        example=(f"hex({name}('::1'))", "00000000000000000000000000000001"),
    )(lower)


for _mode in ("", "OrDefault", "OrNull"):
    _declare_ip6(_mode)


def _is_ip6(type_: Type) -> bool:
    return isinstance(type_, IPv6) or _is_16(type_)


@row_function("st_ip6_text", ("VARCHAR",), "VARCHAR")
def _ip6_text(data: bytes) -> bytes:
    address = ipaddress.IPv6Address(data)
    mapped = address.ipv4_mapped
    return (f"::ffff:{mapped}" if mapped else str(address)).encode()


@function(
    "IPv6NumToString",
    returns=_sized("IPv6NumToString", _is_ip6, STRING),
    any_case_aliases=("INET6_NTOA",),
    family="addresses",
    example=("IPv6NumToString(IPv6StringToNum('::1'))", "::1"),
)
def ipv6_num_to_string(call: Call) -> Sql:
    """The text of an address given as 16 bytes."""
    if isinstance(call.inner(0), IPv6):
        return sql.let(call[0], lambda v: to_text(IPv6(), v))
    return sql.call("st_ip6_text", call[0])


@function(
    "IPv4ToIPv6",
    returns=_sized("IPv4ToIPv6", _is_number, IPv6()),
    family="addresses",
    example=("IPv4ToIPv6(toIPv4('1.2.3.4'))", "::ffff:1.2.3.4"),
)
def ipv4_to_ipv6(call: Call) -> Sql:
    """The address as an IPv6 address."""
    return convert(sql.cast(call[0], "UINTEGER"), IPv4(), IPv6())


def _is_ip(version: int) -> Callable[[bytes], int]:
    kind = ipaddress.IPv4Address if version == 4 else ipaddress.IPv6Address

    def test(text: bytes) -> int:
        try:
            kind(text.decode())
        except ValueError:
            return 0
        return 1

    return test


text_function(
    "isIPv4String",
    "t",
    UINT8,
    _is_ip(4),
    family="addresses",
    doc="Whether a text is an IPv4 address.",
    example=("isIPv4String('1.2.3.4')", "1"),
)
text_function(
    "isIPv6String",
    "t",
    UINT8,
    _is_ip(6),
    family="addresses",
    doc="Whether a text is an IPv6 address.",
    example=("isIPv6String('::1')", "1"),
)


def _in_range(address: bytes, prefix: bytes) -> int:
    try:
        network = ipaddress.ip_network(prefix.decode(), strict=False)
        return int(ipaddress.ip_address(address.decode()) in network)
    except ValueError:
        raise Error(
            Code.CANNOT_PARSE_TEXT, "The text does not represent an IP address or a network"
        ) from None


text_function(
    "isIPAddressInRange",
    "tt",
    UINT8,
    _in_range,
    family="addresses",
    doc="Whether an address is in a network given with its prefix length.",
    example=("isIPAddressInRange('127.0.0.1', '127.0.0.0/8')", "1"),
)


def _cidr_type(
    name: str, kinds: Callable[[Type], bool], result: Type
) -> Callable[[Sequence[Argument]], Type]:
    def returns(arguments: Sequence[Argument]) -> Type:
        if not kinds(arguments[0].type):
            raise illegal_type(name, arguments[0].type)
        if arguments[1].type != UINT8:
            raise illegal_type(name, arguments[1].type)
        return Tuple((result, result))

    return returns


@function(
    "IPv4CIDRToRange",
    args=2,
    returns=_cidr_type("IPv4CIDRToRange", _is_number, IPv4()),
    nulls="guard",
    family="addresses",
    example=("IPv4CIDRToRange(toIPv4('192.168.5.2'), 16)", "('192.168.0.0','192.168.255.255')"),
)
def ipv4_cidr_to_range(call: Call) -> Sql:
    """The first and the last address of a network."""
    address = sql.cast(call[0], "BIGINT")
    size = Sql(f"(1::BIGINT << (32 - least({call[1]}, 32)))")
    low = Sql(f"({address} // {size} * {size})")
    high = Sql(f"({low} + {size} - 1)")
    return sql.struct(sql.cast(low, "UINTEGER"), sql.cast(high, "UINTEGER"))


@function(
    "IPv6CIDRToRange",
    args=2,
    returns=_cidr_type("IPv6CIDRToRange", lambda t: isinstance(t, IPv6), IPv6()),
    nulls="guard",
    family="addresses",
    example=(
        "IPv6CIDRToRange(toIPv6('2001:db8::1'), 32)",
        "('2001:db8::','2001:db8:ffff:ffff:ffff:ffff:ffff:ffff')",
    ),
)
def ipv6_cidr_to_range(call: Call) -> Sql:
    """The first and the last address of a network."""
    bounds = sql.call("st_ip6_range", sql.cast(call[0], "VARCHAR"), sql.cast(call[1], "BIGINT"))
    halves = [sql.cast(sql.field(bounds, i), "UHUGEINT") for i in (1, 2)]
    return sql.struct(*halves)


@row_function("st_ip6_range", ("VARCHAR", "BIGINT"), "STRUCT(f1 VARCHAR, f2 VARCHAR)")
def _ip6_range(number: bytes, prefix: int) -> tuple[bytes, bytes]:
    mask = (1 << (128 - min(prefix, 128))) - 1
    low = int(number) & ~mask
    return str(low).encode(), str(low | mask).encode()

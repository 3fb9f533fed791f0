"""UUIDs and network addresses."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.functions.core.constant_arguments import wrong
from sparktree.functions.core.convert import convert
from sparktree.functions.core.convert_bytes import address
from sparktree.functions.core.declare import Arguments, Call, Rule, function, illegal_type
from sparktree.functions.core.text_arguments import Takes, is_text
from sparktree.functions.core.text_functions import text_function
from sparktree.functions.network.networks import in_network
from sparktree.functions.strings.digit_texts import hex_of
from sparktree.kernel import sql
from sparktree.kernel.connection import ArrowFunction, arrow_function, escaped_text, whole
from sparktree.kernel.sql import Sql
from sparktree.types import (
    BOOL,
    STRING,
    UINT8,
    UINT32,
    UUID,
    DateTime,
    FixedString,
    Integer,
    IPv4,
    IPv6,
    Nullable,
    String,
    Tuple,
    Type,
    make_nullable,
    remove_low_cardinality,
)
from sparktree.types.address_arrays import uuid_texts
from sparktree.types.from_text import Mode, from_text
from sparktree.types.to_text import to_text

# --- UUID ---------------------------------------------------------------------------------

_SAMPLE = "61f0c404-5cb3-11e7-907b-a6006ad3dba0"


@arrow_function("st_uuid4", ("BIGINT",), "VARCHAR", side_effects=True)
def _uuid4(rows: pa.ChunkedArray) -> pa.Array:
    halves = np.frombuffer(os.urandom(16 * len(rows)), np.uint8).reshape(-1, 16).copy()
    halves[:, 6] = halves[:, 6] & 0x0F | 0x40  # the version, then the variant
    halves[:, 8] = halves[:, 8] & 0x3F | 0x80
    return uuid_texts(halves)


@arrow_function("st_uuid7", ("BIGINT",), "VARCHAR", side_effects=True)
def _uuid7(rows: pa.ChunkedArray) -> pa.Array:
    return _uuids7(np.full(len(rows), time.time_ns() // 1_000_000, np.uint64))


@arrow_function("st_uuid7_at", ("BIGINT",), "VARCHAR", side_effects=True)
def _uuid7_at(milliseconds: pa.ChunkedArray) -> pa.Array:
    return _uuids7(np.asarray(whole(milliseconds), np.int64).astype(np.uint64))


def _uuids7(milliseconds: npt.NDArray[np.uint64]) -> pa.Array:
    """Milliseconds, a counter that starts at random, and random bits: rising within a batch."""
    count = len(milliseconds)
    start = np.uint64(int.from_bytes(os.urandom(5), "big") & ((1 << 41) - 1))
    counter = np.arange(count, dtype=np.uint64) + start
    random = np.frombuffer(os.urandom(4 * count), np.uint32).astype(np.uint64)
    high = milliseconds << np.uint64(16) | np.uint64(0x7000)
    high |= counter >> np.uint64(30) & np.uint64(0xFFF)
    low = np.uint64(2 << 62) | (counter & np.uint64((1 << 30) - 1)) << np.uint64(32) | random
    halves = np.stack([high, low], axis=1).astype(">u8").view(np.uint8).reshape(count, 16)
    return uuid_texts(halves)


def _generator(name: str, kernel: ArrowFunction, doc: str) -> None:
    def lower(call: Call) -> Sql:
        # An argument that differs from row to row, or the kernel would compute one value for all.
        return sql.cast(kernel(Sql("CAST(random() * 1e9 AS BIGINT)")), "UUID")

    lower.__doc__ = doc
    function(name, args=(0, 1), returns=UUID(), deterministic=False, nulls="own")(lower)


_generator("generateUUIDv4", _uuid4, "A random UUID.")
_generator("generateUUIDv7", _uuid7, "A UUID that begins with the time.")


def _moment_type(arguments: Arguments) -> Type:
    if not isinstance(remove_low_cardinality(arguments[0].type), DateTime):
        raise wrong(arguments.function, 0, arguments[0], "value", "DateTime")
    return UUID()


@function(
    "dateTimeToUUIDv7",
    returns=_moment_type,
    deterministic=False,
    nulls="own",
    refuses_null=True,
    example=(
        "UUIDv7ToDateTime(dateTimeToUUIDv7(toDateTime('2021-08-15 18:57:56', 'UTC')), 'UTC')",
        "2021-08-15 18:57:56.000",
    ),
)
def date_time_to_uuid_v7(call: Call) -> Sql:
    """A UUID that begins with the moment; others of the same moment differ."""
    milliseconds = sql.op("*", sql.cast(call[0], "BIGINT"), 1000)
    return sql.cast(_uuid7_at(milliseconds), "UUID")


_UUID_DIGITS = "[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}"
_BYTES_BACK = (4, 3, 2, 1, 6, 5, 8, 7)  # of the second variant: the first three fields backwards


def _uuid_raw(text: Sql, variant: str) -> Sql:
    """The 16 bytes of a UUID in text; zeros for what is none."""

    def raw(v: Sql) -> Sql:
        digits = _turned(sql.call("replace", v, sql.string("-"), sql.string("")), variant)
        known = sql.call("regexp_full_match", v, sql.string(_UUID_DIGITS))
        found = sql.case((known, digits), otherwise=sql.string("0" * 32))
        return sql.case(
            (sql.is_null(v), sql.NULL), otherwise=escaped_text(sql.call("unhex", found))
        )

    return sql.let(text, raw)


def _turned(digits: Sql, variant: str) -> Sql:
    """The digits in the order of the variant, which is its own inverse."""
    if variant == "1":
        return digits
    return sql.let(
        digits,
        lambda d: sql.op(
            "||", *(Sql(f"{d}[{2 * i - 1}:{2 * i}]") for i in _BYTES_BACK), Sql(f"{d}[17:32]")
        ),
    )


def _uuid_text(data: Sql, variant: str) -> Sql:
    digits = _turned(hex_of(data), variant)
    return sql.cast(sql.cast(sql.call("lower", digits), "UUID"), "VARCHAR")


def _variant(call: Call) -> str:
    variant = int(str(call.value(1))) if len(call) > 1 else 1
    if variant not in (1, 2):
        raise Error(
            Code.ARGUMENT_OUT_OF_BOUND,
            f"Illegal value {variant} for the second argument of function {call.name}",
        )
    return str(variant)


def _sized(allowed: Callable[[Type], bool], result: Type) -> Rule:
    def returns(arguments: Arguments) -> Type:
        if not allowed(arguments[0].type):
            raise illegal_type(arguments.function, arguments[0].type)
        return result

    return returns


def _is_16(type_: Type) -> bool:
    return isinstance(type_, FixedString) and type_.size == 16


def _is_uuid_text(type_: Type) -> bool:
    return isinstance(type_, String) or (isinstance(type_, FixedString) and type_.size == 36)


@function(
    "UUIDStringToNum",
    args=(1, 2),
    returns=_sized(_is_uuid_text, FixedString(16)),
    constant_arguments=(1,),
    example=(f"hex(UUIDStringToNum('{_SAMPLE}'))", "61F0C4045CB311E7907BA6006AD3DBA0"),
)
def uuid_string_to_num(call: Call) -> Sql:
    """The 16 bytes of a UUID in text."""
    return _uuid_raw(call[0], _variant(call))


@function(
    "UUIDNumToString",
    args=(1, 2),
    returns=_sized(_is_16, STRING),
    constant_arguments=(1,),
    example=(f"UUIDNumToString(UUIDStringToNum('{_SAMPLE}'))", _SAMPLE),
)
def uuid_num_to_string(call: Call) -> Sql:
    """The text of a UUID of 16 bytes."""
    return _uuid_text(call[0], _variant(call))


@function(
    "UUIDToNum",
    args=(1, 2),
    returns=_sized(lambda t: isinstance(t, UUID), FixedString(16)),
    constant_arguments=(1,),
    example=(f"hex(UUIDToNum(toUUID('{_SAMPLE}')))", "61F0C4045CB311E7907BA6006AD3DBA0"),
)
def uuid_to_num(call: Call) -> Sql:
    """The 16 bytes of a UUID."""
    return _uuid_raw(sql.cast(call[0], "VARCHAR"), _variant(call))


# --- IPv4 ---------------------------------------------------------------------------------


def _is_number(type_: Type) -> bool:
    return isinstance(type_, IPv4) or (isinstance(type_, Integer) and type_.bits <= 64)


def _is_small_number(type_: Type) -> bool:
    unsigned = isinstance(type_, Integer) and not type_.signed and type_.bits <= 32
    return isinstance(type_, IPv4) or unsigned


@function(
    "IPv4NumToString",
    returns=_sized(_is_small_number, STRING),
    any_case_aliases=("INET_NTOA",),
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
    returns=_sized(_is_small_number, STRING),
    example=("IPv4NumToStringClassC(toUInt32(16909060))", "1.2.3.xxx"),
)
def ipv4_class_c(call: Call) -> Sql:
    """As IPv4NumToString, with xxx for the last part."""
    shown = sql.let(sql.cast(call[0], "UINTEGER"), lambda v: to_text(IPv4(), v))
    return sql.call("regexp_replace", shown, sql.string("[0-9]+$"), sql.string("xxx"))


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
        returns=_sized(lambda t: isinstance(t, String), returned),
        any_case_aliases=aliases,
        refuses_null=True,
        refuses_default=not mode,
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


def _declare_ip6(mode: str) -> None:
    def lower(call: Call) -> Sql:
        reading = Mode.OR_NULL if mode else Mode.STRICT
        number = from_text(IPv6(), call[0], mode=reading)
        if mode == "OrDefault":
            number = sql.case(
                (sql.is_null(call[0]), sql.NULL),
                otherwise=sql.coalesce(number, IPv6().default()),
            )
        return escaped_text(IPv6().to_storage(number))

    lower.__doc__ = "The 16 bytes of an address in text."
    name = f"IPv6StringToNum{mode}"
    result: Type = FixedString(16)
    returned = Nullable(result) if mode == "OrNull" else result
    function(
        name,
        returns=_sized(is_text, returned),
        any_case_aliases=() if mode else ("INET6_ATON",),
        refuses_null=True,
        refuses_default=not mode,
        example=(f"hex({name}('::1'))", "00000000000000000000000000000001"),
    )(lower)


for _mode in ("", "OrDefault", "OrNull"):
    _declare_ip6(_mode)


def _is_ip6(type_: Type) -> bool:
    return isinstance(type_, IPv6) or _is_16(type_)


@function(
    "IPv6NumToString",
    returns=_sized(_is_ip6, STRING),
    any_case_aliases=("INET6_NTOA",),
    example=("IPv6NumToString(IPv6StringToNum('::1'))", "::1"),
)
def ipv6_num_to_string(call: Call) -> Sql:
    """The text of an address given as 16 bytes."""
    if isinstance(call.inner(0), IPv6):
        return sql.let(call[0], lambda v: to_text(IPv6(), v))
    return sql.let(address(call[0]), lambda v: to_text(IPv6(), v))


def _ipv6_type(arguments: Arguments) -> Type:
    """An IPv6 of an IPv4, its bytes of a number."""
    type_ = arguments[0].type
    if isinstance(type_, IPv4):
        return IPv6()
    if type_ != UINT32:
        raise illegal_type(arguments.function, type_)
    return FixedString(16)


@function(
    "IPv4ToIPv6",
    returns=_ipv6_type,
    example=("IPv4ToIPv6(toIPv4('1.2.3.4'))", "::ffff:1.2.3.4"),
)
def ipv4_to_ipv6(call: Call) -> Sql:
    """The address as an IPv6 address."""
    address = convert(call[0], IPv4(), IPv6())
    if isinstance(call.inner(0), IPv4):
        return address
    return escaped_text(IPv6().to_storage(address))


def _is_address(type_: Type, text: Sql) -> Sql:
    known = Sql(f"({from_text(type_, text, mode=Mode.OR_NULL)} IS NOT NULL)")
    if isinstance(type_, IPv6):  # which also reads IPv4 addresses
        known = sql.all_of([sql.call("contains", text, sql.string(":")), known])
    return sql.cast(sql.case((sql.is_null(text), sql.NULL), otherwise=known), "UTINYINT")


def _declare_is_address(name: str, type_: Type, shown: str) -> None:
    text_function(
        name, (Takes.STRING,), UINT8,
        whole=lambda call: sql.let(call[0], lambda v: _is_address(type_, v)),
        doc=f"Whether a text is an {type_} address.",
        example=(f"{name}('{shown}')", "1"),
    )  # fmt: skip


_declare_is_address("isIPv4String", IPv4(), "1.2.3.4")
_declare_is_address("isIPv6String", IPv6(), "::1")


def _in_range_type(arguments: Arguments) -> Type:
    address, network = arguments
    if not isinstance(address.type.inner, String | IPv4 | IPv6):
        raise illegal_type(arguments.function, address.type, 0)
    if not isinstance(remove_low_cardinality(network.type), String):
        raise illegal_type(arguments.function, network.type, 1)
    return UINT8


@function(
    "isIPAddressInRange",
    args=2,
    returns=_in_range_type,
    nulls="own",
    low_cardinality=True,
    refuses_null=True,
    refuses_default=True,
    example=("isIPAddressInRange('127.0.0.1', '127.0.0.0/8')", "1"),
)
def is_ip_address_in_range(call: Call) -> Sql:
    """Whether an address is in a network given with its prefix length; NULL is in none."""
    text = convert(call[0], call.inner(0), STRING)
    constant = sql.TRUE if call.arguments[1].is_constant else sql.FALSE
    found = in_network(text, call[1], constant)
    return sql.coalesce(found, Sql("CAST(0 AS UTINYINT)")) if call.type(0).nullable else found


def _cidr_type(kinds: Callable[[Type], bool], result: Type) -> Rule:
    def returns(arguments: Arguments) -> Type:
        name = arguments.function
        if not kinds(arguments[0].type):
            raise illegal_type(name, arguments[0].type)
        if arguments[1].type != UINT8:
            raise illegal_type(name, arguments[1].type)
        return Tuple((result, result))

    return returns


@function(
    "IPv4CIDRToRange",
    args=2,
    returns=_cidr_type(_is_number, IPv4()),
    nulls="guard",
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
    returns=_cidr_type(lambda t: isinstance(t, IPv6), IPv6()),
    nulls="guard",
    example=(
        "IPv6CIDRToRange(toIPv6('2001:db8::1'), 32)",
        "('2001:db8::','2001:db8:ffff:ffff:ffff:ffff:ffff:ffff')",
    ),
)
def ipv6_cidr_to_range(call: Call) -> Sql:
    """The first and the last address of a network."""
    address, bits = call[0], sql.call("least", call[1], 128)
    # A network of no bits is everything: its size would be one more than the greatest number.
    size = Sql(f"(CAST(1 AS UHUGEINT) << CAST(128 - greatest({bits}, 1) AS UHUGEINT))")
    low = sql.case(
        (sql.op("=", bits, 0), IPv6().default()), otherwise=Sql(f"{address} - {address} % {size}")
    )
    high = sql.case(
        (sql.op("=", bits, 0), Sql(f"~{IPv6().default()}")), otherwise=Sql(f"{low} + ({size} - 1)")
    )
    return sql.struct(low, high)


_MAPPED = 0xFFFF  # the upper 96 bits of an address that stands for an IPv4 one


def _cut_type(arguments: Arguments) -> Type:
    if not _is_ip6(arguments[0].type):
        raise Error(
            Code.ILLEGAL_TYPE_OF_ARGUMENT,
            f"Illegal type {arguments[0].type} of argument 1 of function {arguments.function},"
            " expected FixedString(16)",
        )
    for position, argument in enumerate(arguments[1:], 2):
        if argument.type not in (UINT8, BOOL):
            raise illegal_type(arguments.function, argument.type, position - 1)
        if argument.is_constant and int(argument.value) > 16:  # type: ignore[call-overload]
            raise Error(
                Code.ILLEGAL_TYPE_OF_ARGUMENT,
                f"Illegal value for argument {position} {argument.type} of function"
                f" {arguments.function}",
            )
    return STRING


@function(
    "cutIPv6",
    args=3,
    returns=_cut_type,
    constant_arguments=(1, 2),
    example=("cutIPv6(toIPv6('2001:db8::1234:5678'), 2, 0)", "2001:db8::1234:0"),
)
def cut_ipv6(call: Call) -> Sql:
    """An address as text, its last bytes made zero: so many, of IPv4 addresses other many."""
    given = call[0]
    number = given if isinstance(call.inner(0), IPv6) else address(given)

    def cut(v: Sql) -> Sql:
        plain, mapped = (_without(v, int(call.value(i))) for i in (1, 2))  # type: ignore[call-overload]
        old = Sql(f"({v} // {1 << 32}::UHUGEINT = {_MAPPED}::UHUGEINT)")
        chosen = sql.case((old, mapped), otherwise=plain)
        return sql.let(chosen, lambda address: to_text(IPv6(), address))

    return sql.let(number, cut)


def _without(address: Sql, count: int) -> Sql:
    """The address without its last bytes."""
    if count == 16:
        return IPv6().default()
    return Sql(f"({address} - {address} % {1 << (8 * count)}::UHUGEINT)")

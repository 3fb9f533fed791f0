"""How a setting is declared, parsed and printed."""

from __future__ import annotations

import dataclasses
import math
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any
from zoneinfo import available_timezones

from sparktree.errors import Code, Error


@dataclass(frozen=True, slots=True)
class Declared:
    """A setting as system.settings shows it."""

    name: str
    type: str
    default: Any
    doc: str
    aliases: tuple[str, ...] = ()


def setting(default: Any, doc: str, *, type_: str = "", aliases: tuple[str, ...] = ()) -> Any:
    """A field of a settings class."""
    metadata = {"doc": doc, "type": type_ or _type_name(default), "aliases": aliases}
    return dataclasses.field(default=default, metadata=metadata)


def _type_name(default: Any) -> str:
    if isinstance(default, bool):
        return "Bool"
    return {int: "UInt64", float: "Float", str: "String"}[type(default)]


def settings_in(cls: Any) -> Iterator[Declared]:
    """Every setting of a settings class."""
    for field in dataclasses.fields(cls):
        if "doc" in field.metadata:
            meta = field.metadata
            yield Declared(field.name, meta["type"], field.default, meta["doc"], meta["aliases"])


def parse(declaration: Declared, value: object) -> Any:
    """A value given as text or literal, as the setting's type, or ClickHouse's error."""
    parsed = _PARSERS[_kind(declaration)](value)
    if declaration.type == "NonZeroUInt64" and parsed == 0:
        raise Error(Code.BAD_ARGUMENTS, "A setting's value has to be greater than 0")
    if declaration.type in CHOICES and not _is_choice(declaration.type, parsed):
        allowed = ", ".join(repr(choice) for choice in CHOICES[declaration.type])
        message = f"Unexpected value of {declaration.type}: '{parsed}'. Must be one of [{allowed}]"
        raise Error(_CHOICE_CODES.get(declaration.type, Code.BAD_ARGUMENTS), message)
    if declaration.type == "Timezone" and parsed and parsed not in available_timezones():
        raise Error(Code.BAD_ARGUMENTS, f"Invalid time zone: {parsed}")
    return parsed


def _is_choice(type_: str, value: str) -> bool:
    words = [word.strip() for word in value.split(",")] if type_ in _LISTS else [value]
    if type_ in _LISTS and words == [""]:
        return True
    return all(word in CHOICES[type_] for word in words)


# Settings whose value is one of a few words; of some it is several of them.
_LISTS = ("JoinAlgorithm",)
CHOICES = {
    "TotalsMode": (
        "after_having_auto",
        "after_having_exclusive",
        "after_having_inclusive",
        "before_having",
    ),
    "JoinAlgorithm": (
        "full_sorting_merge",
        "grace_hash",
        "parallel_hash",
        "direct",
        "prefer_partial_merge",
        "ie_join",
        "hash",
        "partial_merge",
        "parallel_full_sorting_merge",
        "auto",
        "default",
    ),
    "DistributedProductMode": ("allow", "global", "local", "deny"),
    "LoadBalancing": (
        "round_robin",
        "first_or_random",
        "in_order",
        "hostname_longest_common_suffix",
        "hostname_levenshtein_distance",
        "nearest_hostname",
        "hostname_longest_common_prefix",
        "random",
    ),
    "DateTimeOutputFormat": ("unix_timestamp", "iso", "simple"),
    "LogsLevel": ("trace", "debug", "warning", "error", "fatal", "test", "information", "none"),
    "SetOperationMode": ("DISTINCT", "ALL", ""),
    "DistributedDDLOutputMode": tuple(
        f"{mode}{which}"
        for which in ("", "_only_active")
        for mode in ("none", "throw", "null_status_on_timeout", "never_throw")
        if mode != "never_throw" or not which
    ),
    "OverflowMode": ("throw", "break"),
    "OverflowModeGroupBy": ("throw", "break", "any"),
    "VectorSearchFilterStrategy": ("prefilter", "postfilter", "auto"),
    "DeduplicateMergeProjectionMode": ("rebuild", "throw", "drop", "ignore"),
    "LightweightMutationProjectionMode": ("rebuild", "throw", "drop"),
    "LightweightDeleteMode": ("alter_update", "lightweight_update", "lightweight_update_force"),
    "JoinStrictness": ("", "ALL", "ANY"),
    "SQLSecurityType": ("DEFINER", "INVOKER", "NONE"),
    "SchemaInferenceMode": ("union", "default"),
    "DateTimeInputFormat": ("best_effort_us", "best_effort", "basic"),
    "DeduplicateInsertMode": ("disable", "enable", "backward_compatible_choice"),
    "DeduplicateInsertSelectMode": (
        "enable_even_for_bad_queries",
        "force_enable",
        "disable",
        "enable_when_possible",
    ),
    # of MergeTree tables
    "AlterColumnSecondaryIndexMode": ("compatibility", "rebuild", "drop", "throw"),
    "CleanDeletedRows": ("Always", "Never"),
    "MergeCoordinatorDistributionAlgorithm": ("sainte_lague", "water_filling"),
    "MergeSelectorAlgorithm": ("Manual", "Trivial", "StochasticSimple", "Simple"),
    "MergeTreeDynamicSerializationVersion": ("v3", "v2", "v1"),
    "MergeTreeMapBucketsStrategy": ("linear", "sqrt", "constant"),
    "MergeTreeMapSerializationVersion": ("with_buckets", "basic"),
    "MergeTreeNullableSerializationVersion": ("allow_sparse", "basic"),
    "MergeTreeObjectSerializationVersion": ("v3", "v2", "v1"),
    "MergeTreeObjectSharedDataSerializationVersion": (
        "advanced",
        "map_with_buckets",
        "advanced_chunked",
        "map",
    ),
    "MergeTreePartMinMaxIndexColumns": ("with_block_number_offset", "partition_key_only"),
    "MergeTreePatchPartsVersion": ("v2", "v1"),
    "MergeTreeSerializationInfoVersion": ("with_missing_columns", "with_types", "basic"),
    "MergeTreeStringSerializationVersion": ("with_size_stream", "single_stream"),
    "MergeTreeTextIndexSerializationVersion": ("v2_with_positions", "v1_with_codec", "v0_initial"),
    "SearchOrphanedPartsDisks": ("none", "local", "any"),
    "TextIndexPostingListCodec": ("bitpacking", "none"),
}
_CHOICE_CODES = {
    "TotalsMode": Code.UNKNOWN_TOTALS_MODE,
    "JoinAlgorithm": Code.UNKNOWN_JOIN,
    "DistributedProductMode": Code.UNKNOWN_DISTRIBUTED_PRODUCT_MODE,
    "LoadBalancing": Code.UNKNOWN_LOAD_BALANCING,
    "SetOperationMode": Code.UNKNOWN_UNION,
    "JoinStrictness": Code.UNKNOWN_JOIN,
    "OverflowMode": Code.UNKNOWN_OVERFLOW_MODE,
    "OverflowModeGroupBy": Code.UNKNOWN_OVERFLOW_MODE,
}


# What a number in quotes may end with.
_SIZES = {"": 1, "k": 1000, "K": 1000, "Ki": 1024}
_SIZES |= {letter: 1000**power for power, letter in enumerate("MGT", 2)}
_SIZES |= {f"{letter}i": 1024**power for power, letter in enumerate("MGT", 2)}


def _kind(declaration: Declared) -> str:
    if declaration.type.startswith("Bool"):
        return declaration.type if declaration.type == "BoolAuto" else "Bool"
    if declaration.type in ("UInt64", "NonZeroUInt64", "MaxThreads"):
        return "UInt64"
    if declaration.type in ("Float", "UInt64Auto"):
        return declaration.type
    return {bool: "Bool", int: "Int64", float: "Float"}.get(type(declaration.default), "String")


def _bool(value: object) -> bool:
    if isinstance(value, bool):
        return value
    if isinstance(value, int | float):
        if value not in (0, 1):
            message = f"Field value {value} is out of range of bool type"
            raise Error(Code.CANNOT_CONVERT_TYPE, message)
        return bool(value)
    text = str(value).lower()
    if text in ("1", "true"):
        return True
    if text in ("0", "false"):
        return False
    raise Error(Code.CANNOT_PARSE_BOOL, f"Cannot parse bool from string '{value}'")


def _bool_or_auto(value: object) -> bool | str:
    return "auto" if value == "auto" else _bool(value)


def _unsigned(value: object) -> int:
    if isinstance(value, int | float):
        if not 0 <= value < 1 << 64:
            message = f"Field value {value} is out of range of unsigned long type"
            raise Error(Code.CANNOT_CONVERT_TYPE, message)
        return int(value)
    text = str(value)
    if text.startswith("auto"):
        return 0
    return _sized(text) % (1 << 64)


def _signed(value: object) -> int:
    if isinstance(value, int | float):
        return int(value)
    text = str(value)
    return -_sized(text[1:]) if text.startswith("-") else _sized(text)


def _sized(text: str) -> int:
    """A number with or without one of the letters of a size: 10Mi."""
    rest = text.lstrip("0123456789")
    digits = text[: len(text) - len(rest)]
    if not text:
        raise Error(Code.ATTEMPT_TO_READ_AFTER_EOF, "Attempt to read after eof")
    if rest.startswith("-"):
        raise Error(Code.CANNOT_PARSE_NUMBER, "Unsigned type must not contain '-' symbol")
    if not digits or rest not in _SIZES:
        unread = rest if not digits else rest.removeprefix(_size_of(rest))
        raise Error(
            Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
            f"Cannot parse input: expected 'eof' before: '{unread}'",
        )
    return int(digits) * _SIZES[rest]


def _size_of(rest: str) -> str:
    """The letters of a size at the beginning of what follows a number."""
    return next((rest[:length] for length in (2, 1) if rest[:length] in _SIZES), "")


def _float(value: object) -> float:
    text = str(value)
    try:
        number = float(text)
    except ValueError:
        raise _no_float(text) from None
    if not math.isfinite(number):
        message = f"Float setting value must be finite, got {number}"
        raise Error(Code.CANNOT_PARSE_NUMBER, message)
    return number


def _no_float(text: str) -> Error:
    number = re.match(r"[+-]?\d+(\.\d*)?(e[+-]?\d+)?", text, re.IGNORECASE)
    if number:
        return Error(
            Code.CANNOT_PARSE_INPUT_ASSERTION_FAILED,
            f"Cannot parse input: expected 'eof' before: '{text[number.end() :]}'",
        )
    return Error(Code.CANNOT_PARSE_NUMBER, f"Cannot read floating point value here: {text}")


_PARSERS: dict[str, Callable[[object], Any]] = {
    "Bool": _bool,
    "BoolAuto": _bool_or_auto,
    "UInt64": _unsigned,
    "UInt64Auto": lambda value: "auto" if value == "auto" else _unsigned(value),
    "Int64": _signed,
    "Float": _float,
    "String": lambda value: _text(value),
}


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, tuple):  # the pairs of a map
        return "{" + ",".join(f"{_quoted(key)}:{_quoted(held)}" for key, held in value) + "}"
    return str(value)


def _quoted(value: object) -> str:
    escaped = str(value).replace("\\", "\\\\").replace("'", "\\'")
    return f"'{escaped}'"


def as_text(value: object) -> str:
    """A value as system.settings prints it."""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def shown_value(declaration: Declared, value: object) -> str:
    """A value as system.settings shows it: what is chosen by the machine says so."""
    if declaration.type == "MaxThreads" and value in (0, "0"):
        return f"auto({os.cpu_count() or 1})"
    return as_text(value)


def by_name(cls: Any) -> Mapping[str, Declared]:
    """The settings of a class by every name that they have."""
    found: dict[str, Declared] = {}
    for one in settings_in(cls):
        for name in (one.name, *one.aliases):
            found[name] = one
    return found

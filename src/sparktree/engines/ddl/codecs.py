"""CODEC(...): which codecs there are, what each accepts, and a declaration spelled out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from sparktree.errors import Code, Error, not_implemented
from sparktree.formats.binary_columns import fixed_width
from sparktree.planner.environment import Environment
from sparktree.sql import ast, format_query, parse_expression
from sparktree.types import (
    Array,
    Bool,
    Date,
    DateTime,
    DateTime64,
    Decimal,
    Enum,
    Float,
    Integer,
    IPv4,
    LowCardinality,
    Map,
    Nested,
    Nullable,
    Tuple,
    Type,
)

_WIDTHS = (1, 2, 4, 8)
Arguments = tuple[int | float | str | bool | None, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """A codec: what it does to bytes, and the rules of its arguments and types."""

    name: str
    most: int = 0  # arguments
    generic: bool = False  # compresses any bytes, so that nothing makes sense after it
    compresses: bool = True
    differences: bool = False  # keeps what a value adds to the one before
    encrypts: bool = False
    floats: bool = False  # made for series of floating-point numbers
    check: Callable[[Arguments], None] = lambda given: None
    fit: Callable[[Type], None] = lambda type_: None
    filled: Callable[[Arguments, Type], Arguments] = lambda given, type_: given


def _bad(message: str) -> Error:
    return Error(Code.BAD_ARGUMENTS, message)


def _level(name: str, least: int, most: int, message: str) -> Callable[[Arguments], None]:
    def check(given: Arguments) -> None:
        for value in given[:1]:
            if not isinstance(value, int):
                raise Error(Code.BAD_GET, f"Bad get: has String, requested UInt64: codec {name}")
            if not least <= value <= most:
                raise Error(Code.ILLEGAL_CODEC_PARAMETER, message.format(value))

    return check


def _check_width(name: str) -> Callable[[Arguments], None]:
    def check(given: Arguments) -> None:
        for value in given:
            if not isinstance(value, int) or value < 0:
                message = f"{name} codec argument must be unsigned integer"
                raise Error(Code.ILLEGAL_CODEC_PARAMETER, message)
            if value not in _WIDTHS:
                message = (
                    f"{name} value for {name.lower()} codec can be 1, 2, 4 or 8, given {value}"
                )
                raise Error(Code.ILLEGAL_CODEC_PARAMETER, message)

    return check


def _check_t64(given: Arguments) -> None:
    for value in given:
        if value not in ("bit", "byte"):
            raise Error(Code.ILLEGAL_CODEC_PARAMETER, f"Wrong modification for T64: {value}")


def _check_lz4hc(given: Arguments) -> None:
    for value in given:
        if not isinstance(value, int):
            raise Error(Code.BAD_GET, "Bad get: has String, requested UInt64: codec LZ4HC")


def _check_zstd(given: Arguments) -> None:
    _ZSTD_LEVELS(given)
    for value in given[1:]:
        if not isinstance(value, int) or not 10 <= value <= 31:
            message = "ZSTD codec can't have window log more than 31 and lower than 10, given"
            raise Error(Code.ILLEGAL_CODEC_PARAMETER, f"{message} {value}")


def _check_fpc(given: Arguments) -> None:
    _FPC_LEVELS(given)
    for value in given[1:]:
        if value not in (4, 8):
            message = f"Float size for codec 'FPC' can be 4 or 8, given {value}"
            raise Error(Code.ILLEGAL_CODEC_PARAMETER, message)


def _with_width(given: Arguments, type_: Type) -> Arguments:
    return given or (fixed_width(type_),)


def _fit_width(name: str) -> Callable[[Type], None]:
    def fit(type_: Type) -> None:
        width = fixed_width(type_)
        if width is None:
            raise _bad(
                f"Codec {name} is not applicable for {type_} because the data type is not of fixed"
                " size"
            )
        if width not in _WIDTHS:
            raise _bad(
                f"Codec {name} is only applicable for data types of size 1, 2, 4, 8 bytes."
                f" Given type {type_}"
            )

    return fit


def _fit_number(type_: Type) -> None:
    if fixed_width(type_) not in _WIDTHS:
        raise _bad(
            f"Codec DoubleDelta is not applicable for {type_} because the data type is not numeric"
        )


def _fit_float(name: str) -> Callable[[Type], None]:
    def fit(type_: Type) -> None:
        if not isinstance(type_, Float):
            raise _bad(
                f"Codec {name} is not applicable for {type_} because the data type is not Float*"
            )

    return fit


_COUNTED = (Integer, Decimal, Date, DateTime, DateTime64)


def _fit_gcd(type_: Type) -> None:
    if not isinstance(type_, _COUNTED):
        raise _bad(
            f"Codec GCD cannot be applied to column {type_} because it can only be used with Int*,"
            " UInt*, Decimal*, Date* or DateTime* types"
        )


def _fit_t64(type_: Type) -> None:
    if not isinstance(type_, (*_COUNTED, Enum, IPv4, Bool)) or fixed_width(type_) not in _WIDTHS:
        message = f"T64 codec is not supported for specified type {type_}"
        raise Error(Code.ILLEGAL_SYNTAX_FOR_CODEC_TYPE, message)


_ZSTD_LEVELS = _level("ZSTD", -(1 << 17), 22, "ZSTD codec can't have level more than 22, given {}")
_FPC_LEVELS = _level("FPC", 1, 28, "Codec 'FPC' level must be between 1 and 28")

FAMILIES = {
    family.name: family
    for family in (
        Family("NONE", compresses=False),
        Family("Default", generic=True),
        Family("LZ4", generic=True),
        Family(
            "LZ4HC",
            1,
            generic=True,
            check=_check_lz4hc,
            filled=lambda given, _: given or (0,),
        ),
        Family("ZSTD", 2, generic=True, check=_check_zstd, filled=lambda given, _: given or (1,)),
        Family("AES_128_GCM_SIV", encrypts=True),
        Family("AES_256_GCM_SIV", encrypts=True),
        Family(
            "Delta",
            1,
            compresses=False,
            differences=True,
            check=_check_width("Delta"),
            fit=_fit_width("Delta"),
            filled=_with_width,
        ),
        Family(
            "DoubleDelta",
            1,
            differences=True,
            check=_check_width("DoubleDelta"),
            fit=_fit_number,
            filled=lambda given, _: (),
        ),
        Family(
            "Gorilla",
            1,
            floats=True,
            check=_check_width("Gorilla"),
            fit=_fit_width("Gorilla"),
            filled=_with_width,
        ),
        Family(
            "FPC",
            2,
            floats=True,
            check=_check_fpc,
            fit=_fit_float("'FPC'"),
            filled=lambda given, _: given[:1] or (12,),
        ),
        Family("ALP", floats=True, fit=_fit_float("ALP")),
        Family("GCD", compresses=False, fit=_fit_gcd),
        Family("T64", 1, check=_check_t64, fit=_fit_t64),
    )
}


def spelled_codec(codec: ast.Function, type_: Type, environment: Environment) -> ast.Function:
    """The declaration with its arguments filled in; what makes no sense is refused."""
    calls = [_call(node) for node in codec.args]
    leaves = list(_leaves(type_))
    for family, given in calls:
        _check_arguments(family, given)
        for leaf in leaves:
            family.fit(leaf)
        if family.name == "ALP" and not environment.settings.enable_alp_codec:
            raise _bad(
                "Codec ALP is in beta and not yet recommended for production use. You can enable"
                " it with the 'enable_alp_codec' setting"
            )
    # A codec that means something else for each element of a tuple stays as written.
    meanings = {tuple(f.filled(given, leaf) for f, given in calls) for leaf in leaves}
    said = meanings.pop() if len(meanings) == 1 else tuple(given for _, given in calls)
    spelled = [_spelled(family, args) for (family, _), args in zip(calls, said, strict=True)]
    made = replace(codec, args=tuple(spelled))
    families = [family for family, _ in calls]
    if not environment.settings.allow_suspicious_codecs:
        _refuse_senseless(families, leaves, made)
    for family in families:
        if family.encrypts:
            raise _not_encrypted(family)
    return made


def _not_encrypted(family: Family) -> Error:
    return not_implemented(f"Codec {family.name} is not built: parts are not encrypted.")


def check_codec_text(text: str) -> None:
    """A codec as settings name it, without CODEC: it has to compress any bytes."""
    if not text:
        return
    codec = parse_expression(f"CODEC({text.upper()})")
    assert isinstance(codec, ast.Function)
    for node in codec.args:
        family, given = _call(node)
        if family.encrypts:
            raise _not_encrypted(family)
        if family.name != "NONE" and not (family.generic and family.name.isupper()):
            raise _unknown(family.name.upper())
        _check_arguments(family, given)


def _unknown(name: str) -> Error:
    return Error(Code.UNKNOWN_CODEC, f"Unknown codec family: {name}")


def _call(node: ast.Expression) -> tuple[Family, Arguments]:
    name = node.parts[0] if isinstance(node, ast.Identifier) else ""
    given: Arguments = ()
    if isinstance(node, ast.Function):
        name = node.name
        given = tuple(arg.value if isinstance(arg, ast.Literal) else None for arg in node.args)
    if name not in FAMILIES:
        raise _unknown(name)
    return FAMILIES[name], given


def _check_arguments(family: Family, given: Arguments) -> None:
    if given and not family.most:
        raise Error(
            Code.DATA_TYPE_CANNOT_HAVE_ARGUMENTS,
            f"Compression codec {family.name} cannot have arguments",
        )
    if len(given) > family.most:
        many = "1 parameter" if family.most == 1 else f"1 or {family.most} parameters"
        raise Error(
            Code.ILLEGAL_SYNTAX_FOR_CODEC_TYPE,
            f"{family.name} codec must have {many}, given {len(given)}",
        )
    family.check(given)


def _leaves(type_: Type) -> Iterator[Type]:
    """The types whose bytes the codec sees."""
    if isinstance(type_, Nullable | LowCardinality):
        yield from _leaves(type_.of)
    elif isinstance(type_, Array | Map | Nested | Tuple):
        for child in type_.children():
            yield from _leaves(child)
    else:
        yield type_


def _spelled(family: Family, arguments: Arguments) -> ast.Expression:
    args = tuple(ast.Literal(value) for value in arguments)
    return ast.Function(family.name, args) if args else ast.Identifier((family.name,))


_NOTE = " (Note: you can enable setting 'allow_suspicious_codecs' to skip this check)."


def _refuse_senseless(families: list[Family], leaves: list[Type], codec: ast.Function) -> None:
    text = ", ".join(format_query(arg, one_line=True) for arg in codec.args)
    if len(families) > 1 and any(family.name == "NONE" for family in families):
        raise _bad(
            "It does not make sense to have codec NONE along with other compression codecs:"
            f" {text}.{_NOTE}"
        )
    if families[0].name != "NONE" and not any(family.compresses for family in families):
        raise _bad(
            f"Compression codec {text} does not compress anything. You may want to add generic"
            f" compression algorithm after other transformations, like: {text}, LZ4.{_NOTE}"
        )
    meaningless = f"The combination of compression codecs {text} is meaningless, because"
    senseless = f"{meaningless} it does not make sense to"
    encrypted = [family.encrypts for family in families]
    if sorted(encrypted) != encrypted:
        message = f"{senseless} apply any non-post-processing codecs after post-processing ones."
        raise _bad(message + _NOTE)
    if any(family.generic and not last.encrypts for family, last in pairwise(families)):
        message = f"{senseless} apply any transformations after generic compression algorithm."
        raise _bad(message + _NOTE)
    before = False
    for family in families:
        if before and family.floats:
            raise _bad(
                f"{meaningless} floating point time series codecs do delta compression implicitly"
                " by themselves." + _NOTE
            )
        before = before or family.differences
    series = any(family.floats for family in families)
    if series and not all(isinstance(leaf, Float) for leaf in leaves):
        raise _bad(
            f"{senseless} apply a floating-point time series codec to non-floating-point columns"
            + _NOTE
        )

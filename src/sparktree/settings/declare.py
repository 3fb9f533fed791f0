"""How a setting is declared, parsed and printed."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from sparktree.errors import Code, Error

S = TypeVar("S")


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


def declared(cls: Any) -> Iterator[Declared]:
    """Every setting of a settings class."""
    for field in dataclasses.fields(cls):
        if "doc" in field.metadata:
            meta = field.metadata
            yield Declared(field.name, meta["type"], field.default, meta["doc"], meta["aliases"])


def parse(declaration: Declared, value: object) -> Any:
    """A value given as text or literal, as the setting's type; the error names the setting."""
    try:
        return _PARSERS[_kind(declaration)](value)
    except (ValueError, TypeError, OverflowError):
        raise _bad_value(declaration, value) from None


def _kind(declaration: Declared) -> str:
    if declaration.type.startswith("Bool"):
        return "Bool"
    if declaration.type.startswith(("UInt64", "MaxThreads")):
        return "UInt64"
    return {bool: "Bool", int: "Int64", float: "Float"}.get(type(declaration.default), "String")


def _bad_value(declaration: Declared, value: object) -> Error:
    if _kind(declaration) == "Bool":
        return Error(Code.CANNOT_PARSE_BOOL, f"Cannot parse bool from string '{value}'")
    return Error(
        Code.CANNOT_PARSE_NUMBER,
        f"Cannot parse value {value!r} of setting {declaration.name} as {declaration.type}",
    )


def _bool(value: object) -> bool:
    if isinstance(value, bool | int | float):
        return bool(value)
    text = str(value).lower()
    if text in ("1", "true"):
        return True
    if text in ("0", "false"):
        return False
    raise ValueError(value)


def _unsigned(value: object) -> int:
    if isinstance(value, str) and value.startswith("auto"):
        return 0
    number = int(float(value)) if isinstance(value, float) else int(str(value))
    if not 0 <= number < 1 << 64:
        raise ValueError(value)
    return number


def _float(value: object) -> float:
    return float(str(value))


_PARSERS = {
    "Bool": _bool,
    "UInt64": _unsigned,
    "Int64": lambda value: int(str(value)),
    "Float": _float,
    "String": lambda value: ("1" if value else "0") if isinstance(value, bool) else str(value),
}


def as_text(value: object) -> str:
    """A value as system.settings prints it."""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def by_name(cls: Any) -> Mapping[str, Declared]:
    """The settings of a class by every name that they have."""
    found: dict[str, Declared] = {}
    for one in declared(cls):
        for name in (one.name, *one.aliases):
            found[name] = one
    return found

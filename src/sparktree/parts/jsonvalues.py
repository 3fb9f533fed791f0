"""Single values as JSON: what part.json says of partition values, minima and maxima."""

import math
import uuid
from datetime import date
from decimal import Decimal
from typing import Any

from sparktree.errors import Code, Error


def to_json(value: Any) -> Any:
    """A Python value of an Arrow array as JSON that keeps it exactly."""
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else {"float": str(value)}
    if isinstance(value, list):
        return [to_json(item) for item in value]
    if isinstance(value, dict):
        return {"tuple": {name: to_json(item) for name, item in value.items()}}
    for name, kind, write, _ in _TAGS:
        if isinstance(value, kind):
            return {name: write(value)}
    raise Error(Code.LOGICAL_ERROR, f"Cannot keep a value of {type(value).__name__} in part.json.")


def from_json(value: Any) -> Any:
    """The opposite of `to_json`."""
    if isinstance(value, list):
        return [from_json(item) for item in value]
    if not isinstance(value, dict):
        return value
    ((tag, content),) = value.items()
    if tag == "tuple":
        return {name: from_json(item) for name, item in content.items()}
    return next(read for name, _, _, read in _TAGS if name == tag)(content)


_TAGS: tuple[tuple[str, type, Any, Any], ...] = (
    ("float", float, str, float),
    ("date", date, date.isoformat, date.fromisoformat),
    ("bytes", bytes, bytes.hex, bytes.fromhex),
    ("decimal", Decimal, str, Decimal),
    ("uuid", uuid.UUID, str, uuid.UUID),
)

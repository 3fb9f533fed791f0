"""Single values as ClickHouse prints them: for partition texts, which are few."""

import datetime
from collections.abc import Sequence
from typing import Any

from sparktree.kernel.connection import connect
from sparktree.types.base import Type
from sparktree.types.numeric import Integer
from sparktree.types.stored_literal import stored_literal
from sparktree.types.times import Date
from sparktree.types.to_text import Mode, to_text


def _simple_text(kind: Type, value: Any, mode: Mode) -> str | None:
    """The text of a number or a day, which needs no kernel; None of others."""
    if type(kind) is Integer and type(value) is int:
        return str(value)
    if type(kind) is Date and type(value) is datetime.date:
        text = value.isoformat()
        return text if mode is Mode.PLAIN else f"'{text}'"
    return None


def value_texts(
    values: Sequence[Any], types: Sequence[Type], mode: Mode, zone: str
) -> list[str | None]:
    """The texts of stored values, NULL as None; `zone` shows times whose type names none."""
    pairs = list(zip(types, values, strict=True))
    known = [_simple_text(kind, value, mode) for kind, value in pairs]
    if None not in known:
        return list(known)
    texts = [to_text(kind, stored_literal(kind, value), mode, zone=zone) for kind, value in pairs]
    cursor = connect()
    try:
        row = cursor.execute(f"SELECT {', '.join(texts)}").fetchone()
    finally:
        cursor.close()
    return list(row or ())

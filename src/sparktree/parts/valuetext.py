"""Single values as ClickHouse prints them: for partition texts, which are few."""

from collections.abc import Sequence
from typing import Any

from sparktree.kernel.connection import connect
from sparktree.types.base import Type
from sparktree.types.stored_literal import stored_literal
from sparktree.types.to_text import Mode, to_text


def value_texts(
    values: Sequence[Any], types: Sequence[Type], mode: Mode, zone: str
) -> list[str | None]:
    """The texts of stored values, NULL as None; `zone` shows times whose type names none."""
    pairs = zip(types, values, strict=True)
    texts = [to_text(kind, stored_literal(kind, value), mode, zone=zone) for kind, value in pairs]
    cursor = connect()
    try:
        row = cursor.execute(f"SELECT {', '.join(texts)}").fetchone()
    finally:
        cursor.close()
    return list(row or ())

"""ORDER BY ... COLLATE: which locales there are, and what can be sorted by them."""

from __future__ import annotations

from functools import lru_cache

from sparktree.errors import Code, Error, not_implemented
from sparktree.kernel.connection import kernel
from sparktree.types import Array, String, Tuple, Type


def collation(locale: str | None, type_: Type) -> str | None:
    """The kernel's name of the collation for values of the type."""
    if locale is None:
        return None
    inner = type_.inner
    while isinstance(inner, Array):
        inner = inner.of.inner
    if isinstance(inner, Tuple):
        raise not_implemented("Collations of tuples are not supported.")
    if not isinstance(inner, String):
        raise Error(
            Code.BAD_COLLATION,
            "Collations could be specified only for String, LowCardinality(String),"
            " Nullable(String) or for Array or Tuple, containing them",
        )
    return _available(locale)


def _available(locale: str) -> str:
    """A locale, or the language alone where the kernel has nothing special for the country."""
    name = locale.lower().replace("-", "_")
    for candidate in (name, name.partition("_")[0]):
        if candidate in _collations():
            return candidate
    raise Error(Code.UNSUPPORTED_COLLATION_LOCALE, f"Unsupported collation locale: {locale}")


@lru_cache(maxsize=1)
def _collations() -> frozenset[str]:
    with kernel() as cursor:
        rows = cursor.execute("SELECT collname FROM pragma_collations()").fetchall()
    own = ("icu_noaccent", "noaccent", "nocase", "nfc")
    return frozenset(name for (name,) in rows if name not in own)

"""Settings of MergeTree tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from sparktree.errors import Code, Error
from sparktree.settings.declare import Declared, as_text, by_name, parse, setting
from sparktree.settings.known import known_table_settings


@dataclass(frozen=True)
class MergeTreeSettings:
    """The table settings that have an effect; `others` holds ClickHouse's remaining ones."""

    index_granularity: int = setting(8192, "Most rows of a granule.")
    index_granularity_bytes: int = setting(
        10_485_760, "Most bytes of a granule; 0 means that only rows count."
    )
    # The documentation: "If none of these settings is set, data parts are stored in Wide format."
    # ClickHouse 26.9 itself has 10485760 here.
    min_bytes_for_wide_part: int = setting(0, "Parts with fewer bytes are Compact.")
    min_rows_for_wide_part: int = setting(0, "Parts with fewer rows are Compact.")
    allow_nullable_key: bool = setting(False, "Allows Nullable expressions in the keys.")
    default_compression_codec: str = setting("", "Codec of columns without CODEC.")
    old_parts_lifetime: int = setting(
        480, "Seconds for which parts that were replaced are kept.", type_="Seconds"
    )
    max_file_name_length: int = setting(127, "Longer names of column files are hashed.")
    fsync_after_insert: bool = setting(False, "Whether the files of a new part are synced to disk.")
    storage_policy: str = setting("default", "Name of the storage policy.")
    parts_to_throw_insert: int = setting(
        3000, "More active parts in a partition make INSERT fail; 0 means no limit."
    )

    others: Mapping[str, str] = field(default_factory=dict)

    def changed(self, changes: Mapping[str, object]) -> MergeTreeSettings:
        """The settings with others."""
        own: dict[str, Any] = {}
        others = dict(self.others)
        for name, value in changes.items():
            declaration = _declared().get(name)
            if declaration is not None:
                own[declaration.name] = parse(declaration, value)
            elif name in known_table_settings():
                others[name] = as_text(parse(known_table_settings()[name], value))
            else:
                raise Error(
                    Code.UNKNOWN_SETTING, f"Unknown setting '{name}': for storage MergeTree"
                )
        return replace(self, **own, others=others)


@lru_cache(maxsize=1)
def _declared() -> Mapping[str, Declared]:
    return by_name(MergeTreeSettings)


def declared_settings() -> Mapping[str, Declared]:
    """The table settings that have an effect."""
    return _declared()

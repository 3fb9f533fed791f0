"""Settings of queries: what SET, SETTINGS and the command line change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from sparktree.errors import Code, Error
from sparktree.settings.declare import Declared, as_text, by_name, parse, setting
from sparktree.settings.files import FileSettings
from sparktree.settings.functions import FunctionSettings
from sparktree.settings.http import HttpSettings
from sparktree.settings.indexes import IndexSettings
from sparktree.settings.inert_settings import known_settings, unknown_setting
from sparktree.settings.inserts import AsyncInsertSettings
from sparktree.settings.joins import JoinSettings
from sparktree.settings.limits import LimitSettings
from sparktree.settings.native import NativeSettings
from sparktree.settings.sampling import SamplingSettings
from sparktree.settings.types import TypeSettings
from sparktree.settings.unsupported import check_supported

CUSTOM_PREFIX = "SQL_"  # as custom_settings_prefixes of ClickHouse's configuration


@dataclass(frozen=True)
class QuerySettings(
    FunctionSettings,
    TypeSettings,
    JoinSettings,
    IndexSettings,
    FileSettings,
    HttpSettings,
    NativeSettings,
    SamplingSettings,
    LimitSettings,
    AsyncInsertSettings,
):
    """The settings that have an effect, as attributes; `others` are ClickHouse's remaining ones."""

    max_threads: int = setting(0, "Tasks for a stage; 0 means one per core.", type_="MaxThreads")
    max_insert_threads: int = setting(
        0,
        "Tasks that write in INSERT SELECT; 0 means as many as read, 1 keeps the rows in order.",
        type_="MaxThreads",
    )
    max_insert_block_size: int = setting(
        1_048_449, "Rows of a block that an INSERT forms, and so of a part.", type_="NonZeroUInt64"
    )
    min_insert_block_size_rows: int = setting(
        1_048_449, "Smaller blocks are joined up to this many rows."
    )
    min_insert_block_size_bytes: int = setting(
        268_402_944, "Smaller blocks are joined up to this many bytes."
    )
    max_partitions_per_insert_block: int = setting(
        100, "More partitions than this in one block of an INSERT are an error; 0 means no limit."
    )
    throw_on_max_partitions_per_insert_block: bool = setting(
        True, "Whether too many partitions in a block are an error or only written."
    )
    max_memory_usage: int = setting(
        0, "Bytes that the kernel may use in one task; 0 means its share of the machine's."
    )
    merge_tree_min_rows_for_concurrent_read: int = setting(
        400_000, "Fewer rows of a table than this are not read by a second task."
    )
    group_by_two_level_threshold: int = setting(
        100_000,
        "A task that would make at least so many groups of its rows, almost every row its own,"
        " exchanges the rows instead; 0 means never.",
    )
    group_by_two_level_threshold_bytes: int = setting(
        50_000_000,
        "Rows that tasks exchange go on in other tasks if they are more bytes, else in the driver;"
        " never more than 16 MiB go there.",
    )
    max_query_size: int = setting(
        262_144, "Longer statements, inserted data not counted, are an error; 0 means no limit."
    )
    max_ast_depth: int = setting(
        1000, "More levels in the syntax tree of a query are an error; 0 means no limit."
    )
    max_expanded_ast_elements: int = setting(
        500_000, "An expression may have so many parts once its aliases are put in; 0: any number."
    )
    max_ast_elements: int = setting(
        50_000, "More nodes in the syntax tree of a query are an error; 0 means no limit."
    )
    max_subquery_depth: int = setting(
        100, "Subqueries inside of more others than this are an error; 0 means no limit."
    )
    prefer_column_name_to_alias: bool = setting(
        False, "A name means the column rather than the alias."
    )
    enable_positional_arguments: bool = setting(
        True, "Numbers in GROUP BY, ORDER BY and LIMIT BY mean places in SELECT."
    )
    enable_order_by_all: bool = setting(
        True, "ORDER BY ALL means every column; otherwise a column of that name."
    )
    group_by_use_nulls: bool = setting(
        False, "Keys that a grouping set lacks are NULL instead of default values."
    )
    totals_mode: str = setting(
        "after_having_exclusive",
        "Whether WITH TOTALS counts the groups that HAVING refuses (before_having).",
        type_="TotalsMode",
    )
    extremes: bool = setting(
        False, "Formats print the smallest and the greatest value of every column."
    )
    use_with_fill_by_sorting_prefix: bool = setting(
        True, "WITH FILL fills each group of the ORDER BY columns before it on its own."
    )
    union_default_mode: str = setting(
        "", "What UNION means without ALL or DISTINCT.", type_="SetOperationMode"
    )
    intersect_default_mode: str = setting(
        "ALL", "What INTERSECT means without ALL or DISTINCT.", type_="SetOperationMode"
    )
    except_default_mode: str = setting(
        "ALL", "What EXCEPT means without ALL or DISTINCT.", type_="SetOperationMode"
    )
    session_timezone: str = setting(
        "", "Time zone of the session; empty means the server's.", type_="Timezone"
    )
    log_queries: bool = setting(True, "Whether queries are written into system.query_log.")
    log_formatted_queries: bool = setting(
        False, "Whether system.query_log has queries also in ClickHouse's spelling."
    )
    log_comment: str = setting("", "A remark that system.query_log keeps with the query.")
    readonly: int = setting(0, "1 forbids changes of data and settings, 2 only of data.")
    input_format_null_as_default: bool = setting(
        True, "NULL in input data means the default of a column that has no NULL."
    )
    insert_null_as_default: bool = setting(
        True, "NULL from INSERT SELECT means the default of a column that has no NULL."
    )
    # ClickHouse 26.9 has 1 here; its documentation has statistics "when we enable" the setting.
    allow_statistics: bool = setting(
        False, "Allows columns with STATISTICS.", aliases=("allow_experimental_statistics",)
    )
    optimize_aggregation_in_order: bool = setting(
        False, "GROUP BY with LIMIT and without ORDER BY gives the first groups of the table's key."
    )
    optimize_distinct_in_order: bool = setting(
        True, "DISTINCT with LIMIT reads granule after granule until there are enough values."
    )
    optimize_read_in_order: bool = setting(
        True, "ORDER BY keys with LIMIT reads only the granules that may hold the first rows."
    )
    # ClickHouse has 1 here and runs with 0 where it is embedded; merges write them anyway.
    materialize_statistics_on_insert: bool = setting(
        False, "INSERT writes the statistics that columns have by themselves, not only merges."
    )
    create_table_empty_primary_key_by_default: bool = setting(
        True, "A table without ORDER BY and PRIMARY KEY has an empty key."
    )
    default_table_engine: str = setting(
        "MergeTree", "Engine of CREATE TABLE without ENGINE.", type_="DefaultTableEngine"
    )
    allow_suspicious_codecs: bool = setting(
        False, "Allows codecs that compress nothing or that undo each other."
    )
    enable_alp_codec: bool = setting(False, "Allows the codec ALP.")
    # ClickHouse 26.9 has 0 here; its documentation shows the form without any gate.
    allow_deprecated_database_ordinary: bool = setting(
        False, "Allows databases of the engine Ordinary, which are kept as Atomic ones are."
    )
    allow_deprecated_syntax_for_merge_tree: bool = setting(
        True, "Allows MergeTree(date, [sampling,] key, granularity) without ORDER BY."
    )
    asterisk_include_materialized_columns: bool = setting(
        False, "SELECT * shows MATERIALIZED columns too."
    )
    asterisk_include_alias_columns: bool = setting(False, "SELECT * shows ALIAS columns too.")
    max_recursive_cte_evaluation_depth: int = setting(
        1000, "Most steps of a recursive query of WITH."
    )
    default_normal_view_sql_security: str = setting(
        "INVOKER",
        "SQL SECURITY of views that say none, where the configuration asks for one.",
        type_="SQLSecurityType",
    )
    default_materialized_view_sql_security: str = setting(
        "DEFINER",
        "SQL SECURITY of materialized views that say none, where the configuration asks for one.",
        type_="SQLSecurityType",
    )
    default_view_definer: str = setting(
        "CURRENT_USER", "The definer of such views, if their SQL SECURITY is DEFINER."
    )
    materialized_views_ignore_errors: bool = setting(
        False, "An INSERT goes on when a materialized view fails."
    )

    mutations_sync: int = setting(
        1, "ALTER TABLE UPDATE, DELETE and the like wait for their end: 1 and 2; 0: they do not."
    )
    insert_deduplicate: bool = setting(
        True, "Whether inserts are deduplicated, if `deduplicate_insert` leaves it to this."
    )
    insert_deduplication_token: str = setting(
        "", "A name for what is inserted; without one the rows themselves are compared."
    )
    deduplicate_insert: str = setting(
        "enable",
        "Whether rows that a table remembers to have been inserted are not inserted again.",
        type_="DeduplicateInsertMode",
    )
    deduplicate_insert_select: str = setting(
        "enable_when_possible",
        "Of which queries the rows of INSERT SELECT are not inserted again.",
        type_="DeduplicateInsertSelectMode",
    )
    deduplicate_blocks_in_dependent_materialized_views: bool = setting(
        True, "Whether tables behind materialized views deduplicate too."
    )
    materialize_ttl_after_modify: bool = setting(
        True, "Whether ALTER of a TTL applies it to the parts that are there."
    )
    allow_suspicious_ttl_expressions: bool = setting(
        False, "Allows TTL expressions that depend on no column or on the time of evaluation."
    )
    allow_non_metadata_alters: bool = setting(
        True, "Allows ALTERs of what a table declares that change its parts."
    )
    allow_create_index_without_type: bool = setting(
        False, "CREATE INDEX without TYPE does nothing instead of being refused."
    )
    create_index_ignore_unique: bool = setting(
        False, "CREATE UNIQUE INDEX makes an index that is not unique instead of being refused."
    )
    distributed_ddl_output_mode: str = setting(
        "throw",
        "What ON CLUSTER answers: a row for each node, an error if it failed (`throw`); no rows"
        " (`none`); rows that hold the error (`never_throw`).",
        type_="DistributedDDLOutputMode",
    )
    distributed_ddl_task_timeout: int = setting(
        180, "ON CLUSTER answers without rows if this is 0.", type_="Int64"
    )
    insert_quorum: int | str = setting(
        0,
        "Servers that must live for an INSERT into a replicated table, or `auto`: more than half.",
        type_="UInt64Auto",
    )
    alter_sync: int = setting(
        1,
        "Whether ALTERs of columns wait until data parts are rewritten.",
        aliases=("replication_alter_partitions_sync",),
    )
    lock_acquire_timeout: float = setting(
        120.0,
        "Seconds that operations on partitions wait for each other and for merges to end.",
        type_="Seconds",
    )
    check_query_single_value_result: bool = setting(
        False, "CHECK TABLE answers with one number for all parts."
    )
    alter_partition_verbose_result: bool = setting(
        False, "ALTER of partitions shows which parts it attached, froze and unfroze."
    )
    allow_drop_detached: bool = setting(False, "Allows ALTER TABLE ... DROP DETACHED PART.")
    allow_replace_partition_from_empty_source: bool = setting(
        False, "REPLACE PARTITION from a partition without parts drops the destination's."
    )
    optimize_on_insert: bool = setting(
        True, "An INSERT merges its rows as the engine of the table would merge parts of them."
    )
    optimize_throw_if_noop: bool = setting(False, "OPTIMIZE that finds nothing to merge fails.")
    optimize_skip_merged_partitions: bool = setting(
        False, "OPTIMIZE FINAL leaves partitions alone that are one merged part."
    )
    final: bool = setting(
        False, "Reads every table whose engine merges rows as if FINAL were written after it."
    )
    do_not_merge_across_partitions_select_final: bool = setting(
        False, "FINAL takes rows of different partitions for different rows."
    )
    optimize_move_to_prewhere: bool = setting(
        True, "Columns of cheap conditions are read first, the others where rows are left."
    )
    query_plan_optimize_lazy_materialization: bool = setting(
        True, "ORDER BY ... LIMIT reads the columns of the ordering first."
    )
    query_plan_max_limit_for_lazy_materialization: int = setting(
        10000, "The greatest LIMIT for which the columns of the ordering are read first."
    )
    checksum_on_read: bool = setting(
        True, "Whether queries compare files of parts with their checksums when first read."
    )
    lightweight_deletes_sync: int = setting(2, "Whether DELETE FROM waits for its end.")
    lightweight_delete_mode: str = setting(
        "alter_update",
        "How DELETE FROM hides rows: by a mutation (`alter_update`), by a patch part where the"
        " table allows UPDATE (`lightweight_update`), or by nothing else"
        " (`lightweight_update_force`).",
        type_="LightweightDeleteMode",
    )
    apply_patch_parts: bool = setting(True, "SELECT shows the values that UPDATE wrote.")
    apply_deleted_mask: bool = setting(True, "Rows that DELETE FROM deleted are left out.")
    apply_mutations_on_fly: bool = setting(
        False, "SELECT shows rows as mutations that have not reached them yet will leave them."
    )
    enable_lightweight_update: bool = setting(
        True, "Allows UPDATE.", aliases=("allow_experimental_lightweight_update",)
    )

    limit: float = setting(
        0.0, "No more rows of a result than this; 0 is no limit.", type_="Double"
    )
    offset: float = setting(0.0, "So many rows of a result are skipped.", type_="Double")
    additional_result_filter: str = setting("", "A condition that rows of a result must meet.")
    additional_table_filters: str = setting(
        "{}", "Conditions that rows of tables must meet, by the names of the tables.", type_="Map"
    )
    empty_result_for_aggregation_by_empty_set: bool = setting(
        False, "An aggregation without keys of no rows gives no row."
    )
    empty_result_for_aggregation_by_constant_keys_on_empty_set: bool = setting(
        True, "An aggregation by constant keys of no rows gives no row."
    )
    optimize_arithmetic_operations_in_aggregate_functions: bool = setting(
        True,
        "Arithmetic with constants inside of sum, avg, min and max is done on their results, which"
        " shows in the last digits of floats.",
    )

    others: Mapping[str, str] = field(default_factory=dict)
    custom: Mapping[str, object] = field(default_factory=dict)  # of the user's own, `SQL_...`
    given: frozenset[str] = frozenset()  # those that were set to what is their default anyway

    def value(self, name: str) -> Any:
        """The value of any setting that ClickHouse has."""
        declaration = _declared().get(name)
        if declaration is not None:
            return getattr(self, declaration.name)
        if name in self.others:
            return self.others[name]
        if name in self.custom:
            return self.custom[name]
        known = known_settings().get(name)
        if known is None:
            raise unknown_setting(name)
        return known.default

    def is_on(self, name: str) -> bool:
        """Whether a setting is set, for those whose name stands in a table or in a message."""
        return bool(self.value(name))

    def is_changed(self, name: str) -> bool:
        """Whether a setting that has an effect was set, were it to its default."""
        return name in self.given or getattr(self, name) != _declared()[name].default

    def changed(self, changes: Mapping[str, object]) -> QuerySettings:
        """The settings with others; None as a value means the default."""
        if not changes:
            return self
        own: dict[str, Any] = {}
        others = dict(self.others)
        custom = dict(self.custom)
        given = set(self.given)
        for name, value in changes.items():
            declaration = _declared().get(name)
            if name.startswith(CUSTOM_PREFIX):
                custom.pop(name, None)
                if value is not None:
                    custom[name] = value
                continue
            if declaration is not None:
                parsed = declaration.default if value is None else parse(declaration, value)
                own[declaration.name] = parsed
                given.discard(declaration.name)
                if value is not None and parsed == declaration.default:
                    given.add(declaration.name)
                continue
            known = known_settings().get(name)
            if known is None:
                raise unknown_setting(name)
            others.pop(name, None)
            if value is not None:
                others[name] = as_text(parse(known, value))
                check_supported(known, others[name])
        return replace(self, **own, others=others, custom=custom, given=frozenset(given))

    def changes(self) -> dict[str, str]:
        """What was set, as text; settings that were never set have their defaults."""
        own = {
            d.name: as_text(getattr(self, d.name))
            for d in _declared().values()
            if self.is_changed(d.name)
        }
        return {**own, **self.others, **{n: as_text(v) for n, v in self.custom.items()}}

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (self.changes(),)


def _rebuilt(changes: Mapping[str, str]) -> QuerySettings:
    return QuerySettings().changed(changes)


@lru_cache(maxsize=1)
def _declared() -> Mapping[str, Declared]:
    return by_name(QuerySettings)


DEFAULTS = QuerySettings()  # where there is no query


def declared_settings() -> Mapping[str, Declared]:
    """The settings that have an effect, by name and alias."""
    return _declared()


def declaration_of(name: str) -> Declared | None:
    """The declaration of a setting by one of its names, None of one that there is not."""
    return _declared().get(name) or known_settings().get(name)


def check_bare(names: Iterable[str]) -> None:
    """Refuse `SET name` without a value, which means true, of settings that are not Bool."""
    for name in names:
        found = declaration_of(name)
        if found is not None and not found.type.startswith("Bool"):
            raise Error(
                Code.TYPE_MISMATCH,
                f"Setting '{name}' has type {found.type}, so it cannot be set without a value."
                f" Write '{name} = <value>'",
            )

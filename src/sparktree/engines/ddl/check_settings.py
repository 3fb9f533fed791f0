"""What CREATE and ALTER refuse of a table's settings: values that cannot work together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sparktree.engines.ddl.codecs import check_codec_text
from sparktree.errors import Code, Error
from sparktree.settings.merge_tree import MergeTreeSettings

_FREE_ENTRIES = {
    "number_of_free_entries_in_pool_to_execute_mutation": "mutations cannot work",
    "number_of_free_entries_in_pool_to_lower_max_size_of_merge": (
        "the maximum size of merge will be always lowered"
    ),
    "number_of_free_entries_in_pool_to_execute_optimize_entire_partition": (
        "the entire partition cannot be optimized"
    ),
}

# The second may not be more than the first, whether they have an effect here or not.
_ORDERED = (
    ("max_cleanup_delay_period", "cleanup_delay_period"),
    ("max_merge_selecting_sleep_ms", "merge_selecting_sleep_ms"),
)
_CODECS = ("default_compression_codec", "marks_compression_codec", "primary_key_compression_codec")


def check_changed(settings: MergeTreeSettings, names: Iterable[str]) -> None:
    """What ClickHouse refuses of settings that are set to these values."""
    values = settings.texts()
    for name in sorted(set(names) & set(_CODECS)):
        check_codec_text(values[name])
    for most, other in _ORDERED:
        if int(values[most]) < int(values[other]):
            raise Error(
                Code.BAD_ARGUMENTS,
                f"The value of {most} setting ({values[most]}) must be greater than the value of"
                f" {other} setting ({values[other]})",
            )
    _check_slowdown(values)


def _check_slowdown(values: Mapping[str, str]) -> None:
    name = "merge_selecting_sleep_slowdown_factor"
    if float(values[name]) < 1:
        message = f"The value of {name} setting ({values[name]}) cannot be less than 1.0"
        raise Error(Code.BAD_ARGUMENTS, message)


def check_granularity(settings: MergeTreeSettings) -> None:
    """A granule has at least one row, and not too few bytes."""
    if settings.index_granularity < 1:
        raise Error(Code.BAD_ARGUMENTS, "index_granularity: value 0 makes no sense")
    size, least = settings.index_granularity_bytes, settings.min_index_granularity_bytes
    if 0 < size < least:
        raise Error(
            Code.BAD_ARGUMENTS,
            f"index_granularity_bytes: {size} is lower than specified min_index_granularity_bytes:"
            f" {least}",
        )


def check_pool(settings: MergeTreeSettings, threads: int) -> None:
    """Tables may not ask for more free threads than there are."""
    for name, consequence in _FREE_ENTRIES.items():
        value = getattr(settings, name)
        if value != getattr(MergeTreeSettings(), name) and value > threads:
            raise Error(
                Code.BAD_ARGUMENTS,
                f"The value of '{name}' setting ({value}) (default values are defined in"
                " <merge_tree> section of config.xml or the value can be specified per table in"
                " SETTINGS section of CREATE TABLE query) is greater than the value of"
                " 'background_pool_size'*'background_merges_mutations_concurrency_ratio'"
                f" ({threads}) (the value is defined in users.xml for default profile). This"
                f" indicates incorrect configuration because {consequence} with these settings.",
            )

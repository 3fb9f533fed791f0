"""The settings that change how values look as text, under ClickHouse's names and defaults."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from sparktree.kernel.sql import Sql
from sparktree.settings.declare import setting
from sparktree.types.composite import Tuple

# A tuple's type, its value and the settings, to its text.
NamedTuple = Callable[[Tuple, Sql, "TextSettings"], Sql]


@dataclass(frozen=True, slots=True)
class TextSettings:
    """How values are written; all fields but the first and the last are ClickHouse's settings."""

    zone: str = "UTC"
    date_time_output_format: str = setting(
        "simple",
        "How moments are written: simple (2024-07-01 10:00:00), iso or unix_timestamp.",
    )
    date_time_64_output_format_cut_trailing_zeros_align_to_groups_of_thousands: bool = setting(
        False,
        "DateTime64 is written with 0, 3, 6 or 9 digits of its fraction, as few as keep it.",
    )
    interval_output_format: str = setting(
        "numeric",
        "How intervals are written: numeric, or kusto (d.hh:mm:ss).",
    )
    bool_true_representation: str = setting(
        "true",
        "The word for true in TSV, CSV, Vertical and Pretty formats.",
    )
    bool_false_representation: str = setting(
        "false",
        "The word for false in TSV, CSV, Vertical and Pretty formats.",
    )
    output_format_decimal_trailing_zeros: bool = setting(
        False,
        "Decimals are written with all digits of their scale.",
    )
    output_format_always_write_decimal_point_in_float_and_decimal: bool = setting(
        False,
        "Floats and decimals that are whole numbers are written with `.0`.",
    )
    output_format_trim_fixed_string: bool = setting(
        False,
        "FixedString is written without the zero bytes at its end.",
    )
    output_format_csv_serialize_tuple_into_separate_columns: bool = setting(
        True,
        "In CSV the elements of a tuple are fields of their own.",
    )
    output_format_json_quote_64bit_integers: bool = setting(
        False,
        "JSON formats write integers of 64 and more bits in quotes.",
    )
    output_format_json_quote_denormals: bool = setting(
        False,
        'JSON formats write "nan" and "inf" instead of null.',
    )
    output_format_json_quote_decimals: bool = setting(
        False,
        "JSON formats write decimals in quotes.",
    )
    output_format_json_quote_64bit_floats: bool = setting(
        False,
        "JSON formats write Float64 in quotes.",
    )
    output_format_json_escape_forward_slashes: bool = setting(
        True,
        "JSON formats write a backslash before a slash.",
    )
    output_format_json_named_tuples_as_objects: bool = setting(
        True,
        "JSON formats write tuples with names as objects, not as arrays.",
    )
    output_format_json_skip_null_value_in_named_tuples: bool = setting(
        False,
        "JSON formats leave out the elements of tuples with names that are NULL.",
    )
    output_format_json_map_as_array_of_tuples: bool = setting(
        False,
        "JSON formats write maps as arrays of pairs.",
    )
    format_csv_delimiter: str = setting(
        ",",
        "What stands between the fields of CSV: one character.",
    )
    format_csv_null_representation: str = setting(
        "\\N",
        "What stands for NULL in CSV.",
    )
    format_tsv_null_representation: str = setting(
        "\\N",
        "What stands for NULL in TSV.",
    )
    named_tuple: NamedTuple | None = None  # how tuples with names are written, if not as tuples

    @classmethod
    def of(cls, settings: Mapping[str, Any] | object, **known: Any) -> Self:
        """The fields that a mapping or an object of settings has; the rest by default."""
        values = dict(known)
        for field in dataclasses.fields(cls):
            if field.name in values:
                continue
            if isinstance(settings, Mapping):
                if field.name in settings:
                    values[field.name] = settings[field.name]
            elif hasattr(settings, field.name):
                values[field.name] = getattr(settings, field.name)
        return cls(**values)


DEFAULTS = TextSettings()

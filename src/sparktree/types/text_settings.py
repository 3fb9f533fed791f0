"""The settings that change how values look as text, under ClickHouse's names and defaults."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from sparktree.kernel.sql import Sql
from sparktree.types.composite import Tuple

# A tuple's type, its value and the settings, to its text.
NamedTuple = Callable[[Tuple, Sql, "TextSettings"], Sql]


@dataclass(frozen=True, slots=True)
class TextSettings:
    """How values are written; all fields but the first and the last are ClickHouse's settings."""

    zone: str = "UTC"
    date_time_output_format: str = "simple"
    date_time_64_output_format_cut_trailing_zeros_align_to_groups_of_thousands: bool = False
    interval_output_format: str = "numeric"
    bool_true_representation: str = "true"
    bool_false_representation: str = "false"
    output_format_decimal_trailing_zeros: bool = False
    output_format_always_write_decimal_point_in_float_and_decimal: bool = False
    output_format_trim_fixed_string: bool = False
    output_format_csv_serialize_tuple_into_separate_columns: bool = True
    output_format_json_quote_64bit_integers: bool = False
    output_format_json_quote_denormals: bool = False
    output_format_json_quote_decimals: bool = False
    output_format_json_quote_64bit_floats: bool = False
    output_format_json_escape_forward_slashes: bool = True
    output_format_json_named_tuples_as_objects: bool = True
    output_format_json_skip_null_value_in_named_tuples: bool = False
    output_format_json_map_as_array_of_tuples: bool = False
    output_format_json_validate_utf8: bool = False
    format_csv_delimiter: str = ","
    format_csv_null_representation: str = "\\N"
    format_tsv_null_representation: str = "\\N"
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

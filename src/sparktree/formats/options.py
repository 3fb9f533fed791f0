"""What the formats need to know besides the rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import pyarrow as pa

from sparktree.errors import Code, Error
from sparktree.kernel.sql import Sql
from sparktree.types.base import Type
from sparktree.types.from_text import Fields
from sparktree.types.text_settings import TextSettings

Header = list[tuple[str, Type]]


@dataclass(frozen=True, slots=True)
class FormatSettings(TextSettings):
    """The settings of the formats, under ClickHouse's names and defaults."""

    output_format_tsv_crlf_end_of_line: bool = False
    output_format_csv_crlf_end_of_line: bool = False
    output_format_csv_header_serialize_tuple_into_separate_columns: bool = True
    output_format_json_array_of_rows: bool = False
    output_format_json_pretty_print: bool = True
    format_json_object_each_row_column_for_object_name: str = ""
    output_format_markdown_escape_special_characters: bool = False
    output_format_write_statistics: bool = True
    output_format_sql_insert_max_batch_size: int = 65409
    output_format_sql_insert_table_name: str = "table"
    output_format_sql_insert_include_column_names: bool = True
    output_format_sql_insert_quote_names: bool = True
    output_format_sql_insert_use_replace: bool = False
    output_format_parquet_compression_method: str = "zstd"
    output_format_parquet_row_group_size: int = 1000000
    output_format_arrow_compression_method: str = "lz4_frame"
    output_format_orc_compression_method: str = "zstd"
    output_format_avro_codec: str = ""
    output_format_avro_sync_interval: int = 16384
    schema_inference_mode: str = "default"
    schema_inference_hints: str = ""
    column_names_for_schema_inference: str = ""
    schema_inference_make_columns_nullable: str = "3"
    input_format_max_rows_to_read_for_schema_inference: int = 25000
    input_format_max_bytes_to_read_for_schema_inference: int = 33554432
    input_format_try_infer_integers: bool = True
    input_format_try_infer_dates: bool = True
    input_format_try_infer_datetimes: bool = True
    input_format_try_infer_datetimes_only_datetime64: bool = False
    input_format_try_infer_exponent_floats: bool = False
    input_format_csv_use_best_effort_in_schema_inference: bool = True
    input_format_csv_try_infer_numbers_from_strings: bool = False
    input_format_csv_try_infer_strings_from_quoted_tuples: bool = True
    input_format_tsv_use_best_effort_in_schema_inference: bool = True
    input_format_json_try_infer_numbers_from_strings: bool = False
    input_format_json_try_infer_named_tuples_from_objects: bool = True
    input_format_json_use_string_type_for_ambiguous_paths_in_named_tuples_inference_from_objects: bool = False  # noqa: E501
    input_format_json_infer_incomplete_types_as_strings: bool = True
    input_format_json_infer_array_of_dynamic_from_array_of_different_types: bool = True
    input_format_json_read_numbers_as_strings: bool = True
    input_format_json_read_bools_as_strings: bool = True
    input_format_json_read_bools_as_numbers: bool = True
    input_format_json_read_objects_as_strings: bool = True
    input_format_json_read_arrays_as_strings: bool = True
    date_time_input_format: str = "best_effort"
    input_format_parquet_allow_missing_columns: bool = True
    input_format_arrow_allow_missing_columns: bool = True
    input_format_orc_allow_missing_columns: bool = True
    input_format_parquet_case_insensitive_column_matching: bool = False
    input_format_arrow_case_insensitive_column_matching: bool = False
    input_format_orc_case_insensitive_column_matching: bool = False
    input_format_parquet_local_time_as_utc: bool = True
    input_format_parquet_filter_push_down: bool = True
    input_format_parquet_bloom_filter_push_down: bool = True
    input_format_parquet_page_filter_push_down: bool = True
    input_format_avro_allow_missing_fields: bool = False
    format_custom_escaping_rule: str = "Escaped"
    format_custom_field_delimiter: str = "\t"
    format_custom_row_before_delimiter: str = ""
    format_custom_row_after_delimiter: str = "\n"
    format_custom_row_between_delimiter: str = ""
    format_custom_result_before_delimiter: str = ""
    format_custom_result_after_delimiter: str = ""
    format_regexp: str = ""
    format_regexp_escaping_rule: str = "Raw"
    format_regexp_skip_unmatched: bool = False
    max_insert_block_size: int = 1048449
    input_format_allow_errors_num: int = 0
    input_format_allow_errors_ratio: float = 0.0
    input_format_skip_unknown_fields: bool = True
    input_format_column_name_matching_mode: str = "auto"
    input_format_with_names_use_header: bool = True
    input_format_with_types_use_header: bool = True
    input_format_null_as_default: bool = True
    input_format_defaults_for_omitted_fields: bool = True
    input_format_tsv_empty_as_default: bool = False
    input_format_tsv_detect_header: bool = True
    input_format_tsv_skip_first_lines: int = 0
    input_format_tsv_crlf_end_of_line: bool = False
    input_format_tsv_skip_trailing_empty_lines: bool = False
    input_format_csv_skip_trailing_empty_lines: bool = False
    input_format_csv_use_default_on_bad_values: bool = False
    input_format_csv_empty_as_default: bool = True
    input_format_csv_detect_header: bool = True
    input_format_custom_detect_header: bool = True
    input_format_csv_skip_first_lines: int = 0
    input_format_csv_trim_whitespaces: bool = True
    input_format_csv_deserialize_separate_columns_into_tuple: bool = True
    format_csv_allow_single_quotes: bool = False
    format_csv_allow_double_quotes: bool = True
    input_format_csv_allow_variable_number_of_columns: bool = False
    input_format_tsv_allow_variable_number_of_columns: bool = False
    input_format_json_compact_allow_variable_number_of_columns: bool = False
    input_format_json_validate_types_from_metadata: bool = True
    input_format_json_named_tuples_as_objects: bool = True
    output_format_pretty_max_rows: int = 1000
    output_format_pretty_max_column_pad_width: int = 250
    output_format_pretty_max_column_name_width_cut_to: int = 24
    output_format_pretty_max_column_name_width_min_chars_to_cut: int = 4
    output_format_pretty_max_value_width: int = 10000
    output_format_pretty_max_value_width_apply_for_single_value: bool = False
    output_format_pretty_color: str = "auto"
    output_format_pretty_grid_charset: str = "UTF-8"
    output_format_pretty_display_footer_column_names: bool = True
    output_format_pretty_display_footer_column_names_min_rows: int = 50
    output_format_pretty_row_numbers: bool = True
    output_format_pretty_single_large_number_tip_threshold: int = 1000000
    output_format_pretty_multiline_fields: bool = True
    output_format_pretty_fallback_to_vertical: bool = True
    output_format_pretty_fallback_to_vertical_max_rows_per_chunk: int = 10
    output_format_pretty_fallback_to_vertical_min_table_width: int = 250
    output_format_pretty_fallback_to_vertical_min_columns: int = 5
    output_format_pretty_named_tuples_as_json: bool = True

    @property
    def fields(self) -> Fields:
        """How fields of input formats are read."""
        return Fields(self.zone, self.date_time_input_format)


@dataclass(frozen=True, slots=True)
class Statistics:
    """What a query took."""

    elapsed: float = 0.0
    rows_read: int = 0
    bytes_read: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    """What is known once the last row was written."""

    totals: pa.Table | None = None
    extremes: pa.Table | None = None
    statistics: Statistics = Statistics()
    rows_before_limit: int | None = None
    rows_before_aggregation: int | None = None

    def rows_before(self) -> dict[str, int]:
        """What is known of the rows before LIMIT and GROUP BY, by the name that formats use."""
        told = {
            "rows_before_limit_at_least": self.rows_before_limit,
            "rows_before_aggregation": self.rows_before_aggregation,
        }
        return {name: rows for name, rows in told.items() if rows is not None}


@dataclass(frozen=True, slots=True)
class InputBlock:
    """Values in kernel form (columns c0, c1, ...) and, per column, where its default is wanted.

    A mask is None if every value was given, and a boolean array otherwise.
    """

    table: pa.Table
    missing: tuple[pa.Array | None, ...]


# Rows of expressions in SQL (or kernel SQL: the value, and whether the default is wanted), and the
# columns that they are for, to their values.
Evaluate = Callable[[list[list[str | tuple[Sql, Sql]]], Header], InputBlock]


@dataclass(slots=True)
class Faults:
    """Rows that could not be read: how many were left out, and those not yet judged."""

    skipped: int = 0
    found: list[tuple[int, Error]] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class FormatOptions:
    """The settings, and how to learn the ending; `ending` is called after the last block."""

    settings: FormatSettings = FormatSettings()
    ending: Callable[[], Ending] = field(default=Ending)
    terminal: bool = False
    evaluate: Evaluate | None = None
    faults: Faults = field(default_factory=Faults)
    # What Parquet and Arrow files say of themselves besides their columns.
    metadata: Mapping[str, str] = field(default_factory=dict)

    @property
    def tolerant(self) -> bool:
        """Whether rows that cannot be read may be left out."""
        settings = self.settings
        num, ratio = (
            settings.input_format_allow_errors_num,
            settings.input_format_allow_errors_ratio,
        )
        return num > 0 or ratio > 0

    def refuse(self, row: int, error: Error) -> None:
        """A row, counted from 1, cannot be read: an error, or a reason to leave it out."""
        if not self.tolerant:
            raise error
        self.faults.found.append((row, error))

    def judge(self) -> None:
        """Leave out the rows that were refused, unless they are too many."""
        settings, faults = self.settings, self.faults
        for row, error in sorted(faults.found, key=lambda fault: fault[0]):
            faults.skipped += 1
            share = faults.skipped / row
            many = faults.skipped > settings.input_format_allow_errors_num
            if many and share > settings.input_format_allow_errors_ratio:
                note = f" (Already have {faults.skipped} errors out of {row} rows, which is {share}"
                raise Error(Code(error.code), f"{error.message}{note} of all rows)")
        faults.found.clear()

    @property
    def color(self) -> bool:
        """Whether to write the escape sequences of a terminal."""
        chosen = str(self.settings.output_format_pretty_color).lower()
        return self.terminal if chosen == "auto" else chosen in ("1", "true")

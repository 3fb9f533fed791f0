"""What the formats need to know besides the rows."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import pyarrow as pa

from sparktree.errors import Error
from sparktree.kernel.sql import Sql
from sparktree.settings.declare import setting
from sparktree.types.base import Type
from sparktree.types.from_text import Fields
from sparktree.types.text_settings import TextSettings

Header = list[tuple[str, Type]]


@dataclass(frozen=True, slots=True)
class FormatSettings(TextSettings):
    """The settings of the formats, under ClickHouse's names and defaults: declared here alone."""

    output_format_tsv_crlf_end_of_line: bool = setting(
        False,
        "Lines of TSV end with CR LF.",
    )
    output_format_csv_crlf_end_of_line: bool = setting(
        False,
        "Lines of CSV end with CR LF.",
    )
    output_format_csv_header_serialize_tuple_into_separate_columns: bool = setting(
        True,
        "CSVWithNames names the elements of a tuple, where they are fields of their own.",
    )
    output_format_json_array_of_rows: bool = setting(
        False,
        "JSONEachRow writes one array of all rows.",
    )
    output_format_json_pretty_print: bool = setting(
        True,
        "The format JSON is written with line breaks and indents.",
    )
    output_format_json_validate_utf8: bool = setting(
        False,
        "JSON formats of rows write the replacement character for bytes that are not UTF-8;"
        " documents always do.",
    )
    format_json_object_each_row_column_for_object_name: str = setting(
        "",
        "The column of JSONObjectEachRow that is the name of an object, when reading and writing.",
    )
    output_format_markdown_escape_special_characters: bool = setting(
        False,
        "Markdown puts a backslash before what it takes for formatting.",
    )
    output_format_write_statistics: bool = setting(
        True,
        "JSON and XML tell the time and what was read.",
    )
    output_format_sql_insert_max_batch_size: int = setting(
        65409,
        "Rows of one INSERT of the format SQLInsert.",
    )
    output_format_sql_insert_table_name: str = setting(
        "table",
        "The table in the INSERT of the format SQLInsert.",
    )
    output_format_sql_insert_include_column_names: bool = setting(
        True,
        "SQLInsert names the columns.",
    )
    output_format_sql_insert_quote_names: bool = setting(
        True,
        "SQLInsert puts names of columns in backquotes.",
    )
    output_format_sql_insert_use_replace: bool = setting(
        False,
        "SQLInsert writes REPLACE instead of INSERT.",
    )
    output_format_parquet_compression_method: str = setting(
        "zstd",
        "How Parquet files are compressed: none, snappy, lz4, brotli, gzip or zstd.",
    )
    output_format_parquet_row_group_size: int = setting(
        1000000,
        "Rows of a row group of a Parquet file.",
    )
    output_format_arrow_compression_method: str = setting(
        "lz4_frame",
        "How Arrow files and streams are compressed: none, lz4_frame or zstd.",
    )
    output_format_orc_compression_method: str = setting(
        "zstd",
        "How ORC files are compressed: none, snappy, lz4, zlib or zstd.",
    )
    output_format_avro_codec: str = setting(
        "",
        "How Avro files are compressed: null, deflate, snappy or zstd.",
    )
    output_format_avro_sync_interval: int = setting(
        16384,
        "Bytes between two marks in an Avro file.",
    )
    schema_inference_mode: str = setting(
        "default",
        "Whether all files that are read have one structure (default), or each one of its own, "
        "whose columns are joined (union).",
    )
    schema_inference_hints: str = setting(
        "",
        "Names and types of columns that are not to be guessed from the data.",
    )
    column_names_for_schema_inference: str = setting(
        "",
        "Names, separated by commas, for columns of data without names.",
    )
    schema_inference_make_columns_nullable: str = setting(
        "3",
        "Whether guessed types are Nullable: 0 never, 1 always, 2 where the data tells NULL, 3 "
        "where the format does, auto.",
    )
    input_format_max_rows_to_read_for_schema_inference: int = setting(
        25000,
        "Rows that are looked at to guess types.",
    )
    input_format_max_bytes_to_read_for_schema_inference: int = setting(
        33554432,
        "Bytes that are looked at to guess types.",
    )
    input_format_try_infer_integers: bool = setting(
        True,
        "Whole numbers are guessed to be integers, not floats.",
    )
    input_format_try_infer_dates: bool = setting(
        True,
        "Texts that look like dates are guessed to be Date.",
    )
    input_format_try_infer_datetimes: bool = setting(
        True,
        "Texts that look like moments are guessed to be DateTime or DateTime64.",
    )
    input_format_try_infer_datetimes_only_datetime64: bool = setting(
        False,
        "Moments are guessed to be DateTime64, never DateTime.",
    )
    input_format_try_infer_exponent_floats: bool = setting(
        False,
        "Numbers with an exponent are guessed to be floats, also outside of JSON.",
    )
    input_format_csv_use_best_effort_in_schema_inference: bool = setting(
        True,
        "Types of CSV are guessed from values; otherwise all fields are String.",
    )
    input_format_csv_try_infer_numbers_from_strings: bool = setting(
        False,
        "Numbers in quotes are guessed to be numbers in CSV.",
    )
    input_format_csv_try_infer_strings_from_quoted_tuples: bool = setting(
        True,
        "Tuples in quotes are guessed to be String in CSV.",
    )
    input_format_tsv_use_best_effort_in_schema_inference: bool = setting(
        True,
        "Types of TSV are guessed from values; otherwise all fields are String.",
    )
    input_format_json_try_infer_numbers_from_strings: bool = setting(
        False,
        "Numbers in quotes are guessed to be numbers in JSON.",
    )
    input_format_json_try_infer_named_tuples_from_objects: bool = setting(
        True,
        "JSON objects are guessed to be tuples with names.",
    )
    input_format_json_use_string_type_for_ambiguous_paths_in_named_tuples_inference_from_objects: bool = setting(  # noqa: E501
        False,
        "A path of JSON objects that has values of different kinds is guessed to be String "
        "instead of being refused.",
    )
    input_format_json_infer_incomplete_types_as_strings: bool = setting(
        True,
        "A JSON key with nothing but null and empty values is guessed to be String.",
    )
    input_format_json_infer_array_of_dynamic_from_array_of_different_types: bool = setting(
        True,
        "JSON arrays of values of different kinds are guessed to be arrays, not tuples.",
    )
    input_format_json_read_numbers_as_strings: bool = setting(
        True,
        "A JSON number can be read as String.",
    )
    input_format_json_read_bools_as_strings: bool = setting(
        True,
        "JSON true and false can be read as String.",
    )
    input_format_json_read_bools_as_numbers: bool = setting(
        True,
        "JSON true and false can be read as numbers.",
    )
    input_format_json_read_objects_as_strings: bool = setting(
        True,
        "A JSON object can be read as String.",
    )
    input_format_json_read_arrays_as_strings: bool = setting(
        True,
        "A JSON array can be read as String.",
    )
    date_time_input_format: str = setting(
        "best_effort",
        "How moments are read from text: basic, best_effort or best_effort_us.",
    )
    input_format_parquet_allow_missing_columns: bool = setting(
        True,
        "Columns that a Parquet file lacks have their defaults; otherwise that is an error.",
    )
    input_format_arrow_allow_missing_columns: bool = setting(
        True,
        "Columns that Arrow data lacks have their defaults; otherwise that is an error.",
    )
    input_format_orc_allow_missing_columns: bool = setting(
        True,
        "Columns that an ORC file lacks have their defaults; otherwise that is an error.",
    )
    input_format_parquet_case_insensitive_column_matching: bool = setting(
        False,
        "Columns of Parquet files are found whatever the case of their names.",
    )
    input_format_arrow_case_insensitive_column_matching: bool = setting(
        False,
        "Columns of Arrow data are found whatever the case of their names.",
    )
    input_format_orc_case_insensitive_column_matching: bool = setting(
        False,
        "Columns of ORC files are found whatever the case of their names.",
    )
    input_format_parquet_local_time_as_utc: bool = setting(
        True,
        "Moments without a zone in Parquet files are read as DateTime64 of UTC.",
    )
    input_format_parquet_filter_push_down: bool = setting(
        True,
        "Row groups of Parquet files are left out by their bounds.",
    )
    input_format_parquet_bloom_filter_push_down: bool = setting(
        True,
        "Row groups of Parquet files are left out by their bloom filters.",
    )
    input_format_parquet_page_filter_push_down: bool = setting(
        True,
        "Pages of Parquet files are left out by the page index.",
    )
    input_format_avro_allow_missing_fields: bool = setting(
        False,
        "Columns that an Avro file lacks have their defaults; otherwise that is an error.",
    )
    format_custom_escaping_rule: str = setting(
        "Escaped",
        "How fields of CustomSeparated are written and read: Escaped, Quoted, CSV, JSON, XML "
        "or Raw.",
    )
    format_custom_field_delimiter: str = setting(
        "\t",
        "What stands between fields of CustomSeparated.",
    )
    format_custom_row_before_delimiter: str = setting(
        "",
        "What stands before a row of CustomSeparated.",
    )
    format_custom_row_after_delimiter: str = setting(
        "\n",
        "What stands after a row of CustomSeparated.",
    )
    format_custom_row_between_delimiter: str = setting(
        "",
        "What stands between rows of CustomSeparated.",
    )
    format_custom_result_before_delimiter: str = setting(
        "",
        "What stands before all rows of CustomSeparated.",
    )
    format_custom_result_after_delimiter: str = setting(
        "",
        "What stands after all rows of CustomSeparated.",
    )
    format_regexp: str = setting(
        "",
        "The regular expression of the format Regexp, a group for each column.",
    )
    format_regexp_escaping_rule: str = setting(
        "Raw",
        "How the groups of the format Regexp are read.",
    )
    format_regexp_skip_unmatched: bool = setting(
        False,
        "Lines that the expression of the format Regexp does not match are left out; otherwise "
        "they are an error.",
    )
    max_insert_block_size: int = 1048449
    input_format_allow_errors_num: int = setting(
        0,
        "So many rows that cannot be read are left out before it is an error.",
    )
    input_format_allow_errors_ratio: float = setting(
        0.0,
        "Such a share of rows that cannot be read is left out before it is an error.",
    )
    input_format_skip_unknown_fields: bool = setting(
        True,
        "Fields that the table has no column for are left out; otherwise that is an error.",
    )
    input_format_import_nested_json: bool = setting(
        False,
        "Whether members of an object in a row of JSONEachRow are for columns with its name before"
        " a dot, such as those of Nested.",
    )
    input_format_column_name_matching_mode: str = setting(
        "auto",
        "Whether names of columns in data are compared as they are (match_case), whatever the "
        "case (ignore_case), or as auto: so if nothing matches exactly.",
    )
    input_format_with_names_use_header: bool = setting(
        True,
        "Formats ...WithNames find columns by the header; otherwise by their places.",
    )
    input_format_with_types_use_header: bool = setting(
        True,
        "Formats ...WithNamesAndTypes check that types are those of the columns.",
    )
    input_format_null_as_default: bool = True
    input_format_tsv_empty_as_default: bool = setting(
        False,
        "Empty fields of TSV give the column's default.",
    )
    input_format_tsv_detect_header: bool = setting(
        True,
        "TSV finds out whether the first lines are names and types.",
    )
    input_format_tsv_skip_first_lines: int = setting(
        0,
        "So many lines at the beginning of TSV are left out.",
    )
    input_format_tsv_crlf_end_of_line: bool = setting(
        False,
        "Lines of TSV may end with CR LF; otherwise that is an error.",
    )
    input_format_tsv_skip_trailing_empty_lines: bool = setting(
        False,
        "Empty lines at the end of TSV are left out.",
    )
    input_format_csv_skip_trailing_empty_lines: bool = setting(
        False,
        "Empty lines at the end of CSV are left out.",
    )
    input_format_csv_use_default_on_bad_values: bool = setting(
        False,
        "Fields of CSV that cannot be read give the column's default.",
    )
    input_format_csv_empty_as_default: bool = setting(
        True,
        "Empty fields of CSV give the column's default.",
    )
    input_format_csv_detect_header: bool = setting(
        True,
        "CSV finds out whether the first lines are names and types.",
    )
    input_format_custom_detect_header: bool = setting(
        True,
        "CustomSeparated finds out whether the first lines are names and types.",
    )
    input_format_csv_skip_first_lines: int = setting(
        0,
        "So many lines at the beginning of CSV are left out.",
    )
    input_format_csv_trim_whitespaces: bool = setting(
        True,
        "Spaces and tabs around fields of CSV are left out.",
    )
    input_format_csv_deserialize_separate_columns_into_tuple: bool = setting(
        True,
        "In CSV the elements of a tuple may be fields of their own.",
    )
    format_csv_allow_single_quotes: bool = setting(
        False,
        "Fields of CSV may stand in single quotes.",
    )
    format_csv_allow_double_quotes: bool = setting(
        True,
        "Fields of CSV may stand in double quotes.",
    )
    input_format_csv_allow_variable_number_of_columns: bool = setting(
        False,
        "Rows of CSV may have fields too many, which are left out, or too few, which get defaults.",
    )
    input_format_tsv_allow_variable_number_of_columns: bool = setting(
        False,
        "Rows of TSV may have fields too many, which are left out, or too few, which get defaults.",
    )
    input_format_json_compact_allow_variable_number_of_columns: bool = setting(
        False,
        "Rows of JSONCompact... may have fields too many, which are left out, or too few, "
        "which get defaults.",
    )
    input_format_json_validate_types_from_metadata: bool = setting(
        True,
        "The formats JSON, JSONCompact and JSONColumnsWithMetadata check that the types in the "
        "data are those of the columns.",
    )
    output_format_pretty_max_rows: int = setting(
        1000,
        "Pretty formats cut what is longer.",
    )
    output_format_pretty_max_column_pad_width: int = setting(
        250,
        "Pretty formats make columns as wide as their values up to so many characters.",
    )
    output_format_pretty_max_column_name_width_cut_to: int = setting(
        24,
        "Pretty formats cut long names of columns to so many characters; 0 means never.",
    )
    output_format_pretty_max_column_name_width_min_chars_to_cut: int = setting(
        4,
        "Pretty formats cut names only where so many characters are too many.",
    )
    output_format_pretty_max_value_width: int = setting(
        10000,
        "Pretty formats cut longer values; 0 means never.",
    )
    output_format_pretty_max_value_width_apply_for_single_value: bool = setting(
        False,
        "Pretty formats cut long values also where the result is a single one.",
    )
    output_format_pretty_color: str = setting(
        "auto",
        "Whether Pretty formats use colours: 0, 1 or auto.",
    )
    output_format_pretty_grid_charset: str = setting(
        "UTF-8",
        "What Pretty formats draw lines with: UTF-8 or ASCII.",
    )
    output_format_pretty_display_footer_column_names: bool = setting(
        True,
        "Long tables of Pretty formats have names below, too.",
    )
    output_format_pretty_display_footer_column_names_min_rows: int = setting(
        50,
        "From so many rows on Pretty formats repeat the names below.",
    )
    output_format_pretty_row_numbers: bool = setting(
        True,
        "Pretty formats number the rows.",
    )
    output_format_pretty_single_large_number_tip_threshold: int = setting(
        1000000,
        "Beside a single number beyond this Pretty formats write it in words; 0 means never.",
    )
    output_format_pretty_multiline_fields: bool = setting(
        True,
        "Pretty formats write values with line breaks over several lines.",
    )
    output_format_pretty_fallback_to_vertical: bool = setting(
        True,
        "Pretty formats write wide tables of few rows as Vertical.",
    )
    output_format_pretty_fallback_to_vertical_max_rows_per_chunk: int = setting(
        10,
        "The most rows for which Pretty formats do so.",
    )
    output_format_pretty_fallback_to_vertical_min_table_width: int = setting(
        250,
        "The least width for which Pretty formats do so.",
    )
    output_format_pretty_fallback_to_vertical_min_columns: int = setting(
        5,
        "The least number of columns for which Pretty formats do so.",
    )
    output_format_pretty_named_tuples_as_json: bool = setting(
        True,
        "Pretty formats write tuples with names as JSON.",
    )

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


class Written(StrEnum):
    """What a piece of the output holds."""

    DATA = "data"
    TOTALS = "totals"
    EXTREMES = "extremes"


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
    errors: list[tuple[int, Error]] = field(default_factory=list)


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
    revision: int = 0  # of ClickHouse's protocol, that who reads Native knows
    # Called behind every piece by who puts pieces into packets; None: there are no packets.
    on_written: Callable[[Written], None] | None = None

    def written(self, what: Written) -> None:
        """All that was written since the last piece is one."""
        if self.on_written is not None:
            self.on_written(what)

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
        self.faults.errors.append((row, error))

    def judge(self) -> None:
        """Leave out the rows that were refused, unless they are too many."""
        settings, faults = self.settings, self.faults
        for row, error in sorted(faults.errors, key=lambda fault: fault[0]):
            faults.skipped += 1
            share = faults.skipped / row
            many = faults.skipped > settings.input_format_allow_errors_num
            if many and share > settings.input_format_allow_errors_ratio:
                note = f" (Already have {faults.skipped} errors out of {row} rows, which is {share}"
                raise Error(error.code, f"{error.message}{note} of all rows)")
        faults.errors.clear()

    @property
    def color(self) -> bool:
        """Whether to write the escape sequences of a terminal."""
        chosen = str(self.settings.output_format_pretty_color).lower()
        return self.terminal if chosen == "auto" else chosen in ("1", "true")

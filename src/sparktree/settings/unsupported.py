"""ClickHouse's settings that are refused: without their effect an answer or a table would not be
what was asked for. They may be set to their defaults."""

from __future__ import annotations

from collections.abc import Mapping

from sparktree.errors import Code, Error
from sparktree.settings.declare import Declared, as_text, parse

_READING = "values would be read otherwise than it asks for"
_WRITING = "values would be written otherwise than it asks for"
_TYPES = "types would be guessed otherwise than it asks for"
_ANSWERS = "queries would answer otherwise than it asks for"

_BY_REASON: Mapping[str, tuple[str, ...]] = {
    _READING: (
        "aggregate_function_input_format",
        "format_hive_text_rows_delimiter",
        "input_format_arrow_import_nested",
        "input_format_avro_null_as_default",
        "input_format_binary_decode_types_in_binary_format",
        "input_format_binary_read_json_as_string",
        "input_format_csv_allow_cr_end_of_line",
        "input_format_csv_arrays_as_nested_csv",
        "input_format_csv_missing_nullable_as_empty_string",
        "input_format_custom_allow_variable_number_of_columns",
        "input_format_custom_skip_trailing_empty_lines",
        "input_format_defaults_for_omitted_fields",
        "input_format_force_null_for_omitted_fields",
        "input_format_hive_text_collection_items_delimiter",
        "input_format_hive_text_fields_delimiter",
        "input_format_hive_text_map_keys_delimiter",
        "input_format_ipv4_default_on_conversion_error",
        "input_format_ipv6_default_on_conversion_error",
        "input_format_json_defaults_for_missing_elements_in_named_tuple",
        "input_format_json_ignore_unknown_keys_in_named_tuple",
        "input_format_json_map_as_array_of_tuples",
        "input_format_json_named_tuples_as_objects",
        "input_format_native_decode_types_in_binary_format",
        "input_format_orc_import_nested",
        "input_format_orc_reader_time_zone_name",
        "input_format_parquet_import_nested",
        "input_format_read_datetime_number_as_raw_value",
    ),
    _TYPES: (
        "input_format_arrow_skip_columns_with_unsupported_types_in_schema_inference",
        "input_format_orc_skip_columns_with_unsupported_types_in_schema_inference",
        "input_format_parquet_skip_columns_with_unsupported_types_in_schema_inference",
    ),
    _WRITING: (
        "output_format_arrow_date_as_uint16",
        "output_format_arrow_fixed_string_as_fixed_byte_array",
        "output_format_arrow_low_cardinality_as_dictionary",
        "output_format_arrow_string_as_string",
        "output_format_arrow_uuid_as_fixed_byte_array",
        "output_format_arrow_variant_as_string",
        "output_format_avro_string_column_pattern",
        "output_format_binary_encode_types_in_binary_format",
        "output_format_binary_write_json_as_string",
        "output_format_float_precision",
        "output_format_native_encode_types_in_binary_format",
        "output_format_native_write_json_as_string",
        "output_format_orc_string_as_string",
        "output_format_orc_writer_time_zone_name",
        "output_format_parquet_date_as_uint16",
        "output_format_parquet_datetime_as_uint32",
        "output_format_parquet_enum_as_byte_array",
        "output_format_parquet_fixed_string_as_fixed_byte_array",
        "output_format_parquet_string_as_string",
        "output_format_parquet_wide_integer_as_decimal",
        "output_format_values_escape_quote_with_quote",
    ),
    _ANSWERS: (
        "analyzer_compatibility_apply_final_to_all_joined_tables",
        "asterisk_include_virtual_columns",
        "cast_string_to_date_time_mode",
        "check_conversion_from_numbers_to_enum",
        "count_matches_stop_at_empty_match",
        "enable_extended_results_for_datetime_functions",
        "function_date_trunc_return_type_behavior",
        "use_legacy_to_time",
    ),
    "what is written could not be taken back": ("implicit_transaction",),
    "tables would be dropped all the same": (
        "ignore_drop_queries_probability",
        "max_partition_size_to_drop",
        "max_table_size_to_drop",
    ),
    "statements that change tables would be allowed all the same": ("allow_ddl",),
    "files would keep their names, and be read again": ("rename_files_after_processing",),
    "rows that cannot be read would be written nowhere": ("input_format_record_errors_file_path",),
    "the query that runs would go on": ("replace_running_query",),
    "the statement would be waited for": ("run_query_in_background",),
}
UNSUPPORTED: Mapping[str, str] = {
    name: reason for reason, names in _BY_REASON.items() for name in names
}
# Limits that 0 takes away: that is what they are here.
_UNLIMITED = ("max_partition_size_to_drop", "max_table_size_to_drop")


def description(name: str) -> str:
    """What system.settings says of such a setting; nothing of others."""
    reason = UNSUPPORTED.get(name)
    return (reason and f"Refused unless it has its default: without its effect {reason}.") or ""


def check_supported(known: Declared, value: str) -> None:
    """Refuse a value whose effect would be missed."""
    reason = UNSUPPORTED.get(known.name)
    if reason is None or value == as_text(parse(known, known.default)):
        return
    if known.name in _UNLIMITED and value == "0":
        return
    raise Error(
        Code.NOT_IMPLEMENTED,
        f"Setting '{known.name}' is not supported: {reason}. It may only have its default,"
        f" '{known.default}'.",
    )

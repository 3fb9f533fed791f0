"""Settings of functions."""

from __future__ import annotations

from dataclasses import dataclass

from sparktree.settings.declare import setting


@dataclass(frozen=True)
class FunctionSettings:
    """What functions make of their arguments."""

    transform_null_in: bool = setting(False, "NULL is equal to NULL in IN.")
    cast_keep_nullable: bool = setting(False, "CAST of a Nullable value stays Nullable.")
    formatdatetime_parsedatetime_m_is_month_name: bool = setting(
        True, "Whether %M of formatDateTime is the month's name or the minute."
    )
    formatdatetime_f_prints_single_zero: bool = setting(
        False, "Whether %f of formatDateTime is one zero for a moment without a fraction."
    )
    formatdatetime_f_prints_scale_number_of_digits: bool = setting(
        False, "Whether %f of formatDateTime has as many digits as the type."
    )
    formatdatetime_format_without_leading_zeros: bool = setting(
        False, "Whether %c, %l and %k of formatDateTime come without a leading zero."
    )
    formatdatetime_e_with_space_padding: bool = setting(
        False, "Whether %e of formatDateTime has a space before a single digit."
    )
    parsedatetime_parse_without_leading_zeros: bool = setting(
        True, "Whether %c, %l and %k of parseDateTime read numbers without a leading zero."
    )
    parsedatetime_e_requires_space_padding: bool = setting(
        False, "Whether %e of parseDateTime reads a single digit only behind a space."
    )
    splitby_max_substrings_includes_remaining_string: bool = setting(
        False, "Whether the last piece that splitBy... may give is all that is left of the text."
    )
    function_locate_has_mysql_compatible_argument_order: bool = setting(
        True, "Whether locate takes the needle before the text."
    )
    decimal_check_overflow: bool = setting(
        True, "Whether a comparison of decimals whose numbers do not fit is an error."
    )
    least_greatest_legacy_null_behavior: bool = setting(
        False, "Whether NULL among its values makes the result of least and greatest NULL."
    )
    function_json_value_return_type_allow_nullable: bool = setting(
        False, "Whether JSON_VALUE gives NULL for what there is not, and else an empty text."
    )
    function_json_value_return_type_allow_complex: bool = setting(
        False, "Whether JSON_VALUE gives arrays and objects too."
    )
    date_time_overflow_behavior: str = setting(
        "ignore",
        "Days and moments beyond the type they are converted to: ignore (they wrap around),"
        " saturate, throw.",
        type_="DateTimeOverflowBehavior",
    )
    cast_ipv4_ipv6_default_on_conversion_error: bool = setting(
        False, "Whether text that is no address is converted to the empty address."
    )
    enable_funnel_functions: bool = setting(
        False,
        "Allows the aggregate function sequenceNextNode.",
        aliases=("allow_experimental_funnel_functions",),
    )
    aggregate_functions_null_for_empty: bool = setting(
        False, "Aggregate functions give NULL for no rows, as with -OrNull."
    )
    force_grouping_standard_compatibility: bool = setting(
        True,
        "grouping() has a 1 for each key that is not in the grouping set; else for the others.",
    )
    count_distinct_implementation: str = setting(
        "uniqExact", "The aggregate function that count(DISTINCT ...) means."
    )
    function_sleep_max_microseconds_per_block: int = setting(
        3_000_000, "Longest time for which sleep and sleepEachRow may wait at once; 0: no limit."
    )

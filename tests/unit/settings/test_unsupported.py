"""Settings that would be missed are refused, others are accepted; all are described as they are."""

import pytest

import sparktree
from sparktree.errors import Code, Error


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("SET allow_ddl = 0", "would be allowed all the same"),
        ("SET input_format_csv_arrays_as_nested_csv = 1", "read otherwise"),
        (
            "SELECT 1 SETTINGS output_format_values_escape_quote_with_quote = true",
            "written otherwise",
        ),
        ("SELECT 1 FORMAT JSON SETTINGS output_format_float_precision = 3", "written otherwise"),
        ("SET max_table_size_to_drop = 1000", "dropped all the same"),
        ("SET Input_format_json_named_tuples_as_objects = 0", "Unknown setting"),
    ],
)
def test_a_setting_that_would_be_missed_is_refused(
    shared_engine: sparktree.Engine, statement: str, why: str
) -> None:
    with pytest.raises(Error, match=why) as error:
        shared_engine.session().query(statement)
    wanted = Code.UNKNOWN_SETTING if why.startswith("Unknown") else Code.NOT_IMPLEMENTED
    assert error.value.code == wanted


def test_defaults_and_what_clients_send_are_accepted(shared_engine: sparktree.Engine) -> None:
    session = shared_engine.session()
    session.query("SET allow_ddl = 1, max_table_size_to_drop = 0, max_table_size_to_drop = DEFAULT")
    session.query("SET use_uncompressed_cache = 1, max_block_size = 1000, log_queries = 0")
    session.query("SET network_compression_method = 'LZ4', input_format_parallel_parsing = 0")
    assert session.query("SELECT getSetting('network_compression_method')").text() == "LZ4\n"


def test_settings_are_described_as_they_are(shared_engine: sparktree.Engine) -> None:
    names = (
        "'format_csv_delimiter', 'allow_ddl', 'use_uncompressed_cache',"
        " 'format_custom_field_delimiter', 'input_format_allow_errors_num'"
    )
    found = shared_engine.session().query(
        "SELECT name, type, default, multiIf(description LIKE 'Accepted for compat%', 'no effect',"
        " description LIKE 'Refused unless%', 'refused', description) FROM system.settings"
        f" WHERE name IN ({names}) ORDER BY name"
    )
    assert found.text() == (
        "allow_ddl\tBool\t1\trefused\n"
        "format_csv_delimiter\tChar\t,\tWhat stands between the fields of CSV: one character.\n"
        "format_custom_field_delimiter\tString\t\\t\tWhat stands between fields of"
        " CustomSeparated.\n"
        "input_format_allow_errors_num\tUInt64\t0\tSo many rows that cannot be read are left out"
        " before it is an error.\n"
        "use_uncompressed_cache\tBool\t0\tno effect\n"
    )


def test_the_side_of_a_join_is_chosen_by_a_bool_or_automatically(
    shared_engine: sparktree.Engine,
) -> None:
    session = shared_engine.session()
    values = {"'auto'": "auto", "'true'": "true", "'false'": "false", "1": "true", "0": "false"}
    for value, shown in values.items():
        session.query(f"SET query_plan_join_swap_table = {value}")
        assert (
            session.query("SELECT getSetting('query_plan_join_swap_table')").text() == f"{shown}\n"
        )
    with pytest.raises(Error, match="Cannot parse bool from string 'both'") as error:
        session.query("SET query_plan_join_swap_table = 'both'")
    assert error.value.code == Code.CANNOT_PARSE_BOOL

import time

import pytest

from sparktree.errors import Error
from sparktree.sql import children, column_name, parse, split, transform, walk
from sparktree.sql.ast import Expression, Function, Identifier, Literal, Node, Select, TableName
from sparktree.sql.statements.insert import Insert
from sparktree.sql.statements.other import Use
from tests.oracle import Oracle


def _insert(text: str) -> Insert:
    statement = parse(text).statement
    assert isinstance(statement, Insert)
    return statement


# --- many statements -----------------------------------------------------------------------


def test_split_gives_statements_with_their_text() -> None:
    found = list(split("USE a; -- comment ; here\nUSE b;;\n SELECT ';' ;"))
    assert [parsed.text for parsed in found] == ["USE a", "USE b", "SELECT ';'"]
    assert found[0].statement == Use("a")


def test_split_parses_lazily() -> None:
    statements = split("USE a; nonsense here; USE b")
    assert next(statements).statement == Use("a")
    with pytest.raises(Error):
        next(statements)


def test_values_end_at_the_semicolon_outside_of_strings() -> None:
    first, second = split("INSERT INTO t VALUES (1, ';'), (2, 'it\\'s;'); USE b")
    assert isinstance(first.statement, Insert)
    assert first.statement.data == " (1, ';'), (2, 'it\\'s;')"
    assert second.statement == Use("b")


def test_other_formats_end_at_the_line_when_statements_follow() -> None:
    first, second = split("INSERT INTO t FORMAT CSV\n1;2\nUSE b")
    assert isinstance(first.statement, Insert)
    assert first.statement.data == "1;2"
    assert second.statement == Use("b")


# --- INSERT --------------------------------------------------------------------------------


def test_inline_data_is_not_looked_at() -> None:
    found = _insert("INSERT INTO t FORMAT CSV\n1,'unclosed\n2,((\n")
    assert found.format == "CSV"
    assert found.data == "1,'unclosed\n2,((\n"


def test_an_insert_without_data_waits_for_it() -> None:
    assert _insert("INSERT INTO t FORMAT JSONEachRow").data == ""
    assert _insert("INSERT INTO t FORMAT JSONEachRow;").data == ""
    assert _insert("INSERT INTO t SELECT 1").data is None


def test_a_querys_settings_are_the_inserts_too() -> None:
    found = _insert("INSERT INTO t SELECT 1 SETTINGS max_threads = 1")
    assert [setting.name for setting in found.settings] == ["max_threads"]


# --- parameters ----------------------------------------------------------------------------


def test_identifier_parameters_name_tables_and_columns() -> None:
    parsed = parse("SELECT 1 FROM {d:Identifier}.{t:Identifier}", {"d": "x", "t": "y z"})
    assert TableName("y z", "x") in list(walk(parsed.statement))


def test_a_missing_identifier_parameter_is_named() -> None:
    with pytest.raises(Error, match="Substitution `t` is not set"):
        parse("DROP TABLE {t:Identifier}", {})


# --- clauses behind a statement ------------------------------------------------------------


def test_outfile_format_and_settings_follow_any_statement() -> None:
    parsed = parse("SHOW TABLES INTO OUTFILE 'f' TRUNCATE FORMAT CSV SETTINGS a = 1")
    assert parsed.outfile is not None
    assert (parsed.outfile.path, parsed.outfile.truncate) == ("f", True)
    assert parsed.format == "CSV"
    assert [setting.name for setting in parsed.settings] == ["a"]


# --- names ---------------------------------------------------------------------------------

_NAMED = (
    "SELECT number + 1, -number, -1, 1.0, 'it''s', [1, number], (1, 2), tuple(number), NULL, "
    "number = 1 AND number IN (1, 2) OR NOT number, count(*) OVER (PARTITION BY number % 2 "
    "ORDER BY number DESC ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), arrayMap(x -> x + 1, [1]), "
    "number::Int8, 1::Int8, number BETWEEN 1 AND 2, number AS z, z + 1, (number AS y) + 1, "
    "INTERVAL 1 DAY, CASE WHEN number = 1 THEN 2 END, number IS NULL, [number][1], (number, 1).1 "
    "FROM numbers(1)"
)


def test_columns_are_named_as_clickhouse_names_them(oracle: Oracle) -> None:
    statement = parse(_NAMED).statement
    assert isinstance(statement, Select)
    names = oracle.text(_NAMED, "TabSeparatedRawWithNames").split("\n")[0].split("\t")
    assert [column_name(column) for column in statement.columns] == names


# --- trees ---------------------------------------------------------------------------------


def test_transform_rebuilds_what_changed_and_shares_the_rest() -> None:
    statement = parse("SELECT a + 1, b FROM t WHERE a > 2").statement

    def rename(node: Node) -> Node:
        return Identifier(("x",)) if node == Identifier(("a",)) else node

    changed = transform(statement, rename)
    assert changed == parse("SELECT x + 1, b FROM t WHERE x > 2").statement
    assert isinstance(changed, Select) and isinstance(statement, Select)
    assert changed.columns[1] is statement.columns[1]


def test_children_are_direct() -> None:
    expression = Function("f", (Function("g", (Literal(1),)), Identifier(("a",))))
    found: list[Expression] = [c for c in children(expression) if isinstance(c, Expression)]
    assert found == [Function("g", (Literal(1),)), Identifier(("a",))]


# --- speed ---------------------------------------------------------------------------------


def test_a_thousand_tokens_parse_in_milliseconds() -> None:
    columns = ", ".join(f"a{i} + f(b{i}, {i}) AS c{i}" for i in range(90))
    text = f"SELECT {columns} FROM t WHERE x = 1 AND y IN (1, 2, 3)"
    best = min(_seconds(text) for _ in range(5))
    assert best < 0.05  # a loaded machine is several times slower than an idle one


def _seconds(text: str) -> float:
    start = time.perf_counter()
    parse(text)
    return time.perf_counter() - start

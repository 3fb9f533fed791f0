"""INSERT INTO FUNCTION: rows into a file."""

from __future__ import annotations

from collections.abc import Sequence

from sparktree.engines.files import file_sink
from sparktree.engines.objects.functions import FORMS
from sparktree.engines.table_functions import TABLE_FUNCTIONS
from sparktree.errors import Code, Error, not_implemented
from sparktree.functions.convert import convert
from sparktree.kernel import sql
from sparktree.planner.analyze import ExpressionAnalyser, Numbers
from sparktree.planner.fragment import Fragment
from sparktree.planner.scope import Scope
from sparktree.planner.select import QueryAnalyser
from sparktree.planner.tables import TableArguments
from sparktree.sql import ast
from sparktree.sql.statements.insert import Insert
from sparktree.statements.context import Context


def insert_into_function(statement: Insert, context: Context) -> None:
    """Run the query; one task writes its rows."""
    call = statement.function
    assert call is not None
    if call.name != "file":
        known = call.name in TABLE_FUNCTIONS
        if not known:
            raise Error(Code.UNKNOWN_FUNCTION, f"Unknown table function {call.name}")
        raise not_implemented(f"INSERT INTO FUNCTION {call.name} is not supported.")
    if statement.query is None:
        raise not_implemented("INSERT INTO FUNCTION takes its rows from a SELECT only.")
    query = QueryAnalyser(context).analyse(statement.query)
    header = tuple((c.name, c.type) for c in query.columns)
    sink = file_sink(call, _values(call, context), header, context.settings, context.zone)
    if len(sink.header) != len(query.columns):
        raise Error(
            Code.NUMBER_OF_COLUMNS_DOESNT_MATCH,
            f"Number of columns doesn't match (source: {len(query.columns)} and result:"
            f" {len(sink.header)})",
        )
    planner = context.planner()
    inner = planner.output(query, [(sql.name(c.kernel_name), c) for c in query.columns])
    met = planner.meet(inner, ())
    items = [
        f"{convert(sql.name(c.kernel_name), c.type, type_, context.zone)} AS c{i}"
        for i, (c, (_, type_)) in enumerate(zip(query.columns, sink.header, strict=True))
    ]
    text = f"SELECT {', '.join(items)} FROM ({met.sql})"
    ready = Fragment(text, met.inputs, max(met.tasks, 1), met.rows)
    context.services.spark.run_sink(planner.sink(ready, sink).stages, context.options())


def _values(call: ast.Function, context: Context) -> Sequence[object]:
    numbers = Numbers()
    queries = QueryAnalyser(context, numbers)
    arguments = TableArguments(ExpressionAnalyser(context, Scope(), numbers, queries.analyse))
    return [arguments.value(argument) for argument in call.args]

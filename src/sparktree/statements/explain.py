"""EXPLAIN: what a statement will do."""

from __future__ import annotations

import itertools
import json
import time
from collections.abc import Callable, Collection, Iterator
from dataclasses import asdict, fields, replace

import pyarrow as pa

from sparktree.errors import Code, Error, not_implemented
from sparktree.planner.analysis.secrets import without_secrets
from sparktree.planner.environment import Constants
from sparktree.planner.fragment import DriverRows, Fragment, Gathered
from sparktree.planner.nodes import Node as PlanNode
from sparktree.planner.nodes import Query, Scan
from sparktree.planner.physical import Plan
from sparktree.planner.sources import KnownRows, TableSource
from sparktree.registry import Registry
from sparktree.spark.stages import (
    BlockRelation,
    BroadcastRelation,
    ExchangeRelation,
    Gather,
    Hash,
    Relation,
    SqlRelation,
    Stage,
)
from sparktree.sql import ast, format_query, parse
from sparktree.sql.outline import outline
from sparktree.sql.statements.insert import Insert
from sparktree.sql.statements.other import Explain
from sparktree.statements.context import STATEMENT_TABLES, Context
from sparktree.statements.explain_analyze import analyzed
from sparktree.statements.explain_drawing import Step, StepDetails, tree_json, tree_lines
from sparktree.statements.explain_indexes import enabled
from sparktree.statements.explain_syntax import understood
from sparktree.statements.explain_tree import steps
from sparktree.statements.handlers import Outcome, handles, nothing
from sparktree.statements.limits import check_projections_used, nodes_in, reports
from sparktree.statements.rows import rows, texts
from sparktree.statements.select import typed
from sparktree.types import STRING, UINT64, Type

Explainer = Callable[[Explain, Context], Outcome]
EXPLAINERS: Registry[str, Explainer] = Registry()


@handles(Explain, needs=nothing)
def explain(statement: Explain, context: Context) -> Outcome:
    """EXPLAIN of some kind."""
    return _explained(statement, context)


def _explained(statement: Explain, context: Context) -> Outcome:
    explainer = EXPLAINERS.get(statement.kind)
    if explainer is None:
        raise not_implemented(f"EXPLAIN {statement.kind} is not supported yet.")
    return explainer(statement, _with_settings(statement.statement, context))


@STATEMENT_TABLES.declare("viewExplain")
def view_explain(call: ast.Function, constants: Constants, context: Context) -> TableSource:
    """What EXPLAIN says as a table: viewExplain('EXPLAIN ...', 'settings', (SELECT ...))."""
    if len(call.args) not in (2, 3):
        raise Error(
            Code.BAD_ARGUMENTS,
            f"Table function 'viewExplain' requires 2 or 3 arguments, got {len(call.args)}",
        )
    kind, settings = (str(constants.value(arg)) for arg in call.args[:2])
    if kind.removeprefix("EXPLAIN").strip() not in ("", *EXPLAINERS):
        raise Error(Code.BAD_ARGUMENTS, f"Unknown explain kind '{kind}'")
    query = call.args[2] if len(call.args) == 3 else None
    if query is not None and not isinstance(query, ast.Subquery):
        raise Error(
            Code.BAD_ARGUMENTS,
            "Table function 'viewExplain' requires a subquery argument, got"
            f" '{format_query(query)}'",
        )
    shown = "" if query is None else format_query(query.query)
    statement = parse(f"{kind} {settings} {shown}").statement
    assert isinstance(statement, Explain)
    found = _explained(statement, context)
    return KnownRows("viewExplain", tuple(found.header), pa.concat_tables(list(found.blocks)))


def _with_settings(inner: ast.Node | None, context: Context) -> Context:
    """The surroundings with the settings of the explained query."""
    own = {s.name: s.value for s in getattr(inner, "settings", None) or ()}
    if not own or not isinstance(inner, ast.Query):
        return context
    return context.with_settings(own)


def _query(statement: Explain) -> ast.Query:
    inner = statement.statement
    if isinstance(inner, Insert) and inner.query is not None:
        inner = inner.query
    if not isinstance(inner, ast.Query):
        raise Error(
            Code.INCORRECT_QUERY,
            f"Only SELECT is supported for EXPLAIN {statement.kind} query",
        )
    return inner


# --- EXPLAIN PLAN --------------------------------------------------------------------------


@EXPLAINERS.declare("PLAN")
def plan(statement: Explain, context: Context) -> Outcome:
    """EXPLAIN [PLAN]: the steps of a query, as ClickHouse shows them."""
    _check_settings(statement)
    if not isinstance(statement.statement, ast.Query):
        raise Error(Code.INCORRECT_QUERY, "Only SELECT is supported for EXPLAIN query")
    query = typed(statement.statement, context)
    scans = context.planner().query(query).scans
    check_projections_used(query, scans, context.settings)
    shown, root = steps(statement, query, scans, context.context)
    if enabled(statement, "keep_logical_steps") and _has(root, "Join"):
        raise not_implemented("EXPLAIN PLAN keep_logical_steps = 1 of a JOIN is not supported.")
    plain = asdict(StepDetails())
    wishes = {name: enabled(statement, name, default=on) for name, on in plain.items()}
    details = StepDetails(**wishes)
    if enabled(statement, "json"):
        content = [{"Plan": tree_json(root, itertools.count(), details)}]
        return texts("explain", [json.dumps(content, indent=2, ensure_ascii=False)])
    return texts("explain", [f"Output: {shown}", "", *tree_lines(root, details)])


@EXPLAINERS.declare("ANALYZE")
def analyze(statement: Explain, context: Context) -> Outcome:
    """EXPLAIN ANALYZE: the same of a query that is run for it, with the rows of its steps."""
    _check_known(statement, _ANALYZE_SETTINGS)
    for name in ("matches", "column_structure", "actions", "processors"):
        if enabled(statement, name):
            raise not_implemented(f"EXPLAIN ANALYZE {name} = 1 is not supported.")
    if not isinstance(statement.statement, ast.Query):
        raise Error(Code.INCORRECT_QUERY, "Only SELECT is supported for EXPLAIN ANALYZE query")
    began = time.monotonic()
    found = analyzed(typed(statement.statement, context), context, began)
    indexes = not any(one.name in ("indexes", "indices") for one in statement.settings)
    if indexes:
        shown = ast.Setting("indexes", 1)
        statement = replace(statement, settings=(*statement.settings, shown))
    columns, root = steps(statement, found.query, found.scans, context.context, found.rows)
    details = StepDetails(
        description=enabled(statement, "description", default=True),
        header=enabled(statement, "header"),
        input_headers=enabled(statement, "input_headers"),
        sorting=enabled(statement, "sorting"),
    )
    lines = [*found.summary(), f"Output: {columns}", "", *tree_lines(root, details)]
    return texts("explain", lines)


_ANALYZE_SETTINGS = (
    "matches", "projections", "input_headers", "sorting", "description", "compact", "header",
    "pretty", "column_structure", "actions", "indexes", "processors",
)  # fmt: skip


def _has(step: Step, kind: str) -> bool:
    return step.kind == kind or any(_has(below, kind) for below in step.inputs)


# What EXPLAIN PLAN can be asked for, and whether it is on; others are ClickHouse's own.
_PLAN_SETTINGS = {
    "actions": None, "description": None, "header": None, "indexes": None, "indices": None,
    "json": None, "projections": None, "optimize": None, "pretty": True, "compact": True,
    "column_structure": None, "distributed": False, "estimates": None, "input_headers": None,
    "keep_logical_steps": None, "sorting": None,
}  # fmt: skip


def _check_known(statement: Explain, known: Collection[str]) -> None:
    for setting in statement.settings:
        if setting.name not in known:
            raise Error(
                Code.UNKNOWN_SETTING,
                f'Unknown setting "{setting.name}" for EXPLAIN {statement.kind} query.'
                f" Supported settings: {', '.join(known)}",
            )


def _check_settings(statement: Explain) -> None:
    _check_known(statement, _PLAN_SETTINGS)
    for name in (setting.name for setting in statement.settings):
        only = _PLAN_SETTINGS[name]
        if only is not None and enabled(statement, name) != only:
            raise not_implemented(f"EXPLAIN PLAN {name} = {int(not only)} is not supported.")
    # Columns in memory are not ClickHouse's; they would be told in headers.
    if enabled(statement, "column_structure") and enabled(statement, "header"):
        raise not_implemented("EXPLAIN PLAN column_structure = 1, header = 1 is not supported.")


# --- EXPLAIN PIPELINE ----------------------------------------------------------------------


@EXPLAINERS.declare("PIPELINE")
def pipeline(statement: Explain, context: Context) -> Outcome:
    """EXPLAIN PIPELINE: the stages, their tasks, what they read and the kernel SQL of each."""
    query = typed(_query(statement), context)
    return texts("explain", list(plan_lines(context.planner().query(query), query)))


def plan_lines(found: Plan, query: Query) -> Iterator[str]:
    """The plan as text."""
    yield "Output: " + ", ".join(f"{c.name} {c.type}" for c in query.columns)
    for note in found.notes:
        yield f"Note: {note}"
    for number, stage in enumerate(found.stages):
        yield ""
        yield from _stage_lines(number, stage)
    if found.driver is not None:
        yield ""
        yield from _driver_lines("Driver", found.driver)
    if found.totals is not None:
        yield ""
        yield from _driver_lines("Totals", found.totals)


def _stage_lines(number: int, stage: Stage) -> Iterator[str]:
    count = len(stage.inputs)
    yield f"Stage {number}: {count} task{'s' if count > 1 else ''}, {_output(stage)}"
    for name in stage.inputs[0]:
        yield f"  Input {name}: {_reads([task[name] for task in stage.inputs])}"
    yield f"  Kernel: {stage.sql}"
    if stage.unreduced is not None:
        yield f"  Kernel, if almost every row is a group: {stage.unreduced.sql}"
    for name, relation in stage.inputs[0].items():
        if isinstance(relation, SqlRelation):
            yield f"  Scan {name}: {relation.sql}"


def _output(stage: Stage) -> str:
    if stage.sink is not None:
        return "rows are written"
    if isinstance(stage.output, Hash):
        keys = ", ".join(stage.output.columns)
        return f"rows go to {stage.output.buckets} tasks by hash of {keys}"
    return "rows go to the driver" if isinstance(stage.output, Gather) else "rows go to one task"


def _reads(relations: list[Relation]) -> str:
    first = relations[0]
    if isinstance(first, SqlRelation):
        shares = [r.rows for r in relations if isinstance(r, SqlRelation)]
        return f"scan of {sum(shares)} rows in {len(shares)} share{'s' if len(shares) > 1 else ''}"
    if isinstance(first, ExchangeRelation):
        return f"bucket of stage {first.stage}"
    if isinstance(first, BroadcastRelation):
        return f"all rows of stage {first.stage}"
    return "rows from the driver" if isinstance(first, BlockRelation) else "rows"


def _driver_lines(title: str, fragment: Fragment) -> Iterator[str]:
    yield f"{title}:"
    for name, one in fragment.inputs.items():
        if isinstance(one, Gathered):
            yield f"  Input {name}: all rows of stage {one.stage}"
        elif isinstance(one, DriverRows):
            yield f"  Input {name}: {one.table.num_rows} known rows"
    yield f"  Kernel: {fragment.sql}"


# --- the others ----------------------------------------------------------------------------


@EXPLAINERS.declare("SYNTAX")
def syntax(statement: Explain, context: Context) -> Outcome:
    """EXPLAIN SYNTAX: the query as it was understood, operators as functions."""
    _check_known(statement, _SYNTAX_SETTINGS)
    for name in ("run_query_tree_passes", "query_tree_passes"):
        if enabled(statement, name):
            raise not_implemented(f"EXPLAIN SYNTAX {name} = 1 is not supported.")
    assert statement.statement is not None
    one_line = enabled(statement, "oneline")
    shown = without_secrets(understood(statement.statement, context))
    return texts("explain", [format_query(shown, one_line=one_line)])


_SYNTAX_SETTINGS = ("single_record", "run_query_tree_passes", "oneline", "query_tree_passes")


@EXPLAINERS.declare("AST")
def tree(statement: Explain, context: Context) -> Outcome:
    """EXPLAIN AST: the syntax tree."""
    if not isinstance(statement.statement, ast.Query):
        raise not_implemented("EXPLAIN AST shows the trees of queries, not of other statements.")
    if any(s.name == "graph" and s.value for s in statement.settings):
        raise not_implemented("EXPLAIN AST graph = 1 is not supported.")
    return texts("explain", list(outline(statement.statement).lines()))


@EXPLAINERS.declare("QUERY TREE")
def query_tree(statement: Explain, context: Context) -> Outcome:
    """EXPLAIN QUERY TREE: the typed query, its relational nodes."""
    query = typed(_query(statement), context)
    lines = ["QUERY", "  PROJECTION COLUMNS"]
    lines += [f"    {c.name} {c.type}" for c in query.columns]
    lines += ["  NODES", *_node_lines(query.root, 2)]
    return texts("explain", lines)


def _node_lines(node: PlanNode, depth: int) -> Iterator[str]:
    source = f" {node.source.name}" if isinstance(node, Scan) else ""
    yield "  " * depth + type(node).__name__ + source
    for field in fields(node):
        for child in nodes_in(getattr(node, field.name)):
            yield from _node_lines(child, depth + 1)


@EXPLAINERS.declare("CURRENT TRANSACTION")
def current_transaction(statement: Explain, context: Context) -> Outcome:
    """EXPLAIN CURRENT TRANSACTION: there is none, as every statement is one of its own."""
    return texts("explain", ["<no current transaction>"])


@EXPLAINERS.declare("ESTIMATE")
def estimate(statement: Explain, context: Context) -> Outcome:
    """EXPLAIN ESTIMATE: parts, rows and marks that a query will read of each table."""
    query = typed(_query(statement), context)
    header: list[tuple[str, Type]] = [("database", STRING), ("table", STRING)]
    header += [(name, UINT64) for name in ("parts", "rows", "marks")]
    found: dict[tuple[str, str], tuple[int, int, int]] = {}
    for report in reports(query, context.planner().query(query).scans):
        for read in report.reads:
            if read.parts or (report.projection is None and read.all_parts):  # or it finds none
                parts, count, marks = found.get(report.table, (0, 0, 0))
                found[report.table] = parts + read.parts, count + read.rows, marks + read.marks
    return rows(header, [(*name, *counts) for name, counts in found.items()])

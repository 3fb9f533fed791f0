"""Tables declared as `MergeTree(date, key, granularity)`, as it was done long ago."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from sparktree.catalog.records import Table
from sparktree.engines.definition.engines import Parameters, engine_info
from sparktree.engines.definition.replicas import own_arguments
from sparktree.errors import Code, Error
from sparktree.sql import ast
from sparktree.sql.statements import alter as nodes
from sparktree.sql.statements.create import Storage
from sparktree.statements.context import Context

_NOTE = "old_syntax"
_REFUSED: dict[type[nodes.AlterCommand], str] = {
    **dict.fromkeys(
        (nodes.ModifySetting, nodes.ResetSetting),
        "Cannot alter settings, because table engine doesn't support settings changes",
    ),
    nodes.AddIndex: "ALTER ADD INDEX is not supported for tables with the old syntax",
    nodes.AddProjection: "ALTER ADD PROJECTION is not supported for tables with the old syntax",
    **{
        kind: f"ALTER MODIFY {clause} is not supported for default-partitioned tables created with"
        " the old syntax"
        for kind, clause in (
            (nodes.ModifyOrderBy, "ORDER BY"),
            (nodes.ModifyTtl, "TTL"),
            (nodes.ModifySampleBy, "SAMPLE BY"),
        )
    },
}


def is_old(storage: Storage | None) -> bool:
    """Whether keys are arguments of the engine."""
    engine = storage.engine if storage is not None else None
    if storage is None or engine is None or not own_arguments(engine):
        return False
    if not engine_info(engine.name).sorted:
        return False
    return storage.order_by is None and storage.primary_key is None


def noted(storage: Storage | None) -> str:
    """What the catalog keeps of it beside the CREATE query, which is in the new syntax."""
    return json.dumps({_NOTE: True}) if is_old(storage) else "{}"


def refuse_old(record: Table, commands: Sequence[nodes.AlterCommand]) -> None:
    """BAD_ARGUMENTS for commands that such tables never had."""
    if not json.loads(record.definition).get(_NOTE):
        return
    for command in commands:
        if type(command) in _REFUSED:
            raise Error(Code.BAD_ARGUMENTS, _REFUSED[type(command)])


def _check_deprecated(context: Context) -> None:
    if not context.settings.allow_deprecated_syntax_for_merge_tree:
        raise Error(
            Code.BAD_ARGUMENTS,
            "This syntax for *MergeTree engine is deprecated. Use extended storage definition"
            " syntax with ORDER BY/PRIMARY KEY clause."
            " See also `allow_deprecated_syntax_for_merge_tree` setting",
        )


def in_new_syntax(storage: Storage, engine: ast.Function, context: Context) -> Storage:
    """The same with PARTITION BY, ORDER BY and SETTINGS, if the old syntax is allowed."""
    _check_deprecated(context)
    args = own_arguments(engine)
    parameters = engine_info(engine.name).parameters or Parameters()
    numbers = [i for i in (2, 3) if i < len(args) and _is_number(args[i])]
    if not numbers or not isinstance(args[0], ast.Identifier):
        raise Error(
            Code.NUMBER_OF_ARGUMENTS_DOESNT_MATCH,
            f"With extended storage definition syntax storage {engine.name} requires"
            f" {parameters.count()};"
            f" the old syntax is {engine.name}(date-column, [sampling-expression,]"
            " (primary, key), granularity)",
        )
    place = numbers[0]
    granularity = args[place]
    assert isinstance(granularity, ast.Literal)
    return replace(
        storage,
        engine=replace(engine, args=(*engine.args[: -len(args)], *args[place + 1 :])),
        partition_by=ast.Function("toYYYYMM", (args[0],)),
        order_by=args[place - 1],
        sample_by=args[1] if place == 3 else None,
        settings=(*storage.settings, ast.Setting("index_granularity", granularity.value)),
    )


def _is_number(node: ast.Expression) -> bool:
    return isinstance(node, ast.Literal) and isinstance(node.value, int)

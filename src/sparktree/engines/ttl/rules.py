"""The TTL rules that a table declares, and what its parts know of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sparktree.engines.definition import TableDefinition
from sparktree.engines.expressions import TableExpressions
from sparktree.functions import zones
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.parts.description import Bounds, PartDescription
from sparktree.planner.expr import Expr
from sparktree.sql import ast, format_query
from sparktree.sql.printers.create import format_call
from sparktree.sql.statements.create import TtlElement
from sparktree.types import Date

# A TTL of the start of the epoch never comes; it is kept as a moment far away.
NEVER = 1 << 62


class Kind(StrEnum):
    """What happens when the time of a rule has come."""

    DELETE = "DELETE"
    WHERE = "DELETE WHERE"
    GROUP_BY = "GROUP BY"
    COLUMN = "COLUMN"
    RECOMPRESS = "RECOMPRESS"
    MOVE = "MOVE"

    @property
    def changes_rows(self) -> bool:
        """Whether merges apply the rule row by row."""
        return self not in (Kind.RECOMPRESS, Kind.MOVE)


@dataclass(frozen=True, slots=True)
class Rule:
    """One TTL; `element` is the table's clause, `column` the name of the column that has it."""

    kind: Kind
    expression: ast.Expression
    element: TtlElement | None = None
    column: str = ""

    @property
    def text(self) -> str:
        """The expression as system.parts shows it."""
        return format_query(self.expression, one_line=True)

    @property
    def key(self) -> str:
        """What tells the rule from others in the description of a part."""
        condition = ""
        if self.element is not None and self.element.where is not None:
            condition = f" WHERE {format_query(self.element.where, one_line=True)}"
        return f"{self.kind} {self.column}: {self.text}{condition}"

    def bounds(self, part: PartDescription) -> Bounds | None:
        """The first and last moment that the rule waits for; None if the part does not know."""
        return part.ttl.get(self.key)

    def begins(self, part: PartDescription, now: float) -> bool:
        """Whether the time of some rows of the part has come."""
        bounds = self.bounds(part)
        return bounds is not None and bounds.least is not None and bounds.least <= now

    def ends(self, part: PartDescription, now: float) -> bool:
        """Whether the time of all rows of the part has come."""
        bounds = self.bounds(part)
        return bounds is not None and bounds.greatest is not None and bounds.greatest <= now


def rules_of(definition: TableDefinition) -> list[Rule]:
    """Every TTL of the table, those of rows and parts first."""
    storage = definition.create.storage
    found = [_rule(element) for element in storage.ttl] if storage else []
    found += [
        Rule(Kind.COLUMN, c.declaration.ttl, column=c.name)
        for c in definition.columns
        if c.declaration.ttl is not None and c.stored
    ]
    return found


def _rule(element: TtlElement) -> Rule:
    kind = Kind(element.mode)
    if kind is Kind.DELETE and element.where is not None:
        kind = Kind.WHERE
    return Rule(kind, element.expression, element)


def of_kind(rules: Iterable[Rule], *kinds: Kind) -> list[Rule]:
    """Those of the rules that do such things."""
    return [rule for rule in rules if rule.kind in kinds]


def read_nodes(definition: TableDefinition) -> Iterator[ast.Expression]:
    """The expressions by which it is known when the time of a row comes."""
    for rule in rules_of(definition):
        yield rule.expression
        if rule.element is not None and rule.element.where is not None:
            yield rule.element.where


def moment(typed: Expr, value: Sql, zone: str) -> Sql:
    """The value of a TTL expression in seconds since the epoch, BIGINT; 0 is never."""
    type_ = typed.type.inner
    if isinstance(type_, Date):
        return sql.cast(zones.start_of_day(value, zone), "BIGINT")
    return sql.cast(zones.seconds(value, type_), "BIGINT")


def come(seconds: Sql, now: int) -> Sql:
    """Whether the moment is there."""
    return sql.all_of([sql.op("<>", seconds, "0"), sql.op("<=", seconds, str(now))])


def awaited(seconds: Sql, now: int | None) -> Sql:
    """What the bounds of a part are made of; with `now` nothing where the rule was applied."""
    later = sql.case((sql.op("=", seconds, "0"), Sql(str(NEVER))), otherwise=seconds)
    if now is None:
        return later
    return sql.case((come(seconds, now), Sql("NULL::BIGINT")), otherwise=later)


def server_zone(expressions: TableExpressions) -> str:
    """The zone in which dates begin, whatever zone a session is in."""
    context = expressions.environment.context
    return context.server_zone or context.zone


def was_applied(rules: Sequence[Rule], parts: Sequence[PartDescription]) -> bool:
    """Whether a rule was applied to rows that are still there, and is not to forget it."""
    bounds = (rule.bounds(part) for rule in rules for part in parts)
    return any(one is not None and one.has_null for one in bounds)


def is_due(rules: Sequence[Rule], parts: Sequence[PartDescription], now: float) -> bool:
    """Whether the time of some rows of the parts has come, as far as is known."""
    return any(
        rule.kind.changes_rows and (rule.bounds(part) is None or rule.begins(part, now))
        for rule in rules
        for part in parts
        if part.rows
    )


def is_over(rules: Sequence[Rule], part: PartDescription, now: float) -> bool:
    """Whether all rows of the part are to be deleted."""
    return any(rule.ends(part, now) for rule in of_kind(rules, Kind.DELETE))


def codec_of(
    rules: Sequence[Rule], parts: Sequence[PartDescription], now: float, default: str
) -> str:
    """The codec of the last RECOMPRESS rule whose time has come for all rows."""
    best: tuple[int, str] | None = None
    for rule in of_kind(rules, Kind.RECOMPRESS):
        bounds = [rule.bounds(part) for part in parts]
        known = [b.greatest for b in bounds if b is not None and b.greatest is not None]
        last = max(known) if known and len(known) == len(bounds) else NEVER
        if last <= now and (best is None or last > best[0]):
            best = (last, codec_text(rule))
    return best[1] if best else default


def codec_text(rule: Rule) -> str:
    """The codec of RECOMPRESS, e.g. `ZSTD(17)`."""
    assert rule.element is not None and rule.element.codec is not None
    return ", ".join(map(format_call, rule.element.codec.args))

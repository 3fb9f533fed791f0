"""The TTL rules that a table declares, and what its parts know of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from sparktree.engines.definition.expressions import TableExpressions
from sparktree.engines.definition.table import TableDefinition
from sparktree.functions.core import zones
from sparktree.functions.core.convert import convert
from sparktree.kernel import sql
from sparktree.kernel.sql import Sql
from sparktree.parts.description import Bounds, PartDescription
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Expr, columns_of
from sparktree.sql import ast, format_query
from sparktree.sql.printers.create import format_call
from sparktree.sql.statements.create import TtlElement
from sparktree.types import DATE32, Date, DateTime, DateTime64, Type

# A TTL of the start of the epoch never comes; it is kept as a moment far away.
NEVER = 1 << 62
_NOTHING = Sql("NULL::BIGINT")


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
        condition = f" WHERE {format_query(self.where, one_line=True)}" if self.where else ""
        return f"{self.kind} {self.column}: {self.text}{condition}"

    @property
    def where(self) -> ast.Expression | None:
        """The condition that rows must meet."""
        return self.element.where if self.element is not None else None

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
        if rule.where is not None:
            yield rule.where


class Moments:
    """TTL expressions over some columns, as seconds since the epoch.

    As in ClickHouse, dates and times count as Date32 and DateTime64: what is added to them may lead
    beyond the year 2106.
    """

    def __init__(self, environment: Environment, columns: Sequence[tuple[str, Type]]) -> None:
        self.context = environment.context
        self.types = dict(columns)
        wide = [(name, _wide(type_)) for name, type_ in columns]
        self.expressions = TableExpressions.over(environment, wide)

    def typed(self, rule: Rule) -> Expr:
        """The expression."""
        return self.expressions.analyse(rule.expression)

    def seconds(self, rule: Rule, names: Mapping[str, str]) -> Sql:
        """Kernel SQL of the moment, BIGINT; 0 is never. `names` are those of the columns."""
        typed = self.typed(rule)
        read = {column.name for column in columns_of(typed).values()}
        values = {name: self._widened(name, names[name]) for name in read}
        value = self.expressions.lower(typed, values, self.context)
        type_ = typed.type.inner
        if isinstance(type_, Date):
            # Dates begin where the engine is, whatever zone a session is in.
            zone = self.context.server_zone or self.context.zone
            return sql.cast(zones.start_of_day(value, zone), "BIGINT")
        return sql.cast(zones.seconds(value, type_), "BIGINT")

    def _widened(self, name: str, alias: str) -> Sql:
        type_ = self.types[name]
        return convert(sql.name(alias), type_, _wide(type_), self.context.zone)


def _wide(type_: Type) -> Type:
    if type(type_) is Date:
        return DATE32
    return DateTime64(0, type_.zone) if type(type_) is DateTime else type_


def has_come(seconds: Sql, now: int) -> Sql:
    """Whether the moment is there."""
    return sql.all_of([sql.op("<>", seconds, 0), sql.op("<=", seconds, now)])


def awaited(seconds: Sql, now: int | None, condition: Sql | None = None) -> Sql:
    """What the bounds of a part are made of: nothing for rows that the rule does not concern.

    With `now` these are also the rows to which it was applied.
    """
    later = sql.case((sql.op("=", seconds, 0), Sql(str(NEVER))), otherwise=seconds)
    branches = [] if now is None else [(has_come(seconds, now), _NOTHING)]
    if condition is not None:
        branches.append((sql.op("NOT", sql.coalesce(condition, sql.FALSE)), _NOTHING))
    return sql.case(*branches, otherwise=later) if branches else later


def was_applied(rules: Sequence[Rule], parts: Sequence[PartDescription]) -> bool:
    """Whether a rule was applied to rows that are still there, and is not to forget it."""
    lasting = of_kind(rules, Kind.COLUMN, Kind.GROUP_BY)
    bounds = (rule.bounds(part) for rule in lasting for part in parts)
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

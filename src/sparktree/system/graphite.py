"""system.graphite_retentions: the rollup rules of GraphiteMergeTree tables."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sparktree.engines.definition.engines import engine_info
from sparktree.engines.merging.graphite import section_name
from sparktree.engines.merging.rollup import Pattern, Retention, load_rollup
from sparktree.system.stored import Stored, stored_tables
from sparktree.system.table import Reading, SystemTable, system_table

_DEFAULT_PRIORITY = 65_535


@dataclass(frozen=True, slots=True)
class _Rule:
    """A retention of a pattern; a pattern without any is a row too."""

    config_name: str
    pattern: Pattern
    retention: Retention
    number: int
    tables: tuple[Stored, ...]

    @property
    def is_default(self) -> bool:
        return not self.pattern.regexp


def _rules(reading: Reading) -> Iterator[_Rule]:
    sections: dict[str, list[Stored]] = {}
    for table in stored_tables(reading):
        if engine_info(table.record.engine).is_configured:
            sections.setdefault(section_name(table.definition), []).append(table)
    for name, tables in sorted(sections.items()):
        content = reading.environment.configuration(name)
        if content is None:  # the folder was opened with another configuration
            continue
        for number, pattern in enumerate(load_rollup(name, content).patterns, 1):
            for retention in pattern.retentions or (Retention(0, 0),):
                yield _Rule(name, pattern, retention, number, tuple(tables))


system_table(
    SystemTable[_Rule](
        "graphite_retentions",
        "The rollup rules of GraphiteMergeTree tables.",
        _rules,
        {
            "config_name": "config_name",
            "rule_type": "pattern.rule_type",
            "regexp": "pattern.regexp",
            "function": lambda rule: rule.pattern.call.name if rule.pattern.function else "",
            "age": "retention.age",
            "precision": "retention.precision",
            "priority": lambda rule: _DEFAULT_PRIORITY if rule.is_default else rule.number,
            "is_default": "is_default",
            "Tables.database": lambda rule: [table.record.database for table in rule.tables],
            "Tables.table": lambda rule: [table.record.name for table in rule.tables],
        },
    )
)

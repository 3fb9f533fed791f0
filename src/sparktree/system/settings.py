"""system.settings, merge_tree_settings, server_settings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sparktree.background.pools import SIZES
from sparktree.formats.from_settings import declared_format_settings
from sparktree.settings import merge_tree, query, server
from sparktree.settings.constraints import Constraint, comparable
from sparktree.settings.declare import Declared, as_text, parse, shown_value
from sparktree.settings.inert_settings import known_settings, known_table_settings
from sparktree.settings.query import QuerySettings
from sparktree.system.table import Reading, SystemTable, system_table


@dataclass(frozen=True, slots=True)
class ShownSetting:
    """A setting under one of its names, with its value now."""

    name: str
    declared: Declared
    value: str
    changed: bool

    @property
    def default(self) -> str:
        """The default as text."""
        return shown_value(self.declared, self.declared.default)

    @property
    def alias_for(self) -> str:
        """The setting's own name, if this is another one."""
        return "" if self.name == self.declared.name else self.declared.name


def shown_settings(settings: QuerySettings) -> Iterator[ShownSetting]:
    """All query settings by name."""
    changes = settings.changes()
    everything = {
        **known_settings(),
        **declared_format_settings(),
        **query.declared_settings(),
    }
    for name, declared in sorted(everything.items()):
        value = shown_value(declared, settings.value(name))
        yield ShownSetting(name, declared, value, declared.name in changes)
    for name in sorted(settings.custom):
        declared = Declared(name, "String", "", "A setting of the user's own.")
        yield ShownSetting(name, declared, as_text(settings.value(name)), True)


@dataclass(frozen=True, slots=True)
class SessionSetting:
    """A setting of the session, with what the user may change it to."""

    shown: ShownSetting
    constraint: Constraint
    readonly: bool

    def limit(self, value: object) -> str | None:
        """A limit as text."""
        return None if value is None else as_text(comparable(self.shown.name, value))

    @property
    def disallowed(self) -> list[str]:
        """The values that it may not have."""
        return [as_text(comparable(self.shown.name, one)) for one in self.constraint.disallowed]


def _query_settings(reading: Reading) -> Iterator[SessionSetting]:
    settings, constraints = reading.settings, reading.constraints
    for shown in shown_settings(settings):
        name = shown.declared.name
        yield SessionSetting(shown, constraints.of(name), constraints.is_readonly(name, settings))


def _table_settings(_: Reading) -> Iterator[ShownSetting]:
    everything = {**known_table_settings(), **merge_tree.declared_settings()}
    for name, declared in sorted(everything.items()):
        yield ShownSetting(name, declared, as_text(declared.default), False)


system_table(
    SystemTable[SessionSetting](
        "settings",
        "The settings of queries with their values in this session.",
        _query_settings,
        {
            "name": "shown.name",
            "value": "shown.value",
            "changed": "shown.changed",
            "description": "shown.declared.doc",
            "min": lambda row: row.limit(row.constraint.minimum),
            "max": lambda row: row.limit(row.constraint.maximum),
            "disallowed_values": "disallowed",
            "readonly": "readonly",
            "type": "shown.declared.type",
            "default": "shown.default",
            "alias_for": "shown.alias_for",
        },
    )
)

for _name in ("merge_tree_settings", "replicated_merge_tree_settings"):
    system_table(
        SystemTable[ShownSetting](
            _name,
            "The settings of MergeTree tables.",
            _table_settings,
            {
                "name": "name",
                "value": "value",
                "default": "default",
                "changed": "changed",
                "description": "declared.doc",
                "type": "declared.type",
            },
        )
    )


def _server_settings(reading: Reading) -> Iterator[ShownSetting]:
    pools = {
        name: Declared(name, "UInt64", default, f"Threads of the pool of {pool}.")
        for pool, (name, default) in SIZES.items()
    }
    for name, declared in sorted({**pools, **server.declared_settings()}.items()):
        text = reading.services.storage.config.text(name)
        shown = shown_value(declared, declared.default if text is None else parse(declared, text))
        yield ShownSetting(name, declared, shown, text is not None)


system_table(
    SystemTable[ShownSetting](
        "server_settings",
        "The settings of the server, which its configuration says.",
        _server_settings,
        {
            "name": "name",
            "value": "value",
            "default": "default",
            "changed": "changed",
            "description": "declared.doc",
            "type": "declared.type",
        },
    )
)

"""`SETTINGS name = value, ...`."""

from __future__ import annotations

from sparktree.sql.ast import Expression, Function, Identifier, Literal, QueryParameter, Setting
from sparktree.sql.cursor import Cursor
from sparktree.sql.lexer import Kind

SettingValue = int | float | str | bool | None | tuple[object, ...] | Function


def settings_clause(c: Cursor) -> tuple[Setting, ...]:
    """The settings after the word SETTINGS, if it follows."""
    if c.token.key != "SETTINGS" or c.peek().kind > Kind.QUOTED:
        if c.trace:
            c.expect_note("SETTINGS")
        return ()
    c.advance()
    return c.listed(setting)


def setting(c: Cursor) -> Setting:
    """`name = value`; a name alone means `name = 1`."""
    name = ".".join(c.compound())
    if not c.accept("="):
        return Setting(name, True, written=False)
    return Setting(name, setting_value(c))


def setting_value(c: Cursor) -> SettingValue:
    """A literal, a collection of them, a call such as `disk(...)`, or DEFAULT."""
    if c.accept("DEFAULT"):
        return None
    if c.at("{") and c.peek().kind is not Kind.WORD:
        return _map(c)
    return _plain(c, c.rules.expression(c))


def _map(c: Cursor) -> tuple[object, ...]:
    """`{'key': value, ...}` as pairs."""
    c.expect("{")
    pairs: list[tuple[SettingValue, SettingValue]] = []
    while not c.at("}"):
        key = _plain(c, c.rules.expression(c))
        c.expect(":")
        pairs.append((key, setting_value(c)))
        if not c.accept(","):
            break
    c.expect("}")
    return tuple(pairs)


def _plain(c: Cursor, value: Expression) -> SettingValue:
    if isinstance(value, Literal):
        return value.value
    if isinstance(value, Identifier):
        return ".".join(value.parts)
    if isinstance(value, Function):
        if value.operator:
            c.fail("literal")
        return value
    if isinstance(value, QueryParameter):
        return Function("_parameter", (value,))
    raise c.failure("literal")

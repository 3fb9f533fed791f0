"""`SETTINGS name = value, ...`."""

from __future__ import annotations

from collections.abc import Callable

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
    if name.startswith("param_"):
        return Setting(name, _parameter(c))
    return Setting(name, setting_value(c))


def _parameter(c: Cursor) -> SettingValue:
    """The text of a query parameter's value: maps, arrays and tuples are what is written."""
    start = c.token.start
    if c.at("{") and c.peek().kind is not Kind.WORD:
        _map(c, _element)
    else:
        value = c.rules.expression(c)
        if not (isinstance(value, Function) and value.name in ("array", "tuple")):
            return _plain(c, value)
    return c.text[start : c.tokens[c.index - 1].end]


def _element(c: Cursor) -> SettingValue:
    if c.at("{"):
        return _map(c, _element)
    c.rules.expression(c)
    return None


def setting_value(c: Cursor) -> SettingValue:
    """A literal, a collection of them, a call such as `disk(...)`, or DEFAULT."""
    if c.accept("DEFAULT"):
        return None
    if c.at("{") and c.peek().kind is not Kind.WORD:
        return _map(c, setting_value)
    return _plain(c, c.rules.expression(c))


def _map(c: Cursor, value: Callable[[Cursor], SettingValue]) -> tuple[object, ...]:
    """`{'key': value, ...}` as pairs."""
    c.expect("{")
    pairs: list[tuple[SettingValue, SettingValue]] = []
    while not c.at("}"):
        key = _plain(c, c.rules.expression(c))
        c.expect(":")
        pairs.append((key, value(c)))
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

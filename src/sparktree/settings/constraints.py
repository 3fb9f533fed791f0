"""Constraints of settings: what profiles let users change, and to what."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from sparktree.errors import Code, Error
from sparktree.settings.declare import as_text, parse
from sparktree.settings.query import CUSTOM_PREFIX, QuerySettings, declaration_of

Writability = Literal["CONST", "WRITABLE", "CHANGEABLE_IN_READONLY"]


@dataclass(frozen=True, slots=True)
class Constraint:
    """What a setting may be changed to; None: no limit, or as before."""

    minimum: object = None
    maximum: object = None
    disallowed: tuple[object, ...] = ()
    writability: Writability | None = None

    @property
    def says_nothing(self) -> bool:
        """Whether it leaves everything open."""
        return self == _OPEN

    def over(self, before: Constraint) -> Constraint:
        """This one where it says something, elsewhere the one before."""
        return Constraint(
            before.minimum if self.minimum is None else self.minimum,
            before.maximum if self.maximum is None else self.maximum,
            self.disallowed or before.disallowed,
            self.writability or before.writability,
        )


_OPEN = Constraint()


@dataclass(frozen=True, slots=True)
class Constraints:
    """The constraints of a session, by the settings' own names."""

    by_name: Mapping[str, Constraint]

    def of(self, name: str) -> Constraint:
        """That of a setting, by any of its names."""
        return self.by_name.get(own_name(name), _OPEN)

    def with_(self, name: str, constraint: Constraint, *, replaces: bool) -> Constraints:
        """With one more, which replaces one before or is put over it."""
        name = own_name(name)
        if not replaces:
            constraint = constraint.over(self.of(name))
        return replace(self, by_name={**self.by_name, name: constraint})

    def changed(self, settings: QuerySettings, changes: Mapping[str, object]) -> QuerySettings:
        """The settings with others, if they may be changed so."""
        changed = settings.changed(changes)
        if settings.readonly or self.by_name:
            for name in changes:
                value = _value(changed, name)
                if value != _value(settings, name):
                    self._check(name, value, settings.readonly)
        return changed

    def clamped(self, settings: QuerySettings, name: str, value: object) -> QuerySettings:
        """The settings with another one, as far as it may be changed: of subqueries."""
        try:
            return self.changed(settings, {name: value})
        except Error as error:
            found = self.of(name)
            if error.code != Code.SETTING_CONSTRAINT_VIOLATION or found.writability == "CONST":
                return settings
        given = comparable(name, value)
        for limit in (found.minimum, found.maximum):
            bound = comparable(name, limit)
            if bound is not None and (given < bound) == (limit is found.minimum):
                return settings.changed({name: limit})
        return settings

    def is_readonly(self, name: str, settings: QuerySettings) -> bool:
        """Whether the setting cannot be changed at all."""
        writability = self.of(name).writability
        if settings.readonly == 1 and writability != "CHANGEABLE_IN_READONLY":
            return True
        return writability == "CONST" or (settings.readonly > 1 and name == "readonly")

    def _check(self, name: str, value: Any, readonly: int) -> None:
        found = self.of(name)
        if readonly == 1 and found.writability != "CHANGEABLE_IN_READONLY":
            raise Error(Code.READONLY, f"Cannot modify '{name}' setting in readonly mode")
        if readonly > 1 and name == "readonly":
            raise Error(Code.READONLY, "Cannot modify 'readonly' setting in readonly mode")
        if found.writability == "CONST":
            raise _violation(f"Setting {name} should not be changed")
        least, most = comparable(name, found.minimum), comparable(name, found.maximum)
        if least is not None and most is not None and most < least:
            raise _violation(
                f"The maximum ({as_text(most)}) value is less than the minimum ({as_text(least)})"
                f" value for setting {name}"
            )
        if least is not None and value < least:
            raise _violation(f"Setting {name} shouldn't be less than {as_text(least)}")
        if most is not None and value > most:
            raise _violation(f"Setting {name} shouldn't be greater than {as_text(most)}")
        if value in (comparable(name, one) for one in found.disallowed):
            shown = f"'{value}'" if isinstance(value, str) else as_text(value)
            raise _violation(f"Setting {name} shouldn't be {shown}")


UNCONSTRAINED = Constraints({})


def own_name(name: str) -> str:
    """The name of a setting that may be given by another one."""
    declared = declaration_of(name)
    return declared.name if declared is not None else name


def typed(name: str, value: object) -> Any:
    """A value of a setting as the setting's type has it."""
    declared = declaration_of(name)
    return value if declared is None else parse(declared, value)


def comparable(name: str, value: object) -> Any:
    """A value of a setting as it is compared: what the machine decides by what it decides."""
    declared = declaration_of(name)
    if value is None or declared is None:
        return value
    parsed = parse(declared, value)
    return os.cpu_count() if declared.type == "MaxThreads" and parsed == 0 else parsed


def _value(settings: QuerySettings, name: str) -> Any:
    if name.startswith(CUSTOM_PREFIX):
        return settings.custom.get(name)
    return comparable(name, settings.value(name))


def _violation(text: str) -> Error:
    return Error(Code.SETTING_CONSTRAINT_VIOLATION, text)

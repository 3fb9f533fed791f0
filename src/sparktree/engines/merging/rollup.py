"""The rollup rules of GraphiteMergeTree: what a section of the configuration says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from sparktree.errors import Code, Error
from sparktree.functions.aggregates.combinators.resolution import is_aggregate
from sparktree.sql import ast, parse_expression

ALL, PLAIN, TAGGED, _TAG_LIST = "all", "plain", "tagged", "tag_list"
_COLUMNS = {
    "path_column_name": "Path",
    "time_column_name": "Time",
    "value_column_name": "Value",
    "version_column_name": "Timestamp",
}


@dataclass(frozen=True, slots=True)
class Retention:
    """How exact times are that lie at least `age` seconds back, both in seconds."""

    age: int
    precision: int


@dataclass(frozen=True, slots=True)
class Pattern:
    """What happens to metrics whose path matches; the default has no regular expression."""

    rule_type: str
    regexp: str
    function: str
    retentions: tuple[Retention, ...]  # the oldest first

    @property
    def is_whole(self) -> bool:
        """Whether it says both how values and how times are rolled up."""
        return bool(self.function) and bool(self.retentions)

    @property
    def call(self) -> ast.Function:
        """The function over a value called `x`."""
        found = parse_expression(f"{self.function}(x)")
        assert isinstance(found, ast.Function)
        return found


@dataclass(frozen=True, slots=True)
class Rollup:
    """A section: the names of the columns that it is about, and its patterns in their order."""

    name: str
    path: str
    time: str
    value: str
    version: str
    patterns: tuple[Pattern, ...]

    @property
    def is_typed(self) -> bool:
        """Whether plain and tagged metrics have patterns of their own."""
        return any(pattern.rule_type != ALL for pattern in self.patterns)


def load_rollup(name: str, section: Mapping[str, Any] | None) -> Rollup:
    """The rules of a section; ClickHouse's errors for what makes no sense."""
    if section is None:
        raise Error(Code.NO_ELEMENTS_IN_CONFIG, f"No '{name}' element in configuration file")
    for key in section:
        if not key.startswith("pattern") and key != "default" and key not in _COLUMNS:
            raise Error(Code.UNKNOWN_ELEMENT_IN_CONFIG, f"Unknown element in config: {key}")
    columns = [str(section.get(key, default)) for key, default in _COLUMNS.items()]
    patterns = [
        _pattern(one) for key in section if key.startswith("pattern") for one in _all(section[key])
    ]
    if "default" in section:
        patterns.append(_default(section["default"]))
    path, time, value, version = columns
    return Rollup(name, path, time, value, version, tuple(patterns))


def _all(value: Any) -> list[Any]:
    """The elements of one name: one stands alone, several are a list."""
    return value if isinstance(value, list) else [value]


def _default(section: Any) -> Pattern:
    pattern = _pattern(section)
    if pattern.rule_type != ALL:
        raise Error(
            Code.BAD_ARGUMENTS,
            "Default must have rule_type all for rollup patterns in GraphiteMergeTree",
        )
    return pattern


def _pattern(section: Any) -> Pattern:
    content: Mapping[str, Any] = section if isinstance(section, Mapping) else {}
    for key in content:
        if key not in ("regexp", "function", "rule_type") and not key.startswith("retention"):
            raise Error(Code.UNKNOWN_ELEMENT_IN_CONFIG, f"Unknown element in config: {key}")
    rule_type = str(content.get("rule_type", ALL))
    if rule_type not in (ALL, PLAIN, TAGGED, _TAG_LIST):
        raise Error(Code.BAD_ARGUMENTS, f"invalid rule type: {rule_type}")
    regexp = str(content.get("regexp", ""))
    if rule_type == _TAG_LIST:
        rule_type, regexp = TAGGED, _tagged(regexp) if regexp else ""
    retentions = sorted(_retentions(content), key=lambda one: -one.age)
    pattern = Pattern(rule_type, regexp, str(content.get("function", "")), tuple(retentions))
    if not pattern.function and not pattern.retentions:
        raise Error(
            Code.NO_ELEMENTS_IN_CONFIG,
            "At least one of an aggregate function or retention rules is mandatory for rollup"
            " patterns in GraphiteMergeTree",
        )
    if pattern.function and not is_aggregate(pattern.call.name):
        raise Error(
            Code.UNKNOWN_AGGREGATE_FUNCTION, f"Unknown aggregate function {pattern.call.name}"
        )
    _check_growing(pattern.retentions)
    return pattern


def _retentions(content: Mapping[str, Any]) -> Iterator[Retention]:
    for key, value in content.items():
        for one in _all(value) if key.startswith("retention") else ():
            yield Retention(int(one["age"]), int(one["precision"]))


def _check_growing(retentions: tuple[Retention, ...]) -> None:
    for older, younger in pairwise(retentions):
        if older.age == younger.age or older.precision <= younger.precision:
            raise Error(
                Code.BAD_ARGUMENTS,
                "Age and precision should only grow up:"
                f" {older.age}:{older.precision} vs {younger.age}:{younger.precision}",
            )


def _tagged(tags: str) -> str:
    """`name;tag1=value1;tag2=value2` as a regular expression over `name?tag1=value1&tag2=...`."""
    listed = [tag for tag in tags.split(";") if tag]
    if "=" in listed[0]:
        start = "[\\?&]"
    elif len(listed) == 1:
        return f"^{listed[0]}\\?"
    else:
        start = f"^{listed.pop(0)}\\?(.*&)?"
    return start + "&(.*&)?".join(sorted(listed)) + "(&.*)?$"

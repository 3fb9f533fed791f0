"""Which folders and files the conditions of a query leave, by the keys in their paths."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import pyarrow as pa

from sparktree.engines.keys.implied_filters import implied, reads_only
from sparktree.functions.core.convert import convert
from sparktree.kernel import sql
from sparktree.kernel.connection import kernel
from sparktree.kernel.text import escape
from sparktree.planner.environment import Environment
from sparktree.planner.expr import Call, Column, Constant, Expr, InSet, columns_of, walk
from sparktree.planner.lower import Lowering
from sparktree.planner.sources import ScanRequest
from sparktree.stores.globs import hive_values
from sparktree.stores.store import Store
from sparktree.types import STRING, String, Type

PATH, FILE = "_path", "_file"
_PathValues = tuple[tuple[str, str], ...]  # values that a path tells of what conditions name
_PLAIN = re.compile(r"[A-Za-z0-9_.\-]+")  # text that no writer of folders escapes


@dataclass(frozen=True)
class PathJudge:
    """Evaluates conditions for paths, many at once."""

    request: ScanRequest
    types: Mapping[str, Type]  # of the keys, as columns
    store: Store
    environment: Environment
    # What was found out already: files tell the same as their folders.
    judged: dict[_PathValues, bool] = field(default_factory=dict)

    @cached_property
    def keys(self) -> frozenset[str]:
        """The keys that conditions concern."""
        return frozenset(self._names.values()) & self.types.keys()

    @cached_property
    def _names(self) -> dict[int, str]:
        """The columns of conditions that a path can tell."""
        of_paths = {*self.types, PATH, FILE}
        used = {n for f in self.request.filters for n in columns_of(f)}
        return {n: self.request.ids[n] for n in sorted(used) if self.request.ids[n] in of_paths}

    @property
    def is_useful(self) -> bool:
        """Whether any condition concerns paths."""
        return bool(self._names)

    def may_match(self, paths: Sequence[str]) -> list[bool]:
        """Which of the folders and files may hold wanted rows."""
        names = set(self._names.values())
        values = [
            tuple((name, value) for name, value in self._values(path).items() if name in names)
            for path in paths
        ]
        groups: dict[frozenset[str], list[_PathValues]] = defaultdict(list)
        for one in dict.fromkeys(values):
            if one not in self.judged:
                groups[frozenset(dict(one))].append(one)
        for known, some in groups.items():
            holds = self._holds([dict(one) for one in some], known)
            self.judged.update(zip(some, holds, strict=True))
        return [self.judged[one] for one in values]

    def _values(self, path: str) -> dict[str, str]:
        """What is known of a path: keys so far; of a file all, empty where it lacks one."""
        folder = path.endswith("/")
        values = hive_values(path)
        known = {key: text(values[key]) for key in self.types if key in values}
        if folder:
            return known
        shown = self.store.display_path(path)
        return {
            **dict.fromkeys(self.types, ""),
            **known,
            PATH: text(shown),
            FILE: text(shown.rpartition("/")[2]),
        }

    def _holds(self, rows: list[dict[str, str]], names: frozenset[str]) -> list[bool]:
        numbers = {n: name for n, name in self._names.items() if name in names}

        context = self.environment.context
        lowering = Lowering(context, {n: sql.name(f"c{n}") for n in numbers})
        conditions = implied(self.request.filters, reads_only(numbers), lowering)
        if not conditions:
            return [True] * len(rows)
        table = pa.table(
            {f"k{n}": pa.array([r[name] for r in rows], pa.string()) for n, name in numbers.items()}
            | {"place": pa.array(range(len(rows)), pa.int64())}
        )
        items = [
            f"{convert(sql.name(f'k{n}'), STRING, self._type(name), context.zone)} AS c{n}"
            for n, name in numbers.items()
        ]
        with kernel() as cursor:
            cursor.register("paths", table)
            for e in (e for f in self.request.filters for e in walk(f)):
                if isinstance(e, InSet) and e.table is not None:
                    cursor.register(e.table.name, e.table.table)
            kept = cursor.execute(
                f"SELECT place FROM (SELECT place, {', '.join(items)} FROM paths)"
                f" WHERE {sql.all_of(conditions)}"
            ).fetchall()
        places = {row[0] for row in kept}
        return [i in places for i in range(len(rows))]

    def _type(self, name: str) -> Type:
        return self.types.get(name, STRING)

    def exactly(self, key: str) -> list[str] | None:
        """The values of `key = 'x'` or `key IN ('x', 'y')`, if folders can have no other name."""
        if key not in self.types or not isinstance(self.types[key].inner, String):
            return None
        for condition in self.request.filters:
            values = self._listed(condition, key)
            if values is not None and all(_PLAIN.fullmatch(v) for v in values):
                return sorted(set(values))
        return None

    def _listed(self, condition: Expr, key: str) -> list[str] | None:
        if isinstance(condition, InSet) and not condition.negated and condition.table is None:
            if not self._is_key(condition.value, key):
                return None
            return _texts(condition.values)
        if isinstance(condition, Call) and condition.function.name == "equals":
            for one, other in (condition.args, condition.args[::-1]):
                if self._is_key(one, key):
                    return _texts((other,))
        return None

    def _is_key(self, expr: Expr, key: str) -> bool:
        return isinstance(expr, Column) and self.request.ids.get(expr.id) == key


def _texts(values: Sequence[Expr]) -> list[str] | None:
    found = [v.value for v in values if isinstance(v, Constant)]
    texts = [v for v in found if isinstance(v, str)]
    return texts if len(texts) == len(values) else None


def text(value: str) -> str:
    """Text of a path as the kernel holds it."""
    return escape(value.encode("utf-8", "surrogateescape"))
